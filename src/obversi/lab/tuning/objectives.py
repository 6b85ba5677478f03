"""Objectives: the numbers that a study optimises, and how they are measured."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from obversi.agents.core_agents import RandomAgent, SearchAgent
from obversi.arena.openings import random_openings, start_openings
from obversi.arguments import suggestion
from obversi.errors import InputError
from obversi.lab.estimate import Estimate, mean, share
from obversi.lab.games import play_games
from obversi.lab.models.solved_trees import SolvedTrees, solve_trees
from obversi.lab.models.value_loss import loss_on
from obversi.lab.tuning.objective import Objective, PlaySettings
from obversi.lab.tuning.r2_objectives import R2NeighboursObjective, R2WinRateObjective
from obversi.lab.tuning.space import Space, Vector
from obversi.rules import Rules, checked_rules


class WinRateObjective(Objective):
    """The share of games won against a random agent, half of them as black; a draw is not won.

    `obversi.lab.models.win_rate` counts the same wins and more; a search needs only these.
    """

    name = "win-rate"
    title = "win rate against a random agent"
    unit = unit_of_candidates = "games"
    larger = True
    worst = 0.0
    usual_games = 250
    check_times = 16
    final_times = 40

    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Play games; the random moves of game i are the same for all candidates."""
        player = SearchAgent(space.evaluation(vector), depth=play.depth)
        start = start_openings(play.size, play.rules)
        options: Any = {"solved": play.solved, "seed": seed, "threads": threads}
        played = play_games(player, RandomAgent(), games, start, **options)
        return share(played.wins, len(played))


# The length of a step, as a share of a range.
_STEP = 0.1


class NeighboursObjective(Objective):
    """The mean score against all neighbours, minus one half.

    It plays each neighbour with both colours. Two games, as in R2, begin at the start position and
    have no randomness; more games begin from random openings. R2's own value, `r2-neighbours`,
    plays fewer neighbours.
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
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Play this number of games against each neighbour, at least two."""
        player = SearchAgent(space.evaluation(vector), depth=play.depth)
        near = list(neighbours(space, vector))
        pairs = max(1, games // 2)
        openings = random_openings(
            pairs, size=play.size, rules=play.rules, plies=0 if pairs == 1 else None, seed=seed
        )
        scores = []
        options: Any = {"solved": play.solved, "seed": seed, "threads": threads}
        for other in near:
            opponent = SearchAgent(space.evaluation(other, "neighbour"), depth=play.depth)
            played = play_games(player, opponent, 2 * pairs, openings, **options)
            scores.append((np.sign(played.margins).mean() + 1) / 2 - 0.5)
        return replace(mean(scores), count=2 * pairs * len(near))


def neighbours(space: Space, vector: Vector) -> Iterator[Vector]:
    """Yield the vectors that differ in one number, by a tenth of its range up or down.

    A step beyond the end of a range ends there, or is left out if it changes nothing.
    """
    for place, parameter in enumerate(space.parameters):
        for step in (-_STEP, _STEP):
            moved = vector[place] + step * (parameter.high - parameter.low)
            inside = min(max(moved, parameter.low), parameter.high)
            if inside != vector[place]:
                yield (*vector[:place], inside, *vector[place + 1 :])


_PLIES = 2


class ValueLossObjective(Objective):
    """R2's structural minimax value loss, with the best scale for each candidate.

    All generations are measured on the same positions, because these must be solved first.
    """

    name = "value-loss"
    title = "value loss"
    unit = unit_of_candidates = "positions"
    larger = False
    worst = 4.0
    usual_games = 200
    check_times = 4
    final_times = 10
    one_seed = True
    plays = False

    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Compare evaluations with exact values in this number of trees."""
        trees = _trees(games, play.size, checked_rules(play.rules), seed, threads)
        return loss_on(trees, space.evaluation(vector), threads=threads).fitted


@lru_cache(maxsize=4)
def _trees(roots: int, size: int, rules: Rules, seed: int, threads: int) -> SolvedTrees:
    return solve_trees(
        roots, plies=_PLIES, size=size, rules=checked_rules(rules), seed=seed, threads=threads
    )


OBJECTIVES: Mapping[str, Objective] = MappingProxyType(
    {
        each.name: each
        for each in (
            WinRateObjective(),
            NeighboursObjective(),
            ValueLossObjective(),
            R2WinRateObjective(),
            R2NeighboursObjective(),
        )
    }
)


def objective(name: str) -> Objective:
    """Return the objective of this name; a misspelt one is an error that suggests another."""
    if name not in OBJECTIVES:
        raise InputError(f"there is no objective {name!r}: {suggestion(name, OBJECTIVES)}")
    return OBJECTIVES[name]
