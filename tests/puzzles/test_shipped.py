"""The puzzles of the package: every right answer is proven to be the only one."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import endgames
import pytest
from puzzles.slow_themes import themes as slow_themes

import obversi as ob
from obversi.errors import InputError
from obversi.move import PASS
from obversi.puzzles import Puzzle, daily_puzzle, find_puzzle, shipped_puzzles, shipped_set
from obversi.puzzles.making import rated
from obversi.puzzles.solution import best_moves, margins_by
from obversi.rules import RULES, Rules
from obversi.size import SIZES

GAMES = [(rules, size) for rules in RULES for size in SIZES]


def check_solution(engine: ob.Engine, puzzle: Puzzle) -> None:
    """Solve each position of the solution: the solver has one best move, replies are best too."""
    board = puzzle.start.copy()
    for move in puzzle.solution:
        if board.must_pass:
            board.push(PASS)
        best = best_moves(margins_by(engine, board))
        if board.turn == puzzle.solver:
            assert best == [move], puzzle
        else:
            assert move in best, puzzle
        board.push(move)


@pytest.mark.few_cases
@pytest.mark.parametrize(("rules", "size"), GAMES)
def test_each_has_one_right_answer(rules: Rules, size: int) -> None:
    puzzles = shipped_set(rules, size)
    assert len(puzzles) == 200
    with ob.Engine(hash_mb=1) as engine:
        for puzzle in puzzles:
            start = puzzle.start
            assert (start.rules, start.size) == (rules, size)
            assert 4 <= puzzle.empties <= 12
            assert len(start.legal_moves) >= 3
            assert not start.problems()
            check_solution(engine, puzzle)
            assert set(puzzle.themes) == slow_themes(start, margins_by(engine, start)) != set()


@pytest.mark.parametrize(("rules", "size"), GAMES)
def test_some_are_proven_by_slow_code_too(rules: Rules, size: int) -> None:
    short = [puzzle for puzzle in shipped_set(rules, size) if puzzle.empties == 4]
    assert len(short) >= 10
    for puzzle in short[:10]:
        margins = endgames.margins(puzzle.start)
        best = max(margins.values())
        assert [move for move, margin in margins.items() if margin == best] == [puzzle.solution[0]]


@pytest.mark.parametrize(("rules", "size"), GAMES)
def test_themes_and_lengths_vary(rules: Rules, size: int) -> None:
    puzzles = shipped_set(rules, size)
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    for theme in ("corner", "parity", "quiet", "sacrifice"):
        assert themes[theme] >= 30
    assert themes["wipe-out"] >= 3
    empties = Counter(puzzle.empties for puzzle in puzzles)
    assert all(empties[number] >= 10 for number in (range(4, 8) if size == 4 else range(4, 13)))
    assert {puzzle.moves_to_find for puzzle in puzzles} >= {1, 2, 3}
    assert {puzzle.solver for puzzle in puzzles} == {ob.BLACK, ob.WHITE}


@pytest.mark.parametrize(("rules", "size"), GAMES)
def test_no_two_are_equal_by_symmetry_and_the_easiest_come_first(rules: Rules, size: int) -> None:
    puzzles = shipped_set(rules, size)
    assert len({puzzle.start.canonical().bits for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    with ob.Engine(hash_mb=1) as engine:
        for puzzle in puzzles[::20]:
            # The evaluation decides how deep a search looks, and may have changed since.
            steps, rest = divmod(rated(engine, puzzle).rating - puzzle.rating, 80)
            assert rest == 0
            assert abs(steps) < puzzle.empties


def test_names() -> None:
    assert len(shipped_puzzles()) == 1200
    assert find_puzzle("r6-20") is shipped_set("reversed", 6)[19]
    with pytest.raises(InputError, match="there is no puzzle 'n8-201': expected a name such as"):
        find_puzzle("n8-201")


def test_the_puzzle_of_a_day() -> None:
    days = [date(2030, 1, 1) + timedelta(days=day) for day in range(800)]
    names = [daily_puzzle(day).name for day in days]
    assert len(set(names)) == len(names)
    assert [daily_puzzle(day).name for day in days[:9]] == names[:9]
    rules = [daily_puzzle(day).start.rules for day in days]
    assert all(today != tomorrow for today, tomorrow in pairwise(rules))
