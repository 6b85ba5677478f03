import datetime
import io
import struct
from collections.abc import Callable
from dataclasses import replace

import pytest
from format_games import FINAL_2007, collected, games, named_games, transcripts, without_last_pass
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, LossWarning, transcript, wthor, wthor_names
from obversi.formats.losses import ignore_loss

FINAL = replace(
    transcript.parse(FINAL_2007), black="Nicolet", white="Tominaga", place="Athens", result=6
)
HEADER = struct.Struct("<4BIHH4B")
MADE = datetime.date(2009, 2, 14)


def written(*records: GameRecord, year: int = 2007) -> tuple[bytes, wthor.Written]:
    file = io.BytesIO()
    names = wthor.write(records, file, year=year, made=MADE, on_loss=ignore_loss)
    return file.getvalue(), names


def unfinished(moves: str) -> GameRecord:
    return replace(transcript.parse(moves), result=0)


def with_header(data: bytes, place: int, value: int) -> bytes:
    return data[:place] + bytes([value]) + data[place + 1 :]


def test_the_bytes_of_a_game() -> None:
    data, names = written(FINAL)
    assert len(data) == 16 + 68
    assert HEADER.unpack(data[:16]) == (20, 9, 2, 14, 1, 0, 2007, 8, 0, 22, 0)
    assert struct.unpack("<3H2B", data[16:24]) == (1, 1, 2, 35, 35)
    assert list(data[24:28]) == [56, 64, 53, 46]  # f5 d6 c5 f4
    assert list(data[-2:]) == [86, 87]  # f8 g8
    assert names == wthor.Written(1, ("", "Nicolet", "Tominaga"), ("", "Athens"))


def test_a_game_read_again() -> None:
    data, names = written(FINAL)
    [record] = wthor.read(io.BytesIO(data), players=names.players, tournaments=names.tournaments)
    assert record == replace(FINAL, date="2007", tags={"theoretical": "35"})


def test_without_names_there_are_numbers() -> None:
    [record] = wthor.read(io.BytesIO(written(FINAL)[0]))
    assert (record.black, record.white, record.place) == ("#1", "#2", "#1")


def test_the_theoretical_score_is_kept() -> None:
    data, _ = written(replace(FINAL, tags={"theoretical": "33"}))
    assert data[16 + 7] == 33
    [record] = wthor.read(io.BytesIO(data))
    assert record.tags == {"theoretical": "33"}
    assert record.result == 6


def test_the_database_writes_zero_for_8_by_8() -> None:
    data, _ = written(FINAL)
    assert len(list(wthor.read(io.BytesIO(with_header(data, 12, 0))))) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "header: the file has 0 bytes"),
        (b"f5d6c3", "header: the file has 6 bytes"),
        (with_header(written(FINAL)[0], 12, 10), "header: boards of 10×10 cannot be read"),
        (with_header(written(FINAL)[0], 12, 99), "header: boards of 99×99 cannot be read"),
        (with_header(written(FINAL)[0], 13, 1), "header: the file holds solitaires"),
    ],
)
def test_files_that_cannot_be_read(data: bytes, message: str) -> None:
    with pytest.raises(ob.FormatError, match=message):
        list(wthor.read(io.BytesIO(data)))
    records, problems = collected(wthor.read, io.BytesIO(data))
    assert (records, len(problems)) == ([], 1)


def test_the_complete_games_of_a_cut_file_come_first() -> None:
    data, _ = written(*(unfinished(moves) for moves in ("f5", "f5d6", "f5f6")))
    for cut in (1, 30, 67):
        records, problems = collected(wthor.read, io.BytesIO(data[:-cut]))
        assert transcripts(records) == ["f5", "f5d6"]
        assert problems[0].place == "record 3"
        assert f"ends after {68 - cut} of 68 bytes" in problems[0].reason
    reader = wthor.read(io.BytesIO(data[:-1]))
    assert [next(reader).transcript(), next(reader).transcript()] == ["f5", "f5d6"]
    with pytest.raises(ob.FormatError, match=r"^record 3: "):
        next(reader)


def test_a_header_that_promises_too_much() -> None:
    data, _ = written(unfinished("f5"), unfinished("f5d6"))
    records, problems = collected(wthor.read, io.BytesIO(with_header(data, 7, 255)))
    assert transcripts(records) == ["f5", "f5d6"]
    assert [problem.place for problem in problems] == ["record 3"]
    assert "the file ends after 2" in problems[0].reason


def test_a_header_that_promises_too_little() -> None:
    data, _ = written(*(unfinished(moves) for moves in ("f5", "f5d6", "f5f6")))
    lying = with_header(data, 4, 1)
    reader = wthor.read(io.BytesIO(lying))
    assert next(reader).transcript() == "f5"
    with pytest.raises(ob.FormatError, match=r"^record 2: the header promises 1 game,"):
        next(reader)
    records, problems = collected(wthor.read, io.BytesIO(lying))
    assert transcripts(records) == ["f5", "f5d6", "f5f6"]
    assert [problem.place for problem in problems] == ["record 2"]


@pytest.mark.parametrize(
    ("place", "byte", "message"),
    [
        (8, 19, "move 1: byte 19 is no square"),
        (8, 90, "move 1: byte 90 is no square"),
        (8, 255, "move 1: byte 255 is no square"),
        (8, 0, "move 1: byte 0 is no square"),
        (9, 11, "ply 2: 'a1' cannot be played: white would flip no disc there"),
        (6, 65, "65 discs are more than the board has squares"),
        (7, 200, "200 discs are more than the board has squares"),
    ],
)
def test_broken_games_are_left_out(place: int, byte: int, message: str) -> None:
    data, _ = written(*(unfinished(moves) for moves in ("f5", "f5d6", "f5f6")))
    at = 16 + 68 + place
    records, problems = collected(wthor.read, io.BytesIO(with_header(data, at, byte)))
    assert transcripts(records) == ["f5", "f5f6"]
    assert [problem.place for problem in problems] == ["record 2"]
    assert problems[0].reason.startswith(message)


def test_a_number_without_a_name_is_a_problem() -> None:
    data, _ = written(FINAL)
    records, problems = collected(wthor.read, io.BytesIO(data), players=["", "Nicolet"])
    assert records == []
    assert str(problems[0]) == "record 1: player 2 is not among the 2 names"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GameRecord(ob.Board(6), result=0), "not a game of normal 6×6"),
        (
            lambda: transcript.parse(FINAL_2007, rules="reversed"),
            "not a game of reversed 8×8",
        ),
        (lambda: GameRecord(ob.Board.parse("X" * 64 + " X")), "from XXXX"),
        (lambda: transcript.parse("f5d6"), "is not over and has no result"),
        (lambda: replace(FINAL, result=7), "a margin of 7"),
        (lambda: replace(FINAL, result=66), "a margin of 66"),
        (lambda: replace(FINAL, black="x" * 20), "does not fit in 19 letters"),
        (lambda: replace(FINAL, place="x" * 26), "does not fit in 25 letters"),
        (lambda: replace(FINAL, white="Łukasz"), "has letters beyond Latin-1"),
        (lambda: replace(FINAL, white="a\0b"), "does not fit in 19 letters"),
        (lambda: replace(FINAL, date="12 May 2008"), "is of 2008, and this WTHOR file is for 2007"),
        (lambda: replace(FINAL, tags={"theoretical": "65"}), "'65' are no number"),
        (lambda: replace(FINAL, tags={"theoretical": "-1"}), "'-1' are no number"),
    ],
)
def test_what_the_format_cannot_hold_is_rejected(
    make: Callable[[], GameRecord], message: str
) -> None:
    with pytest.raises(ob.FormatError, match=f"^record 2: .*{message}"):
        wthor.write([FINAL, make()], io.BytesIO(), year=2007)


def test_what_is_lost_or_made_up_is_a_warning() -> None:
    games = [
        replace(FINAL, date="12 May 2007", black="???"),
        replace(FINAL, tags={"theoretical": "35", "TI": "05:00"}),
    ]
    expected = (
        "WTHOR does not keep: that the theoretical score is unknown (the result is written), some "
        "characters of the players' names, the date, other than its year, the tag 'TI', that a "
        "date is unknown (2007 is written)"
    )
    with pytest.warns(LossWarning) as warned:
        wthor.write(games, io.BytesIO(), year=2007)
    assert [str(warning.message) for warning in warned] == [expected]


def test_years_beyond_the_format_are_rejected() -> None:
    with pytest.raises(ob.FormatError, match="the year 70000 does not fit"):
        wthor.write([], io.BytesIO(), year=70000)


def test_names_that_have_numbers_keep_them() -> None:
    file = io.BytesIO()
    names = wthor.write(
        [FINAL], file, year=2007, players=["Tominaga", "", "x"], on_loss=ignore_loss
    )
    assert names.players == ("Tominaga", "", "x", "Nicolet")
    assert struct.unpack("<3H", file.getvalue()[16:22]) == (1, 3, 0)


def test_files_of_names() -> None:
    players, tournaments = io.BytesIO(), io.BytesIO()
    wthor_names.write_players(["", "Nicolet", "Zoé"], players, made=MADE)
    wthor_names.write_tournaments(["", "Athens"], tournaments, made=MADE)
    assert len(players.getvalue()) == 16 + 3 * 20
    assert len(tournaments.getvalue()) == 16 + 2 * 26
    assert players.getvalue()[8:10] == b"\3\0"
    assert players.getvalue()[16:20] == b"???\0"
    assert b"Zo\xe9\0" in players.getvalue()
    players.seek(0)
    tournaments.seek(0)
    assert wthor_names.read_players(players) == ("", "Nicolet", "Zoé")
    assert wthor_names.read_tournaments(tournaments) == ("", "Athens")


@pytest.mark.parametrize("change", [-1, -20, 1, 20])
def test_files_of_names_that_are_too_short_or_too_long(change: int) -> None:
    file = io.BytesIO()
    wthor_names.write_players(["", "one", "two"], file)
    data = file.getvalue() + b"x" * 20
    with pytest.raises(ob.FormatError, match="names: the header promises 3 names"):
        wthor_names.read_players(io.BytesIO(data[: 16 + 60 + change]))


def test_a_file_that_hands_out_few_bytes_at_a_time() -> None:
    class Drop(io.BytesIO):
        def read(self, count: int | None = -1) -> bytes:
            return super().read(min(count or 0, 5))

    data, _ = written(FINAL, FINAL)
    assert transcripts(wthor.read(Drop(data))) == [FINAL_2007] * 2


@settings(max_examples=40)
@given(games(sizes=(8,), rules=("normal",), finished=True))
def test_round_trip_of_whole_games(record: GameRecord) -> None:
    data, names = written(record, record)
    read = list(wthor.read(io.BytesIO(data), players=names.players, tournaments=[""]))
    margin = record.board().margin(ob.BLACK)
    expected = replace(
        record, result=margin, date="2007", tags={"theoretical": str(32 + margin // 2)}
    )
    assert read == [expected, expected]


@settings(max_examples=40)
@given(named_games(sizes=(8,), rules=("normal",)))
def test_round_trip_of_names_and_results(record: GameRecord) -> None:
    even = replace(record, date="2007", result=2 * ((record.result or 0) // 2))
    data, names = written(even)
    [again] = wthor.read(io.BytesIO(data), players=names.players, tournaments=names.tournaments)
    assert again.moves == without_last_pass(record).moves
    assert again.result == even.result
    assert (again.black, again.white, again.place) == (record.black, record.white, record.place)
