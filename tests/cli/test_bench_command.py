"""``obversi bench``, and the signature of the search: a change of it must be intended."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result

import obversi as ob
from obversi.cli import bench
from obversi.cli.bench import FixedSearch, Task, fixed_searches, measure
from obversi.core_variant import VARIANT
from obversi.machine import core_count, processor_name

Command = Callable[..., Result]

SIGNATURE = Path(__file__).parent.parent / "data" / "search_signature.json"
RENEW = "if the search or its weights were changed on purpose, renew the signature: " + (
    "obversi bench --signature > tests/data/search_signature.json"
)


@pytest.fixture(scope="module")
def kernels() -> list[ob._core.KernelSpeed]:
    return ob._core.kernel_speeds()


@pytest.fixture(autouse=True)
def measured_once(monkeypatch: pytest.MonkeyPatch, kernels: list[ob._core.KernelSpeed]) -> None:
    """The kernels are measured once for all tests, and the other work for a moment."""
    monkeypatch.setattr(bench, "_core", SimpleNamespace(kernel_speeds=lambda: kernels))
    monkeypatch.setattr(bench, "_SECONDS_A_QUICK_TASK", 0.01)


def test_json_has_everything(obversi: Command) -> None:
    report = json.loads(obversi("bench", "--quick", "--json").stdout)
    assert report["version"] == ob.__version__
    assert report["core"] == VARIANT
    assert report["processor"] == processor_name()
    for kernel in report["kernels"]:
        assert set(kernel) == {"work", "kernel", "chosen", "nanoseconds"}
    for work in ("flips", "moves"):
        assert [k["chosen"] for k in report["kernels"] if k["work"] == work].count(True) == 1
    works = [speed["work"] for speed in report["speeds"]]
    assert works[0] == "perft 10"
    assert works[-1] == "random games move by move"
    assert "random games in one call" in works
    assert {speed["threads"] for speed in report["speeds"]} == {1, core_count()}
    for speed in report["speeds"]:
        assert speed["per_second"] == speed["amount"] / speed["seconds"] > 0
    assert report["speeds"][0]["amount"] % ob.perft(ob.Board(), 10) == 0
    assert report["search"] is None


def test_the_table_fits_and_has_no_colours_in_a_pipe(obversi: Command) -> None:
    result = obversi("bench", "--quick")
    assert result.exit_code == 0
    assert "perft 10" in result.stdout
    assert "\x1b" not in result.stdout
    assert "…" not in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()[1:]) <= 80


def test_work_is_measured_until_the_time_is_over() -> None:
    done = []

    def run() -> int:
        done.append(1)
        return 3

    speed = measure(Task("nothing", "times", 1, run), 0.01)
    assert speed.seconds >= 0.01
    assert speed.amount == 3 * len(done)


# The search


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> list[FixedSearch]:
    """Searches that take no time, and hardly any for the other measurements."""
    searches = [FixedSearch(ob.Board(6, rules), 3) for rules in ("normal", "reversed")]
    monkeypatch.setattr(bench, "fixed_searches", lambda: searches)
    monkeypatch.setattr(bench, "_SECONDS_A_TASK", 0.01)
    return searches


def test_the_signature_is_the_nodes_of_all_searches(
    obversi: Command, short_searches: list[FixedSearch]
) -> None:
    nodes = {str(search): search.run().nodes for search in short_searches}
    signature = {"signature": sum(nodes.values()), "nodes": nodes}
    assert json.loads(obversi("bench", "--signature").stdout) == signature
    search = json.loads(obversi("bench", "--json").stdout)["search"]
    assert {name: search[name] for name in signature} == signature
    assert search["per_second"] == search["signature"] / search["seconds"] > 0
    assert f"signature {sum(nodes.values())}" in obversi("bench").stdout


def test_without_a_search_there_is_no_signature(obversi: Command) -> None:
    result = obversi("bench", "--quick", "--signature")
    assert result.exit_code == 2
    assert "--quick" in result.stderr


def test_the_signature_is_the_stored_one() -> None:
    stored = json.loads(SIGNATURE.read_text())
    nodes = {str(search): search.run().nodes for search in fixed_searches()}
    assert nodes == stored["nodes"], RENEW
    assert sum(nodes.values()) == stored["signature"], RENEW


def test_both_games_are_searched_to_a_depth_and_solved() -> None:
    searches = fixed_searches()
    assert len({str(search) for search in searches}) == len(searches)
    kinds: Counter[tuple[int, str, bool]] = Counter()
    for search in searches:
        assert not search.board.is_over
        kinds[search.board.size, search.board.rules, search.depth is None] += 1
    assert len(kinds) == 2 * 2 * 2
    assert min(kinds.values()) >= 2


@pytest.mark.parametrize("number", [16, 23])
def test_a_search_is_the_same_every_time(number: int) -> None:
    search = fixed_searches()[number]
    first, again = search.run(), search.run()
    assert first.nodes == again.nodes > 0
    assert (first.move, first.margin, first.pv) == (again.move, again.margin, again.pv)
    assert first.exact
