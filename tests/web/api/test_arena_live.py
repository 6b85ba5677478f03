"""Tournaments that are played while they are looked at, and ratings that take long."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from arena_app import AGENTS, AppCaller, app_of, play_some, rated, small_tournament
from stored_games import add_tournament, game_of_number

from obversi.arena.statistics.standings import StandingsCount, counted_standings
from obversi.arena.store.store import Store

TESTS = Path(__file__).parents[2]

# Plays a game of the first tournament for each line of its input, and prints how many there are.
PLAYER = """
import sys
from obversi.arena import LocalPlayers, Tournament, play_tournament
from obversi.arena.store.store import Store
with Store.open(sys.argv[1]) as store, store.playing(1):
    tournament = Tournament(store.tournament(1).settings, store.openings(1), store.games(1))
    games = play_tournament(tournament, LocalPlayers(), lambda games: store.add_games(1, games))
    print("playing", flush=True)
    for _ in sys.stdin:
        next(games, None)
        print(len(tournament.games), flush=True)
    store.end(1, "all games are played")
"""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Let ratings take until an event; those who ask for them do not wait long."""
    go_on = Event()
    usual = StandingsCount.of_stored

    def slowly(count: StandingsCount, *args: Any) -> Any:
        go_on.wait(30)
        return usual(count, *args)

    monkeypatch.setattr(StandingsCount, "of_stored", slowly)
    monkeypatch.setattr("obversi.web.api.arena.RatingsCounter.__init__.__defaults__", (0.1,))
    yield go_on
    go_on.set()


# While it is played


@pytest.fixture
def player(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a process that plays a tournament of the file arena.db."""
    play_some(tmp_path / "arena.db", small_tournament(), most=1)
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(tmp_path / "arena.db")],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        process.kill()


def play_next(process: subprocess.Popen[str]) -> int:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return int(process.stdout.readline())


def test_a_tournament_is_seen_while_it_is_played(
    tmp_path: Path, player: subprocess.Popen[str]
) -> None:
    path = tmp_path / "arena.db"
    caller = AppCaller(app_of(arena=path))
    assert player.stdout is not None
    assert player.stdin is not None
    assert player.stdout.readline() == "playing\n"
    marks = set()
    for games in range(2, 13):
        assert play_next(player) == games
        answer = rated(caller)
        reply = answer.json()
        assert (reply["state"], reply["games"], reply["rated_games"]) == ("running", games, games)
        assert reply["text"].startswith(
            "12 games" if games == 12 else f"{games} of 12 games, being played now"
        )
        assert sum(row["games"] for row in reply["standings"]) == 2 * games
        marks.add(answer.headers["ETag"])
        listed = caller.json_of("/api/arena")["tournaments"][0]
        assert (listed["state"], listed["games"]) == ("running", games)
        assert len(caller.json_of("/api/arena/1/games")["games"]) == games
    assert len(marks) == 11
    player.stdin.close()
    assert player.wait() == 0
    reply = rated(caller).json()
    assert (reply["state"], reply["games"]) == ("finished", 12)
    with Store.open(path, create=False) as store:
        whole = counted_standings(store.tournament(1), store.games(1))
    # Counted game by game, in whatever order they came, it is what it is at once.
    assert [(row["agent"], row["elo"], row["low"]) for row in reply["standings"]] == [
        (row.label, row.rating, row.low) for row in whole.rows
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_a_player_that_was_killed_has_stopped(
    tmp_path: Path, player: subprocess.Popen[str]
) -> None:
    caller = AppCaller(app_of(arena=tmp_path / "arena.db"))
    play_next_after_start(player)
    assert caller.json_of("/api/arena/1")["state"] == "running"
    player.kill()
    player.wait()
    reply = caller.json_of("/api/arena/1")
    assert (reply["state"], reply["games"], reply["ended"]) == ("stopped", 2, None)
    assert "obversi arena resume 1" in reply["text"]


def play_next_after_start(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"
    assert play_next(process) == 2


@pytest.mark.long
async def test_readers_do_not_keep_the_player_waiting(
    tmp_path: Path, player: subprocess.Popen[str]
) -> None:
    caller = AppCaller(app_of(arena=tmp_path / "arena.db"))
    play_next_after_start(player)

    replies = [
        asyncio.create_task(caller.get_async(f"/api/arena{place}"))
        for place in ("", "/1", "/1/games", "/1/games/1") * 5
    ]
    played = [await asyncio.to_thread(play_next, player) for _ in range(5)]
    assert {(await reply).status_code for reply in replies} == {200}
    assert played == [3, 4, 5, 6, 7]


# Ratings that take long


def test_points_come_before_ratings(database: Path, slow: Event) -> None:
    caller = AppCaller(app_of(arena=database))
    first = caller.get("/api/arena/1")
    quick = first.json()
    assert (quick["ratings"], quick["rated_games"], quick["scale"]) == ("pending", None, None)
    pending = caller.get("/api/arena/1", If_None_Match=first.headers["ETag"])
    assert pending.status_code == 304
    slow.set()
    whole = rated(caller).json()
    assert {row["elo"] for row in quick["standings"]} == {None}
    rows = {row["agent"]: row for row in whole["standings"]}
    for row in quick["standings"]:
        same = rows[row["agent"]]
        for name in ("games", "wins", "draws", "losses", "points", "score", "margin", "failures"):
            assert row[name] == same[name]
        assert (row["late"], same["late"]) == (None, 0)
    cells = {(cell["agent"], cell["against"]): cell for cell in whole["crossings"]}
    for cell in quick["crossings"]:
        same = cells.pop((cell["agent"], cell["against"]))
        assert (cell["points"], cell["margin"]) == (same["points"], same["margin"])
        assert (cell["elo"], cell["pairs"]) == (None, None)
    assert cells == {}
    changed = caller.get("/api/arena/1", If_None_Match=first.headers["ETag"])
    assert changed.status_code == 200


def test_the_last_ratings_stay_while_new_ones_are_counted(tmp_path: Path, slow: Event) -> None:
    path = tmp_path / "arena.db"
    games = [game_of_number(number) for number in range(1, 21)]
    with Store.open(path) as store:
        add_tournament(store)
        store.add_games(1, games[:12])
    caller = AppCaller(app_of(arena=path))
    slow.set()
    before = rated(caller).json()
    slow.clear()
    with Store.open(path) as store:
        store.add_games(1, games[12:])
    reply = caller.json_of("/api/arena/1")
    assert (reply["ratings"], reply["rated_games"], reply["games"]) == ("pending", 12, 20)
    assert reply["scale"] == before["scale"]
    for name in ("agent", "elo", "low", "high"):
        assert [row[name] for row in reply["standings"]] == [
            row[name] for row in before["standings"]
        ]
    assert sum(row["games"] for row in reply["standings"]) == 40
    slow.set()
    assert rated(caller).json()["rated_games"] == 20


def test_nothing_is_counted_twice(
    database: Path, slow: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []
    waiting = StandingsCount.of_stored

    def noted(count: StandingsCount, *args: Any) -> Any:
        counted.append(count)
        return waiting(count, *args)

    monkeypatch.setattr(StandingsCount, "of_stored", noted)
    caller = AppCaller(app_of(arena=database))

    async def get_often() -> set[str]:
        answers = await asyncio.gather(*(caller.get_async("/api/arena/1") for _ in range(10)))
        return {answer.json()["ratings"] for answer in answers}

    assert asyncio.run(get_often()) == {"pending"}
    slow.set()
    rated(caller).json()
    assert asyncio.run(get_often()) == {"ready"}
    assert len(counted) == 1


def test_a_file_that_is_replaced_is_another_one(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    caller = AppCaller(app_of(arena=path))
    play_some(path, small_tournament())
    first = rated(caller)
    path.unlink()
    assert caller.rejection("/api/arena/1")[0] == 404
    play_some(path, small_tournament(AGENTS[::-1]))
    reply = caller.get("/api/arena/1", If_None_Match=first.headers["ETag"])
    assert reply.status_code == 200
    assert reply.json()["agents"] == ["third", "greedy", "random"]
    with Store.open(path, create=False) as store:
        whole = counted_standings(store.tournament(1), store.games(1))
    rows = rated(caller).json()["standings"]
    assert [row["points"] for row in rows] == [row.points for row in whole.rows]
