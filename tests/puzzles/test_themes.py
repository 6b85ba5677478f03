"""Themes of positions: by hand, and against slow code on random positions."""

from collections import Counter
from collections.abc import Iterator

import endgames
import pytest
from puzzles.slow_themes import themes as slow_themes

import obversi as ob
from obversi.move import Move
from obversi.puzzles.themes import THEMES, themes_of
from obversi.rules import RULES, Rules
from obversi.size import SIZES


@pytest.fixture(scope="module")
def engine() -> Iterator[ob.Engine]:
    with ob.Engine(hash_mb=1) as engine:
        yield engine


def margins_of(engine: ob.Engine, board: ob.Board) -> dict[Move, int]:
    return {line.move: line.margin for line in engine.solve(board, top="all").lines}


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_themes_are_those_of_slow_code(engine: ob.Engine, rules: Rules, size: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        board = endgames.endgame(size, rules, seed, empties=6 + seed % 4)
        if board.must_pass:
            continue
        margins = margins_of(engine, board)
        if sorted(margins.values())[-2:].count(max(margins.values())) == 1:
            found = themes_of(board, margins)
            assert set(found) == slow_themes(board, margins), board.to_string()
            seen.update(found)
    # Random games have no wipe-outs of the reversed game; the puzzles of the package have some.
    assert {"corner", "parity", "quiet", "sacrifice"} <= set(seen)


def fitting(text: str, rules: Rules, **margins: int) -> tuple[str, ...]:
    board = ob.Board.parse(text, rules)
    assert sorted(margins) == sorted(board.legal_moves)
    return themes_of(board, {Move(move): margin for move, margin in margins.items()})


# Black may take the corner d1, a region of one empty square; it flips b1 and c1, which touch no
# empty square. Or it plays a3 or c3, in a region of eight.
ROWS = "XOO- OOOO ---- ---- X"


def test_a_corner_is_good_in_one_game_and_a_sacrifice_in_the_other() -> None:
    assert fitting(ROWS, "normal", d1=4, a3=0, c3=-2) == ("corner", "parity", "quiet")
    assert fitting(ROWS, "reversed", d1=4, a3=0, c3=-2) == ("quiet", "sacrifice")


def test_parity_prefers_odd_regions_and_in_the_reversed_game_even_ones() -> None:
    assert "parity" in fitting(ROWS, "reversed", d1=-4, a3=2, c3=0)
    assert "parity" not in fitting(ROWS, "normal", d1=-4, a3=2, c3=0)
    # One move of the even region is better than that of the odd one, and the other is worse.
    assert "parity" not in fitting(ROWS, "reversed", d1=0, a3=2, c3=-2)


def test_a_wipe_out_has_the_largest_margin() -> None:
    assert "wipe-out" in fitting(ROWS, "normal", d1=16, a3=0, c3=-2)
    assert "wipe-out" in fitting(ROWS, "reversed", d1=16, a3=0, c3=-2)
    assert "wipe-out" not in fitting(ROWS, "normal", d1=14, a3=0, c3=-2)


def test_no_theme() -> None:
    assert fitting(ROWS, "normal", d1=-4, a3=2, c3=0) == ()


def test_every_theme_has_words_for_both_games() -> None:
    assert list(THEMES) == ["corner", "parity", "quiet", "wipe-out", "sacrifice"]
    for theme in THEMES.values():
        assert set(theme.words) == set(RULES)
        assert all(words.endswith(".") for words in theme.words.values())
