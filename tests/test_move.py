"""Moves: 65 of them, each a text that exists once."""

import copy
import json
import pickle

import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi import PASS, Move

SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]


def test_a_move_is_its_name() -> None:
    assert Move("d3") == "d3"
    assert isinstance(Move("d3"), str)
    assert hash(Move("d3")) == hash("d3")
    assert {"d3": 1}[Move("D3")] == 1
    assert f"{Move('d3')} {Move('d3')!r} {Move('d3')!s}" == "d3 'd3' d3"
    assert type(str(Move("d3"))) is str
    assert json.dumps([Move("d3"), PASS]) == '["d3", "pass"]'


@pytest.mark.parametrize("name", [*SQUARES, "pass"])
def test_each_exists_once(name: str) -> None:
    move = Move(name)
    twins = [Move(name.upper()), Move(move), copy.copy(move), copy.deepcopy([move])[0]]
    twins += [pickle.loads(pickle.dumps(move, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)]
    assert all(twin is move for twin in twins)


def test_numbers_run_row_by_row() -> None:
    assert [Move.from_index(index) for index in range(65)] == [*SQUARES, "pass"]
    for index, name in enumerate(SQUARES):
        move = Move(name)
        assert Move.from_index(index) is move is Move.at(index // 8, index % 8)
        assert (move.row, move.column, move.square_index) == (index // 8, index % 8, index)
        assert not move.is_pass


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass", "pa", "PA", "ps", "Ps", "--"])
def test_ways_to_write_a_pass(text: str) -> None:
    assert Move(text) is PASS
    assert PASS.is_pass
    assert PASS == "pass"


def test_every_move_has_the_index_that_it_is_made_from() -> None:
    for index in range(65):
        assert Move.from_index(index).square_index == index
    assert PASS.square_index == 64


@pytest.mark.parametrize("attribute", ["row", "column"])
def test_a_pass_has_no_square(attribute: str) -> None:
    with pytest.raises(ob.InvalidMoveError, match="pass"):
        getattr(PASS, attribute)


@pytest.mark.parametrize("text", ["", "d", "3d", "d9", "d0", "i1", " d3", "d3 ", "d33", "-", "p"])
def test_names_rejected(text: str) -> None:
    with pytest.raises(ob.InvalidMoveError) as caught:
        Move(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("text", [None, 3, 3.5, b"d3", ("d", "3"), ["d3"], object()])
def test_what_is_no_text_is_rejected(text: str) -> None:
    with pytest.raises(ob.InvalidMoveError) as caught:
        Move(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("index", [-1, 65, 1000, -64])
def test_numbers_rejected(index: int) -> None:
    with pytest.raises(ob.InvalidMoveError, match=str(index)):
        Move.from_index(index)


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (8, 0), (0, 8), (-8, 64)])
def test_places_rejected(row: int, column: int) -> None:
    with pytest.raises(ob.InvalidMoveError, match=f"row {row}, column {column} "):
        Move.at(row, column)


@pytest.mark.parametrize("number", ["3", 1.5, 1.0, None])
def test_what_is_no_whole_number_is_rejected(number: int) -> None:
    for call, name in (
        (Move.from_index, "the number of a move"),
        (lambda row: Move.at(row, 2), "the row"),
        (lambda column: Move.at(2, column), "the column"),
    ):
        with pytest.raises(ob.InputError, match=f"{name} cannot be {number!r}: expected a whole"):
            call(number)


@given(st.one_of(st.text(), st.text("abhABHi0189pasPAS-\r\n ſK１", max_size=4)))
def test_any_text_is_a_move_or_rejected(text: str) -> None:
    written = {*SQUARES, "pass", "pa", "ps", "--"}
    if text.isascii() and text.lower() in written:
        assert Move(text) in {*SQUARES, "pass"}
    else:
        with pytest.raises(ob.InvalidMoveError) as caught:
            Move(text)
        assert repr(text) in str(caught.value)
