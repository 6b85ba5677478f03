"""Standings with ratings, which may take long to count: behind the scenes, and each once.

What was counted is kept, so that of a tournament that is being played only new games are read.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from threading import Lock, Thread
from typing import Final

from obversi.arena.counting import StandingsCount
from obversi.arena.statistics.standings import Standings
from obversi.arena.store import StoredTournament
from obversi.arena.store.problems import AbsenceError, whole
from obversi.arena.store.watching import WatchedStore
from obversi.arena.tournament.settings import TournamentSettings
from obversi.errors import ObversiError
from obversi.web.tournaments.answers import StandingsShown, TournamentSeen
from obversi.web.tournaments.quick_standings import quick_standings
from obversi.web.tournaments.reader import ArenaReader

__all__ = ["RatingsDesk"]

# So long, in seconds, who asks for ratings waits for them.
_PATIENCE: Final = 1.0
_LOOK: Final = 0.02

# So many tournaments are kept as they were counted.
_MOST_KEPT: Final = 32

# What makes a tournament of one file the same as one that was seen before under its number.
_Identity = tuple[int, str, TournamentSettings]


@dataclass(frozen=True, slots=True)
class _Counted:
    """Standings after all games of a tournament that were there."""

    stored: StoredTournament
    standings: Standings

    def covers(self, stored: StoredTournament) -> bool:
        """Whether nothing is missing that was to be seen of the tournament then."""
        return self.stored.games >= stored.games and stored.ended in (None, self.stored.ended)


@dataclass(slots=True)
class _Kept:
    """What was counted of a tournament, and the work on it that is under way."""

    count: StandingsCount
    numbers: set[int] = field(default_factory=set)
    counted: _Counted | None = None
    work: Future[_Counted] | None = None

    def begin_again(self, stored: StoredTournament) -> None:
        """Forget all games."""
        self.count, self.numbers = StandingsCount(stored.settings.entrants), set()


class RatingsDesk:
    """Counts the ratings of tournaments, one after another, and hands out what there is."""

    def __init__(self, reader: ArenaReader, patience: float = _PATIENCE) -> None:
        """Take where tournaments are read; so many seconds an answer may take."""
        self._reader = reader
        self._patience = patience
        self._kept: OrderedDict[_Identity, _Kept] = OrderedDict()
        self._counting = Lock()

    async def standings(self, seen: TournamentSeen) -> tuple[TournamentSeen, StandingsShown]:
        """Return how a tournament stands, and the tournament as it was then.

        If ratings take too long they are pending: points are counted without them.
        """
        kept = self._keep(seen.stored)
        counted = await self._counted(kept, seen.stored)
        if counted is not None:
            shown = StandingsShown(counted.standings, counted.stored.games, is_pending=False)
            return replace(seen, stored=counted.stored), shown
        return await asyncio.to_thread(self._quick, seen, kept.counted)

    def _quick(
        self, seen: TournamentSeen, before: _Counted | None
    ) -> tuple[TournamentSeen, StandingsShown]:
        """Count points alone; ratings are those that were counted before."""
        with self._reader.watching() as store:
            tallies = store.tallies(seen.stored.number)
            games = sum(meeting.tally.games for meeting in tallies.values())
            stored = replace(seen.stored, games=games)
            standings = None if before is None else before.standings
            with whole(store.path, f"tournament {stored.number}"):
                quick = quick_standings(stored, tallies, standings)
        rated = None if before is None else before.stored.games
        return replace(seen, stored=stored), StandingsShown(quick, rated, is_pending=True)

    async def _counted(self, kept: _Kept, stored: StoredTournament) -> _Counted | None:
        """Return what is counted soon enough, or None."""
        if kept.counted is not None and kept.counted.stored == stored:
            return kept.counted
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._patience
        # Work that others began may know less than was seen since; then it is done once more.
        for _ in range(2):
            if kept.work is None or kept.work.done():
                kept.work = _in_background(lambda: self._count(kept, stored))
            work = kept.work
            # Who goes away before the end leaves nothing behind that would be called then.
            while not work.done():
                if clock() > deadline:
                    return None
                await asyncio.sleep(_LOOK)
            counted = work.result()
            if counted.covers(stored):
                break
        return counted

    def _keep(self, stored: StoredTournament) -> _Kept:
        """Return what is kept of a tournament; what was asked for longest ago is forgotten."""
        identity = _identity(stored)
        if identity not in self._kept:
            self._kept[identity] = _Kept(StandingsCount(stored.settings.entrants))
        self._kept.move_to_end(identity)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[identity]

    def _count(self, kept: _Kept, seen: StoredTournament) -> _Counted:
        with self._counting:
            with self._reader.watching() as store:
                # First the tournament: if it is over then, no game of it is missing.
                stored = store.tournament(seen.number)
                if _identity(stored) != _identity(seen):
                    raise AbsenceError(f"{seen.title} is not in {store.path} any more")
                try:
                    _catch_up(kept, store, stored)
                except ObversiError:
                    # A damaged game may be half counted.
                    kept.begin_again(stored)
                    raise
            stored = replace(stored, games=len(kept.numbers))
            kept.counted = _Counted(stored, kept.count.standings(stored))
            return kept.counted


def _catch_up(kept: _Kept, store: WatchedStore, stored: StoredTournament) -> None:
    """Count the games that have come since."""
    numbers = store.game_numbers(stored.number)
    new = [number for number in numbers if number not in kept.numbers]
    for game in store.games_of_numbers(stored, new):
        with whole(store.path, f"game {game.number} of {stored.title}"):
            kept.count.add(game)
        kept.numbers.add(game.number)


def _identity(stored: StoredTournament) -> _Identity:
    return stored.number, stored.created, stored.settings


def _in_background(work: Callable[[], _Counted]) -> Future[_Counted]:
    """Begin some work in a thread that nobody has to wait for, not even to end the program."""
    future: Future[_Counted] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, name="ratings", daemon=True).start()
    return future
