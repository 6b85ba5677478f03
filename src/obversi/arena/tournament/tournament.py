"""A tournament under way: which games are due, which are played, and when it is over."""

from collections.abc import Iterable, Iterator
from random import Random

from obversi.arena.game.plan import GamePlan, Player
from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import Openings
from obversi.arena.statistics.elo import pentanomial
from obversi.arena.statistics.sprt import sprt_state
from obversi.arena.tournament.encounters import Encounter
from obversi.arena.tournament.rounds import Rounds
from obversi.arena.tournament.settings import TournamentSettings
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError

__all__ = ["Tournament"]


class Tournament:
    """The games of a tournament, planned and played.

    Which game has which number, opening and seeds is decided by the settings, and where there are
    rounds by the results of those before: a tournament that was broken off is the same one when it
    goes on.
    """

    def __init__(
        self,
        settings: TournamentSettings,
        openings: Openings,
        games: Iterable[PlayedGame] = (),
        threads: Iterable[int] = (),
    ) -> None:
        """Begin a tournament, or go on after the games that were played before.

        `threads` are how many cores each of the agents thinks on, one unless told.
        """
        if (openings.size, openings.rules) != (settings.size, settings.rules):
            raise ObversiError(
                f"these openings are {openings.rules} {openings.size}×{openings.size}: "
                f"expected {settings.rules} {settings.size}×{settings.size}"
            )
        self.settings = settings
        self.openings = openings
        self._threads = tuple(threads) or (1,) * len(settings.entrants)
        self._boards = openings.take(settings.pairs * settings.rounds)
        self._games: dict[int, PlayedGame] = {}
        self._open_pairs: dict[int, float] = {}
        self._pair_points: list[float] = []
        self._tested: str | None = None
        self.add(*games)
        self._plans = self._all_plans()
        self._due = self._next()

    @property
    def games(self) -> list[PlayedGame]:
        """The games that were played, by their numbers."""
        return [self._games[number] for number in sorted(self._games)]

    @property
    def planned(self) -> int:
        """How many games there are if nothing ends the tournament before."""
        return self.settings.planned

    @property
    def ending(self) -> str | None:
        """Why the tournament is over, or None."""
        if self._tested is None and len(self._games) >= self.planned:
            return "all games are played"
        return self._tested

    def due(self) -> GamePlan | None:
        """Return the game that is to be played next, if it is known already."""
        if self._due is None:
            self._due = self._next()
        return self._due

    def take(self) -> GamePlan:
        """Return the game that is due, which someone plays now."""
        plan = self.due()
        assert plan is not None
        self._due = None
        return plan

    def add(self, *games: PlayedGame) -> None:
        """Add games that were played; a second one of the same number changes nothing.

        Those that end together are added together: then a test sees what it would see if it looked
        at all games that are kept.
        """
        for game in games:
            self._keep(game)
        self._test()

    def _keep(self, game: PlayedGame) -> None:
        if game.number in self._games:
            return
        self._games[game.number] = game
        if game.pair in self._open_pairs:
            self._pair_points.append(self._open_pairs.pop(game.pair) + game.points)
        else:
            self._open_pairs[game.pair] = game.points

    def _test(self) -> None:
        if self.settings.sprt is None or self._tested is not None or not self._pair_points:
            return
        state = sprt_state(self.settings.sprt, pentanomial(self._pair_points))
        if state.decision is not None:
            self._tested = state.reason

    def _next(self) -> GamePlan | None:
        return next(self._plans, None)

    def _all_plans(self) -> Iterator[GamePlan | None]:
        """Go through the games that are not played; None if the next are not known yet."""
        rounds = Rounds(self.settings)
        for round_number in range(1, self.settings.rounds + 1):
            before = range(1, (round_number - 1) * self.settings.games_a_round + 1)
            while not all(number in self._games for number in before):
                yield None
            encounters = rounds.next(self._games[number] for number in before)
            for plan in self._plans_of_round(round_number, encounters):
                if plan.number not in self._games:
                    yield plan

    def _plans_of_round(self, round_number: int, encounters: list[Encounter]) -> Iterator[GamePlan]:
        """Go through a round: a pair of games of each encounter, then another pair of each.

        So all agents have the same openings, and about as many games at any time.
        """
        first_pair = (round_number - 1) * self.settings.pairs * len(encounters) + 1
        first_board = (round_number - 1) * self.settings.pairs
        for turn in range(self.settings.pairs):
            board = self._boards[first_board + turn]
            for place, encounter in enumerate(encounters):
                pair = first_pair + turn * len(encounters) + place
                for number, a_color in ((2 * pair - 1, BLACK), (2 * pair, WHITE)):
                    yield self._plan(number, pair, board, encounter, a_color, round_number)

    def _plan(
        self,
        number: int,
        pair: int,
        board: Board,
        encounter: Encounter,
        a_color: int,
        round_number: int,
    ) -> GamePlan:
        # Seeded by a text, whose every letter counts, games have nothing in common.
        seeds = Random(f"{self.settings.seed} {number}")
        a, b = (
            Player(
                agent,
                self.settings.entrants[agent].description,
                seeds.getrandbits(32),
                self._threads[agent],
            )
            for agent in encounter
        )
        return GamePlan(
            number=number,
            pair=pair,
            opening=board,
            a=a,
            b=b,
            a_color=a_color,
            time=self.settings.time,
            adjudicate=self.settings.adjudicate,
            round=round_number,
        )
