import io

import pytest
from format_games import START, collected, valued_positions
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, obf, transcript
from obversi.rules import RULES

# Lines from the FFO endgame test.
FFO_20 = (
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; "
    "H5:+6; G6:-2; F6:-4; H6:-10;"
)
FFO_21 = (
    "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O; "
    "G5:+0; G2:-2; G4:-4; G6:-6;"
)


def test_a_problem_of_the_ffo_test() -> None:
    record = obf.parse(FFO_21)
    assert record.start.turn == ob.WHITE
    assert record.values == {"g5": 0, "g2": -2, "g4": -4, "g6": -6}
    assert record.moves == ()
    assert record.result is None
    assert set(record.values) <= set(record.start.legal_moves)
    assert obf.dump(record) == FFO_21


def test_a_margin_alone_is_turned_to_black() -> None:
    position = FFO_21.partition(";")[0]
    assert obf.parse(f"{position}; +4;").result == -4
    assert obf.parse(f"{position.replace(' O', ' X')}; +4;").result == 4
    assert obf.parse(f"{position}; -4").result == 4
    assert obf.dump(obf.parse(f"{position}; +4;")) == f"{position}; +4;"


def test_rules_come_from_the_reader() -> None:
    for rules in RULES:
        assert obf.parse(FFO_20, rules=rules).rules == rules


def test_comments_are_kept() -> None:
    record = obf.parse(FFO_20 + " % number 20; easy")
    assert record.tags == {"comment": "number 20; easy"}
    assert obf.dump(record) == FFO_20 + " % number 20; easy"


@pytest.mark.parametrize("cells", ["-" * 5 + "OX--XO" + "-" * 5, "-" * 14 + "OX----XO" + "-" * 14])
def test_smaller_boards(cells: str) -> None:
    assert obf.parse(f"{cells} X;").start == ob.Board(int(len(cells) ** 0.5))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "there is no position"),
        ("% only a comment", "there is no position"),
        ("XO- X; +2;", "3 cells before the mover"),
        (f"{START}; D3:+1;", "the mover is missing"),
        (f"{START[1:]}Z X; D3:+1;", "'Z' at character 64"),
        (f"{START} X; D3:", "'D3:' is no margin"),
        (f"{START} X; D3:+1; 12x;", "'12x' is no margin"),
        (f"{START} X; D3:+999;", "is more than the 8×8 board allows"),
        (f"{START} X; +99999;", "is no margin"),
        (f"{START} X; A1:+2;", "'A1:\\+2' is for a move that cannot be played"),
        (f"{START} X; D9:+2;", "'D9:\\+2' is for a move that cannot be played"),
        (f"{START} X; PA:+2;", "'PA:\\+2' is for a move that cannot be played"),
        (f"{START} X; D3:+2; d3:+4;", "'d3:\\+4' gives a second margin"),
        (f"{START} X; +2; +4;", "'\\+4' gives a second margin"),
        ("\0\1\2", "is no cell"),
    ],
)
def test_bad_lines_are_rejected(line: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        obf.parse(line)


def test_good_lines_around_broken_ones_are_kept() -> None:
    text = f"% the FFO test\n{FFO_20}\n\nXO X; +3;\n{FFO_21}\n{START} X; A1:+2;\n"
    records, problems = collected(obf.read, io.StringIO(text))
    assert [obf.dump(record) for record in records] == [FFO_20, FFO_21]
    assert [problem.place for problem in problems] == ["line 4", "line 6"]


def test_rules_and_margins_that_would_change_are_rejected() -> None:
    position = GameRecord(ob.Board(rules="reversed"))
    with pytest.raises(ob.FormatError, match="with reversed rules would be read with normal"):
        obf.dump(position)
    assert obf.parse(obf.dump(position, rules="reversed"), rules="reversed") == position
    for values, message in (
        ({"a1": 2}, "a margin is for 'a1', which cannot be played"),
        ({"d3": 65}, "more than the board has squares"),
        ({"d3": 2, "D3": 2}, "two margins for d3"),
    ):
        with pytest.raises(ob.FormatError, match=message):
            obf.dump(GameRecord(ob.Board(), values=values))


def test_games_are_not_written() -> None:
    with pytest.raises(ob.FormatError, match=r"^record 1: a game of 2 moves does not fit"):
        obf.write([transcript.parse("f5d6")], io.StringIO())


@settings(max_examples=60)
@given(valued_positions())
def test_round_trip(record: GameRecord) -> None:
    file = io.StringIO()
    assert obf.write([record], file, rules=record.rules) == 1
    file.seek(0)
    [again] = obf.read(file, rules=record.rules)
    assert again == record
