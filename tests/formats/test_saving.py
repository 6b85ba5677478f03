import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from format_games import FINAL_2007, named_games, transcripts, valued_positions, without_thoughts
from hypothesis import given, settings

import obversi as ob
from obversi import Move
from obversi.errors import FormatError
from obversi.formats import (
    GameRecord,
    LossWarning,
    PlayedMove,
    read_path,
    transcript,
    write_path,
    wthor_names,
)
from obversi.formats.detect import FORMATS
from obversi.formats.saving import check_target

FINAL = replace(
    transcript.parse(FINAL_2007), black="Nicolet", white="Tominaga", place="Athens", date="2007"
)
# What is lost is the subject of test_losses.py.
pytestmark = pytest.mark.filterwarnings("ignore::obversi.formats.LossWarning")
WRITABLE = [name for name, info in FORMATS.items() if info.can_write]


BAD_MOVE: Any = "F5"
BAD_VALUE: Any = np.float32(1)


def with_one_that_does_not_fit(name: str) -> Iterator[GameRecord]:
    yield GameRecord(ob.Board()) if name == "obf" else FINAL
    raise RuntimeError("the games stop here")


@pytest.mark.parametrize("name", WRITABLE)
def test_every_format_is_written(name: str, tmp_path: Path) -> None:
    record = GameRecord(ob.Board()) if name == "obf" else FINAL
    path = tmp_path / f"games{FORMATS[name].extensions[0]}"
    assert write_path([record, record], path, name) == 2
    assert [game.moves for game in read_path(path)] == [record.moves] * 2
    by_name = tmp_path / f"again{FORMATS[name].extensions[0]}"
    assert write_path([record, record], str(by_name)) == 2
    assert by_name.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", WRITABLE)
def test_a_failure_leaves_the_old_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("precious")
    with pytest.raises(RuntimeError):
        write_path(with_one_that_does_not_fit(name), path, name)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_does_not_fit_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    with pytest.raises(ob.FormatError, match=r"^record 2: .* has no result"):
        write_path([FINAL, transcript.parse("f5")], path, "wthor")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"result": nan}, "the result cannot be nan: expected an int"),
        ({"date": 1999}, "the date cannot be 1999: expected a text"),
        ({"tags": {"CO": 3}}, "the tag 'CO' cannot be 3: expected a text"),
        ({"moves": ("f5",)}, "'f5' is among the moves: expected a PlayedMove"),
        (
            {"moves": (PlayedMove(BAD_MOVE),)},
            "PlayedMove.* among the moves: expected a PlayedMove of a",
        ),
        ({"result": np.int64(4)}, "the result cannot be .*4.*: expected an int"),
        ({"values": {"d3": np.int64(4)}}, "the value of d3 cannot be .*4.*: expected an int"),
        (
            {"moves": (PlayedMove(Move("f5"), BAD_VALUE),)},
            "the value or the time of f5 cannot be .*1.*: expected an int or a float",
        ),
        (None, "None is no game: expected a GameRecord"),
    ],
)
def test_what_is_no_game_is_named(
    name: str, changes: dict[str, Any] | None, message: str, tmp_path: Path
) -> None:
    game: Any = None if changes is None else replace(FINAL, **changes)
    with pytest.raises(FormatError, match=f"^record 1: {message}"):
        write_path([game], tmp_path / "games", name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("games", [FINAL, None])
def test_several_games_are_expected(games: Any, tmp_path: Path) -> None:
    with pytest.raises(ob.InputError, match=r"is no list of games: expected one such as \[game\]"):
        write_path(games, tmp_path / "games.ggf")
    assert list(tmp_path.iterdir()) == []


def test_formats_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ob.FormatError, match="there is no format 'pgn' to write"):
        write_path([FINAL], tmp_path / "x.txt", "pgn")
    with pytest.raises(ob.FormatError, match=r"x\.doc' names no format to write"):
        write_path([FINAL], tmp_path / "x.doc")
    with pytest.raises(ob.FormatError, match="is not a file that could be replaced"):
        write_path([FINAL], tmp_path, "ggf")
    with pytest.raises(ob.InputError, match="'' is not a file name"):
        write_path([FINAL], "")
    assert list(tmp_path.iterdir()) == []


def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    path.touch(mode=0o640)
    path.chmod(0o640)
    link = tmp_path / "link.ggf"
    link.symlink_to(path)
    write_path([FINAL], link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert transcripts(read_path(path)) == [FINAL_2007]


def test_a_file_may_be_read_while_it_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    write_path([FINAL] * 3, path)
    games = (replace(game, black="changed") for game in read_path(path))
    assert write_path(games, path) == 3
    assert [game.black for game in read_path(path)] == ["changed"] * 3


def test_json_is_one_object_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_path([FINAL, FINAL], path)
    lines = path.read_text().splitlines()
    assert [json.loads(line)["players"]["black"] for line in lines] == ["Nicolet"] * 2


def test_half_a_character_in_a_name_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "game.ggf"
    with pytest.warns(LossWarning, match="some characters of the players' names"):
        write_path([replace(FINAL, black="\udcff")], path)
    assert [game.black for game in read_path(path)] == ["?"]


def test_wthor_names_are_added_to_those_there_are(tmp_path: Path) -> None:
    with (tmp_path / "wthor.jou").open("wb") as file:
        wthor_names.write_players(["", "Tominaga", "Rose"], file)
    write_path([FINAL], tmp_path / "WTH_2007.wtb")
    write_path([replace(FINAL, white="Rose", date="2008")], tmp_path / "WTH_2008.wtb")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["WTHOR.TRN", "WTH_2007.wtb", "WTH_2008.wtb", "wthor.jou"]
    with (tmp_path / "wthor.jou").open("rb") as file:
        assert wthor_names.read_players(file) == ("", "Tominaga", "Rose", "Nicolet")
    for year, white in (("2007", "Tominaga"), ("2008", "Rose")):
        [game] = read_path(tmp_path / f"WTH_{year}.wtb")
        assert (game.black, game.white, game.place) == ("Nicolet", white, "Athens")
        assert game.date == year


def test_broken_names_are_a_problem_but_the_games_are_read(tmp_path: Path) -> None:
    write_path([FINAL], tmp_path / "games.wtb")
    (tmp_path / "WTHOR.JOU").write_bytes(b"short")
    problems: list[ob.FormatError] = []
    [game] = read_path(tmp_path / "games.wtb", on_problem=problems.append)
    assert game.black == "#1"
    assert [problem.place for problem in problems] == ["WTHOR.JOU"]


def test_nameless_games_need_no_files_of_names(tmp_path: Path) -> None:
    write_path([transcript.parse(FINAL_2007)], tmp_path / "games.wtb")
    assert [path.name for path in tmp_path.iterdir()] == ["games.wtb"]


@settings(max_examples=25)
@given(named_games(from_anywhere=True))
def test_round_trips(tmp_path_factory: pytest.TempPathFactory, record: GameRecord) -> None:
    folder = tmp_path_factory.mktemp("round")
    for name in ("board", "ggf", "json"):
        path = folder / name
        # A board line has only the result of the last position.
        kept = replace(record, result=None) if name == "board" else record
        assert write_path([kept, kept], path, name) == 2
        again = list(read_path(path, format=name))
        assert [game.start for game in again] == [record.start] * 2
        moves = without_thoughts(record) if name == "board" else record.moves
        assert [game.moves for game in again] == [moves] * 2


@settings(max_examples=25)
@given(valued_positions())
def test_round_trips_of_positions(
    tmp_path_factory: pytest.TempPathFactory, record: GameRecord
) -> None:
    path = tmp_path_factory.mktemp("round") / "positions"
    assert write_path([record], path, "obf", rules=record.rules) == 1
    assert list(read_path(path, rules=record.rules)) == [record]


def test_a_target_is_checked_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_target(tmp_path / "new.txt")
    with pytest.raises(FormatError, match=r"new\.txt cannot .* no folder .*missing"):
        check_target(tmp_path / "missing" / "new.txt")
    with pytest.raises(FormatError, match="it is a folder"):
        check_target(tmp_path)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)  # root may write anywhere
    with pytest.raises(FormatError, match=r"new\.txt cannot be written: there is no permission"):
        check_target(tmp_path / "new.txt")
