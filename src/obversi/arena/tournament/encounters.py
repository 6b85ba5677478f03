"""Who meets whom, in each form of a tournament."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

__all__ = ["Encounter", "gauntlet", "neighbours", "race_round", "round_robin", "swiss_round"]

# Two agents, by their places among the agents.
Encounter = tuple[int, int]

# Those who are further apart would tell little by their games: one of them wins nearly all.
_FARTHEST_NEIGHBOUR: Final = 4

# After so many attempts to find a round without second meetings, or with few, more are allowed.
_MOST_ATTEMPTS: Final = 20_000


def round_robin(agents: int) -> list[Encounter]:
    """Let everyone meet everyone."""
    return list(combinations(range(agents), 2))


def gauntlet(agents: int) -> list[Encounter]:
    """Let the first agent meet each of the others."""
    return [(0, other) for other in range(1, agents)]


def neighbours(agents: int) -> list[Encounter]:
    """Let everyone meet the four before it and the four after it, in the order given."""
    return [(a, b) for a, b in round_robin(agents) if b - a <= _FARTHEST_NEIGHBOUR]


def race_round(order: Sequence[int]) -> list[Encounter]:
    """Let everyone meet the one just ahead of it in the order so far.

    >>> race_round([2, 0, 1])
    [(2, 0), (0, 1)]
    """
    return list(pairwise(order))


def swiss_round(
    points: Sequence[float], met: Mapping[frozenset[int], int], rested: set[int]
) -> tuple[list[Encounter], int | None]:
    """Return the encounters of the next round of a Swiss tournament, and who rests in it.

    Agents meet others with as many points as possible that they have met less often than others;
    `met` counts the encounters so far. If the number of agents is odd, the last one that has not
    rested rests, and gets the points of a victory.
    """
    order = sorted(range(len(points)), key=lambda agent: (-points[agent], agent))
    resting = None
    if len(order) % 2:
        resting = next((agent for agent in reversed(order) if agent not in rested), order[-1])
        order.remove(resting)
    least = min(met.get(frozenset(two), 0) for two in combinations(order, 2))
    again = {two for two, times in met.items() if times > least}
    for repeats in range(len(order) // 2 + 1):
        encounters = _round(order, again, repeats)
        if encounters is not None:
            return encounters, resting
    return list(zip(order[::2], order[1::2], strict=True)), resting


def _round(
    order: Sequence[int], again: set[frozenset[int]], most_repeats: int
) -> list[Encounter] | None:
    """Pair agents, the best with those next to it, with so many second meetings at most."""
    attempts = 0

    def pair(left: Sequence[int], repeats: int) -> list[Encounter] | None:
        nonlocal attempts
        if not left:
            return []
        first = left[0]
        for place, other in enumerate(left[1:], start=1):
            attempts += 1
            if attempts > _MOST_ATTEMPTS:
                return None
            have_met = frozenset((first, other)) in again
            if have_met and not repeats:
                continue
            rest = pair([*left[1:place], *left[place + 1 :]], repeats - have_met)
            if rest is not None:
                return [(first, other), *rest]
        return None

    return pair(order, most_repeats)
