"""Who thinks for the server: a few threads, shared fairly by all visitors."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from obversi.agents.agent import StoppableAgent
from obversi.agents.thought import Thought, think
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.limit import Limit
from obversi.machine import core_count
from obversi.net.thinkers import Asker, BusyError
from obversi.net.thinking.analysis_work import AnalysisWork
from obversi.net.thinking.first_look import FirstLook
from obversi.net.thinking.job import Job, Kind, Tools
from obversi.net.thinking.lane import Lane
from obversi.net.thinking.offers import Offers
from obversi.net.thinking.turns import Turns
from obversi.net.thinking.work_queue import WorkQueue
from obversi.numbers import whole_number
from obversi.wire.session import Offer

__all__ = ["Pool"]

# A stop that comes before the search has begun is not heard.
_SECONDS_BETWEEN_STOPS: Final = 0.05


class Pool:
    """Threads that think: `workers` for everything, and one for what takes milliseconds only.

    So no search holds up the answers of those who play at a low level. If there are several, one
    does no analyses, and half of the others prefers moves: who plays does not wait for those who
    have something analysed. Analyses take turns; before its first turn comes, the thread for what
    is quick has a look, so that all hear something at once. Every thread has an engine of its own;
    the engine lets others run while it searches.
    """

    def __init__(
        self, agents: Sequence[str] = (), workers: int | None = None, hash_mb: int = 16
    ) -> None:
        """Offer the usual agents and some more; without a number of workers, one a core."""
        self._offers = Offers(agents)
        self._queue = WorkQueue()
        self._jobs: set[Job] = set()
        if workers is None:
            workers = core_count()
        whole_number(workers, "the number of workers", 1)
        self._lanes = [
            Lane(f"thinker {number + 1}", self._queue, hash_mb, _kinds(number, workers))
            for number in range(workers)
        ]
        quick = [Kind.QUICK, Kind.LOOK]
        self._lanes.append(Lane("quick thinker", self._queue, hash_mb, quick))
        self._turns = Turns(self._queue, self._lanes)

    def offers(self) -> list[Offer]:
        """Return the agents that can be asked for."""
        return self._offers.listed()

    def checked(self, description: str) -> str:
        """Return the description that an agent is offered by, or refuse what is not offered."""
        return self._offers.checked(description)

    def think(
        self,
        asker: Asker,
        description: str,
        board: Board,
        limit: Limit,
        on_begin: Callable[[], None],
    ) -> asyncio.Future[Thought]:
        """Let an agent think about its move; to cancel the future ends that.

        Whatever its description says, it is stopped after the seconds of the limit if it can be.
        """
        description = self._offers.checked(description)
        own = board.copy()

        def begun(job: Job) -> None:
            on_begin()
            if limit.seconds is not None:
                timer = job.loop.call_later(limit.seconds, self._stop, job)
                job.future.add_done_callback(lambda _future: timer.cancel())

        def work(job: Job, tools: Tools) -> Thought:
            agent = tools.agent(description)
            job.stop = agent.stop if isinstance(agent, StoppableAgent) else None
            job.tell(begun, job)
            return think(agent, own, limit)

        kind = Kind.QUICK if self._offers.is_quick(description) else Kind.MOVE
        return self._started(asker, work, kind)

    def analyse(
        self,
        asker: Asker,
        board: Board,
        limit: Limit,
        top: Top,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> asyncio.Future[Analysis]:
        """Let the engine search, and hear in the event loop what each step of it finds.

        To cancel the future ends the search. While others wait, it pauses now and then; its seconds
        are those in which it searches.
        """
        own = board.copy()
        if on_step is None:
            work = AnalysisWork(own, limit, top, self._turns.begin, lambda _step: None)
            return self._started(asker, work, Kind.ANALYSIS)
        look = FirstLook(own, limit, top, on_step)
        work = AnalysisWork(own, limit, top, self._turns.begin, look.hear_step)
        analysis = self._started(asker, work, Kind.ANALYSIS)
        with suppress(BusyError):  # then the first word comes with the first turn
            looking = self._started(asker, look, Kind.LOOK)
            looking.add_done_callback(look.hear)
            analysis.add_done_callback(lambda _future: looking.cancel())
        return analysis

    async def close(self) -> None:
        """End all thinking, and the threads."""
        self._queue.close()
        for job in list(self._jobs):
            job.future.cancel()
        await asyncio.gather(*(asyncio.to_thread(lane.close) for lane in self._lanes))

    def _started(
        self, asker: Asker, work: Callable[[Job, Tools], Any], kind: Kind
    ) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        job = Job(asker, kind, work, future)
        self._queue.put(job)
        self._jobs.add(job)
        self._turns.look()
        future.add_done_callback(lambda _future: self._ended(job))
        return future

    def _ended(self, job: Job) -> None:
        self._jobs.discard(job)
        self._turns.forget(job)
        if job.future.cancelled():
            job.given_up = True
            if not self._queue.remove(job):
                self._stop(job)

    def _stop(self, job: Job) -> None:
        """Stop a job in the lane that has it, again and again until it has ended if it can be."""
        if any(lane.stop(job) for lane in self._lanes):
            job.loop.call_later(_SECONDS_BETWEEN_STOPS, self._stop, job)


def _kinds(number: int, workers: int) -> list[Kind]:
    """Return what one of so many workers does, with what it prefers first."""
    if number == 0 and workers > 1:
        return [Kind.MOVE, Kind.QUICK]
    if number % 2:
        return [Kind.ANALYSIS, Kind.MOVE, Kind.QUICK]
    return [Kind.MOVE, Kind.ANALYSIS, Kind.QUICK]
