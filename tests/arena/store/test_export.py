"""Exports are read back, by ourselves and by what others use."""

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from stored_games import IDENTITIES, SETTINGS, add_tournament, game_of_number

import obversi as ob
from obversi import formats
from obversi.agents.agent import FailureKind
from obversi.arena import TimeControl
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.store.export import EXPORTS, export
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament
from obversi.errors import InputError, ObversiError
from obversi.formats import json_lines
from obversi.rules import RULES, Rules


def test_json_has_the_changes_of_agents(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    now = {"description": "greedy", "version": "2"}
    with Store.open(tmp_path / "arena.db") as store:
        number = add_tournament(store)
        store.add_games(number, [game_of_number(1)])
        store.note_changes(number, [now, *IDENTITIES[1:]])
        export(store.tournament(number), store.each_game(number), path, store.identities(number))
    document = json.loads(path.read_text("utf-8"))
    assert document["tournament"]["changes"] == [
        {"agent": "one", "games": 1, "what": "options, version", "identity": now}
    ]
    assert document["agents"] == IDENTITIES


def exported(path: Path, size: int, rules: Rules) -> tuple[StoredTournament, list[PlayedGame]]:
    """Export some games from a database, and return what was in it."""
    with Store.open(path.with_name("arena.db")) as store:
        number = add_tournament(store, "spring", size=size, rules=rules)
        store.add_games(
            number, [game_of_number(one, size=size, rules=rules) for one in range(1, 31)]
        )
        stored, games = store.tournament(number), store.games(number)
        assert export(stored, store.each_game(number), path, store.identities(number)) == 30
    return stored, games


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_ggf(tmp_path: Path, size: int, rules: Rules) -> None:
    path = tmp_path / "games.ggf"
    with pytest.warns(formats.LossWarning, match="^GGF .* some characters of the players' names"):
        stored, games = exported(path, size, rules)
    for game, record in zip(games, formats.read_path(path), strict=True):
        assert (record.start, record.moves) == (game.record.start, game.record.moves)
        assert (record.rules, record.result) == (rules, game.record.result)
        assert (record.date, record.place) == (game.record.date, "spring")
        labels = tuple(label.replace("]", ")") for label in stored.labels(game))
        assert (record.black, record.white) == labels
        assert record.tags["TI"] == "01:00/00:02"
        comment = record.tags["CO"]
        beginning = f"game {game.number}, pair {game.pair}, round {game.round}; 60 s per game"
        assert comment.startswith(beginning)
        if game.failure is None:
            assert comment.endswith("; finished")
        else:
            loser = "black" if game.failure.color == ob.BLACK else "white"
            assert f"; {game.ending}, by {loser}: line 1," in comment


def test_ggf_has_time_losses_and_adjudication(tmp_path: Path) -> None:
    game = game_of_number(1)
    late = replace(
        game,
        failure=Failure(ob.WHITE, FailureKind.TIME, "it took 3 s"),
        record=replace(game.record, result=64),
    )
    text = "adjudicated by perfect play with 9 empty squares"
    judged = replace(
        game, adjudicated=True, record=replace(game.record, tags={"CO": text}, result=-4)
    )
    settings = replace(SETTINGS, time=TimeControl(clock=90, increment=0.5))
    stored = StoredTournament(3, None, settings, "", "", None, 2)
    export(stored, [late, judged], tmp_path / "games.ggf")
    content = (tmp_path / "games.ggf").read_text()
    assert "RE[+64.000:t]" in content
    assert "RE[-4.000]" in content
    assert "TI[" not in content  # GGF knows no half seconds
    read = list(formats.read_path(tmp_path / "games.ggf"))
    assert [record.result for record in read] == [64, -4]
    assert read[0].place == "tournament 3"
    assert read[1].tags["CO"].endswith(f"; 90 s per game + 0.5 s per move; {text}")


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_csv(tmp_path: Path, size: int, rules: Rules) -> None:
    path = tmp_path / "games.csv"
    stored, games = exported(path, size, rules)
    with path.open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    entrants = stored.settings.entrants
    for game, line in zip(games, lines, strict=True):
        assert int(line["game"]) == game.number
        assert (line["a"], line["b"]) == (entrants[game.a].label, entrants[game.b].label)
        assert float(line["a_points"]) == game.points
        assert int(line["a_margin"]) == game.margin
        board = ob.Board.parse(line["start"], rules)
        assert (board.size, line["size"], line["rules"]) == (size, str(size), rules)
        for move in line["moves"].split():
            board.push(move)
        assert board == game.record.board()
        assert line["ending"] == game.ending
        if game.failure is None:
            assert line["failed"] == line["reason"] == ""
            black = int(line["a_margin"]) * (1 if line["a_color"] == "black" else -1)
            assert black == board.margin(ob.BLACK)
        else:
            assert line["reason"] == game.failure.reason
            assert line["failed"] == entrants[game.agent(game.failure.color)].label
        taken = sum(game.seconds(game.a_color))
        assert float(line["a_seconds"]) == pytest.approx(taken, abs=1e-6)
        assert line["b_longest"] == str(max(game.seconds(-game.a_color), default=""))


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_json(tmp_path: Path, size: int, rules: Rules) -> None:
    path = tmp_path / "games.json"
    stored, games = exported(path, size, rules)
    document = json.loads(path.read_text("utf-8"))
    settings = document["tournament"].pop("settings")
    assert document["tournament"].pop("changes") == []
    assert type(stored.settings).from_object(settings) == stored.settings
    assert document["tournament"] == {
        "number": 1,
        "name": "spring",
        "created": stored.created,
        "version": ob.__version__,
        "ended": None,
        "planned": 300,
    }
    assert document["agents"] == IDENTITIES
    for game, one in zip(games, document["games"], strict=True):
        black, white = stored.labels(game)
        record = json_lines.parse(json.dumps(one))
        assert record == replace(game.record, black=black, white=white)
        assert (one["number"], one["pair"], one["round"]) == (game.number, game.pair, game.round)
        assert {one["a"], one["b"]} == {black, white}
        assert one["a"] == (black if one["a_color"] == "black" else white)
        assert (one["a_points"], one["a_margin"]) == (game.points, game.margin)
        assert (one["a_limit"], one["b_limit"]) == (game.a_limit, game.b_limit)
        assert (one["seconds"], one["overhead"]) == (game.seconds_taken, game.overhead)
        assert (one["ending"], one["machine"]) == (game.ending, game.place)
        thoughts = (one["move_clocks"], one["move_depths"], one["move_nodes"])
        assert tuple(map(tuple, thoughts)) == (game.clocks, game.depths, game.nodes)
        assert one["notes"] == game.notes
        assert (one["failure"] is None) == (game.failure is None)
        if game.failure is not None:
            assert one["failure"]["kind"] == game.failure.kind
            assert one["failure"]["reason"] == game.failure.reason
            loser = one["players"][one["failure"]["color"]]
            assert one["failure"]["agent"] == loser


@pytest.mark.parametrize("ending", EXPORTS)
def test_a_tournament_without_games(tmp_path: Path, ending: str) -> None:
    stored = StoredTournament(1, None, SETTINGS, "", "", None, 0)
    path = tmp_path / f"games{ending.upper()}"
    assert export(stored, [], path) == 0
    content = path.read_text()
    if ending == ".json":
        assert json.loads(content)["games"] == []
    else:
        assert len(content.splitlines()) == (ending == ".csv")


@pytest.mark.parametrize("ending", EXPORTS)
def test_a_failure_leaves_the_file_that_was_there(tmp_path: Path, ending: str) -> None:
    def games() -> Iterator[PlayedGame]:
        yield game_of_number(1)
        raise InputError("no more")

    stored = StoredTournament(1, None, SETTINGS, "", "", None, 0)
    path = tmp_path / f"games{ending}"
    path.write_text("old")
    with pytest.raises(ObversiError, match="no more"):
        export(stored, games(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    stored = StoredTournament(1, None, SETTINGS, "", "", None, 0)
    with pytest.raises(
        ObversiError, match=r"'games\.xls' does not end like an export: expected \.ggf, \.csv, \.j"
    ):
        export(stored, [], tmp_path / "games.xls")
    with pytest.raises(
        ObversiError, match=r"there is no folder .*nowhere to write games\.csv into"
    ):
        export(stored, [], tmp_path / "nowhere" / "games.csv")
    long_name = tmp_path / f"{'x' * 300}.csv"
    with pytest.raises(ObversiError, match=r"x\.csv cannot be written: File name too long"):
        export(stored, [], long_name)
