"""How fast the core is on this machine."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random

from obversi import batch
from obversi.board import Board
from obversi.machine import core_count
from obversi.perft import perft

__all__ = ["Speed", "Task", "measure", "tasks"]

_PERFT_DEPTH = 10
_GAMES_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Task:
    """Work to be measured: `run` does a portion of it and returns how much that was."""

    work: str
    unit: str
    threads: int
    run: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Speed:
    """How much of a task was done in how many seconds."""

    task: Task
    amount: int
    seconds: float

    @property
    def per_second(self) -> float:
        """What was done in one second."""
        return self.amount / self.seconds


def tasks() -> list[Task]:
    """Return the work by which the core is measured."""
    cores, start, random = core_count(), Board(), Random(0)
    return [
        Task(f"perft {_PERFT_DEPTH}", "leaves", 1, lambda: perft(start, _PERFT_DEPTH)),
        _playouts(1),
        *([_playouts(cores)] if cores > 1 else []),
        Task("random games move by move", "moves", 1, lambda: _play_randomly(random)),
    ]


def measure(task: Task, seconds: float) -> Speed:
    """Do portions of a task, at least one, until the time is over."""
    begin = time.perf_counter()
    amount, elapsed = 0, 0.0
    while elapsed < seconds:
        amount += task.run()
        elapsed = time.perf_counter() - begin
    return Speed(task, amount, elapsed)


def _playouts(threads: int) -> Task:
    positions, seeds = batch.starts(_GAMES_AT_ONCE), count()

    def run() -> int:
        batch.random_playouts(positions, seed=next(seeds), threads=threads)
        return len(positions)

    return Task("random games in one call", "games", threads, run)


def _play_randomly(random: Random) -> int:
    board = Board()
    while moves := board.legal_moves:
        board.push(random.choice(moves))
    return board.ply
