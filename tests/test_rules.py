"""The rules, against the plain reference: 10,000 positions of each size, in long tests 100,000."""

from functools import cache

import numpy as np
import pytest
import reference
from numpy.typing import NDArray

import obversi as ob
from obversi import batch
from obversi.color import BLACK, WHITE
from obversi.rules import RULES, Rules

SIZES = (4, 6, 8)
GAMES = {4: 3000, 6: 1000, 8: 500}
STREWN = {4: 170_000, 6: 90_000, 8: 90_000}
AT_LEAST = 100_000

# Every position, or one of ten.
PARTS = (10, pytest.param(1, marks=pytest.mark.long))


@cache
def positions(size: int, part: int) -> reference.Views:
    """Different positions of random games and of strewn discs, in the mover's view."""
    generator = np.random.default_rng(size)
    views = np.concatenate(
        [
            reference.random_game_views(generator, size, GAMES[size] // part),
            reference.strewn_views(generator, size, STREWN[size] // part),
        ]
    )
    _, first = np.unique(reference.position_rows(views), axis=0, return_index=True)
    return generator.permutation(views[first])


@cache
def legal(size: int, part: int) -> NDArray[np.bool_]:
    return reference.many_legal(positions(size, part))


@cache
def must_pass(size: int, part: int) -> NDArray[np.bool_]:
    stuck = ~legal(size, part).any(axis=(1, 2))
    passes = np.zeros(len(positions(size, part)), np.bool_)
    passes[stuck] = reference.many_legal(-positions(size, part)[stuck]).any(axis=(1, 2))
    return passes


def is_over(size: int, part: int) -> NDArray[np.bool_]:
    return ~legal(size, part).any(axis=(1, 2)) & ~must_pass(size, part)


def views_of(rows: NDArray[np.uint64], size: int) -> reference.Views:
    own_and_opponent = batch.planes(rows, size).astype(np.int8)
    return own_and_opponent[:, 0] - own_and_opponent[:, 1]


# Is the test worth anything?


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", SIZES)
def test_positions_are_many_and_of_every_kind(size: int, part: int) -> None:
    views, over = positions(size, part), is_over(size, part)
    rows = reference.position_rows(views)
    discs = np.count_nonzero(views, axis=(1, 2))
    assert len(np.unique(rows, axis=0)) == len(views) >= AT_LEAST // part
    assert must_pass(size, part).sum() > 1000 // part
    assert over.sum() > 1000 // part
    assert (over & (discs < size * size)).sum() > 500 // part
    assert (legal(size, part).sum(axis=(1, 2)) > size // 2).sum() > 1000 // part
    for color in (1, -1):
        assert ((views == color).any(axis=(1, 2)) & ~(views == -color).any(axis=(1, 2))).any()
    assert (discs == size * size).any()
    assert (discs == 0).any() or size == 8
    start = reference.position_rows(-np.array([reference.start(size)], np.int8))
    assert (rows == start).all(axis=1).any()


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
def test_the_two_references_agree(size: int) -> None:
    few = slice(0, 300)
    views = positions(size, 10)[few]
    margins = {rules: reference.many_margins(views, rules) for rules in RULES}
    after = {square: reference.many_successors(views, square) for square in reference.squares(size)}
    for index, view in enumerate(views):
        cells = view.tolist()
        squares = reference.legal_squares(cells, 1)
        assert [tuple(square) for square in np.argwhere(legal(size, 10)[index])] == squares
        assert reference.must_pass(cells, 1) == must_pass(size, 10)[index]
        assert reference.is_over(cells) == is_over(size, 10)[index]
        for square in squares:
            next_cells = reference.successor(cells, 1, reference.name(square))
            assert (-after[square][index]).tolist() == next_cells
        for rules in RULES:
            assert reference.margin(cells, 1, rules) == margins[rules][index]


# The package in bulk


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", SIZES)
def test_planes_are_the_discs(size: int, part: int) -> None:
    views = positions(size, part)
    assert np.array_equal(views_of(reference.position_rows(views), size), views)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", SIZES)
def test_legal_moves(size: int, part: int) -> None:
    rows = reference.position_rows(positions(size, part))
    assert np.array_equal(batch.legal_moves(rows, size), reference.mask(legal(size, part)))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_margins(size: int, rules: Rules, part: int) -> None:
    views = positions(size, part)
    found = batch.margins(reference.position_rows(views), size, rules)
    assert np.array_equal(found, reference.many_margins(views, rules))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("size", SIZES)
def test_successors_passes_and_ends(size: int, part: int) -> None:
    views = positions(size, part)
    rows = reference.position_rows(views)
    found = batch.successors(rows, size)
    in_order = found.parents.astype(np.int64) * 65 + found.moves
    assert (np.diff(in_order) > 0).all()
    for row, column in reference.squares(size):
        here = found.moves == 8 * row + column
        parents = np.flatnonzero(legal(size, part)[:, row, column])
        after = reference.many_successors(views[parents], (row, column))
        assert np.array_equal(found.parents[here], parents)
        assert np.array_equal(found.positions[here], reference.position_rows(after))
    passed = found.moves == 64
    assert np.array_equal(found.parents[passed], np.flatnonzero(must_pass(size, part)))
    assert np.array_equal(found.positions[passed], rows[must_pass(size, part)][:, ::-1])
    childless = np.setdiff1d(np.arange(len(rows)), found.parents)
    assert np.array_equal(childless, np.flatnonzero(is_over(size, part)))
    assert len(found.moves) == legal(size, part).sum() + must_pass(size, part).sum()
    assert np.array_equal(batch.play(rows[found.parents], found.moves, size=size), found.positions)


# The package one board at a time


def check_board(board: ob.Board, cells: reference.Cells, turn: int) -> None:
    size = board.size
    moves = reference.legal_moves(cells, turn)
    assert board.legal_moves == moves
    assert board.to_array().tolist() == cells
    assert board.turn == turn
    assert board.must_pass == (moves == [reference.PASS])
    assert board.is_over == (moves == [])
    assert [board.margin(color) for color in (-1, 1)] == [
        reference.margin(cells, color, board.rules) for color in (-1, 1)
    ]
    assert board.margin() == reference.margin(cells, turn, board.rules)
    outcome = board.outcome()
    assert (outcome is None) == (moves != [])
    if outcome is not None:
        best = max((BLACK, WHITE), key=lambda color: reference.margin(cells, color, board.rules))
        margin = reference.margin(cells, best, board.rules)
        black, white = (sum(row.count(color) for row in cells) for color in (-1, 1))
        assert outcome == ob.Outcome(best if margin else None, margin, black, white)
    for move in moves:
        after = reference.successor(cells, turn, move)
        turned = [] if move == reference.PASS else flip_names(cells, turn, move)
        assert list(board.flips(move)) == turned
        board.push(move)
        assert board.to_array().tolist() == after
        assert board.turn == -turn
        assert board.pop() == move
        assert board.turn == turn
    assert board.to_array().tolist() == cells
    names = [reference.name(square) for square in reference.squares(size)]
    rejected = [move for move in [*names, reference.PASS] if move not in moves]
    assert not any(board.is_legal(move) for move in rejected)
    assert all(board.is_legal(move) for move in moves)


def flip_names(cells: reference.Cells, turn: int, move: str) -> list[str]:
    flipped = reference.flips(cells, turn, reference.square_named(move))
    return [reference.name(square) for square in flipped]


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
def test_boards_of_any_position(size: int) -> None:
    for index, view in enumerate(positions(size, 10)[:1000]):
        turn, rules = (BLACK, WHITE)[index % 2], RULES[index // 2 % 2]
        cells = view * np.int8(turn)
        board = ob.Board.from_array(cells, turn=turn, rules=rules)
        check_board(board, cells.tolist(), turn)


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("size", "games"), [(4, 30), (6, 12), (8, 6)])
def test_boards_of_random_games(size: int, games: int, rules: Rules) -> None:
    generator = np.random.default_rng(100 + size)
    for _ in range(games):
        board, cells, turn = ob.Board(size, rules), reference.start(size), reference.BLACK
        played = []
        while not reference.is_over(cells):
            check_board(board, cells, turn)
            moves = reference.legal_moves(cells, turn)
            move = moves[generator.integers(len(moves))]
            board.push(move)
            cells, turn = reference.successor(cells, turn, move), -turn
            played.append(move)
        check_board(board, cells, turn)
        assert board.move_stack == played
        while played:
            assert board.pop() == played.pop()
        assert board.to_array().tolist() == reference.start(size)
        assert board.turn == ob.BLACK
