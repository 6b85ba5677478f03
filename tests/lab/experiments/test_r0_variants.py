"""R0's evaluation with one thing changed."""

from hypothesis import given

import obversi as ob
from obversi.heuristics import evaluation
from obversi.lab.experiments.r0_variants import r0_variant


@given(...)
def test_the_original_matrix_is_a_variant_of_the_adjusted_one(board: ob.Board) -> None:
    assert r0_variant()(board) == evaluation("r0-adjusted")(board)
    changed = r0_variant(corner=-500, beside=50)
    assert changed(board) == evaluation("r0-original")(board)


@given(...)
def test_weights_are_replaced_and_added(board: ob.Board) -> None:
    changed = r0_variant(weights={"squares": 0.5, "stable": -0.5})
    assert changed(board) == evaluation("r0-adjusted:gamma=0.5")(board)
    more = r0_variant(weights={"moves": 2.0})(board) - r0_variant()(board)
    assert abs(more - 2 * ob.feature(board, "moves")) < 1e-9
