import io

import pytest
from format_games import START, collected, games, transcripts
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, board_line
from obversi.rules import RULES, Rules


@pytest.mark.parametrize(
    "text",
    [
        f"{START} X",
        START + "X",
        START.lower().replace("-", ".") + " *",
        "\n".join(START[row : row + 8] for row in range(0, 64, 8)) + "\nX",
        START.replace("X", "0").replace("O", "1") + " B",
    ],
)
def test_a_board_alone(text: str) -> None:
    assert board_line.parse(text) == GameRecord(ob.Board())


def test_a_board_with_moves() -> None:
    record = board_line.parse(f"{START} X f5d6 c3", rules="reversed")
    assert record.start == ob.Board(rules="reversed")
    assert record.transcript() == "f5d6c3"
    assert board_line.dump(record) == f"{START} X reversed f5d6c3"
    assert board_line.parse(board_line.dump(record)) == record
    assert board_line.parse(f"{START} X Normal f5", rules="reversed").rules == "normal"


@pytest.mark.parametrize("rules", RULES)
def test_moves_that_begin_like_cells(rules: Rules) -> None:
    """The letter b is a black disc and 1 a white one: so much of b1b4 looks like cells."""
    cells = "--OX----------XO"
    for text in (f"{cells} X b1b4", f"{cells}Xb1b4", f"{cells} X b1 b4"):
        assert board_line.parse(text, rules=rules).transcript() == "b1b4"


def test_a_pass_right_after_the_board() -> None:
    board = ob.Board.parse("--XO------------ X")
    assert board.must_pass
    for text in (f"{board.to_string()} --b1", f"{board.to_string()}--b1"):
        assert [played.move for played in board_line.parse(text).moves] == ["pass", "b1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        (" \n ", "the text is empty"),
        (START, "begins with 64 letters"),
        (f"{START} f5d6", "begins with 64 letters for cells and mover, then 'f5d6'"),
        (f"{START[1:-5]} X", "begins with 59 letters"),
        (START[:20] + "?" + START[21:] + " X", r"begins with 20 letters .* then '\?"),
        (f"{START} -", "the mover after the cells is empty"),
        (f"{START} X f5a1", "ply 2: 'a1' cannot be played"),
        (f"{START} X f5 zz", "ply 2: 'zz' is no move"),
        ("-" * 1_000_000, "begins with 1000000 letters"),
        ("\0\xff", "then '"),
    ],
)
def test_bad_boards_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        board_line.parse(text)


def test_good_lines_around_broken_ones_are_kept() -> None:
    text = f"{START} X f5\n{START[:-2]}?? X\n\n{START} X d3c3\n"
    records, problems = collected(board_line.read, io.StringIO(text))
    assert transcripts(records) == ["f5", "d3c3"]
    assert [problem.place for problem in problems] == ["line 2"]


@settings(max_examples=40)
@given(games(from_anywhere=True))
def test_round_trip_of_files(record: GameRecord) -> None:
    file = io.StringIO()
    assert board_line.write([record], file) == 1
    file.seek(0)
    assert list(board_line.read(file)) == [record]
