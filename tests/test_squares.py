"""Sets of squares, against Python's own sets."""

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi import Move, SquareSet

SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
names = st.frozensets(st.sampled_from(SQUARES))


@given(names)
def test_like_a_set_of_names(model: frozenset[str]) -> None:
    squares = SquareSet(model)
    assert len(squares) == len(model)
    assert bool(squares) == bool(model)
    assert squares == model
    assert model == squares
    assert hash(squares) == hash(model)
    assert list(squares) == sorted(model, key=SQUARES.index)
    assert all(isinstance(square, Move) for square in squares)
    for name in SQUARES:
        assert (name in squares) == (name.upper() in squares) == (name in model)


@given(names)
def test_mask_has_a_bit_for_each_square(model: frozenset[str]) -> None:
    mask = sum(1 << SQUARES.index(name) for name in model)
    assert SquareSet(model).mask == mask
    assert SquareSet.from_mask(mask) == model


OPERATORS = [operator.and_, operator.or_, operator.sub, operator.xor]


@given(names, names)
def test_operators(left: frozenset[str], right: frozenset[str]) -> None:
    for operate in OPERATORS:
        for one in (SquareSet(left), left):
            for other in (SquareSet(right), right):
                assert operate(one, other) == operate(left, right)
        assert isinstance(operate(SquareSet(left), right), SquareSet)
        assert isinstance(operate(left, SquareSet(right)), SquareSet)
    assert SquareSet(left).isdisjoint(SquareSet(right)) == left.isdisjoint(right)


COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]


@given(names, names)
def test_comparisons(left: frozenset[str], right: frozenset[str]) -> None:
    for bigger in (right, left | right):
        for compare in COMPARISONS:
            expected = compare(left, bigger)
            assert compare(SquareSet(left), SquareSet(bigger)) == expected
            assert compare(SquareSet(left), bigger) == expected
            assert compare(left, SquareSet(bigger)) == expected


@given(names)
def test_copies_and_repr(model: frozenset[str]) -> None:
    squares = SquareSet(model)
    twins = [SquareSet(squares), copy.copy(squares), copy.deepcopy(squares)]
    twins += [pickle.loads(pickle.dumps(squares)), eval(repr(squares), {"SquareSet": SquareSet})]
    for twin in twins:
        assert type(twin) is SquareSet
        assert twin == squares


def test_repr_reads_well() -> None:
    assert repr(SquareSet(["D3", "a1"])) == "SquareSet(['a1', 'd3'])"
    assert repr(SquareSet()) == "SquareSet([])"


@pytest.mark.parametrize("thing", ["pass", "", "z9", 3, None, ("d", 3), ob.PASS])
def test_what_is_no_square_is_not_in_it(thing: object) -> None:
    assert thing not in SquareSet.from_mask((1 << 64) - 1)


@pytest.mark.parametrize("square", ["z9", "pass", "", 3, None])
def test_members_rejected(square: str) -> None:
    with pytest.raises(ob.InvalidMoveError) as caught:
        SquareSet(["d3", square])
    assert str(square) in str(caught.value)


def test_one_text_is_no_list_of_squares() -> None:
    with pytest.raises(ob.InvalidMoveError, match="'d3'"):
        SquareSet("d3")


@pytest.mark.parametrize("mask", [-1, 1 << 64, -(1 << 63)])
def test_masks_rejected(mask: int) -> None:
    with pytest.raises(ob.InvalidMoveError, match=str(mask)):
        SquareSet.from_mask(mask)


def test_masks_of_a_batch_make_sets() -> None:
    mask: Any = ob.batch.legal_moves(ob.batch.starts(1))[0]
    assert mask.dtype == np.uint64
    assert list(SquareSet.from_mask(mask)) == ["d3", "c4", "f5", "e6"]


def test_a_set_of_squares_cannot_be_changed() -> None:
    squares = SquareSet(["d3"])
    changes: list[Callable[[], object]] = [
        lambda: setattr(squares, "mask", 7),
        lambda: getattr(squares, "add")("c4"),  # noqa: B009 - it is not there
    ]
    for change in changes:
        with pytest.raises(AttributeError):
            change()
    assert squares == {"d3"}
