"""Circles in a relation: A beats B, B beats C, and C beats A."""

from collections import deque
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["components", "shortest_cycles"]

Relation = NDArray[np.bool_]


def components(beats: Relation) -> list[list[int]]:
    """Return the groups within which everyone beats everyone over others, of two members or more.

    >>> components(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], bool))
    [[0, 1, 2]]
    """
    from scipy.sparse.csgraph import connected_components

    count, labels = connected_components(beats, directed=True, connection="strong")
    groups = [np.flatnonzero(labels == label).tolist() for label in range(count)]
    return sorted(group for group in groups if len(group) > 1)


def shortest_cycles(beats: Relation) -> list[tuple[int, ...]]:
    """Return for each step of the relation that is on a cycle the shortest cycles through it.

    Each cycle is told once and begins with its smallest member; the shortest come first. Where
    everyone beats everyone else or is beaten, these are all cycles of three.
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
    """Go through the shortest ways from one member to another, none if there is no way."""
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
