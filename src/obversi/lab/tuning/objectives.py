"""Objectives: the numbers that a study optimises, and how they are measured."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from obversi.agents.core_agents import RandomAgent, SearchAgent
from obversi.arena.openings import random_openings, start_openings
from obversi.arena.statistics.elo import NORMAL_95
from obversi.arguments import suggestion
from obversi.errors import InputError
from obversi.lab.estimate import Estimate, mean, share
from obversi.lab.games import play_games
from obversi.lab.models.solved_trees import SolvedTrees, solve_trees
from obversi.lab.models.value_loss import loss_on
from obversi.lab.models.win_rate import stopping_game
from obversi.lab.tuning.space import Space, Vector
from obversi.rules import Rules, checked_rules

# How much is measured: for a candidate, a check, or a finalist.
Effort = Literal["candidate", "check", "final"]

# The probability that the worse end of a 95 % interval is too good.
_WRONG = 0.025


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The games of a measurement: candidates search `depth` plies.

    Both sides play the last `solved` empty squares perfectly.
    """

    size: int
    rules: Rules
    depth: int = 1
    solved: int = 0


class Objective(ABC):
    """Measures candidates.

    `unit` is the unit of a measurement, such as games, and `unit_of_candidates` the unit of the
    setting `games`. `larger` is true if more is better, and `worst` is the worst possible value.
    """

    name: str
    title: str
    unit: str
    unit_of_candidates: str
    larger: bool
    worst: float
    #: The default of the setting `games`.
    usual_games: int
    #: The effort of a check and of the final, as multiples of that of a candidate.
    check_times: int
    final_times: int
    #: Whether all generations have the same seed.
    one_seed = False
    #: Whether candidates play games, so that the depth of their search matters.
    plays = True

    @abstractmethod
    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Measure a candidate; everything random depends only on the seed.

        Candidates with the same seed meet the same random choices.
        """

    def effort(self, games: int, effort: Effort) -> int:
        """Return the number of games for an effort; `games` is the number for a candidate."""
        return (
            games * {"candidate": 1, "check": self.check_times, "final": self.final_times}[effort]
        )

    def fitness(self, value: float) -> float:
        """Return the value with the sign by which more is better."""
        return value if self.larger else -value

    def reaches(self, value: float, target: float) -> bool:
        """Whether a value is as good as a target."""
        return self.fitness(value) >= self.fitness(target)

    def surely_reaches(self, estimate: Estimate, target: float, look: int | None = None) -> bool:
        """Whether even the worse end of a 95 % interval reaches a target.

        A repeated test succeeds by luck at some time. With `look`, the number of the test from 1,
        the interval widens from test to test, so that all tests together have the error of one.
        """
        end = estimate.low if self.larger else estimate.high
        if look is not None:
            wider = -NormalDist().inv_cdf(_WRONG / (look * (look + 1))) / NORMAL_95
            end = estimate.value + wider * (end - estimate.value)
        return self.reaches(end, target)


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


# R2 stops if its estimate has changed by less than this, for its sixteen numbers and for its ten.
_RULE_OF_SIXTEEN = 0.01
_RULE = 0.001

# R2 has no limit, and would play for ever with a candidate that always wins.
_MOST_GAMES = 8192
_FIRST_GAMES = 512


class R2WinRateObjective(Objective):
    """The share of games won against a random agent, in as many games as R2's rule needs.

    R2 plays games in pairs, and stops if its estimate differs from each of the last 20 by 0.001 or
    less on average, 0.01 for its sixteen numbers. Candidates that win during the first games get
    fewer games, and so more luck.
    """

    name = "r2-win-rate"
    title = "win rate by R2's rule to stop"
    unit = "games"
    unit_of_candidates = "measurements"
    larger = True
    worst = 0.0
    usual_games = 1
    check_times = 10
    final_times = 40

    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Make this number of measurements, and return their mean."""
        found = [
            _until_stopped(space, vector, play, seed + number, threads) for number in range(games)
        ]
        if len(found) == 1:
            return found[0]
        count = sum(one.count for one in found)
        return replace(mean([one.value for one in found]), count=count)


def _until_stopped(
    space: Space, vector: Vector, play: PlaySettings, seed: int, threads: int
) -> Estimate:
    player = SearchAgent(space.evaluation(vector), depth=play.depth)
    start = start_openings(play.size, play.rules)
    rule = _RULE_OF_SIXTEEN if space.source == "r2" else _RULE
    options: Any = {"solved": play.solved, "seed": seed, "threads": threads}
    planned = _FIRST_GAMES
    while True:
        # They include the games of the round before, because game i depends only on the seed and i.
        won = play_games(player, RandomAgent(), planned, start, **options).margins > 0
        stop = stopping_game(won, rule)
        if stop is not None or planned >= _MOST_GAMES:
            return share(int(won[:stop].sum()), stop or planned)
        planned *= 4


# R2 changes four of the numbers, each up and down, and divides by the games of ten numbers.
_CHANGED = 4
_DIVISOR = 40


class R2NeighboursObjective(Objective):
    """R2's neighbour killing value: half, minus a fortieth for each game that is not won.

    Four numbers are drawn. Each is changed by a step up and a step down, and each neighbour is
    played from the start with both colours: 16 games at most, so that the value is from 0.10 to
    0.50. A draw is not won.
    """

    name = "r2-neighbours"
    title = "neighbour killing value of four numbers"
    unit = "games"
    unit_of_candidates = "draws of four numbers"
    larger = True
    worst = 0.5 - 4 * _CHANGED / _DIVISOR
    usual_games = 1
    check_times = 10
    final_times = 50

    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Draw four numbers this many times, and return the mean value."""
        random = Random(seed)
        player = SearchAgent(space.evaluation(vector), depth=play.depth)
        start = start_openings(play.size, play.rules)
        options: Any = {"solved": play.solved, "seed": seed, "threads": threads}
        lost: dict[int, list[int]] = {}
        values = []
        for _ in range(games):
            places = random.sample(range(len(space)), min(_CHANGED, len(space)))
            for place in places:
                if place in lost:
                    continue  # its games would be the same
                lost[place] = []
                for other in r2_neighbours(space, vector, place):
                    opponent = SearchAgent(space.evaluation(other, "neighbour"), depth=play.depth)
                    played = play_games(player, opponent, 2, start, **options)
                    lost[place].append(len(played) - played.wins)
            values.append(0.5 - sum(sum(lost[place]) for place in places) / _DIVISOR)
        return replace(mean(values), count=2 * sum(map(len, lost.values())))


def r2_neighbours(space: Space, vector: Vector, place: int) -> Iterator[Vector]:
    """Yield the vectors in which one number is a step smaller or larger, if its range allows it.

    A step is 1, as for R2's weights from -20 to 20, or a tenth of the range if that is less.
    """
    parameter = space.parameters[place]
    step = min(1.0, (parameter.high - parameter.low) / 10)
    for moved in (vector[place] - step, vector[place] + step):
        if parameter.low <= moved <= parameter.high:
            yield (*vector[:place], moved, *vector[place + 1 :])


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
