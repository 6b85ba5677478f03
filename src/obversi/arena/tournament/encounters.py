"""Who meets whom, in each form of a tournament."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

__all__ = ["Encounter", "gauntlet", "round_robin", "swiss_round"]

# Two agents, by their places among the agents.
Encounter = tuple[int, int]

# After so many attempts to find a round without a second meeting, agents may meet again.
_MOST_ATTEMPTS: Final = 20_000


def round_robin(agents: int) -> list[Encounter]:
    """Let everyone meet everyone."""
    return list(combinations(range(agents), 2))


def gauntlet(agents: int) -> list[Encounter]:
    """Let the first agent meet each of the others."""
    return [(0, other) for other in range(1, agents)]


def swiss_round(
    points: Sequence[float], met: set[frozenset[int]], rested: set[int]
) -> tuple[list[Encounter], int | None]:
    """Return the encounters of the next round of a Swiss tournament, and who rests in it.

    Agents meet others with as many points as possible that they have not met before. If their
    number is odd, the last one that has not rested rests, and gets the points of a victory.
    """
    order = sorted(range(len(points)), key=lambda agent: (-points[agent], agent))
    resting = None
    if len(order) % 2:
        resting = next((agent for agent in reversed(order) if agent not in rested), order[-1])
        order.remove(resting)
    return _new_encounters(order, met) or _neighbours(order), resting


def _new_encounters(order: Sequence[int], met: set[frozenset[int]]) -> list[Encounter] | None:
    """Pair agents that have not met, the best with those next to it where that works out."""
    attempts = 0

    def pair(left: Sequence[int]) -> list[Encounter] | None:
        nonlocal attempts
        if not left:
            return []
        first = left[0]
        for place, other in enumerate(left[1:], start=1):
            attempts += 1
            if attempts > _MOST_ATTEMPTS:
                return None
            if frozenset((first, other)) in met:
                continue
            rest = pair([*left[1:place], *left[place + 1 :]])
            if rest is not None:
                return [(first, other), *rest]
        return None

    return pair(order)


def _neighbours(order: Sequence[int]) -> list[Encounter]:
    return list(zip(order[::2], order[1::2], strict=True))
