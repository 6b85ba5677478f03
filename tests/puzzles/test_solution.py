"""Solutions: forced by single best moves, with perfect replies that are hard to answer."""

from collections.abc import Iterator

import endgames
import pytest

import obversi as ob
from obversi import suites
from obversi.errors import InputError
from obversi.move import PASS, Move
from obversi.puzzles.making import is_candidate, make_puzzle
from obversi.puzzles.solution import (
    MAX_MOVES,
    best_moves,
    margins_by,
    reply_steps,
    run_steps,
    solution_steps,
)
from obversi.rules import RULES, Rules


@pytest.fixture(scope="module")
def engine() -> Iterator[ob.Engine]:
    with ob.Engine(hash_mb=1) as engine:
        yield engine


def margins_of(board: ob.Board) -> dict[Move, int]:
    return {Move(move): margin for move, margin in endgames.margins(board).items()}


def slow_solution(start: ob.Board) -> list[str]:
    """Play single best moves and the replies of `reply_steps`, with the margins of slow code."""
    line: list[str] = []
    board, last, found = start.copy(), 0, 0
    while not board.is_over and found < MAX_MOVES:
        if board.must_pass:
            board.push(PASS)
            continue
        best = best_moves(margins_of(board))
        if board.turn == start.turn:
            if len(best) > 1:
                break
            move = best[0]
            if len(board.legal_moves) > 1:
                found, last = found + 1, len(line) + 1
        else:
            move = run_steps(reply_steps(board), margins_of)
            assert move in best
        line.append(str(move))
        board.push(move)
    return line[:last]


@pytest.mark.parametrize("rules", RULES)
def test_solutions_are_those_of_slow_code(engine: ob.Engine, rules: Rules) -> None:
    lengths = set()
    for seed in range(40):
        board = endgames.endgame(4, rules, seed, empties=5)
        if board.must_pass:
            continue
        found = run_steps(solution_steps(board), lambda one: margins_by(engine, one))
        assert list(found) == slow_solution(board), board.to_string()
        lengths.add(len(found))
    assert {0, 1, 3} <= lengths


def test_a_reply_is_best_and_leaves_the_fewest_right_answers(engine: ob.Engine) -> None:
    def right_share(board: ob.Board, move: str) -> float:
        after = board.copy()
        after.push(move)
        if after.is_over or len(after.legal_moves) == 1:
            return 1.0
        margins = margins_by(engine, after)
        return len(best_moves(margins)) / len(margins)

    choices = 0
    for record in suites.read("reversed-6x6")[:12]:
        board = record.start
        reply = run_steps(reply_steps(board), lambda one: margins_by(engine, one))
        best = max(record.values.values())
        equal = [move for move, margin in record.values.items() if margin == best]
        assert reply in equal
        shares = {move: right_share(board, move) for move in equal}
        assert shares[reply] == min(shares.values())
        choices += len(equal) > 1
    assert choices > 0


def test_margins_are_in_the_order_of_the_board(engine: ob.Engine) -> None:
    record = suites.read("normal-6x6")[0]
    margins = margins_by(engine, record.start)
    assert list(margins) == record.start.legal_moves
    assert margins == record.values


def test_a_finished_game_has_no_margins(engine: ob.Engine) -> None:
    with pytest.raises(InputError, match="without a legal square"):
        margins_by(engine, ob.Board.parse("X" * 16 + " X"))


def test_a_position_with_several_best_moves_is_no_puzzle(engine: ob.Engine) -> None:
    several = 0
    for seed in range(40):
        board = endgames.endgame(6, "normal", seed, empties=6)
        if not is_candidate(board):
            assert make_puzzle(engine, board) is None
            continue
        right = best_moves(margins_by(engine, board))
        puzzle = make_puzzle(engine, board)
        assert (puzzle is not None) == (len(right) == 1)
        several += len(right) > 1
        if puzzle is not None:
            assert puzzle.solution[0] == right[0]
            assert puzzle.margins[right[0]] == max(puzzle.margins.values())
    assert several > 0
