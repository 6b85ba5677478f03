"""What boards reject, in which words, and that nothing has changed then."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from boards import PASS_DUE, played, state
from hypothesis import given, strategies as st

import obversi as ob
from obversi import Board
from obversi.rules import Rules

boards = st.from_type(ob.Board)


@pytest.mark.parametrize("size", [3, 5, 7, 10, 0, -8, 64, "8", "", None, True, False, 7.5, [8]])
def test_sizes_rejected(size: int) -> None:
    with pytest.raises(ob.InvalidBoardError) as caught:
        Board(size)
    assert repr(size) in str(caught.value)


@pytest.mark.parametrize("rules", ["", "Normal", "anti", "normal ", None, True, 0, ["normal"]])
def test_rules_rejected(rules: Rules) -> None:
    makers: list[Callable[[], object]] = [
        lambda: Board(rules=rules),
        lambda: Board.parse(16 * "-" + "X", rules=rules),
        lambda: Board.from_array(np.zeros((4, 4), np.int8), rules=rules),
        lambda: Board().with_rules(rules),
    ]
    for make in makers:
        with pytest.raises(ob.InvalidBoardError) as caught:
            make()
        assert repr(rules) in str(caught.value)


@pytest.mark.parametrize("color", [0, 2, -2, "X", "black", None, 0.5, float("nan")])
def test_colors_rejected(color: Any) -> None:
    board = played("f5")
    before = state(board)
    looks: list[Callable[[], object]] = [
        lambda: Board.from_array(np.zeros((4, 4), np.int8), turn=color),
        lambda: board.discs(color),
        lambda: ob.Outcome(ob.BLACK, 4, 34, 30).margin_for(color),
    ]
    if color is not None:
        looks.append(lambda: board.margin(color))
    for look in looks:
        with pytest.raises(ob.InvalidBoardError) as caught:
            look()
        assert repr(color) in str(caught.value)
    assert state(board) == before


def test_a_draw_too_rejects_what_is_no_color() -> None:
    with pytest.raises(ob.InvalidBoardError):
        ob.Outcome(None, 0, 32, 32).margin_for(7)  # type: ignore[arg-type]


FINISHED = "O-X--X" + 58 * "-" + " O"
REJECTED: list[tuple[str, str, type[ob.ObversiError]]] = [
    (Board().to_string(), "d4", ob.IllegalMoveError),  # a disc lies there
    (Board().to_string(), "a1", ob.IllegalMoveError),  # turns nothing
    (Board().to_string(), "D6", ob.IllegalMoveError),
    (Board().to_string(), "pass", ob.IllegalMoveError),  # not due
    (Board(4).to_string(), "e5", ob.InvalidMoveError),  # beyond a small board
    (Board(4).to_string(), "a5", ob.InvalidMoveError),
    (Board(6).to_string(), "G1", ob.InvalidMoveError),
    (PASS_DUE[8], "c1", ob.IllegalMoveError),  # a pass is due
    (PASS_DUE[8], "h8", ob.IllegalMoveError),
    (PASS_DUE[4], "b1", ob.IllegalMoveError),
    (FINISHED, "a2", ob.IllegalMoveError),  # the game is over
    (FINISHED, "pass", ob.IllegalMoveError),
    (64 * "-" + " O", "pass", ob.IllegalMoveError),
    *((Board().to_string(), text, ob.InvalidMoveError) for text in ("", "d", "d9", "i1", "d33")),
    *((PASS_DUE[6], text, ob.InvalidMoveError) for text in (" pass", "p", "-", "a0", "①1", "d３")),
    (FINISHED, "nonsense", ob.InvalidMoveError),
]


@pytest.mark.parametrize(("text", "move", "error"), REJECTED)
def test_moves_rejected(text: str, move: str, error: type[ob.ObversiError]) -> None:
    board = Board.parse(text)
    before = state(board)
    assert not board.is_legal(move)
    tries: list[Callable[[str], object]] = [board.push, board.flips, board.flip_bits]
    for attempt in tries:
        with pytest.raises(error) as caught:
            attempt(move)
        assert type(caught.value) is error
        assert isinstance(caught.value, ValueError)
        assert move in str(caught.value)
        assert state(board) == before


@pytest.mark.parametrize("move", [None, 3, 19.0, b"d3", ("d", 3), ["d3"], object()])
def test_what_is_no_text_is_no_move(move: str) -> None:
    board = played("f5", "d6")
    before = state(board)
    assert not board.is_legal(move)
    for attempt in (board.push, board.flips, board.__getitem__):
        with pytest.raises(ob.InvalidMoveError) as caught:
            attempt(move)
        assert repr(move) in str(caught.value)
        assert state(board) == before


@pytest.mark.parametrize("square", ["e1", "a5", "pass", "", "--", "z1", 0])
def test_squares_rejected(square: str) -> None:
    with pytest.raises(ob.InvalidMoveError) as caught:
        Board(4)[square]
    assert repr(square) in str(caught.value)


def test_every_short_ascii_text_is_a_known_name_or_rejected() -> None:
    """Reading of names in the core and in Move must be one and the same."""
    ascii_letters = [chr(code) for code in range(128)]
    texts = ascii_letters + [one + other for one in ascii_letters for other in ascii_letters]
    for board in (Board(), Board.parse(PASS_DUE[4])):
        legal = {str(move) for move in board.legal_moves}
        before = state(board)
        for text in texts:
            if meaning(text) in legal:
                assert board.is_legal(text)
                continue
            assert not board.is_legal(text), text
            with pytest.raises(ob.ObversiError) as caught:
                board.push(text)
            error = ob.InvalidMoveError if meaning(text) is None else ob.ObversiError
            assert isinstance(caught.value, error)
        assert state(board) == before


def meaning(text: str) -> str | None:
    try:
        return str(ob.Move(text))
    except ob.InvalidMoveError:
        return None


near_moves = st.text("abcdefghABCDEFGH123456789pasPAS- \r\n\0ſK１", max_size=5)


@given(boards, st.one_of(st.text(), near_moves))
def test_any_text_is_played_or_rejected(board: Board, text: str) -> None:
    before, move = state(board), meaning(text)
    if move in board.legal_moves:
        board.push(text)
        assert board.peek() == move
        return
    with pytest.raises(ob.ObversiError) as caught:
        board.push(text)
    assert repr(text) in str(caught.value) or move == "pass"
    assert state(board) == before


def test_a_subclass_that_does_not_reject_cannot_break_the_board() -> None:
    class Lenient(Board):
        def _reject(self, move: object) -> None:  # type: ignore[override]
            pass

    board = Lenient()
    for wrong in ("zz", "a1", "pass"):
        with pytest.raises(ValueError, match="not legal"):
            board.push(wrong)
    assert board.move_stack == []
