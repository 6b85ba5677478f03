"""A running tournament: which games are due, which are played, and when it is over."""

from collections.abc import Callable, Generator, Iterable, Iterator
from random import Random

from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import Openings, checked_openings
from obversi.arena.playing.players import Players
from obversi.arena.statistics.elo import pentanomial
from obversi.arena.statistics.sprt import sprt_state
from obversi.arena.tournament.schedule import Encounter, Rounds
from obversi.arena.tournament.settings import TournamentSettings
from obversi.arguments import checked_type
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.errors import InputError

# Seconds between progress updates.
_PROGRESS_SECONDS = 1.0


class Tournament:
    """The games of a tournament, planned and played.

    The settings decide the number, opening and seeds of each game, and in forms with rounds also
    the results of earlier rounds do. So a tournament that was interrupted resumes unchanged.
    """

    def __init__(
        self,
        settings: TournamentSettings,
        openings: Openings,
        games: Iterable[PlayedGame] = (),
        threads: Iterable[int] = (),
    ) -> None:
        """Start a tournament, or resume it after the games that were played before.

        `threads` has the number of cores that each agent uses; the default is one.
        """
        checked_type(settings, TournamentSettings, "tournament")
        checked_openings(openings)
        if (openings.size, openings.rules) != (settings.size, settings.rules):
            raise InputError(
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
        """The games that were played, in the order of their numbers."""
        return [self._games[number] for number in sorted(self._games)]

    @property
    def planned(self) -> int:
        """The number of games, unless a test ends the tournament before."""
        return self.settings.planned

    @property
    def ending(self) -> str | None:
        """Why the tournament is over, or None."""
        if self._tested is None and len(self._games) >= self.planned:
            return "all games are played"
        return self._tested

    def due(self) -> GamePlan | None:
        """Return the next game to play, or None if it is not known yet."""
        if self._due is None:
            self._due = self._next()
        return self._due

    def take(self) -> GamePlan:
        """Return the game that is due; the caller plays it."""
        plan = self.due()
        assert plan is not None
        self._due = None
        return plan

    def add(self, *games: PlayedGame) -> None:
        """Add games that were played; a second one of the same number changes nothing.

        Games that end together are added together, so that a test sees the same games now as after
        an interruption.
        """
        for game in games:
            self._add_one(game)
        self._test()

    def _add_one(self, game: PlayedGame) -> None:
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
        """Yield the games that are not played, and None while the next ones are not known yet."""
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
        """Yield the games of a round: one pair of each encounter, then another pair of each.

        So all agents have the same openings, and about the same number of games at any time.
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
        a_color: Color,
        round_number: int,
    ) -> GamePlan:
        # The seed is a text, of which all characters count, so the games are independent.
        seeds = Random(f"{self.settings.seed} {number}")
        a, b = (
            PlannedAgent(
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


def play_tournament(
    tournament: Tournament,
    players: Players,
    keep: Callable[[list[PlayedGame]], None] = lambda _games: None,
) -> Generator[list[PlayedGame], None, None]:
    """Play the rest of a tournament, and yield the games as they end.

    About every second an empty list is yielded, for progress. `keep` stores the games before they
    are yielded, so that no reported game can be lost. The players are closed at the end.
    """
    try:
        while tournament.ending is None:
            while (plan := tournament.due()) is not None and players.has_room(plan):
                players.begin(tournament.take())
            games = players.finished(_PROGRESS_SECONDS)
            if games:
                keep(games)
                tournament.add(*games)
            yield games
    finally:
        players.close()
