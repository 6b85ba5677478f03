import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import obversi as ob
from obversi import formats
from obversi.arena import Match, play_match, random_openings, summarise
from obversi.arena.game.played import PlayedGame
from obversi.cli import agent_checks
from obversi.cli.match_report import MatchReport
from obversi.rules import RULES, Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


def report(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_numbers_are_those_of_the_arena(obversi: Command, rules: Rules, size: int) -> None:
    options = ("--games", "12", "--seed", "7", "--rules", rules, "--size", str(size), "--json")
    printed = report(obversi("match", "greedy", "random", *options))
    openings = random_openings(6, size=size, rules=rules, seed=7)
    summary = summarise(play_match(Match("greedy", "random", openings, 6, seed=7)))
    assert summary.strength is not None
    assert (printed["a"], printed["b"], printed["rules"], printed["size"]) == (
        "greedy",
        "random",
        rules,
        size,
    )
    assert (printed["time"], printed["seed"], printed["concurrency"]) == (0.1, 7, 1)
    assert printed["games"] == printed["planned_games"] == 12
    assert (printed["wins"], printed["losses"]) == (summary.all.wins, summary.all.losses)
    assert (printed["draws"], printed["score"]) == (summary.all.draws, summary.all.score)
    assert (printed["margin"], printed["margin_error"]) == (
        summary.all.margin,
        summary.strength.margin_error,
    )
    assert printed["pentanomial"] == list(summary.strength.pairs)
    assert printed["pairs"] == sum(printed["pentanomial"]) == 6
    assert printed["elo"] == summary.strength.elo
    assert printed["elo_low"] == summary.strength.elo_low < printed["elo"] < printed["elo_high"]
    assert printed["normalised_elo"] == summary.strength.normalised
    assert (
        printed["normalised_low"],
        printed["normalised_high"],
    ) == summary.strength.normalised_interval
    assert printed["los"] == summary.strength.superiority
    for color, tally in (("as_black", summary.as_black), ("as_white", summary.as_white)):
        assert printed[color]["games"] == 6
        assert printed[color]["wins"] == tally.wins
        assert printed[color]["score"] == tally.score
    for agent in ("a_time", "b_time"):
        assert printed[agent]["moves"] > 12
        assert 0 < printed[agent]["mean"] <= printed[agent]["longest"]
    assert printed["openings"]["count"] == printed["openings"]["distinct"] == len(openings.boards)
    assert printed["failures"] == []


def test_the_table_says_the_same(obversi: Command) -> None:
    options = ("match", "greedy", "random", "--games", "20", "--seed", "7", "--size", "6")
    printed = report(obversi(*options, "--json"))
    lines = obversi(*options).stdout.splitlines()
    assert lines[0] == "A greedy  against  B random"
    assert lines[1].startswith("normal rules, 6×6, 0.1 s per move, 20 games in ")
    assert lines[1].endswith(", seed 7")
    table = {line.strip().split("   ")[0]: line for line in lines}
    assert table["all games"].split()[2:] == [
        str(printed["wins"]),
        str(printed["draws"]),
        str(printed["losses"]),
        f"{printed['score']:.1%}",
        f"{printed['margin']:+.1f}",
    ]
    assert table["A is black"].split()[3] == str(printed["as_black"]["wins"])
    assert table["A is white"].split()[5] == str(printed["as_white"]["losses"])
    low, elo, high = (printed[name] for name in ("elo_low", "elo", "elo_high"))
    interval = f"{elo:+.0f} ± {(high - low) / 2:.0f}   (95 %: {low:+.0f} to {high:+.0f})"
    assert interval in table["Elo of A over B"]
    assert f"{printed['los']:.1%}" in table["likelihood that A is stronger"]
    error = f"{printed['margin']:+.1f} ± {printed['margin_error']:.1f} discs"
    assert error in table["mean margin of A"]
    pairs = table["10 pairs by the points of A"].split("   ")
    assert [part.split()[-1] for part in pairs[-5:]] == [str(n) for n in printed["pentanomial"]]
    assert table["A"].split()[1] == str(printed["a_time"]["moves"])
    assert lines[-1] == "openings: 10, random, 4 plies"


def test_a_seed_repeats_a_match_and_without_one_it_is_reported(obversi: Command) -> None:
    def played(*options: str) -> dict[str, Any]:
        printed = report(
            obversi("match", "random", "greedy", "--games", "10", "--size", "6", "--json", *options)
        )
        return {name: printed[name] for name in ("seed", "wins", "margin", "pentanomial")}

    first = played()
    assert played("--seed", str(first["seed"])) == first
    assert played()["seed"] != first["seed"]


def test_what_is_done_otherwise_is_reported(obversi: Command) -> None:
    printed = report(obversi("match", "random", "random", "--size", "4", "--games", "9", "--json"))
    assert printed["games"] == 10
    assert printed["notes"] == [
        "9 is odd, and games come in pairs: 10 are played",
        "there are only 3 openings for 5 pairs: they repeat",
    ]
    shown = obversi("match", "random", "random", "--size", "4", "--games", "9").stdout
    for note in printed["notes"]:
        assert f"note: {note}\n" in shown


@pytest.mark.long
def test_threads_beyond_the_cores_are_said(
    obversi: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "from obversi.agents.core_agents import RandomAgent\n"
        "class Threaded(RandomAgent):\n    threads = 3\n"
    )
    for cores, said in ((2, True), (3, False)):
        monkeypatch.setattr(agent_checks, "core_count", lambda cores=cores: cores)
        options = ("--games", "2", "--size", "6", "--json")
        notes = report(obversi("match", "random", f"python:{own}:Threaded", *options))["notes"]
        printed = "3 threads at a time are more than the 2 cores: agents get less out of their time"
        assert notes == ([printed] if said else [])
    monkeypatch.setattr(agent_checks, "core_count", lambda: 1)
    command = ("match", "random", "greedy", "--games", "4", "--size", "6", "--concurrency", "2")
    notes = report(obversi(*command, "--json"))["notes"]
    assert notes == ["2 games at a time are too many for the cores (1): fewer are played"]


@pytest.mark.long
def test_a_clock_adjudication_and_balanced_openings(obversi: Command) -> None:
    options = ("--size", "6", "--games", "2", "--clock", "1+0.05", "--adjudicate", "8")
    command = ("match", "engine", "random", *options, "--balanced", "4", "--seed", "2")
    printed = report(obversi(*command, "--json"))
    assert (printed["time"], printed["clock"], printed["adjudicate"]) == (None, [1, 0.05], 8)
    assert printed["openings"]["origin"] == "balanced within 4 discs, 4 plies"
    assert printed["failures"] == []
    assert "6×6, 1 s per game + 0.05 s per move, 2 games" in obversi(*command).stdout


def test_a_test_ends_the_match(obversi: Command) -> None:
    command = ("match", "engine:depth=4", "random", "--size", "6", "--sprt", "0,100")
    printed = report(obversi(*command, "--json", "--games", "1000"))
    assert printed["sprt"]["decision"] == "H1"
    assert printed["games"] < printed["planned_games"] == 1000
    assert f"test: {printed['sprt']['reason']}"[:40] in obversi(*command, "--games", "1000").stdout
    printed = report(
        obversi("match", "random", "random", "--games", "2", "--sprt", "0,5", "--json")
    )
    assert printed["sprt"]["decision"] is None
    assert report(obversi("match", "random", "random", "--games", "2", "--json"))["sprt"] is None


def test_games_that_repeat_are_noted(obversi: Command) -> None:
    options = ("--size", "4", "--games", "20", "--seed", "1", "--json")
    notes = report(obversi("match", "r4:depth=2", "r4:depth=1", *options))["notes"]
    assert "14 of 20 games between A and B repeat another one move by move" in notes


@pytest.mark.long
def test_several_at_a_time(obversi: Command) -> None:
    options = ("match", "greedy", "random", "--games", "6", "--size", "6", "--seed", "3", "--json")
    one, two = report(obversi(*options)), report(obversi(*options, "--concurrency", "2"))
    assert two["concurrency"] == 2
    for name in ("games", "wins", "draws", "losses", "margin", "pentanomial", "elo"):
        assert one[name] == two[name]


@pytest.mark.parametrize("rules", RULES)
def test_openings_from_a_file(obversi: Command, tmp_path: Path, rules: Rules) -> None:
    openings, games = tmp_path / "openings.txt", tmp_path / "games.ggf"
    openings.write_text("f5d6c3\nf5f6e6\n")
    options = ("--games", "8", "--rules", rules, "--save", str(games), "--json")
    printed = report(obversi("match", "random", "greedy", "--openings", str(openings), *options))
    assert printed["openings"] == {"origin": str(openings), "count": 2, "distinct": 2}
    assert printed["notes"] == ["there are only 2 openings for 4 pairs: they repeat"]
    begins = [record.transcript()[:6] for record in formats.read_path(games)]
    assert begins[:2] == begins[4:6] != begins[2:4] == begins[6:]
    assert set(begins) == {"f5d6c3", "f5f6e6"}
    cut = ("--openings", str(openings), "--games", "4", "--plies", "1", "--json")
    printed = report(obversi("match", "random", "greedy", *cut))
    assert printed["notes"] == ["the 2 openings are 1 if mirrored and rotated ones count as one"]


def test_games_are_added_to_a_file(obversi: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    options = ("--games", "4", "--rules", "reversed", "--size", "6", "--save", str(file), "--json")
    first = report(obversi("match", "greedy", "random:seed=1", *options))
    second = report(obversi("match", "random", "greedy", *options))
    records = list(formats.read_path(file))
    assert len(records) == 8
    assert [record.black for record in records[:4]] == ["greedy", "random:seed=1"] * 2
    assert {record.rules for record in records} == {"reversed"}
    margins = [record.margin() or 0 for record in records]
    signs = [1, -1, 1, -1]
    for printed, own in ((first, margins[:4]), (second, margins[4:])):
        assert printed["margin"] == sum(a * b for a, b in zip(own, signs, strict=True)) / 4


@pytest.mark.long
def test_all_won_has_no_highest_elo() -> None:
    match = Match("random", "random", random_openings(60, seed=1), 60)
    pairs: dict[int, list[PlayedGame]] = {}
    for played in play_match(match):
        pairs.setdefault(played.pair, []).append(played)
    won = [played for pair in pairs.values() for played in pair if min(map(points, pair)) == 1]
    printed = MatchReport(match, match.settings().time, won, 1.0).to_object()
    assert printed["games"] == len(won) > 10
    assert printed["score"] == 1
    assert (printed["elo"], printed["elo_high"]) == (None, None)
    assert printed["elo_low"] > 0
    json.dumps(printed, allow_nan=False)


def points(played: PlayedGame) -> float:
    return played.points


def test_a_match_without_a_game_has_a_report() -> None:
    match = Match("a", "b", random_openings(1, size=4), 1)
    printed = MatchReport(match, match.settings().time, [], 0.0).to_object()
    assert printed["games"] == printed["pairs"] == 0
    for name in ("score", "margin", "margin_error", "elo", "elo_low", "elo_high", "los"):
        assert printed[name] is None
    assert printed["pentanomial"] == [0, 0, 0, 0, 0]
    assert len(list(MatchReport(match, match.settings().time, [], 0.0).parts())) == 3


def test_failures_are_reported(obversi: Command, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "class Broken:\n"
        "    def choose(self, board):\n"
        "        raise RuntimeError(f'[bold] no move on {board.size}×{board.size}')\n"
    )
    broken = f"python:{own}:Broken"
    options = ("match", "greedy", broken, "--games", "14", "--size", "6", "--seed", "1")
    printed = report(obversi(*options, "--json"))
    assert (printed["wins"], printed["margin"]) == (14, 36)
    assert printed["failures"][0] == {
        "game": 1,
        "agent": "b",
        "color": "white",
        "kind": "error",
        "reason": "RuntimeError: [bold] no move on 6×6",
    }
    assert len(printed["failures"]) == 14
    lines = obversi(*options).stdout.splitlines()
    assert "note: B lost game 1 by RuntimeError: [bold] no move on 6×6" in lines
    assert lines[-1] == "note: 9 more games were lost by failures"
    assert any("Elo of A over B                 +∞   (95 %: above +" in line for line in lines)
    options = ("match", broken, "greedy", "--games", "14", "--size", "6", "--seed", "1")
    assert "Elo of A over B                 -∞   (95 %: below -" in obversi(*options).stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["greedy"], "B"),
        (["greedy", "gredy"], "did you mean 'greedy'?"),
        (["human", "greedy"], "there is no agent 'human'"),
        (["greedy", "random", "--games", "0"], "'--games': '0' is not a whole number from 1"),
        (["greedy", "random", "--time", "0"], "'--time': '0' is not a number above 0"),
        (["greedy", "random", "--time", "nan"], "'--time': 'nan' is not a number above 0"),
        (["greedy", "random", "--clock", "x"], "'x' is not a clock"),
        (["greedy", "random", "--clock", "9", "--time", "1"], "leave out --time"),
        (["greedy", "random", "--sprt", "1,1"], "distinguish 1.0 and 1.0 Elo"),
        (["greedy", "random", "--balanced", "nan"], "'--balanced': 'nan' is not a number from 0"),
        (
            ["greedy", "random", "--concurrency", "0"],
            "'--concurrency': '0' is not a whole number from 1",
        ),
        (["greedy", "random", "--plies", "-1"], "'--plies': '-1' is not a whole number from 0"),
        (["greedy", "random", "--openings", "missing.ggf"], "missing.ggf: No such file"),
        (["greedy", "random", "--save", "games.txt"], "'games.txt' must end in .ggf"),
        (["greedy", "random", "--save", "missing/games.ggf"], "missing/games.ggf: No such file"),
        (["greedy", "random", "--size", "4", "--plies", "40"], "no random game on 4×4"),
    ],
)
def test_wrong_input_is_one_line_and_no_game(
    obversi: Command, arguments: list[str], named: str
) -> None:
    result = obversi("match", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line


# Breaking off


def begin(start_obversi: Process, file: Path, *options: str) -> "subprocess.Popen[str]":
    """Begin a long match, and wait until some games are saved."""
    process = start_obversi(
        *("match", "greedy", "random", "--games", "20000", "--plies", "10"),
        *("--save", str(file), *options),
        start_new_session=True,
    )
    for _ in range(1000):
        if file.exists() and len(file.read_text().splitlines()) > 3:
            return process
        time.sleep(0.02)
    raise AssertionError(process.communicate())


@pytest.mark.few_cases
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_ctrl_c_prints_what_was_played(
    start_obversi: Process, tmp_path: Path, concurrency: str
) -> None:
    file = tmp_path / "games.ggf"
    process = begin(start_obversi, file, "--concurrency", concurrency, "--json")
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all processes
    output, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.splitlines()[-1] == "obversi: interrupted"
    printed = json.loads(output)
    assert 3 < printed["games"] < printed["planned_games"] == 20000
    assert printed["wins"] + printed["draws"] + printed["losses"] == printed["games"]
    # Ctrl-C may come between the moments in which a game is saved and counted.
    assert len(list(formats.read_path(file))) - printed["games"] in (0, 1)


@pytest.mark.long
def test_a_table_after_ctrl_c(start_obversi: Process, tmp_path: Path) -> None:
    process = begin(start_obversi, tmp_path / "games.ggf")
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == 130
    assert " of 20000 games in " in output
    assert "Elo of A over B" in output


@pytest.mark.long
def test_a_kill_loses_no_finished_game(start_obversi: Process, tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    process = begin(start_obversi, file)
    process.kill()
    process.communicate()
    text = file.read_text()
    assert text.endswith("\n")
    assert len(list(formats.read_path(file))) == len(text.splitlines())
