"""The part of the arena on a worker of a Dask cluster: it plays games in other processes.

The worker itself only waits, so that it always answers the scheduler. Games that were cancelled and
processes that were idle for a while are ended.
"""

import importlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count as counted, islice
from typing import Any

from obversi import __version__
from obversi.agents.description import read_description
from obversi.agents.identity import agent_files
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.game_process import GameProcess
from obversi.cluster import ClusterError
from obversi.errors import InputError

_POLL_SECONDS = 0.5

# Starting a process and its programs takes time, so an idle one waits for its next game.
_IDLE_SECONDS = 60.0


class Cores:
    """Cores for games, which get all that they need at once, in the order of their requests.

    So games that need many cores get their turn, and none waits for a core while it has another.
    """

    def __init__(self) -> None:
        """Start with all cores free."""
        self._taken: set[int] = set()
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def taken(self, count: int, of: int, on_poll: Callable[[], None]) -> Iterator[int]:
        """Wait until that many cores are free, at most all, and use them in the block.

        Yields the number of one of them. `on_poll` is called regularly, and may raise an error to
        end the wait.
        """
        count = min(count, of)
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                while self._queue[0] is not ticket or len(self._taken) + count > of:
                    self._changed.wait(_POLL_SECONDS)
                    on_poll()
                free = (number for number in counted() if number not in self._taken)
                taken = set(islice(free, count))
                self._taken |= taken
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()
        try:
            yield min(taken)
        finally:
            with self._changed:
                self._taken -= taken
                self._changed.notify_all()


class IdleProcesses:
    """Processes that play games for several threads; idle ones are reused, and end later."""

    def __init__(self) -> None:
        """Start without processes."""
        self._idle: list[tuple[float, GameProcess]] = []
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def play(
        self, plan: GamePlan, on_poll: Callable[[], None], core: int | None = None
    ) -> PlayedGame:
        """Play a game to its end, on one core only if it is given.

        `on_poll` is called regularly; if it raises an error, the game and its process end.
        """
        process = self._take()
        try:
            if core is not None:
                process.keep_to(core)
            game = process.play(plan, on_poll)
        except BaseException:
            process.close()
            raise
        self._give_back(process)
        return game

    def _take(self) -> GameProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()[1]
        return GameProcess()

    def _give_back(self, process: GameProcess) -> None:
        with self._lock:
            self._idle.append((time.monotonic(), process))
            if self._timer is None:
                self._begin_timer()

    def _begin_timer(self) -> None:
        self._timer = threading.Timer(_IDLE_SECONDS, self._close_idle)
        self._timer.daemon = True
        self._timer.start()

    def _close_idle(self) -> None:
        limit = time.monotonic() - _IDLE_SECONDS
        with self._lock:
            old = [process for since, process in self._idle if since <= limit]
            self._idle = [(since, process) for since, process in self._idle if since > limit]
            self._timer = None
            if self._idle:
                self._begin_timer()
        for process in old:
            process.close()


VERSION = __version__

# The files of both agents.
AgentFiles = tuple[Mapping[str, str], Mapping[str, str]]

# For all games on this worker, of all clients.
_CORES = Cores()
_PROCESSES = IdleProcesses()


def play_on_worker(plan: GamePlan, files: AgentFiles) -> PlayedGame:
    """Play a game when enough cores are free; its `place` is the name of the worker.

    The files of the agents must be the same here as those of the client.
    """
    for player, expected in zip((plan.a, plan.b), files, strict=True):
        _compare(player.description, expected, files_of(plan, player))
    return play_in(_PROCESSES, plan)


def play_in(
    processes: IdleProcesses, plan: GamePlan, *, one_core_a_game: bool = False
) -> PlayedGame:
    """Play a game in one of these processes when enough cores are free.

    With `one_core_a_game` it has one core, so that untrusted agents with many threads slow only
    themselves down.
    """
    with cores_taken(plan.threads) as (core, check):
        game = processes.play(plan, check, core if one_core_a_game else None)
    name = this_worker().name
    # Workers without a name have a number.
    return replace(game, place=name) if isinstance(name, str) else game


@contextmanager
def cores_taken(count: int) -> Iterator[tuple[int, Callable[[], None]]]:
    """Wait until cores of this worker are free, and use them in the block.

    Yields the number of one of them for `keep_to_core`, and what raises an error if the client has
    cancelled the task.
    """
    worker = this_worker()
    key, tasks = worker.get_current_task(), worker.state.tasks

    def check() -> None:
        task = tasks.get(key)
        if task is None or task.state == "cancelled":
            raise ClusterError("the task was cancelled")

    with _CORES.taken(count, of=worker.state.nthreads, on_poll=check) as core:
        yield os.getpid() + core, check


def this_worker() -> Any:
    """Return the worker of Dask that runs the current task."""
    # Only workers need the package, and every worker has it.
    return importlib.import_module("distributed").get_worker()


def files_of(plan: GamePlan, player: PlannedAgent) -> dict[str, str]:
    """Return the files of an agent on this machine, with their checksums."""
    return agent_files(player.description, plan.opening.size, plan.opening.rules)


def _compare(description: str, expected: Mapping[str, str], found: Mapping[str, str]) -> None:
    """Reject an agent whose files differ from those of the client."""
    # A program may have been compiled for this machine.
    is_program = read_description(description).kind.takes_command
    for name, digest in expected.items():
        if name not in found:
            raise InputError(f"agent {description!r}: {name} is not there")
        if found[name] != digest and not is_program:
            raise InputError(f"agent {description!r}: {name} is not the same")
