import io
import sys
import time
from dataclasses import replace

import pytest
from rich.console import Console

from obversi.agents.failure import Fault
from obversi.arena import (
    Failure,
    PlayedGame,
    PlayersHere,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
)
from obversi.arena.statistics.standings import LiveStandings, Standings
from obversi.cli.arena import pace, progress

SETTINGS = TournamentSettings(
    entrants=entrants(["greedy", "random", "[red]=greedy"]),
    form="round-robin",
    size=4,
    rules="normal",
    pairs=2,
    time=TimeControl(seconds=0.1),
    seed=1,
    openings="random",
)


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    tournament = Tournament(SETTINGS, random_openings(2, size=4, seed=1))
    return [game for some in play_tournament(tournament, PlayersHere()) for game in some]


def failed(game: PlayedGame) -> PlayedGame:
    return replace(game, failure=Failure(game.a_color, Fault.TIME, "it took [1] s"))


def wait_for(screen: Screen, text: str) -> None:
    for _ in range(500):
        if text in screen.getvalue():
            return
        time.sleep(0.02)
    raise AssertionError(screen.getvalue())


def test_a_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch, games: list[PlayedGame]) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with progress.tournament_progress(SETTINGS, 12, 0) as show:
        show([failed(games[0]), *games[1:5]])
        wait_for(screen, "5 of 12 games")
        wait_for(screen, "left")
        for label in ("greedy", "random", "[red]"):
            assert label in screen.getvalue()
        assert "1 failure, the last: greedy lost game 1 by it took [1] s" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")


def test_standings_are_not_counted_all_the_time(
    monkeypatch: pytest.MonkeyPatch, games: list[PlayedGame]
) -> None:
    counted, added = [], []

    class Slow(LiveStandings):
        def add(self, game: PlayedGame) -> None:
            added.append(game.number)
            super().add(game)

        def standings(self) -> Standings:
            counted.append(1)
            time.sleep(0.02)  # so that one more is allowed after a second
            return super().standings()

    monkeypatch.setattr(progress, "LiveStandings", Slow)
    monkeypatch.setattr(sys, "stderr", Screen())
    table = progress._LiveTable(SETTINGS, 12, pace.Pace(12, 0), Console(stderr=True))
    for number in range(1, 6):
        table.show(games[:number])
        table.render()
    assert len(counted) == 2  # after the first time, which imports what it needs, once more
    assert added == [1, 2]  # no game is added again


def test_lines_without_a_terminal(monkeypatch: pytest.MonkeyPatch, games: list[PlayedGame]) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with progress.tournament_progress(SETTINGS, 12, 0) as show:
        for number in range(1, 13):
            show(games[:number])
    assert stream.getvalue() == ""  # all was done in a moment
    monkeypatch.setattr(progress, "_SHORTEST_SILENCE", 0.0)
    monkeypatch.setattr(progress, "_SHARE_OF_COUNTING", 1e9)
    with progress.tournament_progress(SETTINGS, 12, 2) as show:
        for number in range(3, 13):
            show([failed(game) for game in games[:number]])
    lines = stream.getvalue().splitlines()
    assert [line.split(",")[0] for line in lines] == [
        f"{number} of 12 games" for number in (4, 6, 8, 10)
    ]
    assert "left; first " in lines[0]
    assert "4 failures, the last: " in lines[0]
    monkeypatch.setattr(progress, "_LONGEST_SILENCE", 0.0)
    with progress.tournament_progress(SETTINGS, 12, 0) as show:
        show(games[:1])
    assert len(stream.getvalue().splitlines()) == 5


def test_lines_that_take_long_to_count_are_rare(
    monkeypatch: pytest.MonkeyPatch, games: list[PlayedGame]
) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    monkeypatch.setattr(progress, "_SHORTEST_SILENCE", 0.0)
    monkeypatch.setattr(progress, "_SHARE_OF_COUNTING", 1e-9)
    with progress.tournament_progress(SETTINGS, 12, 0) as show:
        for number in range(1, 12):
            show(games[:number])
    assert len(stream.getvalue().splitlines()) == 1


def test_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    watched = pace.Pace(planned=20, before=10)
    now += 60
    assert watched.text(10) == "10 of 20 games, 1:00"
    assert watched.text(12) == "12 of 20 games, 1:00, about 4:00 left"
    assert watched.text(20) == "20 of 20 games, 1:00"
