"""The positions that weights are learned from, out of the games of several generations."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.formats.problems import OnProblem, raise_problem
from obversi.machine import core_count
from obversi.training.games import GAME, GameData
from obversi.training.positions import EXACT, Positions

__all__ = ["gather_positions"]


def gather_positions(
    whole: Sequence[GameData],
    exact_only: Sequence[GameData] = (),
    *,
    most: int,
    seed: int = 0,
    threads: int | None = None,
    on_problem: OnProblem = raise_problem,
    on_progress: Callable[[int, int], None] | None = None,
) -> Positions:
    """Return the different positions of games, of some only those whose margin is exact.

    How weak players went on tells little of a position, but a solved margin never becomes wrong.
    If there are more than `most` positions, chance takes that many of them. A damaged file is left
    out if `on_problem` does not raise. `on_progress` hears how many of how many files are read.
    """
    workers = core_count() if threads is None else threads

    def parts() -> Iterator[dict[str, NDArray[Any]]]:
        sources = [(data, False) for data in whole] + [(data, True) for data in exact_only]
        total = sum(len(data.shards(lambda _problem: None)) for data, _ in sources)
        done = 0
        for data, only_exact in sources:
            for games in data.parts(on_problem):
                rows = games.view(np.uint8).reshape(-1, GAME.itemsize)
                found = _core.expand_games(rows, data.size, data.rules == "reversed", workers)
                if only_exact:
                    kept = found["source"] == EXACT
                    found = {name: column[kept] for name, column in found.items()}
                yield found
                done += 1
                if on_progress is not None:
                    on_progress(done, total)

    positions = Positions.of_columns(parts(), workers)
    if len(positions) <= most:
        return positions
    chosen = np.random.default_rng(seed & (1 << 64) - 1).permutation(len(positions))[:most]
    return positions[np.sort(chosen)]
