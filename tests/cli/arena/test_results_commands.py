"""``obversi arena list``, ``show``, ``resume``, ``export`` and ``ladder``."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from obversi import formats
from obversi.arena import ladder, level_ladder
from obversi.arena.statistics import standings
from obversi.arena.store.store import Store
from obversi.cli import main
from obversi.cli.arena import report

Command = Callable[..., Any]
Printed = Callable[..., dict[str, Any]]

QUICK = ("--size", "4", "--pairs", "2", "--seed", "5", "--concurrency", "1")


@pytest.fixture
def played(printed: Printed, arena: Command, tournament: tuple[bytes, str]) -> dict[str, Any]:  # noqa: ARG001
    """A finished tournament in the store of this folder."""
    content, result = tournament
    Path("arena.db").write_bytes(content)
    stored: dict[str, Any] = json.loads(result)
    return stored


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """The store and the result of a tournament, which is played once."""
    database = tmp_path_factory.mktemp("tournament") / "arena.db"
    command = ("arena", "run", "random", "greedy", "old=greedy", *QUICK, "--name", "first")
    result = CliRunner().invoke(main, [*command, "--db", str(database), "--json"])
    assert result.exit_code == 0, result.stderr
    with Store.open(database):
        pass  # closing the last connection leaves everything in one file
    return database.read_bytes(), result.stdout


def break_off(games: int) -> None:
    """Begin the first tournament again, and keep some of its games only."""
    with Store.open("arena.db") as store:
        stored, openings = store.tournament(1), store.openings(1)
        number = store.add_tournament(stored.settings, openings, store.identities(1))
        store.add_games(number, store.games(1)[:games])


def test_a_list(arena: Command, played: dict[str, Any]) -> None:
    break_off(5)
    lines = [json.loads(line) for line in arena("list", "--json").stdout.splitlines()]
    assert [line["tournament"] for line in lines] == [1, 2]
    assert [line["games"] for line in lines] == [12, 5]
    assert [line["ended"] for line in lines] == [played["ended"], None]
    shown = arena("list", COLUMNS="100").stdout.splitlines()
    rows = [line.split("  ") for line in shown if line.split()[:1] in (["1"], ["2"])]
    cells = [[cell.strip() for cell in row if cell] for row in rows]
    assert cells[0][:3] == ["1", "first", "round-robin, normal 4×4"]
    assert cells[0][3:5] == ["random, greedy, old", "12"]
    assert cells[1][:3] == ["2", "round-robin, normal 4×4", "random, greedy, old"]
    assert cells[1][3] == "5 of 12"


def test_show_by_number_by_name_and_the_last(printed: Printed, played: dict[str, Any]) -> None:
    break_off(4)
    for which in ("1", "first"):
        assert printed("show", which) == played
    last = printed("show")
    assert (last["tournament"], last["games"], last["ended"]) == (2, 4, None)


def test_show_a_tournament_without_games(arena: Command, played: dict[str, Any]) -> None:
    assert played["games"] == 12
    break_off(0)
    result = arena("show")
    assert result.exit_code == 0
    assert "0 of 12 games" in result.stdout


def test_resume(arena: Command, printed: Printed, played: dict[str, Any]) -> None:
    break_off(5)
    result = printed("resume", "--concurrency", "1")
    assert (result["tournament"], result["games"], result["ended"]) == (2, 12, played["ended"])
    assert result["standings"] == played["standings"]
    over = arena("resume", "2", "--json")
    assert json.loads(over.stdout)["games"] == 12
    assert over.stderr == "this tournament is over: there is nothing left to play\n"


def test_ratings_by_another_model(arena: Command, printed: Printed, played: dict[str, Any]) -> None:
    assert (played["model"], played["draw_share"]) == ("bradley-terry", None)
    davidson = printed("show", "1", "--model", "davidson")
    assert davidson["model"] == "davidson"
    assert 0 < davidson["draw_share"] < 1  # on 4×4 there are draws
    assert davidson["standings"] != played["standings"]
    assert davidson["meetings"] == played["meetings"]
    share = f"{100 * davidson['draw_share']:.1f}"
    line = f"Davidson, equals draw {share} % of their games; the mean of all agents is 0"
    assert f"ratings: {line}" in arena("show", "--model", "davidson").stdout
    assert "ratings: Bradley-Terry; the mean of all agents is 0" in arena("show").stdout
    arena("export", "1", "page.html", "--model", "davidson")
    assert f"Ratings: {line}." in Path("page.html").read_text()
    break_off(5)
    resumed = printed("resume", "2", "--concurrency", "1", "--model", "davidson")
    assert resumed["standings"] == davidson["standings"]


def test_two_agents_are_rated_if_a_model_is_requested(arena: Command) -> None:
    agents = ("run", "greedy", "random", *QUICK)
    assert "ratings: " not in arena(*agents).stdout
    assert "ratings: Davidson, equals draw" in arena(*agents, "--model", "davidson").stdout


def test_one_that_is_damaged_harms_no_other(arena: Command, played: dict[str, Any]) -> None:
    break_off(5)
    break_off(6)
    with closing(sqlite3.connect("arena.db")) as connection, connection:
        connection.execute("UPDATE tournament SET settings = '[' WHERE number = 2")
    damaged = "obversi: tournament 2 in arena.db is damaged: "
    listed = arena("list", "--json")
    assert listed.exit_code == 0
    assert [json.loads(line)["tournament"] for line in listed.stdout.splitlines()] == [1, 3]
    [line] = listed.stderr.splitlines()
    assert line.startswith(damaged)
    assert json.loads(arena("show", "1", "--json").stdout) == played
    assert json.loads(arena("resume", "--json").stdout)["tournament"] == 3
    for command in (("show", "2"), ("resume", "2"), ("export", "2", "games.csv")):
        result = arena(*command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(damaged)


def test_openings_that_are_lost_are_reported(arena: Command, played: dict[str, Any]) -> None:
    break_off(5)
    with closing(sqlite3.connect("arena.db")) as connection, connection:
        connection.execute("DELETE FROM opening")
    result = arena("resume")
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line == "obversi: tournament 2 in arena.db is damaged: it has no openings"
    assert json.loads(arena("show", "1", "--json").stdout) == played


@pytest.mark.parametrize("ending", ["ggf", "csv", "json", "html"])
def test_export(arena: Command, played: dict[str, Any], tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"games.{ending}"
    result = arena("export", "first", file.name)
    assert result.stdout == f"{file.name}: 12 games of first\n"
    if ending == "ggf":
        records = list(formats.read_path(file))
        assert len(records) == 12
        assert {record.black for record in records} == {"random", "greedy", "old"}
    elif ending == "csv":
        assert len(file.read_text().splitlines()) == 13
    elif ending == "json":
        assert len(json.loads(file.read_text())["games"]) == 12
    else:
        assert file.read_text().startswith("<!doctype html>")
    assert played["games"] == 12


WRONG = [
    (["list", "--db", "none.db"], "none.db cannot be used: there is no such file"),
    (["show", "--db", "none.db"], "none.db"),
    (["show", "7"], "there is no tournament '7' in arena.db: there is 1 (first)"),
    (["resume", "other"], "there is no tournament 'other'"),
    (["show", "--anchor", "gredy"], "did you mean 'greedy'?"),
    (["show", "--anchor", "greedy=inf"], "inf is not a rating"),
    (["show", "--report", "page.txt"], "'page.txt' must end in .html"),
    (["export", "1", "games.doc"], "the extension of 'games.doc' is not known"),
    (["export", "1"], "FILE"),
    (["export", "1", "games.csv", "--model", "davidson"], "no ratings in 'games.csv'"),
    (["show", "--model", "elo"], "'elo' is not one of"),
    (["export", "7", "games.ggf"], "there is no tournament '7'"),
    (["export", "1", "missing/games.ggf"], "missing to write games.ggf into"),
    (["export", "1", "missing/page.html"], "page.html"),
    (["list", "--db", "text.db"], "text.db"),
    (["ladder", "--pairs", "0"], "'--pairs': '0' is not a whole number from 1"),
    (["ladder", "--out", "missing/ladder.md"], "missing/ladder.md"),
    (["ladder", "--levels", "--ratings", "missing/a.json"], "missing/a.json"),
]


def test_wrong_input_is_one_line(arena: Command, played: dict[str, Any]) -> None:
    Path("text.db").write_text("this is no database, only a text of some length\n" * 20)
    for arguments, named in WRONG:
        result = arena(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        [line] = result.stderr.splitlines()
        assert line.startswith("obversi: ")
        assert named in line
    assert played["games"] == 12


def test_the_ladder(arena: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "LADDER", ("random", "greedy", "r4:depth=1"))
    options = ("--size", "4", "--pairs", "2", "--seed", "3", "--concurrency", "1")
    result = arena("ladder", *options, "--out", "ladder.md")
    assert result.exit_code == 0, result.stderr
    page = (tmp_path / "ladder.md").read_text()
    for part in ("# The ladder", "Normal rules, 4×4", "Reversed rules, 4×4", "r4:depth=1"):
        assert part in page
    assert "--pairs 2 --seed 3 --size 4" in page
    (tmp_path / "ladder.md").unlink()
    assert arena("ladder", *options, "--out", "ladder.md").stdout == result.stdout
    assert (tmp_path / "ladder.md").read_text() == page
    tournaments = [json.loads(line) for line in arena("list", "--json").stdout.splitlines()]
    assert [(one["rules"], one["games"]) for one in tournaments] == [
        ("normal", 12),
        ("reversed", 12),
    ]


def test_the_ladder_of_levels(
    arena: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ("random", "greedy", "level 1=engine:level=1", "level 2=engine:level=2")
    monkeypatch.setattr(level_ladder, "LEVEL_LADDER", few)
    options = ("--levels", "--pairs", "3", "--seed", "3", "--concurrency", "1")
    result = arena("ladder", *options, "--size", "4", "--out", "levels.md")
    assert result.exit_code == 0, result.stderr
    page = (tmp_path / "levels.md").read_text()
    for part in ("# Levels", "normal rules, 4×4", "reversed rules, 4×4", "| level 2 |"):
        assert part in page
    assert "--levels --pairs 3 --seed 3 --size 4" in page
    for rejected in (("--ratings", "a.json"), ("--levels", "--size", "6", "--ratings", "a.json")):
        assert "--ratings is for --levels, on 8×8" in arena("ladder", *rejected).stderr


# More agents than tables and intervals are for


def test_many_agents_are_rated_without_intervals(
    printed: Printed, arena: Command, played: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = played
    monkeypatch.setattr(standings, "_MOST_WITH_INTERVALS", 2)
    many = printed("show")
    note = "there are no intervals, since they would take too long for more than 2 agents"
    assert (note in few["notes"], note in many["notes"]) == (False, True)
    assert [note for note in many["notes"] if note in few["notes"]] == few["notes"]
    for row, other in zip(few["standings"], many["standings"], strict=True):
        assert other == row | {"low": None, "high": None}
    for met, other in zip(few["meetings"], many["meetings"], strict=True):
        same = ("a", "b", "games", "wins", "score", "pairs", "pentanomial")
        assert [other[name] for name in same] == [met[name] for name in same]
        assert other["elo"] is None
    shown = arena("show", "--report", "page.html").stdout
    assert "95 %" not in shown
    assert f"note: {note}" in shown
    assert note in Path("page.html").read_text()


def test_many_agents_have_no_cross_table(
    printed: Printed, arena: Command, played: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = played
    assert "score in % against" in arena("show").stdout
    monkeypatch.setattr(report, "_MOST_CROSSED", 2)
    shown = arena("show").stdout
    assert "score in % against" not in shown
    assert "won-drawn-lost" not in shown
    assert (
        "more than 2 agents: the results of each pair are in --json and on the page of --report\n"
    ) in shown
    assert printed("show") == few
