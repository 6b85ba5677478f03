"""Tournaments that were never played on a clock: games, standings and what is stored of them."""

from collections.abc import Callable
from math import inf
from random import Random

import pytest

from obversi import Board
from obversi.agents.agent import FailureKind
from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.statistics.ratings import Rating, Ratings
from obversi.arena.statistics.standings import Crossing, Standing, Standings
from obversi.arena.statistics.summary import Strength, Tally
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.color import BLACK, WHITE, Color
from obversi.formats.record import GameRecord, played_moves
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]
MakeStored = Callable[..., StoredTournament]
MakeStandings = Callable[..., Standings]


@pytest.fixture
def make_game() -> MakeGame:
    def make(
        number: int = 1,
        *,
        size: int = 8,
        rules: Rules = "normal",
        opening: int = 4,
        a_color: Color = BLACK,
        reason: str | None = None,
        start: Board | None = None,
    ) -> PlayedGame:
        """A random game with value, time, clock and depth of each move after its opening."""
        random = Random(number)
        board = Board(size, rules) if start is None else start.with_rules(rules)
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
        thoughts: dict[int, tuple[float | None, float | None]] = {
            ply: (round(random.uniform(-64, 64), 2), random.uniform(0.001, 2))
            for ply, move in enumerate(board.move_stack)
            if ply >= opening and not move.is_pass
        }
        plies = range(len(board.move_stack))
        failure = None if reason is None else Failure(WHITE, FailureKind.ERROR, reason)
        record = GameRecord(
            board.root(),
            played_moves(board, thoughts),
            date="2026.11.15_15:04:02.UTC",
            result=board.margin(BLACK) if failure is None else size * size,
        )
        return PlayedGame(
            number=number,
            pair=(number + 1) // 2,
            a_color=a_color,
            record=record,
            failure=failure,
            clocks=tuple(60 - ply / 7 if ply in thoughts else None for ply in plies),
            depths=tuple(12 if ply in thoughts else None for ply in plies),
            nodes=tuple(123_456 if ply in thoughts else None for ply in plies),
        )

    return make


@pytest.fixture
def make_stored() -> MakeStored:
    def make(
        labels: tuple[str, ...] = ("first", "second"),
        *,
        name: str | None = "trial",
        size: int = 8,
        rules: Rules = "normal",
        games: int = 2,
        openings: str = "random, 4 plies",
    ) -> StoredTournament:
        settings = TournamentSettings(
            entrants=tuple(Entrant(label, f"{label}:depth=4") for label in labels),
            form="round-robin",
            size=size,
            rules=rules,
            pairs=1,
            time=TimeControl(clock=60, increment=0.5),
            seed=17,
            openings=openings,
        )
        return StoredTournament(3, name, settings, "2026-11-15 15:04:02", "0.1.0", None, games)

    return make


@pytest.fixture
def make_standings() -> MakeStandings:
    def make(
        labels: tuple[str, ...] = ("first", "second"), notes: tuple[str, ...] = ()
    ) -> Standings:
        """The first agent has won all games, of which there were two in each encounter."""
        others = len(labels) - 1
        best = Standing(0, labels[0], 312.4, 87.0, inf, 2 * others, 2 * others, 1.0, 20.0, 0, 0)
        rows = [
            Standing(agent, label, -44.6, -90.0, 12.0, 2, 0.5, 0.25, -20.0, 1, 3)
            for agent, label in enumerate(labels[1:], start=1)
        ]
        won = Strength((0, 0, 0, 0, 1), inf, 21.0, inf, 0.91, None)
        lost = Strength((1, 0, 0, 0, 0), -inf, -inf, -21.0, 0.09, None)
        cross = {}
        for agent in range(1, len(labels)):
            cross[0, agent] = Crossing(Tally(2, 0, 0, 40), won.pairs, won)
            cross[agent, 0] = Crossing(Tally(0, 0, 2, -40), lost.pairs, lost)
        ratings = tuple(Rating(row.rating or 0, row.low, row.high) for row in (best, *rows))
        return Standings((best, *rows), cross, Ratings(ratings, "the mean of all is 0"), notes)

    return make
