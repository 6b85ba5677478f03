import io
import json
from itertools import islice
from pathlib import Path

import pytest
from format_games import (
    FINAL_2007,
    GGF_START,
    START,
    Endless,
    collected,
    games,
    named_games,
    transcripts,
    valued_positions,
    without_thoughts,
)
from hypothesis import given, settings

import obversi as ob
from obversi.formats import (
    GameRecord,
    board_line,
    ggf,
    json_lines,
    obf,
    pgn,
    read_path,
    read_text,
    sgf,
    transcript,
    wthor,
)
from obversi.formats.detect import FORMATS, detect
from obversi.formats.losses import ignore_loss
from obversi.formats.record import BrokenGameError

GGF = f"(;GM[Othello]PB[a]PW[b]TY[8a]RE[?]{GGF_START}B[f5]W[d6];)"
PICTURE = "\n".join(START[row : row + 8] for row in range(0, 64, 8))

PASTED = [
    ("transcript", "f5d6", "f5d6"),
    ("transcript", "  F5 D6 ", "f5d6"),
    ("transcript", "1. F5 d6 2. C3", "f5d6c3"),
    ("transcript", "1. f5 d6\n2. c4 d3\n", "f5d6c4d3"),
    ("transcript", "1. d3 c3\n2. f5 d6\n", "d3c3f5d6"),  # each line could be a game too
    ("transcript", "f5\nd6\nc3\n", "f5d6c3"),
    ("board", f"{START} X", ""),
    ("board", f"{PICTURE}\nX", ""),
    ("board", f"{PICTURE}\nX\nf5d6", "f5d6"),
    ("board", f"{START} X f5d6", "f5d6"),
    ("ggf", GGF, "f5d6"),
    ("ggf", f"Here is my game:\n1 {GGF}", "f5d6"),
    ("sgf", "(;FF[4]GM[2]SZ[8];B[f5];W[d6])", "f5d6"),
    ("sgf", "( ; PB [Ann (;\\]) GM]\n GM [2]\n;B[fe];W[df](;B[cc])(;B[cd]))", "f5d6c3"),
    ("obf", f"{START} X; D3:+0;", ""),
    ("obf", f"% a comment\n\n% more\n{START} X;", ""),
    ("pgn", '[Event "x"]\n\n1. f5 d6', "f5d6"),
    ("pgn", "1. f5 d6 33-31", "f5d6"),
    ("pgn", "1. f5 {good} d6", "f5d6"),
    ("pgn", "f5 d6 *", "f5d6"),
    ("json", '{"moves": ["f5", "d6"]}', "f5d6"),
    ("json", '[{"m": "f5"},\n {"m": "d6"}]', "f5d6"),
    ("json", '[\n"f5", "d6"]', "f5d6"),
]


@pytest.mark.parametrize(("name", "text", "moves"), PASTED)
def test_what_is_pasted_is_understood(name: str, text: str, moves: str) -> None:
    for pasted in (text, "\ufeff" + text):
        assert detect(pasted) == name
        assert transcripts(read_text(pasted)) == [moves]


@pytest.mark.parametrize(("name", "text", "moves"), PASTED)
def test_what_is_in_a_file_is_understood(name: str, text: str, moves: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert transcripts(read_path(path)) == [moves]
    assert transcripts(read_path(str(path), format=name)) == [moves]


def test_rules_and_size_apply_if_the_text_has_none() -> None:
    [record] = read_text("b3", rules="reversed", size=6)
    assert record.start == ob.Board(6, "reversed")
    [record] = read_text(f"{START} X; +2;", rules="reversed")
    assert record.rules == "reversed"
    [record] = read_text(GGF, rules="normal")
    assert record.rules == "reversed"


def test_lines_that_are_games_each_are_not_one_game() -> None:
    assert transcripts(read_text("f5d6\nc4e3\n")) == ["f5d6", "c4e3"]
    assert transcripts(read_text(f"{START} X\n{START} X f5")) == ["", "f5"]
    assert transcripts(read_text('{"moves": "f5"}\n{"moves": "f5d6"}')) == ["f5", "f5d6"]


def test_good_lines_around_a_broken_one_are_kept() -> None:
    records, problems = collected(read_text, "f5d6\nf5zz\nf5f6")
    assert transcripts(records) == ["f5d6", "f5f6"]
    assert [problem.place for problem in problems] == ["line 2"]


@pytest.mark.parametrize("text", ["", " \n\t", "hello", "\0\1\2", "?" * 1_000_000, "12", "é"])
def test_what_fits_nothing(text: str) -> None:
    with pytest.raises(ob.FormatError) as caught:
        detect(text)
    assert len(str(caught.value)) < 400
    assert "no known format: expected" in str(caught.value) or "empty" in str(caught.value)
    records, problems = collected(read_text, text)
    assert (records, len(problems)) == ([], 1)


def test_comment_lines_are_skipped_quickly() -> None:
    with pytest.raises(ob.FormatError):
        list(read_text("x % % % % % % % % % % % % % % % % % % % % % % % %" * 50))
    assert detect("% % % % % % % % % % % % % % % % % % % % % % % % % %" * 50) == "obf"


def test_arguments_are_checked_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(ob.InvalidBoardError, match="there are no rules 'odd'"):
        read_text("f5", rules="odd")  # type: ignore[arg-type]
    with pytest.raises(ob.InvalidBoardError, match="there is no board of size 5"):
        read_text("f5", size=5)
    for text in (None, b"f5"):
        with pytest.raises(ob.InputError, match=f"{text!r} is no text: expected a str"):
            read_text(text)  # type: ignore[arg-type]
    with pytest.raises(ob.FormatError, match="there is no format 'svg' to read"):
        read_path(tmp_path, format="svg")


def test_files_that_fit_nothing(tmp_path: Path) -> None:
    path = tmp_path / "junk"
    for data in (b"", b"  \n", b"\0\1\2\3" * 100, b"\xff\xfe\xfd", b"what is this?"):
        path.write_bytes(data)
        records, problems = collected(read_path, path)
        assert (records, len(problems)) == ([], 1), data
        assert ("it has NUL bytes" in str(problems[0])) == (b"\0" in data)
    with pytest.raises(FileNotFoundError):
        list(read_path(tmp_path / "nowhere"))


def test_the_name_of_a_file_helps_where_its_content_does_not(tmp_path: Path) -> None:
    path = tmp_path / "late.GGF"
    path.write_text("a long introduction " * 10_000 + GGF)
    assert transcripts(read_path(path)) == ["f5d6"]


def test_a_wthor_file_is_known_by_its_content_too(tmp_path: Path) -> None:
    path = tmp_path / "renamed"
    with path.open("wb") as file:
        wthor.write([transcript.parse(FINAL_2007)], file, year=2007, on_loss=ignore_loss)
    assert transcripts(read_path(path)) == [FINAL_2007]
    cut = tmp_path / "cut.wtb"
    cut.write_bytes(path.read_bytes()[:-1])
    assert collected(read_path, cut)[1][0].place == "record 1"


def test_a_latin_1_name_does_not_stop_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "game.ggf"
    path.write_bytes(GGF.replace("PB[a]", "PB[Zoé]").encode("latin-1"))
    assert [record.black for record in read_path(path)] == ["Zo\ufffd"]


def test_formats_are_described() -> None:
    expected = {"transcript", "board", "ggf", "obf", "wthor", "pgn", "sgf", "json"}
    assert set(FORMATS) == expected
    for info in FORMATS.values():
        assert info.description
        assert all(extension.startswith(".") for extension in info.extensions)


# Reading must not take in a whole file: these files have no end.


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    ("read", "file"),
    [
        (transcript.read, Endless("f5d6\n")),
        (board_line.read, Endless(f"{START} X f5d6\n")),
        (obf.read, Endless(f"{START} X; D3:+0;\n")),
        (ggf.read, Endless(GGF)),
        (pgn.read, Endless("1. f5 d6 33-31\n")),
        (sgf.read, Endless("(;GM[2];B[f5];W[d6])")),
        (json_lines.read, Endless('{"moves": "f5d6"}\n')),
    ],
)
def test_text_is_read_as_it_comes(read: object, file: object) -> None:
    records = list(islice(read(file), 3000))  # type: ignore[operator]
    assert len(records) == 3000
    assert records[0] == records[-1]


def test_wthor_is_read_as_it_comes() -> None:
    file = io.BytesIO()
    wthor.write([transcript.parse(FINAL_2007)], file, year=2007, on_loss=ignore_loss)
    header, game = bytearray(file.getvalue()[:16]), file.getvalue()[16:]
    header[4:8] = b"\xff" * 4
    endless = Endless(game, beginning=bytes(header))
    records = list(islice(wthor.read(endless), 300))  # type: ignore[arg-type]
    assert transcripts(records) == [FINAL_2007] * 300


@pytest.mark.parametrize("junk", ["x", "-", "f5", "{", "[", "%", "f5 ", "1. f5 {"])
def test_very_long_lines_of_junk_are_rejected(junk: str) -> None:
    text = junk * (5_000_000 // len(junk))
    modules = (transcript, board_line, obf, ggf, pgn, sgf, json_lines)
    for read in (module.read for module in modules):
        records, problems = collected(read, io.StringIO(text))
        assert records == []
        assert problems


@settings(max_examples=30)
@given(games(from_anywhere=True))
def test_boards_with_moves_are_detected(record: GameRecord) -> None:
    [again] = read_text(board_line.dump(record), rules=record.rules)
    assert again.start == record.start
    assert again.transcript() == record.transcript()


@settings(max_examples=30)
@given(games())
def test_transcripts_are_detected(record: GameRecord) -> None:
    if record.transcript():
        [again] = read_text(record.transcript(), rules=record.rules, size=record.size)
        assert again.transcript() == record.transcript()


@settings(max_examples=30)
@given(valued_positions())
def test_problems_are_detected(record: GameRecord) -> None:
    assert list(read_text(obf.dump(record, rules=record.rules), rules=record.rules)) == [record]


@settings(max_examples=30)
@given(named_games(from_anywhere=True))
def test_named_games_are_detected(record: GameRecord) -> None:
    assert [game.moves for game in read_text(ggf.dump(record))] == [record.moves]
    assert [game.moves for game in read_text(sgf.dump(record, on_loss=ignore_loss))] == [
        without_thoughts(record)
    ]
    assert list(read_text(json_lines.dump(record))) == [record]
    pretty = json.dumps(json_lines.to_object(record), indent=1)
    assert list(read_text(pretty)) == [record]


def test_a_game_over_several_lines_that_breaks_off_is_one_problem() -> None:
    problems: list[ob.FormatError] = []
    text = "1. f5 d6\n2. c3 d3\n3. a1 b2"
    assert list(read_text(text, on_problem=problems.append)) == []
    [problem] = problems
    assert isinstance(problem, BrokenGameError)
    assert problem.kept.transcript() == "f5d6c3d3"
    assert problem.number == 5


def test_lines_are_games_if_only_one_of_them_breaks_off() -> None:
    problems: list[ob.FormatError] = []
    found = read_text("f5d6\nf5f5\nd3c5", on_problem=problems.append)
    assert [record.transcript() for record in found] == ["f5d6", "d3c5"]
    [problem] = problems
    assert isinstance(problem, BrokenGameError)
    assert (problem.place, problem.kept.transcript()) == ("line 2", "f5")
