import io
from dataclasses import replace
from typing import Any

import pytest
from format_games import (
    FINAL_2007,
    board_after_a_pass,
    collected,
    games,
    transcripts,
)
from hypothesis import assume, given, settings

import obversi as ob
from obversi.formats import (
    GameRecord,
    LossWarning,
    board_line,
    record_from_moves,
    transcript,
)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3",
        "F5D6C3D3",
        " f5 d6\tc3 d3\n",
        "1. f5 d6 2. c3 d3",
        "1.f5 d6 2.c3 d3",
        "1 f5 2 d6 3 c3 4 d3",
        "f5d62.c3d3",
        "1. F5 d6\n2. C3 d3\n",
        "f5\u00a0d6\u3000c3 d3",
    ],
)
def test_many_ways_to_write_a_game_are_read(text: str) -> None:
    assert transcript.parse(text).transcript() == "f5d6c3d3"


@pytest.mark.parametrize("name", ["--", "pa", "PA", "ps", "pass", "Pass"])
def test_written_passes_are_read(name: str) -> None:
    board = board_after_a_pass()
    moves = [name if move.is_pass else move for move in board.move_stack]
    record = transcript.parse("".join(moves), size=4)
    assert record.board().move_stack == board.move_stack
    assert transcript.parse(" ".join(moves), size=4) == record


def test_a_whole_game() -> None:
    record = transcript.parse(FINAL_2007)
    outcome = record.board().outcome()
    assert outcome is not None
    assert (outcome.black, outcome.white) == (35, 29)
    assert transcript.dump(record) == FINAL_2007


def test_an_empty_text_is_a_game_without_moves() -> None:
    assert transcript.parse("", size=6, rules="reversed").start == ob.Board(6, "reversed")
    assert transcript.parse(" \n").moves == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FINAL_2007 + "a1", r"ply 61: 'a1' cannot be played: the game is over"),
        ("f5d6f5", r"ply 3: 'f5' cannot be played: there is a disc already"),
        ("f5d6xyz", r"ply 3: 'xyz' is no move"),
        ("f5d", r"ply 2: 'd' is no move"),
        ("f5d9", r"ply 2: 'd9' is no move"),
        ("f5--", r"ply 2: white cannot pass"),
        ("\0\1\2", r"ply 1: '\\x00\\x01\\x02' is no move"),
        ("j" * 100_000, r"ply 1: 'jjjjjjjjjjjjjjjjjjjj…' is no move"),
    ],
)
def test_bad_transcripts_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ob.FormatError, match=message):
        transcript.parse(text)


def test_a_square_beyond_a_small_board_is_rejected() -> None:
    with pytest.raises(ob.FormatError, match="'f5' is no square of the 4×4 board"):
        transcript.parse("f5", size=4)


def test_a_game_from_elsewhere_is_not_written() -> None:
    board = ob.Board()
    board.push("f5")
    with pytest.raises(ob.FormatError, match="usual start"):
        transcript.dump(GameRecord(board))


@pytest.mark.parametrize(("size", "rules"), [(6, "normal"), (8, "reversed")])
def test_a_game_that_would_be_read_as_another_is_not_written(size: int, rules: Any) -> None:
    record = record_from_moves([], ob.Board(size, rules))
    message = f"this {rules} {size}×{size} game would be read as a normal 8×8 game;"
    with pytest.raises(ob.FormatError, match=message):
        transcript.dump(record)


def test_results_that_the_moves_do_not_give() -> None:
    with pytest.warns(LossWarning, match="^a transcript does not keep: the date, the result$"):
        transcript.dump(replace(transcript.parse("f5d6"), result=64, date="1987"))
    assert transcript.dump(replace(transcript.parse(FINAL_2007), result=6)) == FINAL_2007
    with pytest.raises(ob.FormatError, match=r"result -64 is not that of the last position, \+6"):
        transcript.dump(replace(transcript.parse(FINAL_2007), result=-64))


def test_losses_are_counted_over_all_games() -> None:
    warnings: list[str] = []
    named = replace(transcript.parse("f5"), black="Ann")
    transcript.write([named, transcript.parse("f5"), named], io.StringIO(), on_loss=warnings.append)
    assert warnings == ["a transcript does not keep: the players' names (2 times)"]


def test_good_lines_around_broken_ones_are_kept() -> None:
    text = "f5d6\n\nf5a1\n  \nf5f6\n" + "x" * 3_000_000 + "\nf5f4\n"
    records, problems = collected(transcript.read, io.StringIO(text))
    assert transcripts(records) == ["f5d6", "f5f6", "f5f4"]
    assert [problem.place for problem in problems] == ["line 3", "line 6"]
    assert problems[0].reason.startswith("ply 2: 'a1' cannot be played")
    assert "more than 1048576 characters" in problems[1].reason


def test_by_default_reading_stops_at_a_problem() -> None:
    reader = transcript.read(io.StringIO("f5d6\nzz\nf5f6\n"))
    assert next(reader).transcript() == "f5d6"
    with pytest.raises(ob.FormatError, match=r"^line 2: ply 1: 'zz' is no move"):
        next(reader)


def test_bytes_that_are_no_text_are_a_problem() -> None:
    file = io.TextIOWrapper(io.BytesIO(b"f5d6\n" + b"\xff" * 9000), encoding="utf-8")
    records, problems = collected(transcript.read, file)
    assert records == [] or transcripts(records) == ["f5d6"]
    assert "this is not text" in problems[-1].reason


def test_a_game_without_moves_is_not_written_as_a_blank_line() -> None:
    games = [transcript.parse("f5"), transcript.parse("")]
    with pytest.raises(ob.FormatError, match=r"^record 2: a game without moves"):
        transcript.write(games, io.StringIO())


@settings(max_examples=60)
@given(games())
def test_round_trip(record: GameRecord) -> None:
    text = transcript.dump(record, size=record.size, rules=record.rules)
    assert transcript.parse(text, size=record.size, rules=record.rules) == record


@settings(max_examples=60)
@given(games())
def test_round_trip_of_files(record: GameRecord) -> None:
    assume(record.moves)
    file = io.StringIO()
    kind: Any = {"size": record.size, "rules": record.rules}
    assert transcript.write([record, record], file, **kind) == 2
    file.seek(0)
    assert list(transcript.read(file, **kind)) == [record] * 2


@settings(max_examples=60)
@given(games(from_anywhere=True))
def test_round_trip_with_the_board_before_it(record: GameRecord) -> None:
    assert board_line.parse(board_line.dump(record)) == record
