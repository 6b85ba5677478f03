"""Own evaluations at the speed of the core, compiled by Numba (extra ``jit``).

A function of the mover's discs and the opponent's, as sets of squares in the 64 bits of a number,
becomes an evaluation like any other:

>>> from obversi import Board, jit, textbook
>>> from obversi.jit import corners, moves, popcount, squares
>>> @jit.evaluation
... def mine(own, opp, size):
...     freedom = popcount(moves(own, opp, size)) - popcount(moves(opp, own, size))
...     taken = popcount(own & corners(size)) - popcount(opp & corners(size))
...     return 25 * taken + freedom - 5 * popcount(own & squares("b2 g2 b7 g7"))
>>> mine(Board())
0.0
>>> textbook.alpha_beta(Board(), mine, depth=6).depth
6

``& | ^ ~ << >>`` work on sets as on Python's numbers, counts are signed numbers, and a loop goes
through a set by `lowest` and ``own &= own - 1``. All functions here can be used inside and in
Python. What goes wrong inside is an `EvaluationError` that names the evaluation.
"""

from obversi.extras import MissingPackageError, missing_package

try:
    import numba as _numba  # noqa: F401
except ImportError as missing:
    raise MissingPackageError(missing_package("obversi.jit needs Numba", "jit")) from missing

from obversi.jit.evaluation import evaluation
from obversi.jit.moves import (
    east,
    flips,
    frontier,
    moves,
    neighbours,
    north,
    north_east,
    north_west,
    south,
    south_east,
    south_west,
    west,
)
from obversi.jit.sets import (
    bit,
    board,
    c_squares,
    corners,
    edges,
    lowest,
    popcount,
    square,
    squares,
    x_squares,
)

__all__ = [
    "bit",
    "board",
    "c_squares",
    "corners",
    "east",
    "edges",
    "evaluation",
    "flips",
    "frontier",
    "lowest",
    "moves",
    "neighbours",
    "north",
    "north_east",
    "north_west",
    "popcount",
    "south",
    "south_east",
    "south_west",
    "square",
    "squares",
    "west",
    "x_squares",
]
