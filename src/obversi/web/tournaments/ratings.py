"""Standings with ratings, calculated in the background because that may take long.

Results are cached, so only the new games of a running tournament are read.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from threading import Lock, Thread

from obversi.arena.statistics.standings import Standings, StandingsCount
from obversi.arena.store.stored import StoredTournament
from obversi.arena.store.watching import WatchedStore
from obversi.arena.tournament.settings import TournamentSettings
from obversi.errors import ObversiError
from obversi.sqlite_file import NotFoundError, explain_damage
from obversi.web.tournaments.reader import ArenaReader
from obversi.web.tournaments.standings import StandingsShown, TournamentSnapshot, quick_standings

# Seconds that a request waits for ratings.
_WAIT_SECONDS = 1.0
_POLL_SECONDS = 0.02

# Number of tournaments in the cache.
_MAX_CACHED = 32

# Distinguishes a tournament from another one that had its number before.
_Identity = tuple[int, str, TournamentSettings]


@dataclass(frozen=True, slots=True)
class _Counted:
    """Standings after all games that were in the store."""

    stored: StoredTournament
    standings: Standings

    def covers(self, stored: StoredTournament) -> bool:
        """Whether these standings include everything of this state of the tournament."""
        return self.stored.games >= stored.games and stored.ended in (None, self.stored.ended)


@dataclass(slots=True)
class _CacheEntry:
    """The counted games of a tournament, and the running calculation."""

    count: StandingsCount
    numbers: set[int] = field(default_factory=set)
    counted: _Counted | None = None
    work: Future[_Counted] | None = None

    def restart(self, stored: StoredTournament) -> None:
        """Discard all counted games."""
        self.count, self.numbers = StandingsCount(stored.settings.entrants), set()


class RatingsCounter:
    """Calculates ratings, one tournament at a time, and returns what is ready."""

    def __init__(self, reader: ArenaReader, wait_seconds: float = _WAIT_SECONDS) -> None:
        """Set the reader, and the seconds that a request waits."""
        self._reader = reader
        self._wait_seconds = wait_seconds
        self._cache: OrderedDict[_Identity, _CacheEntry] = OrderedDict()
        self._counting = Lock()

    async def standings(
        self, seen: TournamentSnapshot
    ) -> tuple[TournamentSnapshot, StandingsShown]:
        """Return the standings of a tournament, and the state that they belong to.

        If ratings take too long they are pending: the standings have only points.
        """
        entry = self._entry(seen.stored)
        counted = await self._counted(entry, seen.stored)
        if counted is not None:
            shown = StandingsShown(counted.standings, counted.stored.games, is_pending=False)
            return replace(seen, stored=counted.stored), shown
        return await asyncio.to_thread(self._quick, seen, entry.counted)

    def _quick(
        self, seen: TournamentSnapshot, before: _Counted | None
    ) -> tuple[TournamentSnapshot, StandingsShown]:
        """Count points only; ratings are the previous ones."""
        with self._reader.watching() as store:
            tallies = store.tallies(seen.stored.number)
            games = sum(meeting.tally.games for meeting in tallies.values())
            stored = replace(seen.stored, games=games)
            standings = None if before is None else before.standings
            with explain_damage(store.path, f"tournament {stored.number}"):
                quick = quick_standings(stored, tallies, standings)
        rated = None if before is None else before.stored.games
        return replace(seen, stored=stored), StandingsShown(quick, rated, is_pending=True)

    async def _counted(self, entry: _CacheEntry, stored: StoredTournament) -> _Counted | None:
        """Return the standings if they are ready in time, or None."""
        if entry.counted is not None and entry.counted.stored == stored:
            return entry.counted
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._wait_seconds
        # A calculation that was already running may lack the newest games. Then it is repeated.
        for _ in range(2):
            if entry.work is None or entry.work.done():
                entry.work = _in_background(lambda: self._count(entry, stored))
            work = entry.work
            # Unlike a callback, polling leaves nothing behind when the request is cancelled.
            while not work.done():
                if clock() > deadline:
                    return None
                await asyncio.sleep(_POLL_SECONDS)
            counted = work.result()
            if counted.covers(stored):
                break
        return counted

    def _entry(self, stored: StoredTournament) -> _CacheEntry:
        """Return the cache entry of a tournament; the least recently used one is dropped."""
        identity = _identity(stored)
        if identity not in self._cache:
            self._cache[identity] = _CacheEntry(StandingsCount(stored.settings.entrants))
        self._cache.move_to_end(identity)
        if len(self._cache) > _MAX_CACHED:
            self._cache.popitem(last=False)
        return self._cache[identity]

    def _count(self, entry: _CacheEntry, seen: StoredTournament) -> _Counted:
        with self._counting:
            with self._reader.watching() as store:
                # The tournament is read first: if it is over, all of its games are in the store.
                stored = store.tournament(seen.number)
                if _identity(stored) != _identity(seen):
                    raise NotFoundError(f"{seen.title} is not in {store.path} any more")
                try:
                    _catch_up(entry, store, stored)
                except ObversiError:
                    # A damaged game may be counted in part.
                    entry.restart(stored)
                    raise
            stored = replace(stored, games=len(entry.numbers))
            entry.counted = _Counted(stored, entry.count.of_stored(stored))
            return entry.counted


def _catch_up(entry: _CacheEntry, store: WatchedStore, stored: StoredTournament) -> None:
    """Count the new games."""
    numbers = store.game_numbers(stored.number)
    new = [number for number in numbers if number not in entry.numbers]
    for game in store.games_of_numbers(stored, new):
        with explain_damage(store.path, f"game {game.number} of {stored.title}"):
            entry.count.add(game)
        entry.numbers.add(game.number)


def _identity(stored: StoredTournament) -> _Identity:
    return stored.number, stored.created, stored.settings


def _in_background(work: Callable[[], _Counted]) -> Future[_Counted]:
    """Start work in a daemon thread, which does not delay the end of the program."""
    future: Future[_Counted] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, name="ratings", daemon=True).start()
    return future
