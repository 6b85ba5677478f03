"""A thread that thinks, with an engine and agents of its own."""

import os
import sys
import threading
from collections.abc import Sequence
from typing import Final

from obversi.agents.agent import Agent
from obversi.agents.description import make_agent
from obversi.agents.levels import LevelAgent
from obversi.engine import Engine
from obversi.net.thinking.job import Job, Kind
from obversi.net.thinking.offers import LEVEL_PREFIX
from obversi.net.thinking.work_queue import WorkQueue

__all__ = ["Lane"]

# Analyses leave the processor to whoever waits for a page, a move or a first look on this machine.
_NICE: Final = 10

# What is stopped ends long before that; an agent of the owner's that does not is left behind.
_LONGEST_END_SECONDS: Final = 5.0


class Lane:
    """Does one job after another until its queue is closed.

    Agents are kept from job to job: there are as many as the server offers. Levels share the
    engine of the lane.
    """

    def __init__(self, name: str, queue: WorkQueue, hash_mb: int, kinds: Sequence[Kind]) -> None:
        """Begin to work; it does jobs of these kinds, and prefers the first of them."""
        self.engine = Engine(hash_mb=hash_mb)
        self._agents: dict[str, Agent] = {}
        self._queue = queue
        self._kinds = kinds
        self._job: Job | None = None
        self._changing = threading.Lock()  # the job, so that no other one is stopped
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def agent(self, description: str) -> Agent:
        """Return the agent of a description, made when it is first asked for."""
        if description not in self._agents:
            number = description.removeprefix(LEVEL_PREFIX)
            self._agents[description] = (
                LevelAgent(int(number), engine=self.engine)
                if number.isdecimal()
                else make_agent(description)
            )
        return self._agents[description]

    @property
    def kinds(self) -> Sequence[Kind]:
        """What it does, with what it prefers first."""
        return self._kinds

    def has(self, job: Job) -> bool:
        """Whether it does a job now."""
        return self._job is job

    def stop(self, job: Job, *, to_go_on: bool = False) -> bool:
        """Stop a job, and return whether it is this lane's and may have to be stopped again.

        One that is to go on later is interrupted, if it can be.
        """
        with self._changing:
            if self._job is not job or job.stop is None:
                return False
            job.interrupted = to_go_on
            job.stop()
            return True

    def close(self) -> None:
        """Wait for the end of what was stopped; the queue has to be closed before."""
        self._thread.join(_LONGEST_END_SECONDS)
        if not self._thread.is_alive():
            self.engine.close()

    def _run(self) -> None:
        if self._kinds[0] is Kind.ANALYSIS:
            _give_way()
        while (job := self._queue.take(self._kinds)) is not None:
            with self._changing:
                self._job, job.interrupted = job, False
            job.turns += 1
            is_done = job.given_up or job.do(self)
            with self._changing:
                self._job = None
            if is_done:
                self._queue.done(job)
            else:
                self._queue.put_back(job)


def _give_way() -> None:
    """Let other threads run before this one, and before those that it starts."""
    if sys.platform == "linux":  # elsewhere that is a matter of the whole process
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, max(_NICE, os.getpriority(os.PRIO_PROCESS, own)))
