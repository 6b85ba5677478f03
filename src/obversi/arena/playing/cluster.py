"""Games on the workers of a Dask cluster.

Each game is a task for one worker, which is chosen here: Dask knows nothing of games that take
several cores. A game whose worker goes is given to another one, and what the first may still send
is not listened to, so that every game is there once.
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
from obversi.cluster import Cluster, ClusterError, Future, TaskLostError
from obversi.errors import MachineError, ObversiError
from obversi.machine import core_count
from obversi.numbers import whole_number

__all__ = ["ClusterPlayers"]

# What every worker is asked first, in words of Python's own: one that does not know our code would
# break, not answer, when it is given some.
_QUESTION: Final = "obversi.arena.playing.cluster_worker:VERSION"

_SECONDS_BETWEEN_LOOKS: Final = 0.5

# A game that has cost so many workers is the cause itself, as far as anyone can tell.
_MOST_LOSSES: Final = 5

# To hear of a game and send the next takes about so long. Where games are short, a core has some
# more before it is done with one, so that it need not wait.
_SECONDS_ON_THE_WAY: Final = 0.03
_LONG_SECONDS: Final = 1.0
_MOST_AHEAD: Final = 4
_WEIGHT: Final = 0.2  # of the newest game in the mean


@dataclass(frozen=True, slots=True)
class _Begun:
    """A game that a worker has, and how many workers have gone with it before."""

    plan: GamePlan
    worker: str
    losses: int


class ClusterPlayers:
    """Plays games on all workers of a scheduler; workers may come and go.

    `address` is that of the scheduler, or "local" for a worker that is started on this machine. As
    many games are played at a time as the workers have threads for, or `concurrency` if those are
    fewer.
    """

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """Connect to the scheduler."""
        if concurrency is not None:
            whole_number(concurrency, "the concurrency", 1)
        self._concurrency = concurrency
        self._cluster = Cluster(address, workers=1, threads=core_count())
        self._asked: dict[Future, str] = {}
        self._ready: set[str] = set()
        self._under_way: dict[Future, _Begun] = {}
        self._lost: list[_Begun] = []
        self._files: dict[str, Mapping[str, str]] = {}
        self._error: ObversiError | None = None
        self._seconds_a_game = 10 * _LONG_SECONDS

    @property
    def busy(self) -> int:
        """How many games are being played, or have to be played again."""
        return len(self._under_way) + len(self._lost)

    def has_room(self, plan: GamePlan) -> bool:
        """Whether a worker has enough free cores, and no lost game waits for them."""
        self._look()
        return not self._lost and self._error is None and self._worker_for(plan) is not None

    def begin(self, plan: GamePlan) -> None:
        """Begin a game for which there is room."""
        worker = self._worker_for(plan)
        assert worker is not None
        self._begin(plan, worker, losses=0)

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait until a game ends, for so many seconds at most, and return those that have."""
        deadline, ready = time.monotonic() + seconds, set(self._ready)
        while True:
            left = deadline - time.monotonic()
            games = self._taken(self._cluster.ended(min(left, _SECONDS_BETWEEN_LOOKS)))
            # What has gone wrong is told when there is nothing left to hand out.
            if games:
                return games
            if self._error is not None:
                raise self._error
            self._look()
            if left <= 0 or (not self.busy and not self._ready <= ready):
                return []

    def close(self) -> None:
        """End the games that are still being played, which are lost."""
        if begun := [*self._under_way, *self._asked]:
            self._cluster.cancel(begun)
        self._under_way.clear()
        self._asked.clear()
        self._cluster.close()

    def _begin(self, plan: GamePlan, worker: str, losses: int) -> None:
        files = self._files_of(plan, plan.a), self._files_of(plan, plan.b)
        future = self._cluster.begin(play_on_worker, plan, files, worker=worker)
        self._under_way[future] = _Begun(plan, worker, losses)

    def _files_of(self, plan: GamePlan, player: Player) -> Mapping[str, str]:
        """Return what an agent was made of when it was first needed."""
        if player.description not in self._files:
            self._files[player.description] = files_of(plan, player)
        return self._files[player.description]

    def _worker_for(self, plan: GamePlan) -> str | None:
        """Return the worker that has the most room, if that is enough for a game."""
        if self._concurrency is not None and len(self._under_way) >= self._concurrency:
            return None
        workers = {w: n for w, n in self._cluster.workers().items() if w in self._ready}
        # A game that takes more cores than any worker has may have all of one.
        cores = min(plan.threads, max(workers.values(), default=0))
        room = {worker: n * (1 + self._ahead()) for worker, n in workers.items() if n >= cores}
        for begun in self._under_way.values():
            if begun.worker in room:
                room[begun.worker] -= min(begun.plan.threads, workers[begun.worker])
        best = max(room, key=room.__getitem__, default=None)
        return None if best is None or room[best] < cores else best

    def _ahead(self) -> int:
        """Return how many games a core should find when it has played one."""
        if self._seconds_a_game > _LONG_SECONDS:
            return 0
        return min(ceil(_SECONDS_ON_THE_WAY / self._seconds_a_game), _MOST_AHEAD)

    def _look(self) -> None:
        """Notice which workers have come and gone, and begin again what was lost with them."""
        workers = self._cluster.workers()
        self._ready &= workers.keys()
        begun = {future: game.worker for future, game in self._under_way.items()} | self._asked
        gone = [future for future, worker in begun.items() if worker not in workers]
        if gone:
            self._cluster.cancel(gone)
        for future in gone:
            self._lose(future)
        for worker in workers.keys() - self._ready - set(self._asked.values()):
            self._asked[self._cluster.begin(resolve_name, _QUESTION, worker=worker)] = worker
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
                if future in self._asked:
                    self._welcome(future)
                elif future in self._under_way:
                    games.append(self._game(future))
            except TaskLostError:
                self._lose(future)
            except ObversiError as error:
                self._error = error
        return games

    def _welcome(self, future: Future) -> None:
        """Let a worker play that has the same version as this side."""
        worker = self._asked[future]
        try:
            theirs = self._cluster.result(future, worker)
        except ImportError as error:
            raise ObversiError(f"the worker {worker} has no Obversi for us: {error}") from error
        if theirs != VERSION:
            raise ObversiError(f"the worker {worker} has Obversi {theirs}, and here is {VERSION}")
        self._ready.add(self._asked.pop(future))

    def _game(self, future: Future) -> PlayedGame:
        begun = self._under_way[future]
        try:
            game = self._cluster.result(future, begun.worker)
        except ClusterError:
            raise
        except MachineError as error:
            raise MachineError(f"the worker {begun.worker}: {error}") from error
        except Exception as error:
            raise ObversiError(
                f"the worker {begun.worker} could not play game {begun.plan.number}: "
                f"{type(error).__name__}: {error}"
            ) from error
        assert isinstance(game, PlayedGame)
        del self._under_way[future]
        self._seconds_a_game += (game.seconds_taken - self._seconds_a_game) * _WEIGHT
        return game

    def _lose(self, future: Future) -> None:
        """Take note that a task has gone with its worker."""
        self._asked.pop(future, None)
        if begun := self._under_way.pop(future, None):
            if begun.losses == _MOST_LOSSES:
                self._error = ObversiError(
                    f"game {begun.plan.number} was lost with its worker {_MOST_LOSSES + 1} times"
                )
            self._lost.append(replace(begun, losses=begun.losses + 1))
