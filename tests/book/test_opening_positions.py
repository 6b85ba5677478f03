"""Positions of games for a book."""

from collections.abc import Iterable

import pytest
from book.slow_books import key_of

from obversi import Board
from obversi.book.grow import opening_positions
from obversi.errors import InputError
from obversi.formats import GameRecord, transcript
from obversi.formats.record import PlayedMove
from obversi.rules import RULES, Rules


def boards_of(moves: Iterable[str], size: int, rules: Rules) -> list[Board]:
    """Return the positions after each move."""
    board = Board(size, rules)
    found = []
    for move in moves:
        board.push(move)
        found.append(board.copy())
    return found


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_first_positions_of_games(size: int, rules: Rules) -> None:
    games = []
    for first in (0, -1):
        board = Board(size, rules)
        while not board.is_over:
            board.push(board.legal_moves[first])
        games.append(board)
    records = [
        GameRecord(Board(size, rules), tuple(PlayedMove(move) for move in game.move_stack))
        for game in games
    ]
    for plies in (0, 1, 5, 1000):
        found = opening_positions(records, size, rules, plies)
        expected = [
            list(board.bits)
            for game in games
            for board in boards_of(game.move_stack[:plies], size, rules)
            if not board.is_over
        ]
        assert found.tolist() == expected
        assert found.shape == (len(expected), 2)


def test_positions_are_those_of_the_moves() -> None:
    found = opening_positions([transcript.parse("f5d6c3d3c4")], 8, "normal", 3)
    boards = boards_of(("f5", "d6", "c3"), 8, "normal")
    assert found.tolist() == [list(board.bits) for board in boards]
    assert key_of(boards[0]) != key_of(boards[1])


def test_games_of_another_kind_are_rejected() -> None:
    other_start = Board.parse("OX" + 62 * "-" + " O")
    for record in (
        GameRecord(Board(6)),
        GameRecord(Board(8, "reversed")),
        GameRecord(other_start),
    ):
        with pytest.raises(InputError, match="cannot be added to a book for normal 8×8"):
            opening_positions([transcript.parse("f5"), record], 8, "normal", 5)


def test_no_negative_number_of_plies() -> None:
    with pytest.raises(InputError, match="the number of plies cannot be -1"):
        opening_positions([], 8, "normal", -1)
    assert opening_positions([], 8, "normal", 5).shape == (0, 2)
