"""R0's evaluation with one thing changed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from obversi.heuristics import Mix, Phase, evaluation

__all__ = ["r0_variant"]

_NOTHING: Final[Mapping[str, float]] = MappingProxyType({})


def r0_variant(
    matrix: str = "adjusted",
    *,
    weights: Mapping[str, float] = _NOTHING,
    corner: float | None = None,
    beside: float | None = None,
) -> Mix:
    """Return R0's evaluation with other weights of features, or other numbers in its matrix.

    `weights` are added to its own, or replace them. `corner` is the weight of a corner, `beside`
    that of the squares beside it along the edges.

    >>> r0_variant(weights={"moves": 2.0}).features
    ('squares', 'stable', 'moves')
    """
    plain = evaluation(f"r0-{matrix}")
    assert isinstance(plain, Mix)
    assert plain.squares is not None
    rows = [list(row) for row in plain.squares]
    if corner is not None:
        rows[0][0] = corner
    if beside is not None:
        rows[0][1] = rows[1][0] = beside
    phases = (Phase({**plain.phases[0].weights, **weights}),)
    squares = tuple(tuple(row) for row in rows)
    return Mix(plain.name, phases, squares, plain.rules, plain.finished, plain.origin)
