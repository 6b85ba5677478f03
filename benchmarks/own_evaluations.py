"""Evaluations a second inside alpha-beta: of the core, compiled by Numba, and in Python.

The core and Numba compute the same: corners, moves and frontier discs. Those that only count discs
show what a call costs by itself.
"""

from typing import Any

from measure import options, report

import obversi as ob
from obversi import jit, textbook
from obversi.heuristics import Mix, Phase
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.jit import board, corners, frontier, moves, popcount

# In the middle of a game, with 15 moves.
POSITION = "-OX-------O-XO---XXOO---XXOXO----O-OXXX---O-OXX-----XOX--------- X"
CORNERS = corners(8)
ROUNDS = 3


@jit.evaluation
def compiled(own, opp, size):  # type: ignore[no-untyped-def]
    empties = board(size) & ~(own | opp)
    return (
        25 * (popcount(own & corners(size)) - popcount(opp & corners(size)))
        + 3 * (popcount(moves(own, opp, size)) - popcount(moves(opp, own, size)))
        - popcount(frontier(own, empties, size))
        + popcount(frontier(opp, empties, size))
    )


@jit.evaluation
def compiled_discs(own, opp):  # type: ignore[no-untyped-def]
    return popcount(own) - popcount(opp)


def discs(position: ob.Board) -> int:
    own, opp = position.bits
    return own.bit_count() - opp.bit_count()


def corners_and_moves(position: ob.Board) -> int:
    own, opp = position.bits
    lead = (own & CORNERS).bit_count() - (opp & CORNERS).bit_count()
    return 25 * lead + 3 * len(position.legal_moves)


# Each with a depth that takes a tenth of a second or more.
EVALUATIONS: list[tuple[str, Evaluation, int]] = [
    ("core", Mix("core", (Phase({"corners": 25.0, "moves": 3.0, "frontier": -1.0}),)), 9),
    ("numba", compiled, 9),
    ("python", PythonEvaluation(corners_and_moves), 7),
    ("numba_discs", compiled_discs, 9),
    ("python_discs", PythonEvaluation(discs), 7),
]


def speed(evaluation: Evaluation, depth: int) -> dict[str, Any]:
    position = ob.Board.parse(POSITION)
    evaluation(position)  # what is made on the first call is made now
    found = min(
        (textbook.alpha_beta(position, evaluation, depth) for _ in range(ROUNDS)),
        key=lambda one: one.seconds,
    )
    return {
        "depth": depth,
        "value": found.value,
        "nodes": found.nodes,
        "evaluations": found.evaluations,
        "seconds": round(found.seconds, 4),
        "evaluations_per_second": round(found.evaluations / found.seconds),
    }


def main() -> None:
    save = options(__doc__).parse_args().save
    figures = {name: speed(evaluation, depth) for name, evaluation, depth in EVALUATIONS}
    report("own_evaluations", {"position": POSITION, "alpha_beta": figures}, save)


if __name__ == "__main__":
    main()
