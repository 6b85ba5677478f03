"""The number of legal moves by round, counted in several ways, in batches of games."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from obversi.arena.bulk import BulkGames
from obversi.lab.games.round_batches import BATCH, round_batches
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Watch

__all__ = ["COUNTS", "measure_breadth", "middle_rounds", "share_as_far"]

Numbers = NDArray[np.float64]

# How positions are counted, by the names of `_breadths` and `_means`.
COUNTS: Final = {
    "all": "a pass is a position with 0 moves, as in R2's program",
    "no passes": "passes are left out",
    "ends too": "the end of a game is one more position with 0 moves",
    "even": "only even rounds, in which mostly black moves",
    "odd": "only odd rounds, in which mostly white moves",
}


def measure_breadth(
    settings: Settings, rules: str, player: str, games: int, watch: Watch
) -> Measured:
    """Let a player meet a random chooser in batches of games, and count their moves."""
    size = settings.size
    batches = list(round_batches(settings, rules, player, "random", games, watch))
    counted = [_breadths(played) for played in batches]
    tables = np.array([one["all"] for one in counted])
    by_round, spread = _mean_and_spread(tables)
    return {
        "games": len(batches[0]),
        "whole": _means(counted, 4, size * size - 1),
        "middle": _means(counted, *middle_rounds(size)),
        "passes": [int(played.rounds.passes.sum()) for played in batches],
        "last passes": [int(played.rounds.passes[size * size - 1]) for played in batches],
        "by round": [None if np.isnan(value) else value for value in by_round.tolist()],
        "spread": spread.tolist(),
        "distances": [_distance(table, by_round, spread) for table in tables],
    }


def _breadths(played: BulkGames) -> dict[str, Numbers]:
    """Return the mean number of moves by round, counted in three ways."""
    rounds, ended = played.rounds, np.bincount(played.discs, minlength=65)
    positions = {
        "all": rounds.positions,
        "no passes": rounds.positions - rounds.passes,
        "ends too": rounds.positions + ended,
    }
    return {
        way: np.divide(rounds.moves, count, out=np.full(65, np.nan), where=count > 0)
        for way, count in positions.items()
    }


def _means(counted: list[dict[str, Numbers]], first: int, last: int) -> dict[str, list[float]]:
    """Return each batch's means over some rounds; those that no game came to do not count."""
    means = {
        way: [float(np.nanmean(one[way][first : last + 1])) for one in counted]
        for way in counted[0]
    }
    for start, name in ((first + first % 2, "even"), (first + (first + 1) % 2, "odd")):
        means[name] = [float(np.nanmean(one["all"][start : last + 1 : 2])) for one in counted]
    return means


def _mean_and_spread(tables: Numbers) -> tuple[Numbers, Numbers]:
    """Return the mean of each round over the batches, and the standard deviation of one batch."""
    known = ~np.isnan(tables)
    counts = known.sum(axis=0)
    by_round, squares = np.full(tables.shape[1], np.nan), np.zeros(tables.shape[1])
    np.divide(np.where(known, tables, 0).sum(axis=0), counts, out=by_round, where=counts > 0)
    apart = np.where(known, tables - by_round, 0) ** 2
    np.divide(apart.sum(axis=0), counts - 1, out=squares, where=counts > 1)
    return by_round, np.sqrt(squares)


def _distance(table: Numbers, by_round: Numbers, spread: Numbers) -> float:
    """Return how far a table is from the means: squared standard deviations, mean over rounds."""
    known = (spread > 0) & ~np.isnan(table)
    return float((((table - by_round)[known] / spread[known]) ** 2).mean()) if known.any() else 0.0


def middle_rounds(size: int) -> tuple[int, int]:
    """Return the first and the last round of the middle game, which R2 takes to be 25 and 52."""
    return 25 * size**2 // 64, 52 * size**2 // 64


def share_as_far(one: Measured, table: Numbers) -> float | None:
    """Return which share of batches is as far from the means as a table of forty games is.

    Distances are taken round by round, in standard deviations of such batches. It is None if the
    batches are smaller.
    """
    if one["games"] != BATCH:
        return None
    by_round = np.array([np.nan if value is None else value for value in one["by round"]])
    far = _distance(table, by_round, np.array(one["spread"]))
    return float(np.mean(np.array(one["distances"]) >= far))
