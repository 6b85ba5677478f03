"""Arrays in the other byte order, as files of other machines have them, mean the same."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import obversi as ob
from obversi import batch
from obversi.book.graph import Graph, Leaves
from obversi.book.store import _signed
from obversi.lab import one_direction
from obversi.training.positions import Positions
from obversi.training.probcut import measure, sample
from obversi.vector_env import ReversiVectorEnv
from obversi.weights import read_weights, shipped_path


def swapped(array: NDArray[Any]) -> NDArray[Any]:
    """Return equal numbers in the other byte order."""
    other = array.astype(array.dtype.newbyteorder("S"))
    assert np.array_equal(other, array)
    return other


def is_same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(map(is_same, one, other))
    return np.array_equal(one, other)  # type: ignore[arg-type]


POSITIONS = batch.starts(30)
for _ in range(6):
    POSITIONS = batch.play(POSITIONS, batch.random_moves(POSITIONS, seed=1))
MOVES = batch.random_moves(POSITIONS, seed=2)


@pytest.mark.parametrize(
    "call",
    [
        batch.canonical,
        batch.is_over,
        batch.legal_moves,
        batch.margins,
        batch.move_masks,
        batch.planes,
        batch.random_moves,
        batch.random_playouts,
        batch.successors,
        lambda positions: batch.play(positions, MOVES),
        lambda positions: batch.play(positions, swapped(MOVES.astype(np.int32))),
        lambda positions: batch.tree_sizes(positions, 3),
        lambda positions: [batch.to_board(row) for row in positions],
        lambda positions: one_direction.minimax_nodes(positions, 3),
        lambda positions: one_direction.alpha_beta_nodes(positions, "r2-position", 3),
        lambda positions: _signed(positions),
        lambda positions: Graph(positions, np.zeros(30, Leaves), 8, "normal").unexpanded,
        lambda positions: measure(
            positions,
            read_weights(shipped_path(8, "normal")).evaluation(),
            depths=2,
            exact_empties=0,
            threads=1,
        )[:, :3],
    ],
)
def test_positions(call: Callable[[NDArray[Any]], object]) -> None:
    other = swapped(POSITIONS)
    assert other.dtype != np.uint64
    assert is_same(call(POSITIONS), call(other))
    assert is_same(call(POSITIONS), call(other[::-1][::-1]))


@pytest.mark.parametrize("kind", ["i2", "i4", "i8"])
def test_boards(kind: str) -> None:
    array = swapped(ob.Board().to_array().astype(kind))
    assert ob.Board.from_array(array) == ob.Board()


def test_actions_of_environments() -> None:
    one, other = (ReversiVectorEnv(num_envs=3, size=6) for _ in range(2))
    for games in (one, other):
        games.reset(seed=1)
    actions = batch.random_moves(one.positions, size=6, seed=1).astype(np.int64)
    one.step(actions)
    other.step(swapped(actions))
    assert np.array_equal(one.positions, other.positions)


def test_positions_for_training() -> None:
    count = len(POSITIONS)
    columns = Positions(
        own=POSITIONS[:, 0],
        opp=POSITIONS[:, 1],
        margin=np.arange(count, dtype=np.float32),
        empties=np.full(count, 54, np.uint8),
        source=np.zeros(count, np.uint8),
        held_out=np.zeros(count, np.bool_),
    )
    other = Positions(*(swapped(getattr(columns, field.name)) for field in fields(Positions)))
    for field in fields(Positions):
        one = getattr(columns, field.name)
        assert getattr(other, field.name).dtype == one.dtype
        assert np.array_equal(getattr(other, field.name), one)
    chosen = [sample(each.own, each.opp, each.empties, 5, 1) for each in (columns, other)]
    assert np.array_equal(chosen[0], chosen[1])


def test_weights() -> None:
    weights = read_weights(shipped_path(6, "reversed"))
    full = weights.full
    layers = None if full.layers is None else swapped(full.layers)
    other = replace(
        weights,
        full=replace(full, values=swapped(full.values), layers=layers),
        probcut=swapped(weights.probcut),
    )
    assert layers is not None
    assert other.to_bytes() == weights.to_bytes()
