"""Tasks on the workers of a Dask cluster.

Each task is for one worker, which is chosen here, since Dask does not know that a game may need
several cores. If the worker of a task disappears, another one repeats it, and a late result of the
first is ignored.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pkgutil import resolve_name
from typing import Any

from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cluster_worker import VERSION, files_of, play_on_worker
from obversi.arguments import whole_number
from obversi.cluster import Cluster, ClusterError, Future, TaskLostError
from obversi.errors import MachineError, ObversiError
from obversi.machine import core_count

# The first task of every worker. It is a function of the standard library: a worker that cannot
# import this package would break, instead of returning an error, when it unpickles our functions.
_VERSION_NAME = "obversi.arena.playing.cluster_worker:VERSION"

_SECONDS_BETWEEN_LOOKS = 0.5

# A task that has been lost with more workers than this is probably the cause.
_MOST_LOSSES = 5

# The time between the end of a task and the start of the next one that is sent then. If tasks are
# short, workers get several at once, so that their cores need not wait.
_ROUND_TRIP_SECONDS = 0.03
_LONG_SECONDS = 1.0
_MOST_AHEAD = 4
_WEIGHT = 0.2  # of the newest task in the mean


@dataclass(frozen=True, slots=True)
class Task:
    """A call on a worker: "play" "game 7", with its arguments; it needs that many cores."""

    verb: str
    name: str
    call: Callable[..., object]
    arguments: tuple[Any, ...]
    threads: int = 1


@dataclass(frozen=True, slots=True)
class SentTask:
    """A task that was sent to a worker, and how often it was lost with a worker before."""

    task: Task
    worker: str
    losses: int


@dataclass(frozen=True, slots=True)
class _Check:
    """A task that tests a worker before it is used, and what is done with the result."""

    worker: str
    take: Callable[[str, Future], None]


class ClusterTasks:
    """Runs tasks on all workers of a scheduler; workers may come and go.

    `address` is that of the scheduler, or "local" for a worker that is started on this machine. The
    number of tasks at a time is limited by the threads of the workers and by `concurrency`.
    """

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """Connect to the scheduler."""
        if concurrency is not None:
            whole_number(concurrency, "the concurrency", 1)
        self._concurrency = concurrency
        self._cluster = Cluster(address, workers=1, threads=core_count())
        self._checks: dict[Future, _Check] = {}
        self._ready: set[str] = set()
        self._excluded: set[str] = set()
        self._sent: dict[Future, SentTask] = {}
        self._lost: list[SentTask] = []
        self._error: ObversiError | None = None
        self._seconds_per_task = 10 * _LONG_SECONDS

    @property
    def busy(self) -> int:
        """The number of tasks that run or have to be repeated."""
        return len(self._sent) + len(self._lost)

    def has_room_for(self, threads: int) -> bool:
        """Whether a worker has enough free cores that no lost task waits for."""
        self._look()
        return not self._lost and self._error is None and self._worker_for(threads) is not None

    def begin_task(self, task: Task) -> None:
        """Start a task; `has_room_for` must be true for its threads."""
        worker = self._worker_for(task.threads)
        assert worker is not None
        self._send(task, worker, losses=0)

    def results(self, seconds: float) -> list[tuple[Task, Any]]:
        """Wait at most `seconds` until a task ends, and return all that have ended."""
        deadline, ready = time.monotonic() + seconds, set(self._ready)
        while True:
            left = deadline - time.monotonic()
            results = self._taken(self._cluster.ended(min(left, _SECONDS_BETWEEN_LOOKS)))
            # An error is raised when no more results can be returned.
            if results:
                return results
            if self._error is not None:
                raise self._error
            self._look()
            if left <= 0 or (not self.busy and not self._ready <= ready):
                return []

    def cancel(self) -> None:
        """Cancel the tasks that still run."""
        if self._sent:
            self._cluster.cancel([*self._sent])
        self._sent.clear()
        self._lost.clear()

    def close(self) -> None:
        """Cancel everything, and disconnect."""
        self.cancel()
        if self._checks:
            self._cluster.cancel([*self._checks])
        self._checks.clear()
        self._cluster.close()

    # Methods that subclasses may override

    def _send(self, task: Task, worker: str, losses: int) -> None:
        """Send a task to a worker."""
        self._begin(SentTask(task, worker, losses), *task.arguments)

    def _accept(self, worker: str) -> None:
        """Use a worker that has the same version."""
        self._ready.add(worker)

    def _is_forgiven(self, sent: SentTask, error: Exception) -> bool:  # noqa: ARG002
        """Whether a task that has failed is to be repeated."""
        return False

    # Inside

    def _begin(self, sent: SentTask, *arguments: object) -> None:
        future = self._cluster.begin(sent.task.call, *arguments, worker=sent.worker)
        self._sent[future] = sent

    def _begin_check(
        self,
        worker: str,
        take: Callable[[str, Future], None],
        call: Callable[..., object],
        *arguments: object,
    ) -> None:
        """Test a worker; it gets no tasks before `take` has its result."""
        future = self._cluster.begin(call, *arguments, worker=worker)
        self._checks[future] = _Check(worker, take)

    def _worker_for(self, threads: int) -> str | None:
        """Return the worker with the most free cores, if they are enough for a task."""
        if self._concurrency is not None and len(self._sent) >= self._concurrency:
            return None
        workers = {w: n for w, n in self._cluster.workers().items() if w in self._ready}
        # A task that needs more cores than any worker has gets all cores of one.
        cores = min(threads, max(workers.values(), default=0))
        room = {worker: n * (1 + self._ahead()) for worker, n in workers.items() if n >= cores}
        for sent in self._sent.values():
            if sent.worker in room:
                room[sent.worker] -= min(sent.task.threads, workers[sent.worker])
        best = max(room, key=room.__getitem__, default=None)
        return None if best is None or room[best] < cores else best

    def _ahead(self) -> int:
        """Return the number of tasks that should wait at each core."""
        if self._seconds_per_task > _LONG_SECONDS:
            return 0
        return min(ceil(_ROUND_TRIP_SECONDS / self._seconds_per_task), _MOST_AHEAD)

    def _look(self) -> None:
        """Update the list of workers, and restart tasks that were lost with one."""
        workers = self._cluster.workers()
        self._ready &= workers.keys()
        self._excluded &= workers.keys()
        sent = {future: task.worker for future, task in self._sent.items()}
        sent |= {future: check.worker for future, check in self._checks.items()}
        gone = [future for future, worker in sent.items() if worker not in workers]
        if gone:
            self._cluster.cancel(gone)
        for future in gone:
            self._lose(future)
        checked = {check.worker for check in self._checks.values()}
        for worker in workers.keys() - self._ready - self._excluded - checked:
            self._begin_check(worker, self._check_version, resolve_name, _VERSION_NAME)
        while self._lost:
            free = self._worker_for(self._lost[0].task.threads)
            if free is None:
                break
            lost = self._lost.pop(0)
            self._send(lost.task, free, lost.losses)

    def _taken(self, futures: Sequence[Future]) -> list[tuple[Task, Any]]:
        results = []
        for future in futures:
            try:
                if check := self._checks.get(future):
                    check.take(check.worker, future)
                    del self._checks[future]
                elif sent := self._sent.get(future):
                    result = self._result(future, sent)
                    if result is not None:
                        results.append((sent.task, result))
            except TaskLostError:
                self._lose(future)
            except ObversiError as error:
                self._error = error
        return results

    def _check_version(self, worker: str, future: Future) -> None:
        """Accept a worker that has the same version."""
        try:
            theirs = self._cluster.result(future, worker)
        except ImportError as error:
            raise ClusterError(f"the worker {worker} cannot use Obversi: {error}") from error
        if theirs != VERSION:
            raise ClusterError(f"the worker {worker} has Obversi {theirs}, not {VERSION}")
        self._accept(worker)

    def _result(self, future: Future, sent: SentTask) -> Any:
        """Return the result of a task, or None if it is repeated."""
        task, worker = sent.task, sent.worker
        try:
            result = self._cluster.result(future, worker)
        except ClusterError:
            raise
        except Exception as error:
            if self._is_forgiven(sent, error):
                self._lose(future)
                return None
            if isinstance(error, MachineError):
                raise MachineError(f"the worker {worker}: {error}") from error
            raise ClusterError(
                f"the worker {worker} could not {task.verb} {task.name}: "
                f"{type(error).__name__}: {error}"
            ) from error
        assert result is not None
        del self._sent[future]
        return result

    def _count_seconds(self, seconds: float) -> None:
        """Note how long a task took."""
        self._seconds_per_task += (seconds - self._seconds_per_task) * _WEIGHT

    def _lose(self, future: Future) -> None:
        """Register that a task was lost with its worker."""
        self._checks.pop(future, None)
        if sent := self._sent.pop(future, None):
            if sent.losses == _MOST_LOSSES:
                self._error = ClusterError(
                    f"{sent.task.name} was lost with its worker {_MOST_LOSSES + 1} times"
                )
            self._lost.append(replace(sent, losses=sent.losses + 1))


class ClusterPlayers(ClusterTasks):
    """Plays games on all workers of a scheduler; workers may come and go.

    `address` is that of the scheduler, or "local" for a worker that is started on this machine. The
    number of games at a time is limited by the threads of the workers and by `concurrency`.
    """

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """Connect to the scheduler."""
        super().__init__(address, concurrency)
        self._files: dict[str, Mapping[str, str]] = {}

    def has_room(self, plan: GamePlan) -> bool:
        """Whether a worker has enough free cores that no lost game waits for."""
        return self.has_room_for(plan.threads)

    def begin(self, plan: GamePlan) -> None:
        """Start a game; `has_room` must be true for it."""
        files = self._files_of(plan, plan.a), self._files_of(plan, plan.b)
        name = f"game {plan.number}"
        self.begin_task(Task("play", name, play_on_worker, (plan, files), plan.threads))

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait at most `seconds` until a game ends, and return all that have ended."""
        games = []
        for _task, game in self.results(seconds):
            assert isinstance(game, PlayedGame)
            self._count_seconds(game.seconds_taken)
            games.append(game)
        return games

    def _files_of(self, plan: GamePlan, player: PlannedAgent) -> Mapping[str, str]:
        """Return the files of an agent, as they were when it was first needed."""
        if player.description not in self._files:
            self._files[player.description] = files_of(plan, player)
        return self._files[player.description]
