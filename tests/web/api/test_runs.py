"""Tournaments and experiments that a browser starts: allowed, bounded, stored, resumed."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import FastAPI
from web_app import AppClient, app_client

from obversi.arena.store.store import Store
from obversi.web.api.runs import close_runs
from obversi.web.runs import manager as managing

SMALL = {"agents": ["greedy", "random"], "size": 4, "pairs": 1}
LONG = {"agents": ["engine", "mcts"], "size": 8, "pairs": 50, "seconds": 0.1}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppClient]:
    with app_in(tmp_path) as client:
        yield client


@contextmanager
def app_in(folder: Path) -> Iterator[AppClient]:
    """Have an app whose files are in a folder, and stop its runs at the end."""
    with app_client(**settings(folder)) as client:
        yield client
        client.run(close_runs(cast(FastAPI, client.app)))


def settings(folder: Path) -> dict[str, Any]:
    return {"arena": folder / "arena.db", "lab": folder / "lab", "allow_runs": True}


def started(app: AppClient, **spec: Any) -> int:
    reply = app.post("/api/runs/tournament", json={**SMALL, **spec})
    assert reply.status_code == 200, reply.text
    number: int = reply.json()["id"]
    return number


def run_of(app: AppClient, number: int) -> dict[str, Any]:
    runs = app.get("/api/runs").json()["runs"]
    found: dict[str, Any] = next(run for run in runs if run["id"] == number)
    return found


def wait(app: AppClient, number: int, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Ask until something is true; each request lets the app work a while."""
    end = time.monotonic() + 60
    while not until(run := run_of(app, number)):
        assert time.monotonic() < end, run
        app.run(asyncio.sleep(0.05))
    return run


def is_over(run: dict[str, Any]) -> bool:
    return run["state"] not in ("waiting", "running")


def test_nothing_can_be_run_unless_the_server_allows_it(tmp_path: Path) -> None:
    with app_client(arena=tmp_path / "arena.db") as app:
        listed = app.get("/api/runs").json()
        assert (listed["allowed"], listed["agents"], listed["runs"]) == (False, [], [])
        for path, body in (
            ("/api/runs/tournament", SMALL),
            ("/api/runs/lab", {"experiment": "breadth"}),
            ("/api/runs/1/cancel", {}),
            ("/api/runs/1/resume", {}),
        ):
            reply = app.post(path, json=body)
            assert reply.status_code == 403
            assert "--allow-runs" in reply.json()["error"]["text"]
    assert not list(tmp_path.iterdir())


def test_a_tournament_is_played_and_stored(app: AppClient, tmp_path: Path) -> None:
    number = started(app, name="Evening", agents=["greedy", "random", "engine:level=1"])
    run = wait(app, number, is_over)
    assert (run["state"], run["share"], run["title"]) == ("finished", 1.0, "Evening")
    shown = app.get(f"/api/arena/{run['tournament']}").json()
    assert (shown["title"], shown["state"], shown["games"]) == ("Evening", "finished", 6)
    with Store.open(tmp_path / "arena.db") as store:
        assert len(store.games(run["tournament"])) == 6


@pytest.mark.long
def test_moves_of_the_running_game_are_shown_and_a_run_can_be_cancelled_and_resumed(
    app: AppClient, tmp_path: Path
) -> None:
    number = started(app, **LONG)
    queued = started(app)
    run = wait(app, number, lambda run: run["game"] is not None and len(run["game"]["moves"]) > 20)
    game = run["game"]
    assert {game["black"], game["white"]} == {"engine", "mcts"}
    line = {name: game[name] for name in ("rules", "size", "position", "moves")}
    assert app.post("/api/line", json=line).status_code == 200
    assert run_of(app, queued)["state"] == "waiting"
    assert app.get(f"/api/arena/{run['tournament']}").json()["state"] == "running"

    assert app.post(f"/api/runs/{queued}/cancel", json={}).json()["state"] == "cancelled"
    assert app.post(f"/api/runs/{number}/cancel", json={}).json()["state"] == "cancelled"
    assert app.post(f"/api/runs/{number}/cancel", json={}).status_code == 409
    again = app.post(f"/api/runs/{queued}/resume", json={}).json()["id"]
    assert (ended := wait(app, again, is_over))["state"] == "finished"

    # After a restart the rest can be played, by a run that takes the place of the old one.
    with app_in(tmp_path) as later:
        resumed = later.post(f"/api/runs/{number}/resume", json={}).json()
        assert resumed["tournament"] == run["tournament"]
        assert later.post(f"/api/runs/{number}/resume", json={}).status_code == 404
        assert wait(later, resumed["id"], lambda run: run["game"] is not None)
        assert later.post(f"/api/runs/{resumed['id']}/resume", json={}).status_code == 409
    with Store.open(tmp_path / "arena.db") as store:
        assert [one.number for one in store.tournaments()] == [
            run["tournament"],
            ended["tournament"],
        ]


@pytest.mark.long
def test_a_restart_says_that_a_run_was_interrupted(app: AppClient, tmp_path: Path) -> None:
    number = started(app, **LONG)
    wait(app, number, lambda run: run["tournament"] is not None)
    with app_in(tmp_path) as later:
        run = run_of(later, number)
        assert (run["state"], run["text"]) == (
            "interrupted",
            "the server ended before it was finished",
        )
    app.post(f"/api/runs/{number}/cancel", json={})


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    ("spec", "where"),
    [
        ({"agents": ["greedy", "exec:/bin/true"]}, "agents"),
        ({"agents": ["greedy", "python:mine.py:best"]}, "agents"),
        ({"agents": ["greedy"]}, "agents"),
        ({"agents": ["greedy"] * 9}, "agents"),
        ({"pairs": 0}, "pairs"),
        ({"pairs": 51}, "pairs"),
        ({"seconds": 60.0}, "seconds"),
        ({"size": 5}, "size"),
        ({"name": "a\nb"}, "name"),
        ({"name": 61 * "a"}, "name"),
        ({"agents": ["greedy"] * 8, "pairs": 50}, ""),
        ({"command": "ls"}, "command"),
    ],
)
def test_what_is_not_offered_or_too_large_is_rejected(
    app: AppClient, spec: dict[str, Any], where: str
) -> None:
    reply = app.post("/api/runs/tournament", json={**SMALL, **spec})
    assert reply.status_code in (400, 422)
    assert where in (reply.json()["error"]["where"] or "")
    assert app.get("/api/runs").json()["runs"] == []


def test_requests_of_other_sites_are_rejected(app: AppClient) -> None:
    headers = {"Origin": "http://evil.example"}
    assert app.post("/api/runs/tournament", json=SMALL, headers=headers).status_code == 403
    plain = {"Content-Type": "text/plain"}
    body = '{"agents": ["greedy", "random"]}'
    assert app.post("/api/runs/tournament", content=body, headers=plain).status_code == 415


def test_the_queue_is_short_and_unknown_runs_are_named(
    app: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(managing, "MAX_WAITING", 1)
    first = started(app, **LONG)
    wait(app, first, lambda run: run["state"] == "running")
    second = started(app)
    full = app.post("/api/runs/tournament", json=SMALL)
    assert full.status_code == 429
    for number in (first, second):
        app.post(f"/api/runs/{number}/cancel", json={})
    unknown = app.post("/api/runs/99/cancel", json={})
    assert (unknown.status_code, unknown.json()["error"]["where"]) == (404, "id")


def test_a_run_has_an_hour_and_then_can_be_resumed(
    app: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(managing, "MAX_SECONDS", 0.0)
    number = started(app, **LONG)
    run = wait(app, number, is_over)
    assert (run["state"], run["game"]) == ("interrupted", None)
    assert run["text"].startswith("stopped after an hour")
    monkeypatch.undo()
    again = app.post(f"/api/runs/{number}/resume", json={}).json()["id"]
    wait(app, again, lambda run: run["game"] is not None)


def test_the_end_of_the_server_ends_the_process(app: AppClient) -> None:
    number = started(app, **LONG)
    waiting = started(app)
    wait(app, number, lambda run: run["game"] is not None)
    manager = cast(FastAPI, app.app).state.runs
    process = manager._process
    app.run(manager.close())
    assert process.returncode == -signal.SIGKILL
    assert [run_of(app, one)["state"] for one in (number, waiting)] == 2 * ["interrupted"]


def test_a_process_that_ends_by_itself_is_a_failure(app: AppClient) -> None:
    number = started(app, **LONG)
    wait(app, number, lambda run: run["game"] is not None)
    os.kill(cast(FastAPI, app.app).state.runs._process.pid, signal.SIGKILL)
    run = wait(app, number, is_over)
    assert (run["state"], run["text"].split(";")[0]) == (
        "failed",
        "its process ended unexpectedly",
    )


def test_an_unusable_arena_is_a_failure_with_a_text(app: AppClient, tmp_path: Path) -> None:
    (tmp_path / "arena.db").write_text("this is a text and not a database")
    run = wait(app, started(app), is_over)
    assert (run["state"], run["text"]) == (
        "failed",
        "arena.db cannot be used: it is not a database",
    )


def test_old_runs_are_forgotten(app: AppClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(managing, "_MOST_RUNS", 2)
    monkeypatch.setattr(managing, "_PROGRAM", ("true",))
    for _ in range(3):
        wait(app, started(app), is_over)
    assert [run["id"] for run in app.get("/api/runs").json()["runs"]] == [3, 2]


@pytest.mark.long
def test_an_experiment_is_run_with_its_page(app: AppClient, tmp_path: Path) -> None:
    names = [one["name"] for one in app.get("/api/runs").json()["experiments"]]
    assert "breadth" in names
    assert app.post("/api/runs/lab", json={"experiment": "none"}).status_code == 400
    reply = app.post("/api/runs/lab", json={"experiment": "invertible"})
    run = wait(app, reply.json()["id"], is_over)
    assert run["state"] == "finished", run
    assert (tmp_path / "lab" / "index.html").exists()
    assert app.get("/api/lab").json()["report"] is not None
