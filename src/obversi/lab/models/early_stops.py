"""Measurements that end early: R2's rule to stop, and its effect on a win rate."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from statistics import fmean, stdev

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi.errors import InputError
from obversi.records import Record

# The number of earlier estimates that R2's rule compares with.
R2_WINDOW = 20


@dataclass(frozen=True, slots=True)
class EarlyStops(Record):
    """Many measurements by R2's rule: the estimate and the number of games of each."""

    STORED = ("rule", "mean", "deviation", "mean_games", "measurements", "estimates", "games")

    rule: float
    estimates: tuple[float, ...]
    games: tuple[int, ...]

    @property
    def measurements(self) -> int:
        """The number of measurements."""
        return len(self.estimates)

    @property
    def mean(self) -> float | None:
        """The mean of the measurements, or None without one."""
        return fmean(self.estimates) if self.estimates else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the measurements, or None with fewer than two."""
        return stdev(self.estimates) if len(self.estimates) > 1 else None

    @property
    def mean_games(self) -> float | None:
        """The mean number of games of a measurement."""
        return fmean(self.games) if self.games else None

    def share_at_least(self, rate: float) -> float | None:
        """Return the share of measurements with this rate or more."""
        if not self.estimates:
            return None
        return sum(estimate >= rate for estimate in self.estimates) / len(self.estimates)


def early_stops(won: ArrayLike, rule: float) -> EarlyStops:
    """Divide games into measurements, each of which ends by R2's rule.

    `won` has 1 for a game that was won, and 0 for another one; a draw is not won. A last
    measurement that does not end is left out.

    >>> early_stops(50 * [1, 1, 1, 0], rule=0.01).games
    (42, 40, 40, 40)
    """
    return _divided(won, rule, stopping_game)


def small_step_stops(points: ArrayLike, rule: float) -> EarlyStops:
    """Divide games into measurements by another rule: steps that are small on average.

    A measurement ends when its running mean has moved by less than `rule` a game on average over
    its last 20 games. R2's report can be read in this way; its code has the other rule.

    >>> small_step_stops(100 * [1.0], rule=0.01).games
    (21, 21, 21, 21)
    """
    return _divided(points, rule, _small_step_game)


def stopping_game(won: ArrayLike, rule: float) -> int | None:
    """Return the number of games after which R2's rule ends a measurement, or None.

    R2 plays games in pairs, and looks at its estimate after each pair. It ends if the estimate
    differs from each of the last 20 estimates, one for each game, by `rule` or less on average. It
    does not end while all games were won.

    >>> stopping_game(30 * [0], rule=0.01), stopping_game(30 * [1], rule=0.01)
    (22, None)
    """
    estimates = _running_means(won)
    if len(estimates) <= R2_WINDOW:
        return None
    windows = np.lib.stride_tricks.sliding_window_view(estimates, R2_WINDOW + 1)
    last = windows[:, -1]
    apart = np.abs(windows[:, :-1] - last[:, None]).mean(axis=1)
    games = np.arange(R2_WINDOW + 1, len(estimates) + 1)
    ended = games[(apart <= rule) & (last != 1) & (games % 2 == 0)]
    return int(ended[0]) if len(ended) else None


def _small_step_game(points: ArrayLike, rule: float) -> int | None:
    steps = np.abs(np.diff(_running_means(points)))
    if len(steps) < R2_WINDOW:
        return None
    means = np.lib.stride_tricks.sliding_window_view(steps, R2_WINDOW).mean(axis=1)
    ended = np.flatnonzero(means < rule)
    return int(ended[0]) + R2_WINDOW + 1 if len(ended) else None


def _running_means(points: ArrayLike) -> NDArray[np.float64]:
    numbers = np.asarray(points, np.float64)
    return np.cumsum(numbers) / np.arange(1, len(numbers) + 1)


def _divided(
    points: ArrayLike, rule: float, stop: Callable[[ArrayLike, float], int | None]
) -> EarlyStops:
    if not (isfinite(rule) and rule > 0):
        raise InputError(f"R2's rule cannot be {rule!r}: expected a number above 0")
    rest = np.asarray(points, np.float64)
    estimates: list[float] = []
    games: list[int] = []
    while (count := _first_stop(rest, rule, stop)) is not None:
        estimates.append(float(rest[:count].mean()))
        games.append(count)
        rest = rest[count:]
    return EarlyStops(rule, tuple(estimates), tuple(games))


def _first_stop(
    points: NDArray[np.float64], rule: float, stop: Callable[[ArrayLike, float], int | None]
) -> int | None:
    """Try a few games first, because most measurements are short."""
    length = 1024
    while (found := stop(points[:length], rule)) is None and length < len(points):
        length *= 2
    return found
