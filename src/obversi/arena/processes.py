"""Games in processes of their own, several at a time."""

import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from obversi.arena.game import GamePlan, PlayedGame, play_planned
from obversi.arena.interrupts import interrupts_ignored
from obversi.errors import ObversiError

__all__ = ["play_in_processes"]


def play_in_processes(plans: Iterable[GamePlan], concurrency: int) -> Iterator[PlayedGame]:
    """Hand out games in the order in which they end; leaving early ends those still played."""
    waiting = iter(plans)
    workers: list[_Worker] = []
    try:
        for plan in islice(waiting, concurrency):
            workers.append(_Worker())
            workers[-1].play(plan)
        while busy := [worker for worker in workers if worker.plan]:
            ready = wait([worker.connection for worker in busy])
            for worker in busy:
                if worker.connection in ready:
                    game = worker.game()
                    worker.play(next(waiting, None))
                    yield game
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that plays a game whenever it gets one."""

    def __init__(self) -> None:
        # A forked process would have the locks of threads that it does not have.
        context = multiprocessing.get_context("spawn")
        self.connection, other_end = context.Pipe()
        self.plan: GamePlan | None = None
        self._process: SpawnProcess = context.Process(target=_work, args=(other_end,), daemon=True)
        with interrupts_ignored():
            self._process.start()
        other_end.close()  # so that the end of the process is noticed here

    def play(self, plan: GamePlan | None) -> None:
        """Give it a game to play; None leaves it idle."""
        self.plan = plan
        if plan is not None:
            self.connection.send(plan)

    def game(self) -> PlayedGame:
        """Return the game when it is played."""
        try:
            game = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            number, status = self.plan.number if self.plan else 0, self._process.exitcode
            raise ObversiError(
                f"the process that played game {number} ended by itself, with status {status}"
            ) from None
        assert isinstance(game, PlayedGame)
        return game

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Without a parent there is nobody left to play for.
    with suppress(EOFError, OSError):
        while True:
            connection.send(play_planned(connection.recv()))
