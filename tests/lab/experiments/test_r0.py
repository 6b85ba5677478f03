"""R0's evaluation with one thing changed."""

from hypothesis import given

import obversi as ob
from obversi.heuristics import evaluation
from obversi.lab.experiments.r0 import FIELD, field_table, play_field, pooled, r0_variant
from obversi.lab.games import lab_openings, meet
from obversi.lab.steps import Settings


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


def test_each_opponent_plays_its_share() -> None:
    shares: list[float] = []
    trial = Settings.of("normal", 6, 40, seed=5, threads=1).trial("normal", shares.append)
    found = play_field(trial, "r0-adjusted:depth=1")
    assert list(found) == list(FIELD)
    assert len(set(FIELD)) == 10
    assert all(len(points) == 2 for points in found.values())
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    openings = lab_openings(trial, 4, "field 5")
    assert found[FIELD[5]] == meet(trial, "r0-adjusted:depth=1", FIELD[5], openings)
    assert pooled(found)[10:12] == found[FIELD[5]]


def test_the_table_has_a_column_for_each() -> None:
    found = dict.fromkeys(FIELD, "42")
    table = field_table("normal rules", "agent", {"mine": found})
    assert table.head == ("agent", "all", *FIELD)
    assert table.rows[0][0] == "mine"
    assert table.rows[0][1].startswith("75.0 %")
    assert set(table.rows[0][2:]) == {"75"}
