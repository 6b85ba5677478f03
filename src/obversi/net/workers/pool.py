"""The engine pool: worker threads that choose moves and analyse positions for all clients."""

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import ceil
from typing import Any

from obversi.agents.agent import StoppableAgent, Thought, think
from obversi.agents.description import make_agent, read_description
from obversi.agents.levels import LEVELS
from obversi.analysis import Analysis
from obversi.arguments import suggestion, whole_number
from obversi.board import Board
from obversi.engine import Top
from obversi.errors import InputError, ObversiError
from obversi.limit import Limit
from obversi.machine import core_count
from obversi.net.operations.measures import EngineMeasures
from obversi.net.workers.job import (
    PAUSED,
    AnalysisTask,
    BusyError,
    Job,
    Kind,
    Preview,
    Requester,
    WorkerContext,
    WorkerLostError,
)
from obversi.net.workers.local_context import LEVEL_PREFIX, LocalContext
from obversi.net.workers.queue import JobQueue, fair_share
from obversi.net.workers.remote_cluster import RemoteCluster
from obversi.net.workers.remote_context import RemoteContext
from obversi.net.workers.worker import TimeSlicer, Worker
from obversi.rules import RULES
from obversi.size import SIZES
from obversi.weights import evaluation
from obversi.wire.session import Offer

_LOG = logging.getLogger("obversi.net")

# The most searches at once on a cluster, and the kinds of jobs that run there.
_MOST_REMOTE = 64
_REMOTE_KINDS = (Kind.MOVE, Kind.ANALYSIS)

# Up to this level a move takes some milliseconds.
_MOST_QUICK_LEVEL = 8

_QUICK = frozenset(
    ["random", "greedy", *(f"{LEVEL_PREFIX}{number}" for number in range(_MOST_QUICK_LEVEL + 1))]
)

# A stop before the start of the search has no effect, so stops are repeated.
_SECONDS_BETWEEN_STOPS = 0.05


class AgentMenu:
    """The agents of a server: random, greedy, every level, and those that its owner adds."""

    def __init__(self, agents: Sequence[str] = ()) -> None:
        """Add agents by their descriptions, or reject those that a server cannot run."""
        words = {name: read_description(name).kind.description for name in ("random", "greedy")}
        for level in LEVELS["normal"]:
            words[f"{LEVEL_PREFIX}{level.number}"] = f"{level.name}: {level.words}"
        for description in agents:
            words[description] = _words(description)
        self._words = words

    def listed(self) -> list[Offer]:
        """Return all agents."""
        return [Offer(description, words) for description, words in self._words.items()]

    def checked(self, description: str) -> str:
        """Return the full description of an agent, which may be as short as ``level=3``."""
        name = description.strip()
        for full in (name, f"engine:{name}"):
            if full in self._words:
                return full
        raise InputError(f"this server has no agent {name!r}: {suggestion(name, self._words)}")

    def is_quick(self, description: str) -> bool:
        """Whether a move takes only some milliseconds."""
        return description in _QUICK


def _words(description: str) -> str:
    """Return the words for an added agent, which is made once as a check."""
    kind = read_description(description).kind
    if kind.kept:
        raise InputError(
            f"the server does not run {description!r}, which is a program: "
            f"it can join as a client, by `obversi connect --agent`"
        )
    make_agent(description)
    return kind.description


class EnginePool:
    """Workers for all jobs, and one more for quick moves and previews only.

    So no search delays games at a low level. If there are several workers, one does not run
    analyses, and half of the others prefer moves, so players do not wait for analyses. Analyses run
    in time slices. The quick worker makes a preview of each, so that a first result comes at once.
    Every worker has an engine, which releases the interpreter while it searches. Every requester
    has a fair share of the time. Boards are copied before a call returns.
    """

    def __init__(
        self,
        agents: Sequence[str] = (),
        workers: int | None = None,
        hash_mb: int = 16,
        cluster: str | None = None,
    ) -> None:
        """Add agents to the usual ones; without a number of workers, start one per core.

        With the address of a `cluster`, its workers run analyses and the moves that are not quick.
        The workers here, one by default, do the rest.
        """
        self._menu = AgentMenu(agents)
        self.measures = EngineMeasures()
        self._queue = JobQueue()
        self._jobs: set[Job] = set()
        #: Jobs of other servers that use the same cluster, by address.
        self.jobs_elsewhere: Counter[str] = Counter()
        self._cluster_share = 1.0
        if workers is None:
            workers = core_count() if cluster is None else 1
        whole_number(workers, "the number of workers", 1)
        self._cluster = None if cluster is None else RemoteCluster(cluster)
        quick = [Kind.QUICK, Kind.PREVIEW]
        self._workers: list[Worker] = []
        for number in range(workers):
            kinds = _kinds(number, workers) if self._cluster is None else quick
            self._add_worker(LocalContext(hash_mb), kinds)
        if self._cluster is None:
            self._add_worker(LocalContext(hash_mb), quick)
        else:
            self._add_remote_workers(self._cluster, hash_mb)
        self._slicer = TimeSlicer(self._queue, self._workers)

    @property
    def waiting(self) -> dict[str, int]:
        """The number of waiting jobs of each kind."""
        return {kind.name.lower(): length for kind, length in self._queue.lengths().items()}

    @property
    def running(self) -> int:
        """The number of jobs that run now."""
        return sum(worker.is_busy for worker in self._workers)

    def jobs_by_address(self) -> Counter[str]:
        """Count the jobs for the cluster, waiting or running."""
        jobs = (job for job in self._jobs if job.kind in _REMOTE_KINDS)
        return Counter(job.requester.address for job in jobs)

    def update_cluster_share(self) -> None:
        """Compute the fair share of the cluster, after `jobs_elsewhere` has changed."""
        self._cluster_share = fair_share(self.jobs_by_address(), self.jobs_elsewhere)

    def offers(self) -> list[Offer]:
        """Return the agents that clients can play against."""
        return self._menu.listed()

    def checked(self, description: str) -> str:
        """Return the full description of an agent, or raise an error if there is none."""
        return self._menu.checked(description)

    def think(
        self,
        requester: Requester,
        description: str,
        board: Board,
        limit: Limit,
        on_start: Callable[[], None],
    ) -> asyncio.Future[Thought]:
        """Let an agent choose a move, or raise a `BusyError`; cancelling the future stops it.

        `on_start` is called in the event loop when a worker starts the job. The agent is stopped
        after the seconds of the limit, if it can be.
        """
        description = self._menu.checked(description)
        own = board.copy()

        def started(job: Job) -> None:
            on_start()
            if limit.seconds is not None:
                timer = job.loop.call_later(limit.seconds, self._stop, job)
                job.future.add_done_callback(lambda _future: timer.cancel())

        def task(job: Job, context: WorkerContext) -> object:
            agent = context.agent(description, job.slices)
            job.stop = agent.stop if isinstance(agent, StoppableAgent) else None
            job.notify(started, job)
            try:
                return think(agent, own, limit)
            except WorkerLostError as error:
                _LOG.warning("a search is repeated: %s", error)
                job.notify(started, job)  # the lost time is not charged
                return PAUSED

        kind = Kind.QUICK if self._menu.is_quick(description) else Kind.MOVE
        return self._start(requester, task, kind)

    def analyse(
        self,
        requester: Requester,
        board: Board,
        limit: Limit,
        top: Top,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> asyncio.Future[Analysis]:
        """Analyse a position, or raise a `BusyError`; cancelling the future stops it.

        `on_step` is called in the event loop with each step of the search, the first of them soon.
        The search pauses while others wait. Its seconds count only while it runs.
        """
        own = board.copy()
        if on_step is None:
            task = AnalysisTask(own, limit, top, self._slicer.start, lambda _step: None)
            return self._start(requester, task, Kind.ANALYSIS)
        preview = Preview(own, limit, top, on_step)
        task = AnalysisTask(own, limit, top, self._slicer.start, preview.step)
        analysis = self._start(requester, task, Kind.ANALYSIS)
        with suppress(BusyError):  # then the first step comes with the first time slice
            previewing = self._start(requester, preview, Kind.PREVIEW)
            previewing.add_done_callback(preview.done)
            analysis.add_done_callback(lambda _future: previewing.cancel())
        return analysis

    async def drain(self, seconds: float) -> None:
        """Accept no more jobs, and wait at most some seconds until the others have ended."""
        self._queue.reject_new()
        if self._jobs:
            await asyncio.wait([job.future for job in self._jobs], timeout=seconds)

    async def close(self) -> None:
        """Stop all jobs, and end the workers."""
        self._queue.close()
        for job in list(self._jobs):
            job.future.cancel()
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in self._workers))
        if self._cluster is not None:
            await asyncio.to_thread(self._cluster.close)

    def _add_worker(
        self,
        context: WorkerContext,
        kinds: Sequence[Kind],
        may_work: Callable[[], bool] = lambda: True,
    ) -> None:
        name = f"worker {len(self._workers) + 1}"
        worker = Worker(name, self._queue, context, kinds, self.measures, may_work)
        self._workers.append(worker)

    def _add_remote_workers(self, cluster: RemoteCluster, hash_mb: int) -> None:
        """Add threads that wait for the cluster.

        The share of this server limits how many of them work, but one always may. If the cluster
        has no workers, one thread per core works.
        """

        def may_work(number: int) -> bool:
            capacity = ceil(cluster.capacity * self._cluster_share)
            return number < (max(capacity, 1) if cluster.capacity else core_count())

        for number in range(_MOST_REMOTE):
            kinds = [Kind.ANALYSIS, Kind.MOVE] if number % 2 else [Kind.MOVE, Kind.ANALYSIS]
            self._add_worker(RemoteContext(cluster, hash_mb), kinds, partial(may_work, number))

    def _start(
        self, requester: Requester, task: Callable[[Job, WorkerContext], Any], kind: Kind
    ) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        job = Job(requester, kind, task, future)
        self._queue.put(job)
        self._jobs.add(job)
        self._slicer.check()
        future.add_done_callback(lambda _future: self._ended(job))
        return future

    def _ended(self, job: Job) -> None:
        self._jobs.discard(job)
        self._slicer.discard(job)
        if job.future.cancelled():
            job.abandoned = True
            if not self._queue.remove(job):
                self._stop(job)

    def _stop(self, job: Job) -> None:
        """Stop a job wherever it runs, and repeat this until it has ended."""
        if any(worker.stop(job) for worker in self._workers):
            job.loop.call_later(_SECONDS_BETWEEN_STOPS, self._stop, job)


def _kinds(number: int, workers: int) -> list[Kind]:
    """Return the kinds of jobs of one of the workers, the preferred kind first."""
    if number == 0 and workers > 1:
        return [Kind.MOVE, Kind.QUICK]
    if number % 2:
        return [Kind.ANALYSIS, Kind.MOVE, Kind.QUICK]
    return [Kind.MOVE, Kind.ANALYSIS, Kind.QUICK]


def preload_weights() -> None:
    """Read the weights of all games in a thread, so that the first client need not wait."""
    threading.Thread(target=_preload, name="reader of weights", daemon=True).start()


def _preload() -> None:
    for size in sorted(SIZES, reverse=True):  # the size of most games first
        for rules in RULES:
            with suppress(ObversiError):  # reported to the client that needs them
                evaluation(size, rules)
