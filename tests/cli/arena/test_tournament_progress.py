import time
from dataclasses import replace

import pytest
from rich.console import Console
from screen import Screen

from obversi.agents.agent import FailureKind
from obversi.arena import (
    LocalPlayers,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
)
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.statistics.standings import LiveStandings, Standings
from obversi.cli.arena import playing

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


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    tournament = Tournament(SETTINGS, random_openings(2, size=4, seed=1))
    return [game for some in play_tournament(tournament, LocalPlayers()) for game in some]


def failed(game: PlayedGame) -> PlayedGame:
    return replace(game, failure=Failure(game.a_color, FailureKind.TIME, "it took [1] s"))


def test_a_table_on_a_terminal(screen: Screen, games: list[PlayedGame]) -> None:
    with playing.TournamentProgress(SETTINGS, 12, 0).shown() as progress:
        progress.show([failed(games[0]), *games[1:5]])
        screen.wait_for("5 of 12 games")
        screen.wait_for("left")
        for label in ("greedy", "random", "[red]"):
            assert label in screen.getvalue()
        assert "1 failure, the last: greedy lost game 1 by it took [1] s" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")


def test_standings_are_not_counted_all_the_time(
    monkeypatch: pytest.MonkeyPatch, games: list[PlayedGame]
) -> None:
    counted, added = [], []
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)

    class Slow(LiveStandings):
        def add(self, game: PlayedGame) -> None:
            added.append(game.number)
            super().add(game)

        def standings(self) -> Standings:
            nonlocal now
            counted.append(1)
            now += 0.02  # so that one more is allowed after a second
            return super().standings()

    monkeypatch.setattr(playing, "LiveStandings", Slow)
    table = playing.TournamentProgress(SETTINGS, 12, 0)
    for number in range(1, 6):
        table.show(games[:number])
        table.render(Console())
    assert len(counted) == 2  # after the first time, which imports what it needs, once more
    now += 1.1
    table.render(Console())
    assert len(counted) == 3
    assert added == [1, 2, 3, 4, 5]  # no game is added again


def test_lines_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    games: list[PlayedGame],
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with playing.TournamentProgress(SETTINGS, 12, 0).shown() as progress:
        for number in range(1, 13):
            progress.show(games[:number])
    assert capsys.readouterr().err == ""  # all was done in a moment
    with playing.TournamentProgress(SETTINGS, 12, 2).shown() as progress:
        for number in range(3, 13):
            now += 3
            progress.show([failed(game) for game in games[:number]])
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in lines] == [
        f"{number} of 12 games" for number in (4, 6, 8, 10)
    ]
    assert "left; first " in lines[0]
    assert "4 failures, the last: " in lines[0]


def test_lines_that_take_long_to_count_are_rare(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    games: list[PlayedGame],
) -> None:
    now = 100.0

    class Slow(LiveStandings):
        def standings(self) -> Standings:
            nonlocal now
            now += 10
            return super().standings()

    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(playing, "LiveStandings", Slow)
    with playing.TournamentProgress(SETTINGS, 12, 0).shown() as progress:
        for number in range(1, 12):
            now += 40
            progress.show(games[:number])
    assert len(capsys.readouterr().err.splitlines()) == 1
