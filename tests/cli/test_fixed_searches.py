"""The signature of the search: a change of it must be meant."""

import json
from collections import Counter
from pathlib import Path

import pytest

from obversi.cli.fixed_searches import fixed_searches

SIGNATURE = Path(__file__).parent.parent / "data" / "search_signature.json"
RENEW = "if the search or its weights were changed on purpose, renew the signature: " + (
    "obversi bench --signature > tests/data/search_signature.json"
)


def test_the_signature_is_the_one_kept() -> None:
    kept = json.loads(SIGNATURE.read_text())
    nodes = {str(search): search.run().nodes for search in fixed_searches()}
    assert nodes == kept["nodes"], RENEW
    assert sum(nodes.values()) == kept["signature"], RENEW


def test_both_games_are_searched_to_a_depth_and_solved() -> None:
    searches = fixed_searches()
    assert len({str(search) for search in searches}) == len(searches)
    kinds: Counter[tuple[int, str, bool]] = Counter()
    for search in searches:
        assert not search.board.is_over
        kinds[search.board.size, search.board.rules, search.depth is None] += 1
    assert len(kinds) == 2 * 2 * 2
    assert min(kinds.values()) >= 2


@pytest.mark.parametrize("number", [4, 13, 16, 23])
def test_a_search_is_the_same_every_time(number: int) -> None:
    search = fixed_searches()[number]
    first, again = search.run(), search.run()
    assert first.nodes == again.nodes > 0
    assert (first.move, first.margin, first.pv) == (again.move, again.margin, again.pv)
    assert first.exact
