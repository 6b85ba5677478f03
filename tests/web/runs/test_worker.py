"""The process of a run: what it stores and reports, and that it ends with the server."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from obversi.arena.store.store import Store
from obversi.errors import InputError
from obversi.web.runs.worker import play, run_experiment


class Reports(list[dict[str, Any]]):
    """Collects reports, and fails at the first share from a bound on."""

    def __init__(self, most: float = 2.0) -> None:
        self._most = most

    def __call__(self, **fields: Any) -> None:
        self.append(fields)
        if fields.get("share", 0.0) >= self._most:
            raise KeyboardInterrupt

    def of(self, field: str) -> list[Any]:
        return [report[field] for report in self if field in report]


def order_in(folder: Path, **fields: Any) -> dict[str, Any]:
    usual = {
        "name": "Evening",
        "agents": ["greedy", "random", "engine:level=2"],
        "rules": "reversed",
        "size": 4,
        "pairs": 2,
        "seconds": 0.5,
        "tournament": None,
    }
    return {"arena": str(folder / "arena.db"), "lab": str(folder / "lab"), **usual, **fields}


def test_the_rest_of_a_tournament_is_played_and_no_game_twice(tmp_path: Path) -> None:
    first = Reports(most=0.4)
    with pytest.raises(KeyboardInterrupt):
        play(order_in(tmp_path), first)
    [number] = first.of("tournament")
    with Store.open(tmp_path / "arena.db") as store:
        before = store.games(number)
    assert [game.number for game in before] == [1, 2, 3, 4, 5]

    rest = Reports()
    play(order_in(tmp_path, tournament=number), rest)
    assert rest.of("tournament") == [number]
    assert rest.of("game")[0]["number"] == 6
    with Store.open(tmp_path / "arena.db") as store:
        games = store.games(number)
        stored = store.tournament(number)
    assert games[:5] == before
    assert len(games) == 12
    assert (stored.title, stored.ended) == ("Evening", "all games are played")
    assert stored.settings.rules == "reversed"

    over = Reports()
    play(order_in(tmp_path, tournament=number), over)
    assert over == [{"tournament": number}]


def test_a_game_is_reported_with_its_players(tmp_path: Path) -> None:
    reports = Reports()
    play(order_in(tmp_path, agents=["greedy", "random"], pairs=1), reports)
    players = [(game["number"], game["black"], game["white"]) for game in reports.of("game")]
    assert list(dict.fromkeys(players)) == [(1, "greedy", "random"), (2, "random", "greedy")]


def test_a_tournament_of_other_agents_is_never_resumed(tmp_path: Path) -> None:
    """A file that was put in its place could name any program."""
    play(order_in(tmp_path, agents=["greedy", "random"]), Reports())
    with pytest.raises(InputError, match="has other agents"):
        play(order_in(tmp_path, agents=["greedy", "r3"], tournament=1), Reports())


@pytest.mark.long
def test_results_with_other_settings_are_replaced_on_request_only(tmp_path: Path) -> None:
    order = {**order_in(tmp_path), "experiment": "invertible", "new": False}
    run_experiment(order, Reports())
    [steps] = (tmp_path / "lab").glob("*.steps.jsonl")
    header, rest = steps.read_text().split("\n", 1)
    other = json.loads(header)
    other["settings"]["seed"] += 1
    steps.write_text(json.dumps(other) + "\n" + rest)
    with pytest.raises(InputError, match="measure everything again"):
        run_experiment(order, Reports())
    reports = Reports()
    run_experiment({**order, "new": True}, reports)
    assert reports.of("share")
    assert steps.read_text().split("\n", 1)[0] == header


def started(order: dict[str, Any], *before: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [*before, sys.executable, "-m", "obversi.web.runs.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    return process


def test_the_process_ends_when_the_server_is_gone(tmp_path: Path) -> None:
    process = started(order_in(tmp_path, agents=["engine", "mcts"], size=8, pairs=50))
    assert process.stdin is not None
    assert process.stdout is not None
    assert json.loads(process.stdout.readline()) == {"tournament": 1}
    process.stdin.close()
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()


def test_an_unusable_file_is_reported_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_text("this is a text and not a database")
    with started(order_in(tmp_path)) as process:
        assert process.stdout is not None
        [line] = process.stdout
    text = "arena.db cannot be used: it is not a database"
    assert json.loads(line) == {"state": "failed", "text": text}


def test_files_that_cannot_grow_are_reported(tmp_path: Path) -> None:
    """As on a full disk: no file may have more than 16 KiB."""
    with started(order_in(tmp_path), "sh", "-c", 'ulimit -f 32; exec "$@"', "sh") as process:
        assert process.stdout is not None
        reports = [json.loads(line) for line in process.stdout]
    assert reports[-1]["state"] == "failed"
    assert reports[-1]["text"].startswith("arena.db cannot be used: ")
