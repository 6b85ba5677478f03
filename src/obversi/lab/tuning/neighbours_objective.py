"""R2's neighbour killing value: how a candidate does against those that are one step away."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from obversi.agents.search_agent import SearchAgent
from obversi.arena.openings import random_openings
from obversi.lab.estimate import Estimate, mean
from obversi.lab.tuning.objective import Objective, Way
from obversi.lab.tuning.playing import play_games
from obversi.lab.tuning.space import Space, Vector

__all__ = ["NeighboursObjective", "neighbours"]

# How long a step is, as a share of a range.
_STEP: Final = 0.1


class NeighboursObjective(Objective):
    """The points a game against all neighbours minus one half: from -0.5 to 0.5, the best.

    Each neighbour is met with both colours. Two games for each, as R2 had it, begin at the start,
    and all is certain; more begin from random openings, as those of a check do.
    """

    name = "neighbours"
    title = "neighbour killing value"
    unit = "games"
    unit_of_candidates = "games a neighbour"
    larger = True
    worst = -0.5
    usual_games = 2
    check_times = 10
    final_times = 50

    def measure(
        self, space: Space, vector: Vector, way: Way, games: int, seed: int, threads: int
    ) -> Estimate:
        """Play so many games against each neighbour, two at least."""
        player = SearchAgent(space.evaluation(vector), depth=way.depth)
        near = list(neighbours(space, vector))
        pairs = max(1, games // 2)
        openings = random_openings(
            pairs, size=way.size, rules=way.rules, plies=0 if pairs == 1 else None, seed=seed
        )
        scores = []
        for other in near:
            opponent = SearchAgent(space.evaluation(other, "neighbour"), depth=way.depth)
            played = play_games(player, opponent, 2 * pairs, way, openings, seed, threads)
            scores.append((np.sign(played.margins).mean() + 1) / 2 - 0.5)
        found = mean(scores)
        return Estimate(found.value, found.low, found.high, 2 * pairs * len(near))


def neighbours(space: Space, vector: Vector) -> Iterator[Vector]:
    """Go through the vectors that differ in one number, by a tenth of its range up or down.

    A step beyond the end of a range goes to that end, or is left out if it leads nowhere.
    """
    for place, parameter in enumerate(space.parameters):
        for step in (-_STEP, _STEP):
            moved = vector[place] + step * (parameter.high - parameter.low)
            inside = min(max(moved, parameter.low), parameter.high)
            if inside != vector[place]:
                yield (*vector[:place], inside, *vector[place + 1 :])
