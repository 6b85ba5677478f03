"""Whatever is given to a reader, only errors of the package come out, and no false game."""

import io
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from format_games import (
    FINAL_2007,
    GGF_START,
    START,
    collected,
    games,
    named_games,
    valued_positions,
)
from hypothesis import given, settings, strategies as st

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
    wthor_names,
)
from obversi.formats.detect import detect
from obversi.formats.losses import ignore_loss

TEXT_FORMATS = [transcript, board_line, ggf, obf, pgn, sgf, json_lines]
PIECES = [
    *(START, START[:36], START[:16], " X", " O", "X", "O", "-", "\n", " ", ";", "%", "[", "]"),
    *(
        "f5",
        "d6",
        "c3",
        "F5",
        "a1",
        "pass",
        "--",
        "PA",
        "zz",
        "9",
        "1.",
        "33-31",
        "{",
        "}",
        "(",
        ")",
    ),
    *(
        "(;",
        ";)",
        "GM[Othello]",
        "TY[8a]",
        "TY[6]",
        "TY[",
        "RE[+2.00:r]",
        GGF_START,
        "BO[4 ",
        "B[f5",
    ),
    *("B[f5/1.5/2]", "W[d6]", "W[PA]", "PB[x]", '[Event "x"]', '[Result "33-31"]', '[FEN "', '"]'),
    *("GM[2]", "SZ[8]", "SZ[6]", "SZ[", "RU[Reversed]", "AB[e4][d5]", "AW[d4]", "PL[W]", "\\]"),
    *("D3:+2;", "+4;", '{"moves":', '["f5",', '"d6"]', '{"m":"f5"}', "null", "1e999", "\0", "é"),
]
texts = st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def check(record: GameRecord) -> None:
    """A record that was handed out must be a game."""
    board = record.board()
    assert board.move_stack == [played.move for played in record.moves]
    assert all(isinstance(text, str) for text in (record.black, record.white, record.place))
    for move in record.values:
        assert isinstance(move, str)


def check_all(read: Callable[..., Any], file: Any) -> None:
    records, problems = collected(read, file)
    for record in records:
        check(record)
    for problem in problems:
        assert isinstance(problem, ob.FormatError)
        assert len(str(problem)) < 600


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("module", TEXT_FORMATS, ids=lambda module: module.__name__)
@settings(max_examples=200)
@given(text=texts)
def test_any_text_is_parsed_or_rejected(module: Any, text: str) -> None:
    with suppress(ob.ObversiError):
        check(module.parse(text))
    check_all(module.read, io.StringIO(text))


@settings(max_examples=300)
@given(texts)
def test_any_text_may_be_pasted(text: str) -> None:
    try:
        name = detect(text)
    except ob.FormatError:
        name = ""
    assert name in ("", "transcript", "board", "ggf", "obf", "pgn", "sgf", "json")
    check_all(read_text, text)


@settings(max_examples=100)
@given(st.binary(max_size=300))
def test_any_bytes_may_be_in_a_file(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "file"
    path.write_bytes(data)
    check_all(read_path, path)


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes_are_wthor_or_rejected(data: bytes) -> None:
    check_all(wthor.read, io.BytesIO(data))
    for read_names in (wthor_names.read_players, wthor_names.read_tournaments):
        try:
            names = read_names(io.BytesIO(data))
        except ob.FormatError:
            continue
        assert all(isinstance(name, str) for name in names)


JUNK = [
    *("x", "1", "1 ", "1.", " ", "X", "X ", "- ", "f5", "f5 ", "*", "* ", "33-31 ", "% ", "{", "}"),
    *("(", ")", "[", "]", '"', "\\", ";", "+1;", "(;", ";)", "(; ", "(;A", '[a ""]', "[a ", "{f5"),
    *("A[", "A[]", "(;GM[2]", "\\]", '{"a":', "$1", "!", "\0", "é"),
]


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "before", ["", "1", "1. f5 ", f"{START} X;", "(;GM[Othello]", "(;GM[2]", "["]
)
def test_the_time_grows_with_the_length_of_junk_and_not_with_its_square(before: str) -> None:
    """A line that is not long enough to be dropped must not keep a reader busy for ever."""
    for junk in JUNK:
        text = before + junk * (25_000 // len(junk)) + "x"
        for module in TEXT_FORMATS:
            assert is_quick(partial(read_twice, module, text)), (module, junk)
        assert is_quick(partial(check_all, read_text, text)), junk


def read_twice(module: ModuleType, text: str) -> None:
    with suppress(ob.ObversiError):
        module.parse(text)
    check_all(module.read, io.StringIO(text))


def is_quick(work: Callable[[], object]) -> bool:
    """Whether one of three attempts is: others may have to collect garbage."""
    for _ in range(3):
        begin = time.process_time()
        work()
        if time.process_time() - begin < 0.5:
            return True
    return False


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Change, drop or add a few bytes."""
    changed = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        if not changed:
            break
        place = draw(st.integers(0, len(changed) - 1))
        how = draw(st.sampled_from(["flip", "drop", "add", "cut"]))
        if how == "flip":
            changed[place] ^= 1 << draw(st.integers(0, 7))
        elif how == "drop":
            del changed[place : place + draw(st.integers(1, 5))]
        elif how == "add":
            changed[place:place] = draw(st.binary(min_size=1, max_size=3))
        else:
            del changed[place:]
    return bytes(changed)


def written(module: Any, records: list[GameRecord]) -> bytes:
    file = io.StringIO()
    module.write(records, file, on_loss=ignore_loss)
    return file.getvalue().encode()


@pytest.mark.few_cases
@pytest.mark.parametrize("module", [ggf, sgf, json_lines, board_line], ids=lambda m: m.__name__)
@settings(max_examples=80)
@given(data=st.data())
def test_damaged_files_of_games(module: Any, data: st.DataObject) -> None:
    records = data.draw(st.lists(named_games(from_anywhere=True), min_size=1, max_size=3))
    if module is board_line:  # which has only the result of the last position
        records = [replace(record, result=None) for record in records]
    text = data.draw(damaged(written(module, records))).decode("utf-8", errors="replace")
    check_all(module.read, io.StringIO(text))
    check_all(read_text, text)


@settings(max_examples=80)
@given(st.data())
def test_damaged_files_of_problems(data: st.DataObject) -> None:
    records = data.draw(st.lists(valued_positions(), min_size=1, max_size=3))
    records = [replace(record, start=record.start.with_rules("normal")) for record in records]
    text = data.draw(damaged(written(obf, records))).decode("utf-8", errors="replace")
    check_all(obf.read, io.StringIO(text))
    check_all(read_text, text)


@settings(max_examples=100)
@given(st.data())
def test_damaged_wthor_files(data: st.DataObject) -> None:
    records = data.draw(
        st.lists(games(sizes=(8,), rules=("normal",), finished=True), min_size=1, max_size=3)
    )
    file = io.BytesIO()
    wthor.write(records, file, year=1987, on_loss=ignore_loss)
    check_all(wthor.read, io.BytesIO(data.draw(damaged(file.getvalue()))))


@settings(max_examples=60)
@given(st.data())
def test_the_other_games_of_a_damaged_file_are_all_kept(data: st.DataObject) -> None:
    """Damage inside one line of games leaves the others as they were."""
    first, last = transcript.parse(FINAL_2007), transcript.parse("f5d6c3")
    for module in (ggf, sgf, board_line, json_lines, transcript):
        lines = [module.dump(record).encode() for record in (first, first, last)]
        broken = data.draw(damaged(lines[1])).replace(b"\n", b"").replace(b"(;", b"")
        text = b"\n".join([lines[0], broken, lines[2]]).decode("utf-8", errors="replace")
        read = [record.moves for record in collected(module.read, io.StringIO(text))[0]]
        assert read[0] == first.moves
        assert read[-1] == last.moves
