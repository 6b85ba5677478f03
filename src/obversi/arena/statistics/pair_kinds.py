"""The kinds of pairs of games: what they bring, and how many of their games are drawn."""

from typing import Final

__all__ = ["PAIR_KINDS", "PairCounts", "pair_kind"]

# Points and draws. One point is brought by a win and a loss, or by two draws.
PAIR_KINDS: Final = ((0.0, 0), (0.5, 1), (1.0, 0), (1.0, 2), (1.5, 1), (2.0, 0))

# How many pairs there are of each kind.
PairCounts = tuple[int, int, int, int, int, int]


def pair_kind(one: int, other: int) -> int:
    """Return the place among the kinds of a pair whose games had these margins.

    >>> pair_kind(-4, 12), pair_kind(0, 0)
    (2, 3)
    """
    points = sum((1 + (margin > 0) - (margin < 0)) / 2 for margin in (one, other))
    return PAIR_KINDS.index((points, (one == 0) + (other == 0)))
