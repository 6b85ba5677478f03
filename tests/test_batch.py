"""Batches: what goes in and out of arrays, random playouts, threads, and the lock."""

import re
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st
from interrupts import turns_meanwhile
from numpy.typing import NDArray
from programs import needs_program

import obversi as ob
from obversi import Board, batch
from obversi.rules import RULES, Rules
from obversi.textbook import minimax

SIZES = (4, 6, 8)
Positions = NDArray[np.uint64]

# A position with 15 moves, many more than the start has.
WIDE = "-OX-------O-XO---XXOO---XXOXO----O-OXXX---O-OXX-----XOX--------- X"


@cache
def some_positions(size: int, count: int = 20_000) -> Positions:
    generator = np.random.default_rng(7)
    games = reference.random_game_views(generator, size, 100)
    views = np.concatenate([games, reference.strewn_views(generator, size, count)])
    return reference.position_rows(generator.permutation(views)[:count])


# Boards and arrays


@pytest.mark.parametrize("size", SIZES)
def test_starts(size: int) -> None:
    rows = batch.starts(3, size)
    assert rows.dtype == np.uint64
    assert rows.shape == (3, 2)
    assert [batch.to_board(row, size=size) for row in rows] == 3 * [Board(size)]
    assert batch.starts(0, size).shape == (0, 2)


@given(st.lists(st.from_type(ob.Board)), st.sampled_from(ob.SIZES))
def test_boards_and_back(boards: list[Board], size: int) -> None:
    boards = [board for board in boards if board.size == size]
    rows = batch.from_boards(boards)
    assert rows.dtype == np.uint64
    assert rows.shape == (len(boards), 2)
    for row, board in zip(rows, boards, strict=True):
        twin = batch.to_board(row, turn=board.turn, size=board.size, rules=board.rules)
        assert twin == board
        assert twin.move_stack == []
        assert batch.to_board(row[None], board.turn, board.size, board.rules) == board


def test_boards_of_different_sizes_make_no_batch() -> None:
    with pytest.raises(ob.InvalidBoardError, match=r"\[4, 6\]"):
        batch.from_boards([Board(4), Board(6)])


@given(st.from_type(ob.Board))
def test_planes_are_the_mover_and_the_opponent(board: Board) -> None:
    planes = batch.planes(batch.from_boards([board, board]), board.size)
    assert planes.dtype == np.uint8
    assert planes.shape == (2, 2, board.size, board.size)
    own, opponent = planes[1]
    assert np.array_equal(own == 1, board.to_array() == board.turn)
    assert np.array_equal(opponent == 1, board.to_array() == -board.turn)
    assert planes.max() <= 1


@given(st.from_type(ob.Board), st.data())
def test_play_is_push(board: Board, data: st.DataObject) -> None:
    if board.is_over:
        return
    move = data.draw(st.sampled_from(board.legal_moves))
    index = 64 if move.is_pass else move.square_index
    rows = batch.play(batch.from_boards([board]), [index], board.size)
    board.push(move)
    assert np.array_equal(rows, batch.from_boards([board]))


@given(st.from_type(ob.Board))
def test_masks_and_ends_are_those_of_the_board(board: Board) -> None:
    rows = batch.from_boards([board])
    [mask] = batch.move_masks(rows, board.size)
    legal = [ob.Move.from_index(number) for number in np.flatnonzero(mask).tolist()]
    assert legal == board.legal_moves
    assert mask.shape == (65,)
    assert batch.is_over(rows, board.size).tolist() == [board.is_over]


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
def test_finished_games_stay_as_they_are(size: int) -> None:
    positions = some_positions(size)
    over = batch.is_over(positions, size)
    assert over.any()
    assert not over.all()
    moves = batch.random_moves(positions, size, seed=5)
    assert set(moves[over].tolist()) == {64}
    moves[over] = np.arange(over.sum()) % 65  # whatever they are
    after = batch.play(positions, moves, size)
    assert np.array_equal(after[over], positions[over])
    goes_on = batch.play(positions[~over], moves[~over], size)
    assert np.array_equal(after[~over], goes_on)
    with pytest.raises(ob.IllegalMoveError, match="65 for position 0"):
        batch.play(positions[over][:1], [65], size)


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
def test_random_moves_are_legal_and_differ_by_seed_and_row(size: int) -> None:
    positions = some_positions(size)
    moves = batch.random_moves(positions, size, seed=-3)
    legal = batch.move_masks(positions, size)[np.arange(len(moves)), moves] == 1
    assert np.array_equal(legal, ~batch.is_over(positions, size))
    assert np.array_equal(moves, batch.random_moves(positions, size, seed=-3, threads=1))
    assert not np.array_equal(moves, batch.random_moves(positions, size, seed=4))
    starts = batch.random_moves(batch.starts(4000, size), size, seed=1)
    counts = np.unique(starts, return_counts=True)[1]
    assert len(counts) == 4
    assert counts.min() > 850


# DLPack


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
def test_results_are_shared_with_pytorch(size: int) -> None:
    torch = import_module("torch")
    starts = batch.starts(100, size)
    boards = batch.from_boards([Board(size)] * 3)
    for array in [starts, boards, *everything(some_positions(size), size, 1)]:
        assert array.flags.c_contiguous
        assert array.flags.writeable
        assert array.ctypes.data % 64 == 0, "JAX would copy it"
        tensor = torch.from_dlpack(array)
        assert tensor.shape == array.shape
        assert tensor.data_ptr() == array.ctypes.data
        assert np.array_equal(np.from_dlpack(tensor), array)


@needs_program("JAX", find_spec("jax"))
def test_results_are_shared_with_jax() -> None:
    jax = import_module("jax")
    jax.config.update("jax_enable_x64", True)
    for array in everything(some_positions(6), 6, 1):
        shared = jax.dlpack.from_dlpack(array)
        assert shared.unsafe_buffer_pointer() == array.ctypes.data
        assert np.array_equal(np.asarray(shared), array)


# Every function at once: empty, not contiguous, with any number of threads


def everything(positions: Any, size: int, threads: int | None) -> list[NDArray[Any]]:
    following = batch.successors(positions, size, threads)
    moves, parents = following.moves, following.parents
    playouts = batch.random_playouts(positions, size, "reversed", seed=3, threads=threads)
    return [
        batch.planes(positions, size, threads),
        batch.move_masks(positions, size, threads),
        batch.is_over(positions, size, threads),
        batch.random_moves(positions, size, seed=9, threads=threads),
        batch.legal_moves(positions, size, threads),
        batch.margins(positions, size, "normal", threads),
        batch.margins(positions, size, "reversed", threads),
        batch.canonical(positions, size, threads),
        parents,
        moves,
        following.positions,
        batch.play(np.asarray(positions)[parents], moves, size, threads),
        playouts.margins,
        playouts.plies,
    ]


TYPES = ["u1", "i1", "?", "u1", "u8", "i1", "i1", "u8", "i8", "u1", "u8", "u8", "i1", "u1"]


def same(one: list[NDArray[Any]], other: list[NDArray[Any]]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("size", SIZES)
def test_threads_make_no_difference(size: int) -> None:
    positions = some_positions(size)
    before = positions.copy()
    alone = everything(positions, size, 1)
    assert [found.dtype for found in alone] == TYPES
    for threads in (2, 5, None):
        assert same(everything(positions, size, threads), alone)
    assert np.array_equal(positions, before)


@pytest.mark.parametrize("size", SIZES)
def test_no_positions(size: int) -> None:
    for threads in (1, 5):
        found = everything(np.empty((0, 2), np.uint64), size, threads)
        assert all(len(array) == 0 for array in found)
        assert [array.dtype for array in found] == TYPES


@pytest.mark.parametrize("size", SIZES)
def test_any_layout_will_do(size: int) -> None:
    positions = some_positions(size)
    padded = np.zeros((len(positions), 5), np.uint64)
    padded[:, 1:4:2] = positions
    frozen = positions.copy()
    frozen.flags.writeable = False
    layouts = [np.asfortranarray(positions), padded[:, 1:4:2], frozen]
    expected = everything(positions, size, 1)
    for layout in layouts:
        assert same(everything(layout, size, 2), expected)
    upside_down = positions[::-2, ::-1]
    assert same(everything(upside_down, size, 2), everything(upside_down.copy(), size, 1))


def test_a_million_positions() -> None:
    positions = batch.starts(1_000_000, 6)
    assert (batch.legal_moves(positions, 6) == Board(6).legal_bits).all()
    following = batch.successors(positions, 6)
    assert np.array_equal(following.parents, np.repeat(np.arange(1_000_000), 4))
    assert (following.moves.reshape(-1, 4) == following.moves[:4]).all()
    assert (following.positions.reshape(-1, 8) == following.positions[:4].reshape(8)).all()


# What is rejected


FUNCTIONS: list[Callable[..., object]] = [
    batch.planes,
    batch.move_masks,
    batch.is_over,
    batch.random_moves,
    batch.legal_moves,
    batch.margins,
    batch.canonical,
    batch.successors,
    batch.random_playouts,
    lambda positions, **options: batch.play(positions, [0], **options),
    lambda positions, **options: batch.to_board(positions, **options),
]


@pytest.mark.parametrize(
    ("positions", "named"),
    [
        (np.zeros((1, 3), np.uint64), "(1, 3)"),
        (np.zeros((1, 2, 2), np.uint64), ""),
        (np.zeros((1, 2), np.int64), "int64"),
        (np.zeros((1, 2), np.uint32), "uint32"),
        (np.zeros((1, 2)), "float64"),
        (np.zeros((1, 2), object), "object"),
        (np.zeros(0, np.uint64), "0"),
        ([[1, 2]], "int64"),
        ("positions", "U9"),
        (None, "object"),
    ],
)
def test_arrays_rejected(positions: object, named: str) -> None:
    for function in FUNCTIONS:
        with pytest.raises(ob.InvalidBoardError) as caught:
            function(positions)
        assert named in str(caught.value)


def test_rows_of_different_lengths_are_rejected() -> None:
    for function in FUNCTIONS:
        with pytest.raises(ob.InvalidBoardError):
            function([[1, 2], [3]])


@pytest.mark.parametrize("size", [3, 5, 10, 0, "8", None, True])
def test_sizes_rejected(size: int) -> None:
    for function in FUNCTIONS:
        with pytest.raises(ob.InvalidBoardError) as caught:
            function(np.zeros((1, 2), np.uint64), size=size)
        assert repr(size) in str(caught.value)
    with pytest.raises(ob.InvalidBoardError):
        batch.starts(1, size)


def test_impossible_positions_are_rejected_and_named() -> None:
    positions = np.zeros((5, 2), np.uint64)
    positions[3] = (6, 2)
    for function in FUNCTIONS[:-1]:
        with pytest.raises(ob.InvalidBoardError, match="position 3 has two discs"):
            function(positions)
    for size, outside in ((4, 1 << 4), (4, 1 << 32), (6, 1 << 6), (6, 1 << 63)):
        for side in (0, 1):
            positions = np.zeros((5, 2), np.uint64)
            positions[2, side] = outside
            for function in FUNCTIONS[:-1]:
                with pytest.raises(ob.InvalidBoardError, match="position 2 has discs beyond"):
                    function(positions, size=size)


@pytest.mark.parametrize(
    ("moves", "error", "named"),
    [
        ([19], ob.InvalidBoardError, "(1,)"),
        ([19, 19, 19, 19], ob.InvalidBoardError, "(4,)"),
        ([[19, 19, 19]], ob.InvalidBoardError, "(1, 3)"),
        (19, ob.InvalidBoardError, "()"),
        ([19.0, 19.0, 19.0], ob.InvalidBoardError, "float64"),
        ([True, True, True], ob.InvalidBoardError, "bool"),
        (["d3", "d3", "d3"], ob.InvalidBoardError, "U2"),
        ([19, -1, 19], ob.IllegalMoveError, "-1 for position 1"),
        ([19, 19, 65], ob.IllegalMoveError, "65 for position 2"),
        ([19, 19, 19 + 256], ob.IllegalMoveError, "275 for position 2"),
        ([19, 19, 2**40], ob.IllegalMoveError, f"{2**40} for position 2"),
        ([19, 0, 0], ob.IllegalMoveError, "a1 is not legal in position 1"),
        ([19, 64, 19], ob.IllegalMoveError, "pass is not legal in position 1"),
        ([27, 19, 19], ob.IllegalMoveError, "d4 is not legal in position 0"),
    ],
)
def test_moves_rejected(moves: Any, error: type[ob.ObversiError], named: str) -> None:
    positions = batch.starts(3)
    for threads in (1, 2):
        with pytest.raises(error) as caught:
            batch.play(positions, moves, threads=threads)
        assert named in str(caught.value)
    assert np.array_equal(positions, batch.starts(3))


def test_the_first_of_many_illegal_moves_is_named() -> None:
    positions = batch.starts(50_000)
    moves = np.full(50_000, 19)
    moves[[20_001, 20_002, 49_999]] = 0
    for threads in (1, 2, 5):
        with pytest.raises(ob.IllegalMoveError, match=r"position 20001$"):
            batch.play(positions, moves, threads=threads)


def test_counts_threads_rules_and_colors_rejected() -> None:
    starts = batch.starts(1)
    with pytest.raises(ob.ObversiError, match="-1"):
        batch.starts(-1)
    for threads in (0, -1):
        for function in FUNCTIONS[:-1]:
            with pytest.raises(ob.ObversiError, match=str(threads)):
                function(starts, threads=threads)
    with_rules: list[Callable[..., object]] = [batch.margins, batch.random_playouts, batch.to_board]
    for function in with_rules:
        with pytest.raises(ob.InvalidBoardError, match="anti"):
            function(starts, rules="anti")
    with pytest.raises(ob.InvalidBoardError, match="0 is no colour"):
        batch.to_board(starts[0], turn=0)  # type: ignore[arg-type]


# The interpreter's lock


@pytest.mark.parametrize(
    "work",
    [
        lambda rows: batch.random_playouts(np.repeat(rows, 12, axis=0), threads=1),
        lambda rows: batch.canonical(np.repeat(rows, 100, axis=0), threads=1),
        lambda _: ob.perft(Board(), 10),
    ],
    ids=["random_playouts", "canonical", "perft"],
)
def test_the_lock_is_released(work: Callable[[Positions], object]) -> None:
    rows = some_positions(8)
    assert turns_meanwhile(lambda: work(rows)) > 5


def test_rows_that_do_not_begin_at_a_word_are_read_all_the_same() -> None:
    rows = batch.starts(3)
    shifted = np.frombuffer(b"\0" + rows.tobytes(), np.uint64, offset=1).reshape(-1, 2)
    assert not shifted.flags.aligned
    np.testing.assert_array_equal(batch.legal_moves(shifted), batch.legal_moves(rows))


@pytest.mark.parametrize("wrong", [2.5, "3", None])
def test_numbers_must_be_whole(wrong: object) -> None:
    with pytest.raises(ob.ObversiError, match=re.escape(repr(wrong))):
        batch.starts(wrong)  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match=re.escape(repr(wrong))):
        ob.perft(Board(), wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [2.5, "3"])
def test_seeds_must_be_whole(wrong: Any) -> None:
    for function in (batch.random_playouts, batch.random_moves):
        with pytest.raises(ob.ObversiError, match=re.escape(repr(wrong))):
            function(batch.starts(1), seed=wrong)


@pytest.mark.parametrize("wrong", [2**64, 10**40, -(2**63) - 1])
def test_seeds_have_64_bits(wrong: int) -> None:
    for call in (batch.random_moves, batch.random_playouts):
        with pytest.raises(ob.ObversiError, match=f"the seed cannot be {wrong}: "):
            call(batch.starts(1), seed=wrong)


def test_what_are_no_boards_is_rejected() -> None:
    with pytest.raises(ob.InvalidBoardError, match="None is no board"):
        batch.from_boards([Board(), None])  # type: ignore[list-item]
    with pytest.raises(ob.InvalidBoardError, match="one board is no batch: expected several"):
        batch.from_boards(Board())  # type: ignore[arg-type]


def test_positions_changed_by_another_thread_do_no_harm() -> None:
    few = batch.starts(20_000)
    many = np.repeat(batch.from_boards([ob.Board.parse(WIDE)]), len(few), axis=0)
    positions = few.copy()
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            positions[:] = many
            positions[:] = few

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(30):
            try:
                found = batch.successors(positions)
            except ob.InvalidBoardError:
                continue  # a row half changed
            assert len(found.moves) == len(found.positions) == len(found.parents)
    finally:
        done.set()
        changer.join()


# Searches without a search


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_exact_margins_are_those_of_the_engine(size: int, rules: Rules) -> None:
    empties = size * size - batch.planes(some_positions(size), size).sum(axis=(1, 2, 3))
    positions = some_positions(size)[empties <= 9][:60]
    assert len(positions) == 60
    engine = ob.Engine(threads=1, hash_mb=1)
    for threads in (1, 3):
        margins = batch.exact_margins(positions, size, rules, threads)
        for row, margin in zip(positions, margins.tolist(), strict=True):
            board = batch.to_board(row, size=size, rules=rules)
            ended = board.outcome()
            found = engine.solve(board).margin if ended is None else board.margin(board.turn)
            assert margin == found


@pytest.mark.parametrize("size", SIZES)
def test_trees_have_the_nodes_that_minimax_counts(size: int) -> None:
    positions = some_positions(size)[:60]
    for depth in (0, 1, 3):
        counts = batch.tree_sizes(positions, depth, size)
        assert counts.shape == (60, depth + 1)
        assert np.array_equal(counts, batch.tree_sizes(positions, depth, size, threads=1))
        for row, sizes in zip(positions, counts, strict=True):
            board = batch.to_board(row, size=size)
            if depth and not board.is_over:
                assert sizes.sum() == minimax(board, "r4", depth).nodes
            else:
                assert sizes.tolist() == [1] + depth * [0]


def test_a_tree_needs_a_depth() -> None:
    with pytest.raises(ob.ObversiError, match="the depth cannot be -1"):
        batch.tree_sizes(batch.starts(1), -1)
