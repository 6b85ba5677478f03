import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import obversi as ob
from obversi.arena import LocalPlayers, Match, play_match, random_openings
from obversi.arena.playing import cluster
from obversi.arena.store.store import Store
from obversi.rules import RULES, Rules

Command = Callable[..., Any]
Printed = Callable[..., dict[str, Any]]

QUICK = ("--size", "4", "--pairs", "2", "--seed", "5", "--concurrency", "1")


def moves(database: str = "arena.db", number: int = 1) -> list[str]:
    with Store.open(database, create=False) as store:
        return [game.record.transcript() for game in store.games(number)]


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_each_agent_plays_each(printed: Printed, rules: Rules, size: int) -> None:
    agents = ("random", "greedy", "third=greedy:perfect=4")
    result = printed("run", *agents, *QUICK, "--size", str(size), "--rules", rules)
    assert (result["tournament"], result["rules"], result["size"]) == (1, rules, size)
    assert result["games"] == result["planned_games"] == 12
    assert result["ended"] == "all games are played"
    assert {row["label"] for row in result["standings"]} == {"random", "greedy", "third"}
    assert sum(row["points"] for row in result["standings"]) == 12
    assert [row["games"] for row in result["standings"]] == [8, 8, 8]
    ratings = [row["rating"] for row in result["standings"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    assert [(met["a"], met["b"]) for met in result["meetings"]] == [
        ("random", "greedy"),
        ("random", "third"),
        ("greedy", "third"),
    ]
    assert all(met["games"] == 4 and met["pairs"] == 2 for met in result["meetings"])
    assert result["failures"] == []


def test_the_games_are_those_of_a_match(printed: Printed) -> None:
    printed("run", "random", "greedy", *QUICK, "--size", "6", PROCESSES="1")
    openings = random_openings(2, size=6, seed=5)
    games = play_match(Match("random", "greedy", openings, pairs=2, seed=5))
    assert moves() == [game.record.transcript() for game in games]


def test_the_tables_say_the_same(arena: Command, printed: Printed) -> None:
    command = ("run", "random", "greedy", "[b]=greedy:perfect=6", *QUICK, "--size", "6")
    shown, result = arena(*command), printed(*command)
    lines = shown.stdout.splitlines()
    assert lines[0] == (
        "tournament 1: round-robin of 3 agents, normal rules, 6×6, 0.1 s per move, seed 5"
    )
    assert lines[1] == "12 games: all games are played; openings: random, 4 plies"
    for place, row in enumerate(result["standings"], start=1):
        [first, *_] = [line for line in lines if line.split()[:2] == [str(place), row["label"]]]
        assert f" {row['games']} " in first
        assert f"{100 * row['score']:.1f} %" in first
    for met in result["meetings"]:
        won, drawn, lost = (met[name] for name in ("wins", "draws", "losses"))
        [line] = [line for line in lines if line.split()[:2] == [met["a"], met["b"]]] or [""]
        [turned] = [line for line in lines if line.split()[:2] == [met["b"], met["a"]]] or [""]
        assert f" {won}-{drawn}-{lost} " in line or f" {lost}-{drawn}-{won} " in turned


def test_two_agents_have_the_report_of_a_match(arena: Command) -> None:
    shown = arena("run", "random", "greedy", *QUICK).stdout
    for part in ("A random  against  B greedy", "A is black", "Elo of A over B", "time per move"):
        assert part in shown


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("form", "options", "games"),
    [
        ("gauntlet", (), 4 * 3),
        *[("swiss", (), 4 * 2 * 2), ("swiss", ("--rounds", "3"), 4 * 2 * 3)],
        *[("race", (), 4 * 3 * 2), ("race", ("--rounds", "3"), 4 * 3 * 3)],
    ],
)
def test_forms(printed: Printed, form: str, options: tuple[str, ...], games: int) -> None:
    result = printed(
        "run", "greedy", "random", "greedy", "random", "--form", form, *options, *QUICK
    )
    assert (result["form"], result["games"]) == (form, games)
    if form == "gauntlet":
        assert {met["a"] for met in result["meetings"]} == {"greedy"}


@pytest.mark.parametrize("rules", RULES)
def test_every_game_from_the_start(printed: Printed, rules: Rules) -> None:
    command = ("run", "random", "greedy", *QUICK, "--size", "6", "--rules", rules, "--from-start")
    result = printed(*command)
    assert (result["openings"], result["games"], result["notes"]) == ("the start", 4, [])
    with Store.open("arena.db") as store:
        assert store.openings(1).boards == (ob.Board(6, rules),)
        assert all(len(game.seconds(ob.BLACK)) > 8 for game in store.games(1))
    assert printed(*command)["tournament"] == 1


def test_the_same_command_resumes_and_new_plays_again(arena: Command, printed: Printed) -> None:
    command = ("run", "random", "greedy", "--size", "4", "--pairs", "2", "--concurrency", "1")
    first = printed(*command)
    again = arena(*command, "--json")
    assert json.loads(again.stdout) == first
    assert again.stderr == "this tournament is over: --new plays it again\n"
    assert printed(*command, "--new")["tournament"] == 2
    assert printed(*command, "--seed", "7")["tournament"] == 3
    assert printed(*command, "--seed", "7")["tournament"] == 3
    assert printed(*command, "--name", "other")["tournament"] == 4
    assert printed(*command, "--rules", "reversed")["tournament"] == 5


def test_it_resumes_after_the_games_that_are_there(arena: Command, printed: Printed) -> None:
    command = ("run", "random", "greedy", "greedy:perfect=4", *QUICK)
    whole = printed(*command)
    with Store.open("arena.db") as store, Store.open("half.db") as half:
        stored, openings = store.tournament(1), store.openings(1)
        half.add_tournament(stored.settings, openings, store.identities(1))
        half.add_games(1, store.games(1)[1::2])
    result = arena(*command, "--db", "half.db", "--json")
    assert result.stderr == "tournament 1 resumes after 6 of 12 games\n"
    rest = json.loads(result.stdout)
    assert moves() == moves("half.db")
    for name in ("games", "standings", "meetings", "ended", "notes"):
        assert rest[name] == whole[name]


def test_an_agent_that_has_changed_is_rejected(
    arena: Command, printed: Printed, tmp_path: Path
) -> None:
    agent = tmp_path / "mine.py"
    agent.write_text("def corners(board):\n    return 0\n")
    command = ("run", "mine=python:mine.py:corners:depth=1", "random", *QUICK)
    printed(*command)
    with Store.open("arena.db") as store:
        stored, openings = store.tournament(1), store.openings(1)
        store.add_tournament(stored.settings, openings, store.identities(1))
        store.add_games(2, store.games(1)[:1])
    agent.write_text("def corners(board):\n    return 1\n")
    said = "the agent 'mine' has changed since tournament 2 was last played"
    for rejected in (command, ("resume",)):
        result = arena(*rejected)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr
        assert "--changed" in result.stderr
    assert printed("show")["games"] == 1
    lasting = "mine has changed after 1 game: files: mine.py; all games count equally"
    for again in ((*command, "--changed"), command, ("show",), ("resume",)):
        shown = printed(*again)
        assert (shown["tournament"], shown["games"]) == (2, 4)
        assert shown["notes"] == [lasting]
    assert f"note: {lasting}\n" in arena("show", "--report", "page.html").stdout
    assert lasting in (tmp_path / "page.html").read_text()
    arena("export", "2", "other.html")
    assert lasting in (tmp_path / "other.html").read_text()
    assert printed("show", "1")["notes"] == []
    agent.write_text("def corners(board):\n    return 2\n")
    [kept, new] = printed(*command)["notes"][::-1]
    assert (kept, said in new) == (lasting, True)


def test_openings_that_have_changed_are_rejected(
    arena: Command, printed: Printed, tmp_path: Path
) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("f5d6c3\nf5f6e6\n")
    command = ("run", "random", "greedy", "--openings", "openings.txt", *QUICK, "--size", "8")
    assert printed(*command)["openings"] == "openings.txt"
    assert {text[:6] for text in moves()} == {"f5d6c3", "f5f6e6"}
    with Store.open("arena.db") as store:
        stored, openings = store.tournament(1), store.openings(1)
        store.add_tournament(stored.settings, openings, store.identities(1))
    file.write_text("f5d6c3\nf5f4e3\n")
    result = arena(*command)
    assert result.exit_code == 2
    assert "the openings of openings.txt have changed since tournament 2 began" in result.stderr


def test_clocks_adjudication_and_balance(printed: Printed) -> None:
    result = printed(
        *("run", "engine:depth=2", "random", "--clock", "5+0.1", "--adjudicate", "8"),
        *("--balanced", "4", "--size", "6", "--pairs", "1", "--seed", "2", "--concurrency", "1"),
    )
    assert (result["time"]["clock"], result["time"]["increment"]) == (5, 0.1)
    assert (result["adjudicate"], result["openings"]) == (8, "balanced within 4 discs, 4 plies")
    with Store.open("arena.db") as store:
        openings, games = store.openings(1), store.games(1)
    assert openings.origin == result["openings"]
    for game in games:
        assert game.ending == "adjudicated"
        clocks = [clock for clock in game.clocks if clock is not None]
        assert 0 < clocks[0] <= 5.1
        assert len(clocks) > 10
        assert game.clocks[:4] == (None,) * 4


def test_a_test_ends_it(printed: Printed) -> None:
    result = printed("run", "engine:depth=4", "random", "--sprt", "0,100", "--concurrency", "1")
    assert result["test"]["decision"] == "H1"
    assert result["test"]["elo1"] == 100
    assert result["ended"] == result["test"]["reason"]
    assert result["games"] < result["planned_games"] == 4000


def test_odd_games_and_few_openings_are_noted(printed: Printed) -> None:
    options = ("--size", "4", "--games", "9", "--seed", "1", "--concurrency", "1")
    notes = printed("run", "random", "greedy", *options)["notes"]
    assert "9 is odd, and games come in pairs: 10 are played" in notes
    assert "there are only 3 openings for 5 pairs: they repeat" in notes


def test_an_anchor(printed: Printed) -> None:
    command = ("run", "random", "greedy", "old=greedy", *QUICK)
    for written, label, rating in (("random", "random", 0), ("old=1500", "old", 1500)):
        rows = printed(*command, "--anchor", written)["standings"]
        assert {row["label"]: row["rating"] for row in rows}[label] == pytest.approx(rating)


def test_a_cluster(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def players(address: str, concurrency: int | None) -> LocalPlayers:
        calls.append((address, concurrency))
        return LocalPlayers()

    monkeypatch.setattr(cluster, "ClusterPlayers", players)
    result = printed("run", "random", "greedy", *QUICK, "--cluster", "tcp://there:8786")
    assert (result["games"], calls) == (4, [("tcp://there:8786", 1)])


def test_a_report(printed: Printed, tmp_path: Path) -> None:
    printed("run", "random", "<i>=greedy", *QUICK, "--report", "page.html")
    page = (tmp_path / "page.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "&lt;i&gt;" in page
    assert "<i>" not in page


def test_where_the_file_lies(printed: Printed, tmp_path: Path) -> None:
    printed("run", "random", "greedy", *QUICK, OBVERSI_ARENA="other.db")
    printed("run", "random", "greedy", *QUICK, "--db", "third.db", OBVERSI_ARENA="other.db")
    assert sorted(path.name for path in tmp_path.glob("*.db")) == ["other.db", "third.db"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["greedy"], "a tournament of 1 agent cannot be played"),
        (["greedy", "gredy"], "did you mean 'greedy'?"),
        (["greedy", "old="], "'old=' is not an agent"),
        (["greedy", "two\nlines=random"], "characters that cannot be shown"),
        (["greedy", "old=r9"], "there is no agent 'r9'"),
        (["greedy", "random", "--form", "knockout"], "knockout"),
        (["greedy", "random", "--rounds", "2"], "round-robin has none"),
        (["greedy", "random", "--pairs", "0"], "'--pairs': '0' is not a whole number from 1"),
        (["greedy", "random", "--games", "0"], "'--games': '0' is not a whole number from 1"),
        (["greedy", "random", "--games", "2", "--pairs", "1"], "leave one out"),
        (["greedy", "random", "--time", "0"], "'--time': '0' is not a number above 0"),
        (["greedy", "random", "--clock", "ten"], "'ten' is not a clock"),
        (["greedy", "random", "--clock", "10", "--time", "1"], "leave out --time"),
        (["greedy", "random", "--sprt", "5"], "'5' is not a test"),
        (["greedy", "random", "--sprt", "5,0"], "distinguish 5.0 and 0.0 Elo"),
        (["greedy", "random", "greedy", "--sprt", "0,5"], "for two agents, not for 3"),
        (
            ["greedy", "random", "--adjudicate", "-1"],
            "'--adjudicate': '-1' is not a whole number from 0",
        ),
        (
            ["greedy", "random", "--concurrency", "0"],
            "'--concurrency': '0' is not a whole number from 1",
        ),
        (["greedy", "random", "--anchor", "rand"], "did you mean 'random'?"),
        (["greedy", "random", "--anchor", "random=much"], "'much' is not a rating"),
        (["greedy", "random", "--anchor", "random=nan"], "nan is not a rating"),
        (["greedy", "random", "--anchor", "random=1e308"], "1e+308 is not a rating"),
        (["greedy", "random", "--report", "page.txt"], "'page.txt' must end in .html"),
        (["greedy", "random", "--report", "missing/page.html"], "missing/page.html"),
        (["greedy", "random", "--openings", "missing.ggf"], "missing.ggf: No such file"),
        (["greedy", "random", "--openings", "o.ggf", "--balanced", "2"], "leave out --openings"),
        (["greedy", "random", "--balanced", "-1"], "'--balanced': '-1' is not a number from 0"),
        (["greedy", "random", "--from-start", "--balanced", "2"], "leave out --balanced"),
        (["greedy", "random", "--from-start", "--plies", "0"], "leave out --plies"),
        (["greedy", "random", "--from-start", "--openings", "o.ggf"], "leave out --openings"),
        (["greedy", "random", "--db", "missing/arena.db"], "there is no folder missing"),
        (["greedy", "random", "--name", "12"], "'12' is not a name"),
    ],
)
def test_wrong_input_is_one_line_and_no_game(
    arena: Command, tmp_path: Path, arguments: list[str], named: str
) -> None:
    result = arena("run", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line
    if "--name" not in arguments and "--balanced" not in arguments:
        assert list(tmp_path.iterdir()) == []
