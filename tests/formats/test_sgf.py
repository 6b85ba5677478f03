import io
import re
from dataclasses import replace

import pytest
from format_games import FINAL_2007, games
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, sgf, transcript


def test_a_game() -> None:
    record = replace(transcript.parse("f5d6"), black="one", white="two", place="here", date="1987")
    assert sgf.dump(record) == (
        "(;FF[4]GM[2]CA[UTF-8]SZ[8]PC[here]DT[1987]PB[one]PW[two]"
        "AB[e4][d5]AW[d4][e5]PL[B]RE[?];B[f5];W[d6])"
    )


def test_results_and_rules() -> None:
    assert "RE[B+6]" in sgf.dump(transcript.parse(FINAL_2007))
    reversed_game = sgf.dump(transcript.parse(FINAL_2007, rules="reversed"))
    assert "RE[W+6]" in reversed_game
    assert "SZ[8]RU[Reversed]" in reversed_game
    assert "RE[0]" in sgf.dump(replace(transcript.parse("f5"), result=0))


def test_text_is_escaped() -> None:
    record = replace(transcript.parse("f5"), black="a]b\\c\nd[", white="\\]")
    assert "PB[a\\]b\\\\c d[]PW[\\\\\\]]" in sgf.dump(record)


def test_an_empty_board_of_one_colour() -> None:
    board = ob.Board.parse("X" + "-" * 15 + " O")
    assert sgf.dump(GameRecord(board)) == ("(;FF[4]GM[2]CA[UTF-8]SZ[4]PB[]PW[]AB[a1]PL[W]RE[B+16])")


@settings(max_examples=40)
@given(games(from_anywhere=True))
def test_colours_alternate_and_squares_are_those_played(record: GameRecord) -> None:
    file = io.StringIO()
    assert sgf.write([record], file) == 1
    written = re.findall(r";([BW])\[(\w+)\]", file.getvalue())
    boards = list(record.boards())
    assert len(written) == len(record.moves)
    for (color, square), board in zip(written, boards, strict=False):
        assert color == ("B" if board.turn == ob.BLACK else "W")
        assert board.is_legal(square)


@pytest.mark.parametrize("size", ob.SIZES)
def test_sizes(size: int) -> None:
    assert f"SZ[{size}]" in sgf.dump(GameRecord(ob.Board(size)))
