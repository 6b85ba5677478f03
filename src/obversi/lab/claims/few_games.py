"""What a few games can tell, exactly."""

from collections.abc import Iterator, Sequence
from math import comb, prod

__all__ = ["chance_of_right_order", "chances_of_wins", "equal_strength_probability"]


def equal_strength_probability(wins: Sequence[int], games: int) -> float:
    """Return how often agents of equal strength do as unequally as these, so many games each.

    It is Fisher's exact test: of all ways to share out the same wins, those that are no likelier
    than what was seen.

    >>> round(equal_strength_probability([9, 11], 20), 2)
    0.75
    """
    total = sum(wins)

    def ways(shared: Sequence[int]) -> int:
        return prod(comb(games, one) for one in shared)

    seen = ways(wins)
    all_ways = comb(games * len(wins), total)
    return (
        sum(ways(one) for one in _shares(total, len(wins), games) if ways(one) <= seen) / all_ways
    )


def chances_of_wins(chance: float, games: int) -> list[float]:
    """Return how likely 0, 1, … wins are if each game is won with this chance."""
    return [
        comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)
        for wins in range(games + 1)
    ]


def chance_of_right_order(better: float, worse: float, games: int) -> float:
    """Return how often the better of two has won more, so many games each, by its chance of each.

    >>> round(chance_of_right_order(0.5, 0.5, 20), 2)
    0.44
    """
    of_better, of_worse = chances_of_wins(better, games), chances_of_wins(worse, games)
    return sum(of_better[wins] * sum(of_worse[:wins]) for wins in range(games + 1))


def _shares(total: int, agents: int, most: int) -> Iterator[tuple[int, ...]]:
    """Go through all ways to share out the wins."""
    if agents == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most) + 1):
        for rest in _shares(total - first, agents - 1, most):
            yield (first, *rest)
