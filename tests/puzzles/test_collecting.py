"""Collecting puzzles: all positions of 4×4, games of the engine, and equal shares."""

from collections import Counter
from random import Random

import pytest

import obversi as ob
from obversi.puzzles.collecting import (
    chosen_puzzles,
    played_games,
    puzzles_in,
    reachable_positions,
    wipe_out_games,
)
from obversi.puzzles.making import is_candidate
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import best_moves, margins_by
from obversi.rules import Rules


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("rules", "with_one_best_move", "with_theme"), [("normal", 964, 802), ("reversed", 943, 581)]
)
def test_how_many_puzzles_of_4x4_there_are(
    rules: Rules, with_one_best_move: int, with_theme: int
) -> None:
    positions = [*reachable_positions(ob.Board(4, rules))]
    with ob.Engine(hash_mb=1) as engine:
        single = sum(
            is_candidate(board) and len(best_moves(margins_by(engine, board))) == 1
            for board in positions
        )
        assert single == with_one_best_move
        seen: set[tuple[int, int]] = set()
        assert sum(1 for _ in puzzles_in(engine, positions, seen)) == with_theme
        # Symmetric positions count once.
        turned = [board.transform(3) for board in positions]
        assert [*puzzles_in(engine, turned, seen)] == []


def test_games_are_those_of_the_seed() -> None:
    def positions(seed: int) -> list[str]:
        with ob.Engine(hash_mb=1) as engine:
            games = played_games(engine, "reversed", 6, 3, Random(seed))
            return [board.to_string() for game in games for board in game]

    assert positions(1) == positions(1) != positions(2)


def test_games_for_wipe_outs_yield_positions_with_one() -> None:
    with ob.Engine(hash_mb=1) as engine:
        games = wipe_out_games(engine, 4, 300, Random(5))
        found = [board for game in games for board in game]
        assert found
        assert all(engine.solve(board).margin == 16 for board in found)


def test_shares_are_equal_as_far_as_possible() -> None:
    boards = [board for board in reachable_positions(ob.Board(4)) if len(board.empty) in (4, 5)]
    pool = [
        Puzzle(str(number), board, (), ("quiet",) if number % 10 == 0 else ("corner",), 0)
        for number, board in enumerate(boards[:400])
    ]
    chosen = chosen_puzzles(pool, 60)
    assert len({puzzle.name for puzzle in chosen}) == 60
    themes = Counter(puzzle.themes[0] for puzzle in chosen)
    assert themes == {"corner": 30, "quiet": 30}
    empties = Counter(puzzle.empties for puzzle in chosen if puzzle.themes == ("corner",))
    assert empties == {4: 15, 5: 15}
    assert len(chosen_puzzles(pool, 1000)) == 400
