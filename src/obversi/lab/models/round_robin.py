"""R2's first performance model: a round robin, and which agent beats which."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, cos, factorial, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.arena.openings import Openings, random_openings
from obversi.arena.statistics.elo import Pentanomial, mean_score, score_interval, superiority
from obversi.arguments import chosen_seed, whole_number
from obversi.errors import InputError
from obversi.figures import GREY, RULES, new_figure, style
from obversi.lab.drawing import Axes, Figure, score_map
from obversi.lab.estimate import Estimate
from obversi.lab.games import play_games
from obversi.lab.steps import Watch, part_of
from obversi.records import Record
from obversi.rules import Rules
from obversi.size import checked_size

Relation = NDArray[np.bool_]


def components(beats: Relation) -> list[list[int]]:
    """Return the groups of two or more in which each member beats each other, directly or not.

    >>> components(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], bool))
    [[0, 1, 2]]
    """
    from scipy.sparse.csgraph import connected_components

    count, labels = connected_components(beats, directed=True, connection="strong")
    groups = [np.flatnonzero(labels == label).tolist() for label in range(count)]
    return sorted(group for group in groups if len(group) > 1)


def shortest_cycles(beats: Relation) -> list[tuple[int, ...]]:
    """Return the shortest cycles through each step of the relation that is on a cycle.

    Each cycle occurs once and begins with its smallest member; the shortest come first. Without
    draws all of them have three members.
    """
    found = set()
    for group in components(beats):
        for winner in group:
            for loser in np.flatnonzero(beats[winner]):
                for path in _shortest_paths(beats, int(loser), winner):
                    begin = path.index(min(path))
                    found.add((*path[begin:], *path[:begin]))
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def _shortest_paths(beats: Relation, begin: int, end: int) -> Iterator[tuple[int, ...]]:
    """Yield the shortest paths from one member to another."""
    ways: deque[tuple[int, ...]] = deque([(begin,)])
    length = None
    seen = {begin: 1}
    while ways:
        way = ways.popleft()
        if length is not None and len(way) >= length:
            return
        for place in np.flatnonzero(beats[way[-1]]).tolist():
            if place == end:
                length = len(way) + 1
                yield (*way, end)
            elif seen.setdefault(place, len(way) + 1) == len(way) + 1:
                ways.append((*way, place))


@dataclass(frozen=True, slots=True)
class Encounter(Record):
    """The games of two agents, as pairs of games by the points of A."""

    STORED = ("a", "b", "pairs", "score", "superiority")

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
class Cycle(Record):
    """Agents in a circle: each beats the next, and the last beats the first.

    `weakest` is the lowest of its scores. `doubt` bounds the probability that such a cycle occurs
    by luck anywhere among the agents, from 0 to 1: that of its weakest step, times the number of
    possible cycles of this length.
    """

    STORED = ("agents", "scores", "is_sure", "doubt")

    agents: tuple[str, ...]
    scores: tuple[Estimate, ...]
    doubt: float

    @property
    def is_sure(self) -> bool:
        """Whether luck explains such a cycle 1 time in 20 or less."""
        return self.doubt <= 0.05

    @property
    def weakest(self) -> Estimate:
        """The lowest score."""
        return min(self.scores, key=lambda score: score.value)

    def __str__(self) -> str:
        """Return it in words."""
        return " beats ".join((*self.agents, self.agents[0]))


@dataclass(frozen=True)
class RoundRobin(Record):
    """Games of every agent against every other, the same number with either colour."""

    STORED = ("rules", "size", "agents", "points", "encounters", "cycles")

    rules: Rules
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
        raise InputError(f"{a!r} and {b!r} have not met")

    def beats(self, a: str, b: str) -> bool:
        """Return whether A beats B as R2 defines it: at least half of the points."""
        return mean_score(self.encounter(a, b).pairs) >= 0.5

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """The shortest cycles, the surest first; equal agents form none.

        In R2 an agent beats another even with exactly half of the points, so two equal agents beat
        each other.
        """
        found = shortest_cycles(self.scores > 0.5)
        return tuple(sorted(map(self._cycle, found), key=lambda one: (one.doubt, -one.weakest.low)))

    def _cycle(self, places: Sequence[int]) -> Cycle:
        names = [self.agents[place] for place in places]
        steps = [self.encounter(a, b) for a, b in zip(names, [*names[1:], names[0]], strict=True)]
        # A cycle may be luck if one of its steps may be, so the weakest step decides.
        possible = comb(len(self.agents), len(names)) * factorial(len(names) - 1)
        doubt = max(1 - step.superiority for step in steps)
        return Cycle(tuple(names), tuple(step.score for step in steps), min(1.0, possible * doubt))

    def draw(self) -> Figure:
        """Draw the beating relation and the table of scores with Matplotlib."""
        with style():
            return draw_round_robin(self)


def round_robin(
    agents: Sequence[str],
    games: int = 200,
    *,
    size: int = 8,
    rules: Rules = "normal",
    watch: Watch | None = None,
    **options: Any,
) -> RoundRobin:
    """Let every pair of agents play the same number of games, the same openings, colours swapped.

    The other options are those of `encounter`.

    >>> table = round_robin(["greedy", "random", "positional:depth=1"], 100, size=6)
    >>> len(table.encounters), table.beats("positional:depth=1", "random")
    (3, True)
    """
    names = list(agents)
    if len(names) < 2:
        raise InputError("a round robin needs two agents or more")
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"{twice[0]!r} is there twice: each agent plays each other one once")
    met = list(combinations(names, 2))
    encounters = tuple(
        encounter(
            *(a, b, games),
            size=size,
            rules=rules,
            watch=part_of(watch, number, len(met)),
            **options,
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
    rules: Rules = "normal",
    plies: int | None = None,
    seed: int | None = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Encounter:
    """Let two agents play each other, as in a round robin.

    Openings are random, by default with as many plies as the board has squares along an edge. They
    are all different, so on a small board there may be fewer games. With `plies` 0 all games begin
    from the start, as in R2. Agents without randomness then repeat the same two games, so 2 are
    enough.
    """
    chosen = chosen_seed(seed)
    pairs = (whole_number(games, "the number of games", 1) + 1) // 2
    openings = _openings(pairs, size, rules, checked_size(size) if plies is None else plies, chosen)
    if plies != 0:
        pairs = len(openings.boards)
    played = play_games(a, b, 2 * pairs, openings, watch, seed=chosen, threads=threads)
    strength = played.strength()
    assert strength is not None  # all pairs are complete
    return Encounter(a, b, strength.pairs)


@lru_cache(maxsize=4)
def _openings(pairs: int, size: int, rules: Rules, plies: int, seed: int) -> Openings:
    """Return the openings that all pairs of agents play; they take a while to find."""
    return random_openings(pairs, size=size, rules=rules, plies=plies, seed=seed)


_CYCLES_SHOWN = 3


def draw_round_robin(table: RoundRobin) -> Figure:
    """Draw the beating relation as arrows with its cycles marked, and the table of scores."""
    figure, axes = new_figure(1, 2, height=4.2, width=9.0)
    graph_panel(axes[0, 0], table)
    score_panel(axes[0, 1], table)
    return figure


def graph_panel(axes: Axes, table: RoundRobin) -> None:
    """Draw agents clockwise on a circle, the best at the top, with arrows to those they beat.

    The surest cycles have the colour of the rules; dashed arrows are not sure.
    """
    names = list(table.points)
    places = {
        name: (sin(2 * pi * number / len(names)), cos(2 * pi * number / len(names)))
        for number, name in enumerate(names)
    }
    sure = tuple(cycle for cycle in table.cycles[:_CYCLES_SHOWN] if cycle.is_sure)
    marked = _steps(sure or table.cycles[:1])
    for one in table.encounters:
        for seen in (one, one.reversed()):
            if seen.score.value > 0.5:
                in_cycle = (seen.a, seen.b) in marked
                axes.annotate(
                    "",
                    places[seen.b],
                    places[seen.a],
                    arrowprops={
                        "arrowstyle": "-|>",
                        "color": RULES[table.rules] if in_cycle else GREY,
                        "alpha": 1.0 if in_cycle else 0.3,
                        "linewidth": 2.0 if in_cycle else 0.7,
                        "linestyle": "-" if seen.score.low > 0.5 else ":",
                        "shrinkA": 6,
                        "shrinkB": 6,
                    },
                )
    for name, (x, y) in places.items():
        in_cycle = any(name in step for step in marked)
        axes.plot(x, y, "o", color=RULES[table.rules] if in_cycle else GREY)
        side = "left" if x > 0.2 else "right" if x < -0.2 else "center"
        level = "bottom" if y > 0.9 else "top" if y < -0.9 else "center"
        axes.text(1.1 * x, 1.1 * y, name, ha=side, va=level, fontsize=8)
    axes.set_xlim(-1.9, 1.9)
    axes.set_ylim(-1.25, 1.25)
    axes.set_axis_off()
    axes.set_title(f"Who beats whom, {table.rules} rules: {_cycles_text(table)}")


def score_panel(axes: Axes, table: RoundRobin) -> None:
    """Draw the points, of 100, of each agent (line) against each other one (column)."""
    names = list(table.points)
    order = [table.agents.index(name) for name in names]
    scores = table.scores[order][:, order]
    points = np.where(np.eye(len(names), dtype=bool), np.nan, 100 * scores)
    score_map(axes, points, names, names)
    axes.tick_params(labelsize=7.5)
    for label in axes.get_xticklabels():
        label.set(rotation=40, ha="right", rotation_mode="anchor")
    games = table.encounters[0].score.count
    axes.set_title(f"Points of the line in 100 games ({games:,} played)")


def _steps(cycles: tuple[Cycle, ...]) -> set[tuple[str, str]]:
    return {
        step
        for cycle in cycles
        for step in zip(cycle.agents, (*cycle.agents[1:], cycle.agents[0]), strict=True)
    }


def _cycles_text(table: RoundRobin) -> str:
    sure = sum(cycle.is_sure for cycle in table.cycles)
    if not table.cycles:
        return "no cycle"
    return f"{len(table.cycles)} cycle{'' if len(table.cycles) == 1 else 's'}, {sure} sure"
