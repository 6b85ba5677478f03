"""Games on the workers of a Dask cluster.

Each game is a task for one worker, which is chosen here, since Dask does not know that a game may
need several cores. If the worker of a game disappears, another one plays the game, and a late
result of the first is ignored.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pkgutil import resolve_name
from typing import Final

from obversi.arena.game.plan import GamePlan, Player
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cluster_worker import VERSION, files_of, play_on_worker
from obversi.arguments import whole_number
from obversi.cluster import Cluster, ClusterError, Future, TaskLostError
from obversi.errors import MachineError, ObversiError
from obversi.machine import core_count

__all__ = ["ClusterPlayers"]

# The first task of every worker. It is a function of the standard library: a worker that cannot
# import this package would break, instead of returning an error, when it unpickles our functions.
_VERSION_NAME: Final = "obversi.arena.playing.cluster_worker:VERSION"

_SECONDS_BETWEEN_LOOKS: Final = 0.5

# A game that has been lost with more workers than this is probably the cause.
_MOST_LOSSES: Final = 5

# The time between the end of a game and the start of the next one that is sent then. If games are
# short, workers get several at once, so that their cores need not wait.
_ROUND_TRIP_SECONDS: Final = 0.03
_LONG_SECONDS: Final = 1.0
_MOST_AHEAD: Final = 4
_WEIGHT: Final = 0.2  # of the newest game in the mean


@dataclass(frozen=True, slots=True)
class _SentGame:
    """A game that was sent to a worker, and how often it was lost with a worker before."""

    plan: GamePlan
    worker: str
    losses: int


class ClusterPlayers:
    """Plays games on all workers of a scheduler; workers may come and go.

    `address` is that of the scheduler, or "local" for a worker that is started on this machine. The
    number of games at a time is limited by the threads of the workers and by `concurrency`.
    """

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """Connect to the scheduler."""
        if concurrency is not None:
            whole_number(concurrency, "the concurrency", 1)
        self._concurrency = concurrency
        self._cluster = Cluster(address, workers=1, threads=core_count())
        self._version_checks: dict[Future, str] = {}
        self._ready: set[str] = set()
        self._sent: dict[Future, _SentGame] = {}
        self._lost: list[_SentGame] = []
        self._files: dict[str, Mapping[str, str]] = {}
        self._error: ObversiError | None = None
        self._seconds_per_game = 10 * _LONG_SECONDS

    @property
    def busy(self) -> int:
        """The number of games that are being played or have to be repeated."""
        return len(self._sent) + len(self._lost)

    def has_room(self, plan: GamePlan) -> bool:
        """Whether a worker has enough free cores that no lost game waits for."""
        self._look()
        return not self._lost and self._error is None and self._worker_for(plan) is not None

    def begin(self, plan: GamePlan) -> None:
        """Start a game; `has_room` must be true for it."""
        worker = self._worker_for(plan)
        assert worker is not None
        self._begin(plan, worker, losses=0)

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait at most `seconds` until a game ends, and return all that have ended."""
        deadline, ready = time.monotonic() + seconds, set(self._ready)
        while True:
            left = deadline - time.monotonic()
            games = self._taken(self._cluster.ended(min(left, _SECONDS_BETWEEN_LOOKS)))
            # An error is raised when no more games can be returned.
            if games:
                return games
            if self._error is not None:
                raise self._error
            self._look()
            if left <= 0 or (not self.busy and not self._ready <= ready):
                return []

    def close(self) -> None:
        """Cancel the games that are still being played."""
        if sent := [*self._sent, *self._version_checks]:
            self._cluster.cancel(sent)
        self._sent.clear()
        self._version_checks.clear()
        self._cluster.close()

    def _begin(self, plan: GamePlan, worker: str, losses: int) -> None:
        files = self._files_of(plan, plan.a), self._files_of(plan, plan.b)
        future = self._cluster.begin(play_on_worker, plan, files, worker=worker)
        self._sent[future] = _SentGame(plan, worker, losses)

    def _files_of(self, plan: GamePlan, player: Player) -> Mapping[str, str]:
        """Return the files of an agent, as they were when it was first needed."""
        if player.description not in self._files:
            self._files[player.description] = files_of(plan, player)
        return self._files[player.description]

    def _worker_for(self, plan: GamePlan) -> str | None:
        """Return the worker with the most free cores, if they are enough for a game."""
        if self._concurrency is not None and len(self._sent) >= self._concurrency:
            return None
        workers = {w: n for w, n in self._cluster.workers().items() if w in self._ready}
        # A game that needs more cores than any worker has gets all cores of one.
        cores = min(plan.threads, max(workers.values(), default=0))
        room = {worker: n * (1 + self._ahead()) for worker, n in workers.items() if n >= cores}
        for sent in self._sent.values():
            if sent.worker in room:
                room[sent.worker] -= min(sent.plan.threads, workers[sent.worker])
        best = max(room, key=room.__getitem__, default=None)
        return None if best is None or room[best] < cores else best

    def _ahead(self) -> int:
        """Return the number of games that should wait at each core."""
        if self._seconds_per_game > _LONG_SECONDS:
            return 0
        return min(ceil(_ROUND_TRIP_SECONDS / self._seconds_per_game), _MOST_AHEAD)

    def _look(self) -> None:
        """Update the list of workers, and restart games that were lost with one."""
        workers = self._cluster.workers()
        self._ready &= workers.keys()
        sent = {future: game.worker for future, game in self._sent.items()} | self._version_checks
        gone = [future for future, worker in sent.items() if worker not in workers]
        if gone:
            self._cluster.cancel(gone)
        for future in gone:
            self._lose(future)
        for worker in workers.keys() - self._ready - set(self._version_checks.values()):
            self._version_checks[
                self._cluster.begin(resolve_name, _VERSION_NAME, worker=worker)
            ] = worker
        while self._lost:
            free = self._worker_for(self._lost[0].plan)
            if free is None:
                break
            lost = self._lost.pop(0)
            self._begin(lost.plan, free, lost.losses)

    def _taken(self, futures: Sequence[Future]) -> list[PlayedGame]:
        games = []
        for future in futures:
            try:
                if future in self._version_checks:
                    self._accept_worker(future)
                elif future in self._sent:
                    games.append(self._game(future))
            except TaskLostError:
                self._lose(future)
            except ObversiError as error:
                self._error = error
        return games

    def _accept_worker(self, future: Future) -> None:
        """Accept a worker that has the same version."""
        worker = self._version_checks[future]
        try:
            theirs = self._cluster.result(future, worker)
        except ImportError as error:
            raise ClusterError(f"the worker {worker} cannot use Obversi: {error}") from error
        if theirs != VERSION:
            raise ClusterError(f"the worker {worker} has Obversi {theirs}, not {VERSION}")
        self._ready.add(self._version_checks.pop(future))

    def _game(self, future: Future) -> PlayedGame:
        sent = self._sent[future]
        try:
            game = self._cluster.result(future, sent.worker)
        except ClusterError:
            raise
        except MachineError as error:
            raise MachineError(f"the worker {sent.worker}: {error}") from error
        except Exception as error:
            raise ClusterError(
                f"the worker {sent.worker} could not play game {sent.plan.number}: "
                f"{type(error).__name__}: {error}"
            ) from error
        assert isinstance(game, PlayedGame)
        del self._sent[future]
        self._seconds_per_game += (game.seconds_taken - self._seconds_per_game) * _WEIGHT
        return game

    def _lose(self, future: Future) -> None:
        """Register that a task was lost with its worker."""
        self._version_checks.pop(future, None)
        if sent := self._sent.pop(future, None):
            if sent.losses == _MOST_LOSSES:
                self._error = ClusterError(
                    f"game {sent.plan.number} was lost with its worker {_MOST_LOSSES + 1} times"
                )
            self._lost.append(replace(sent, losses=sent.losses + 1))
