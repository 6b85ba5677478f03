"""R2's first performance model: everyone plays everyone, and who beats whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, factorial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from obversi.arena.bulk import play_bulk
from obversi.arena.openings import Openings, random_openings
from obversi.arena.statistics.elo import Pentanomial, mean_score, score_interval, superiority
from obversi.errors import ObversiError
from obversi.figures import style
from obversi.lab.estimate import Estimate
from obversi.lab.models.cycles import shortest_cycles
from obversi.lab.step import Watch
from obversi.numbers import whole_number
from obversi.size import checked_size

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Cycle", "Encounter", "RoundRobin", "encounter", "round_robin"]


@dataclass(frozen=True, slots=True)
class Encounter:
    """The games of two agents, as pairs of games by the points of A."""

    a: str
    b: str
    pairs: Pentanomial

    @property
    def score(self) -> Estimate:
        """The points of A a game, from 0 to 1."""
        low, high = score_interval(self.pairs)
        return Estimate(mean_score(self.pairs), low, high, 2 * sum(self.pairs))

    @property
    def superiority(self) -> float:
        """The likelihood that A is the stronger one, from 0 to 1."""
        return superiority(self.pairs)

    def reversed(self) -> "Encounter":
        """Return the same games seen by B."""
        none, half, one, more, two = self.pairs
        return Encounter(self.b, self.a, (two, more, one, half, none))


@dataclass(frozen=True, slots=True)
class Cycle:
    """Agents of which each beats the next, and the last the first.

    `weakest` is the lowest of its scores. `doubt` bounds the chance that luck alone makes such a
    cycle anywhere among the agents, from 0 to 1: that of its weakest step, times the number of
    cycles of that length that there could have been.
    """

    agents: tuple[str, ...]
    scores: tuple[Estimate, ...]
    doubt: float

    @property
    def is_sure(self) -> bool:
        """Whether luck makes such a one 1 time in 20 or less."""
        return self.doubt <= 0.05

    @property
    def weakest(self) -> Estimate:
        """The lowest score."""
        return min(self.scores, key=lambda score: score.value)

    def __str__(self) -> str:
        """Tell it in words."""
        return " beats ".join((*self.agents, self.agents[0]))

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "agents": list(self.agents),
            "scores": [score.to_object() for score in self.scores],
            "is_sure": self.is_sure,
            "doubt": self.doubt,
        }


@dataclass(frozen=True)
class RoundRobin:
    """Games of every agent against every other, the same number with either colour."""

    rules: str
    size: int
    agents: tuple[str, ...]
    encounters: tuple[Encounter, ...]

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """The points a game of each agent (row) against each other one (column); ½ with itself."""
        table = np.full((len(self.agents), len(self.agents)), 0.5)
        for one in self.encounters:
            a, b = self.agents.index(one.a), self.agents.index(one.b)
            table[a, b] = mean_score(one.pairs)
            table[b, a] = 1 - table[a, b]
        return table

    @property
    def points(self) -> dict[str, float]:
        """The points a game of each agent against all others, the best first."""
        others = max(1, len(self.agents) - 1)
        means = (self.scores.sum(axis=1) - 0.5) / others
        order = np.argsort(-means, kind="stable")
        return {self.agents[place]: float(means[place]) for place in order}

    def encounter(self, a: str, b: str) -> Encounter:
        """Return the games of two agents, seen by the first."""
        for one in self.encounters:
            if (one.a, one.b) == (a, b):
                return one
            if (one.a, one.b) == (b, a):
                return one.reversed()
        raise ObversiError(f"{a!r} and {b!r} have not met")

    def beats(self, a: str, b: str) -> bool:
        """Say whether A beats B as R2 defines it: at least half of the points."""
        return mean_score(self.encounter(a, b).pairs) >= 0.5

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """The shortest cycles, those that are surest first; equal agents make none.

        R2 calls it beating even if all points are shared, so that two equal agents beat each other.
        """
        found = shortest_cycles(self.scores > 0.5)
        return tuple(sorted(map(self._cycle, found), key=lambda one: (one.doubt, -one.weakest.low)))

    def _cycle(self, places: Sequence[int]) -> Cycle:
        names = [self.agents[place] for place in places]
        steps = [self.encounter(a, b) for a, b in zip(names, [*names[1:], names[0]], strict=True)]
        # A cycle is no luck only if no step of it is: the weakest decides.
        possible = comb(len(self.agents), len(names)) * factorial(len(names) - 1)
        doubt = max(1 - step.superiority for step in steps)
        return Cycle(tuple(names), tuple(step.score for step in steps), min(1.0, possible * doubt))

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "rules": self.rules,
            "size": self.size,
            "agents": list(self.agents),
            "points": self.points,
            "encounters": [
                {
                    "a": one.a,
                    "b": one.b,
                    "pairs": list(one.pairs),
                    "score": one.score.to_object(),
                    "superiority": one.superiority,
                }
                for one in self.encounters
            ],
            "cycles": [cycle.to_object() for cycle in self.cycles],
        }

    def draw(self) -> "Figure":
        """Draw who beats whom, and the table of scores, by Matplotlib."""
        from obversi.lab.models.round_robin_figure import draw_round_robin

        with style():
            return draw_round_robin(self)


def round_robin(
    agents: Sequence[str],
    games: int = 200,
    *,
    size: int = 8,
    rules: str = "normal",
    plies: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> RoundRobin:
    """Let every pair of agents play so many games, the same openings for all, colours swapped.

    Openings are random, of so many plies: as many as the board has squares along an edge, if
    nothing is said. No two are alike, so that on a small board there may be fewer games. With
    `plies` 0 all games begin from the start, as R2's do: agents without chance then play the same
    two games again and again, so that 2 are enough.

    >>> table = round_robin(["greedy", "random", "positional:depth=1"], 100, size=6)
    >>> len(table.encounters), table.beats("positional:depth=1", "random")
    (3, True)
    """
    names = list(agents)
    if len(names) < 2:
        raise ObversiError("a round robin needs two agents or more")
    if twice := [name for name in names if names.count(name) > 1]:
        raise ObversiError(f"{twice[0]!r} is there twice: everyone plays everyone else once")
    met = list(combinations(names, 2))

    def part(number: int) -> Watch | None:
        return None if watch is None else lambda done: watch((number + done) / len(met))

    encounters = tuple(
        encounter(
            *(a, b, games),
            size=size,
            rules=rules,
            plies=plies,
            seed=seed,
            threads=threads,
            watch=part(number),
        )
        for number, (a, b) in enumerate(met)
    )
    return RoundRobin(rules, size, tuple(names), encounters)


def encounter(
    a: str,
    b: str,
    games: int = 200,
    *,
    size: int = 8,
    rules: str = "normal",
    plies: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Encounter:
    """Let two agents play so many games, as in a round robin."""
    pairs = (whole_number(games, "the number of games", 1) + 1) // 2
    openings = _openings(pairs, size, rules, checked_size(size) if plies is None else plies, seed)
    if plies != 0:
        pairs = len(openings.boards)
    played = play_bulk(
        *(a, b, 2 * pairs),
        size=size,
        rules=rules,
        openings=openings,
        seed=seed,
        threads=threads,
        on_progress=None if watch is None else lambda *ended: watch(sum(ended) / (2 * pairs)),
    )
    if played.failures:
        failure = played.failures[0]
        name = a if failure.agent == "a" else b
        raise ObversiError(f"{name} failed against {b if name == a else a}: {failure.reason}")
    strength = played.strength()
    assert strength is not None  # all pairs are whole
    return Encounter(a, b, strength.pairs)


@lru_cache(maxsize=4)
def _openings(pairs: int, size: int, rules: str, plies: int, seed: int) -> Openings:
    """Return the openings that all pairs of agents play; they take a while to find."""
    return random_openings(pairs, size=size, rules=rules, plies=plies, seed=seed)
