"""Board texts and drawings."""

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi import Board
from obversi.rules import Rules

boards = st.from_type(ob.Board)


@given(boards)
def test_text_and_back(board: Board) -> None:
    text = board.to_string()
    assert re.fullmatch(rf"[XO-]{{{board.size**2}}} [XO]", text)
    assert Board.parse(text, board.rules) == board
    assert Board.parse(text).rules == "normal"
    assert Board.parse(text).move_stack == []


@given(boards, st.randoms(use_true_random=False))
def test_every_way_to_write_a_board(board: Board, random: Random) -> None:
    choose = random.choice
    letters = {"X": "XxBb*0", "O": "OoWw1", "-": "-.", " ": " "}
    blanks = ["", "", " ", "\n", "\t", "\r\n", "  "]
    text = "".join(choose(letters[letter]) + choose(blanks) for letter in board.to_string())
    assert Board.parse(choose(blanks) + text, board.rules) == board


def test_rows_run_left_to_right_and_top_to_bottom() -> None:
    board = Board.parse("XO-- ---- ---X ---O  O")
    assert board.black == {"a1", "d3"}
    assert board.white == {"b1", "d4"}
    assert board.turn == ob.WHITE


WRONG_LENGTHS = ["", "X", " \n", "XO", 15 * "-" + "X", 17 * "-" + "X", 25 * "-" + "X"]
WRONG_LENGTHS += [37 * "-" + "X", 63 * "-" + "O", 65 * "-" + "O", 100 * "-" + "X"]
NO_MOVER = [16 * "-", 36 * "X", 64 * "O"]
EMPTY_MOVER = [17 * "-", 36 * "X" + ".", 64 * "O" + " -"]


@pytest.mark.parametrize("text", WRONG_LENGTHS)
def test_wrong_lengths(text: str) -> None:
    with pytest.raises(ob.InvalidBoardError, match=r"16, 36 or 64|mover is missing"):
        Board.parse(text)


@pytest.mark.parametrize("text", NO_MOVER)
def test_a_missing_mover(text: str) -> None:
    with pytest.raises(ob.InvalidBoardError, match="mover is missing"):
        Board.parse(text)


@pytest.mark.parametrize("text", EMPTY_MOVER)
def test_an_empty_mover(text: str) -> None:
    with pytest.raises(ob.InvalidBoardError, match=r"mover .* is empty"):
        Board.parse(text)


@pytest.mark.parametrize(
    ("text", "letter", "place"),
    [
        ("?" + 63 * "-" + " X", "?", 1),
        (10 * "-" + "Z" + 53 * "-" + " X", "Z", 11),
        (64 * "-" + " B2", "2", 67),
        (64 * "-" + " black", "l", 67),
        ("--\n-é" + 60 * "-" + "X", "é", 5),
        (64 * "-" + ";X", ";", 65),
        (16 * "-" + "X\0", "\0", 18),
    ],
)
def test_wrong_letters_are_named_with_their_place(text: str, letter: str, place: int) -> None:
    with pytest.raises(ob.InvalidBoardError) as caught:
        Board.parse(text)
    assert f"{letter!r} at character {place} " in str(caught.value)


@pytest.mark.parametrize("text", [None, 8, b"----", ["X"], 64 * ["-"]])
def test_what_is_no_text(text: str) -> None:
    with pytest.raises(ob.InvalidBoardError):
        Board.parse(text)


near_boards = st.integers(14, 66).flatmap(
    lambda length: st.text("XO-.xob*01 \nQ", min_size=length, max_size=length + 2)
)


@given(st.one_of(st.text(), near_boards, near_boards.map(lambda text: text[:64] + " X")))
def test_any_text_is_a_board_or_rejected(text: str) -> None:
    try:
        board = Board.parse(text)
    except ob.InvalidBoardError:
        return
    cells = [letter for letter in text if not letter.isspace()]
    assert len(cells) - 1 == board.size**2
    assert Board.parse(board.to_string()) == board


# Drawings


def test_the_start_in_letters() -> None:
    expected = """\
  a b c d e f g h
1 - - - - - - - -
2 - - - - - - - -
3 - - - + - - - -
4 - - + O X - - -
5 - - - X O + - -
6 - - - - + - - -
7 - - - - - - - -
8 - - - - - - - -
black to move (most discs win)"""
    assert str(Board()) == f"{Board()}" == expected


def test_a_small_board_in_unicode() -> None:
    board = Board(size=4, rules="reversed")
    board.push("b1")
    expected = """\
  a b c d
1 × ● × ·
2 · ● ● ·
3 × ● ○ ·
4 · · · ·
white to move (fewest discs win)"""
    assert board.unicode() == expected
    assert expected.translate(str.maketrans("●·○×", "X-O+")) == str(board)


def test_a_finished_board_in_letters() -> None:
    board = Board.parse("XXXX XXXX OOO- ----  O")
    assert not board.is_over
    board = Board.parse("XXXX XXXX XX-- ----  O", rules="reversed")
    expected = """\
  a b c d
1 X X X X
2 X X X X
3 X X - -
4 - - - -
white wins by 16: black 10, white 0 (fewest discs win)"""
    assert str(board) == expected


@pytest.mark.parametrize(
    ("text", "rules", "status"),
    [
        (16 * "-" + "X", "normal", "a draw: black 0, white 0 (most discs win)"),
        ("OX" + 14 * "-" + "X", "normal", "black must pass (most discs win)"),
        ("OX" + 14 * "-" + "O", "normal", "white to move (most discs win)"),
        ("XO" + 34 * "-" + "O", "reversed", "white must pass (fewest discs win)"),
        (64 * "X" + "O", "normal", "black wins by 64: black 64, white 0 (most discs win)"),
        (64 * "X" + "O", "reversed", "white wins by 64: black 64, white 0 (fewest discs win)"),
        (8 * "X" + 8 * "O" + "O", "reversed", "a draw: black 8, white 8 (fewest discs win)"),
    ],
)
def test_status(text: str, rules: Rules, status: str) -> None:
    assert Board.parse(text, rules).status() == status
    assert str(Board.parse(text, rules)).splitlines()[-1] == status


@given(boards)
def test_drawings_show_the_position(board: Board) -> None:
    lines = str(board).splitlines()
    assert len(lines) == board.size + 2
    legal = {move for move in board.legal_moves if not move.is_pass}
    drawn_moves = set()
    cells = np.zeros((board.size, board.size), np.int8)
    for row, line in enumerate(lines[1:-1]):
        label, *letters = line.split(" ")
        assert label == str(row + 1)
        for column, letter in enumerate(letters):
            cells[row, column] = {"X": -1, "O": 1, "-": 0, "+": 0}[letter]
            if letter == "+":
                drawn_moves.add("abcdefgh"[column] + label)
    assert np.array_equal(cells, board.to_array())
    assert drawn_moves == legal
    translation = str.maketrans("●·○×", "X-O+")
    assert board.unicode().translate(translation) == str(board)
