"""Perft: the known numbers, the plain reference, and Ctrl-C."""

from collections.abc import Callable

import pytest
import reference
from hypothesis import given, settings, strategies as st
from interrupts import is_interrupted

import obversi as ob
from obversi import Board, perft, perft_by_move
from obversi.perft import perft_parts
from obversi.rules import Rules

# Lines of play from the start by depth, from 1; a pass is a ply.
KNOWN = {
    4: [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980],
    6: [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912],
    8: [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
}


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", KNOWN)
def test_known_numbers(size: int, rules: Rules) -> None:
    board = Board(size, rules)
    assert perft(board, 0) == 1
    assert [perft(board, depth + 1) for depth in range(len(KNOWN[size]))] == KNOWN[size]
    assert board == Board(size, rules)
    assert board.move_stack == []


def test_all_games_of_4x4_end() -> None:
    games = perft(Board(4), 40)
    assert games == perft(Board(4), 16) == 60060


@pytest.mark.parametrize("size", KNOWN)
def test_by_move(size: int) -> None:
    for depth in range(1, 8):
        counts = perft_by_move(Board(size), depth)
        assert list(counts) == [str(move) for move in Board(size).legal_moves]
        assert all(type(move) is str for move in counts)
        assert sum(counts.values()) == KNOWN[size][depth - 1]
        assert len(set(counts.values())) == 1  # the four first moves are mirror images


def test_deep_counts_are_sums_of_what_is_below() -> None:
    """Beyond ten plies the counting is shared out in another way."""
    board = Board(4)
    board.push(board.legal_moves[0])
    for depth in (10, 11, 12, 13):
        assert perft(board, depth) * 4 == perft(Board(4), depth + 1)
        assert perft(board, depth) == sum(perft_by_move(board, depth).values())


@pytest.mark.parametrize("size", KNOWN)
def test_parts_add_up(size: int) -> None:
    assert perft_parts(Board(size), 0) == []
    for depth in range(1, 7):
        counts = dict.fromkeys(Board(size).legal_moves, 0)
        for move, board, rest in perft_parts(Board(size), depth):
            counts[move] += perft(board, rest)
        assert counts == perft_by_move(Board(size), depth)
    assert len(perft_parts(Board(8), 9)) == 56


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 10, 11, 25])
def test_a_finished_game_is_one_line(depth: int) -> None:
    for text in (64 * "-" + "X", 36 * "O" + "X", "XXXX" + 12 * "-" + "O"):
        assert perft(Board.parse(text), depth) == 1


def test_a_pass_is_one_ply() -> None:
    board = Board.parse("OX" + 62 * "-" + "X")
    assert [perft(board, depth) for depth in range(4)] == [1, 1, 1, 1]
    assert perft_by_move(board, 1) == {"pass": 1}


@settings(max_examples=60)
@given(st.from_type(ob.Board), st.integers(0, 3))
def test_against_the_reference(board: Board, depth: int) -> None:
    before, stack = board.copy(), board.move_stack
    cells = board.to_array().tolist()
    assert perft(board, depth) == reference.perft(cells, board.turn, depth)
    if depth and not board.is_over:
        assert sum(perft_by_move(board, depth).values()) == perft(board, depth)
    assert board == before
    assert board.move_stack == stack


@pytest.mark.parametrize(
    "text", ["OX" + 14 * "-" + "X", "XXX-OOOXXXXOO-OX X", "X-OO-XOX-OXX--XX O"]
)
def test_odd_positions_against_the_reference(text: str) -> None:
    board = Board.parse(text)
    cells = board.to_array().tolist()
    for depth in range(7):
        assert perft(board, depth) == reference.perft(cells, board.turn, depth)


def test_depths_rejected() -> None:
    for depth in (-1, -10):
        with pytest.raises(ob.ObversiError, match=str(depth)):
            perft(Board(), depth)
        with pytest.raises(ob.ObversiError, match=str(depth)):
            perft_parts(Board(), depth)
    for depth in (0, -1):
        with pytest.raises(ob.ObversiError, match=str(depth)):
            perft_by_move(Board(), depth)


@pytest.mark.parametrize("count", [perft, perft_by_move, perft_parts])
@pytest.mark.parametrize("depth", [3, 30])
def test_what_is_no_board_is_rejected(count: Callable[[Board, int], object], depth: int) -> None:
    with pytest.raises(ob.InvalidBoardError, match="None is no board"):
        count(None, depth)  # type: ignore[arg-type]


MIDGAME = "-OX-------O-XO---XXOO---XXOXO----O-OXXX---O-OXX-----XOX--------- X"
ENDLESS = """
print("working", flush=True)
ob.perft(ob.Board.parse(sys.argv[1]), 16)
"""


@pytest.mark.few_cases
@pytest.mark.parametrize("position", [Board().to_string(), MIDGAME], ids=["start", "midgame"])
def test_ctrl_c_is_handled(position: str) -> None:
    assert is_interrupted(ENDLESS, position)
