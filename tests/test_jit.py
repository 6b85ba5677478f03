"""Compiled evaluations: helpers against slow code, Numba's traps, errors, and the same values."""

import gc
import importlib
import math
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reference
from numba import float64, int64, njit, uint64
from numpy.typing import NDArray

import obversi as ob
from obversi import Board, batch, jit, textbook
from obversi.extras import install_command
from obversi.heuristics import Mix, Phase
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.jit import (
    bit,
    board,
    c_squares,
    corners,
    edges,
    flips,
    frontier,
    lowest,
    moves,
    neighbours,
    popcount,
    square,
    squares,
    x_squares,
)
from obversi.jit.evaluation import NativeEvaluation
from obversi.jit.sets import bitboard
from obversi.rules import RULES, Rules

SIZES = (4, 6, 8)
WORD = (1 << 64) - 1


# The helpers, in Python and compiled


def everything(own, opp, place, size):  # type: ignore[no-untyped-def]
    """All that helpers say of a position and a square."""
    empties = board(size) & ~(bitboard(own) | opp)
    return (
        popcount(own),
        lowest(own),
        lowest(empties & 0),
        bitboard(own),
        bit(place),
        moves(own, opp, size),
        flips(place, own, opp),
        neighbours(own, size),
        frontier(own, empties, size),
        jit.north(own, size),
        jit.north_east(own, size),
        jit.east(own, size),
        jit.south_east(own, size),
        jit.south(own, size),
        jit.south_west(own, size),
        jit.west(own, size),
        jit.north_west(own, size),
        board(size),
        corners(size),
        edges(size),
        c_squares(size),
        x_squares(size),
        squares("a1 d4"),
        square("d4"),
    )


STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def slow_everything(view: NDArray[np.int8], place: reference.Square) -> tuple[int, ...]:
    """The same from the cells of a board in the mover's view, a square at a time."""
    size = len(view)
    cells = view.tolist()
    every = set(reference.squares(size))
    own = {one for one in every if view[one] == 1}
    empties = {one for one in every if view[one] == 0}
    # How far the nearest edges are, up or down and left or right, the nearer one first.
    far = {one: sorted(min(index, size - 1 - index) for index in one) for one in every}

    def moved(ones: set[reference.Square], step: reference.Square) -> set[reference.Square]:
        return {(row + step[0], column + step[1]) for row, column in ones} & every

    def touching(ones: set[reference.Square]) -> set[reference.Square]:
        return set().union(*(moved(ones, step) for step in STEPS))

    def mask(ones: set[reference.Square]) -> int:
        return sum(1 << number(one) for one in ones)

    def number(one: reference.Square) -> int:
        return 8 * one[0] + one[1]

    return (
        len(own),
        min(map(number, own), default=64),
        64,
        mask(own),
        mask({place}),
        mask(set(reference.legal_squares(cells, 1))),
        mask(set(reference.flips(cells, 1, place))),
        mask(touching(own)),
        mask(own & touching(empties)),
        *(mask(moved(own, step)) for step in STEPS),
        mask(every),
        mask({one for one in every if far[one] == [0, 0]}),
        mask({one for one in every if far[one][0] == 0}),
        mask({one for one in every if far[one] == [0, 1]}),
        mask({one for one in every if far[one] == [1, 1]}),
        1 | 1 << 27,
        27,
    )


@cache
def ways() -> dict[str, Callable[[int, int, int, int], tuple[int, ...]]]:
    """The same function for every kind of number that its sets can be given as."""
    inner = njit(everything)
    with_signed = njit((int64, int64, int64, int64))(everything)

    @njit((uint64, uint64, int64, int64))
    def with_sets(own, opp, place, size):  # type: ignore[no-untyped-def]
        return inner(bitboard(own), bitboard(opp), place, size)

    return {
        "Python": everything,
        "NumPy": lambda *given: everything(*map(np.uint64, given)),  # type: ignore[no-untyped-call]
        "unsigned": njit((uint64, uint64, int64, int64))(everything),
        "signed": lambda *given: with_signed(*map(as_signed, given)),
        "sets": with_sets,
    }


def as_signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits


@cache
def views(size: int) -> NDArray[np.int8]:
    generator = np.random.default_rng(size)
    games = reference.random_game_views(generator, size, 10)
    both = np.concatenate([games, reference.strewn_views(generator, size, 200)])
    return np.asarray(generator.permutation(both)[:250])


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("way", ["Python", "NumPy", "unsigned", "signed", "sets"])
def test_helpers_agree_with_slow_code(way: str, size: int) -> None:
    ask = ways()[way]
    places = np.random.default_rng(1).integers(size, size=(len(views(size)), 2)).tolist()
    rows = reference.position_rows(views(size)).tolist()
    for view, (own, opp), (row, column) in zip(views(size), rows, places, strict=True):
        found = ask(own, opp, 8 * row + column, size)
        assert tuple(map(int, found)) == slow_everything(view, (row, column))


def test_a_smaller_board_needs_no_size_where_the_edge_is_far() -> None:
    assert njit(lambda own: jit.north(own))(squares("d4")) == squares("d3")
    assert njit(lambda own: moves(own, opp=squares("d3")))(squares("d4")) == squares("d2")
    assert njit(lambda own: moves(opp=squares("d3"), own=own, size=6))(squares("d4"))


def test_no_square_of_a_board_that_there_is_not() -> None:
    with pytest.raises(ob.ObversiError, match="7"):
        board(7)
    with pytest.raises(ob.ObversiError, match="z9"):
        squares("a1 z9")


# Operators: as Python has them, in 64 bits

TABLE = np.arange(256) * 3.5
TOP = 0x8100000000000081


def loop_from_nothing(own: int, place: int) -> int:
    found = 0
    for step in range(place):
        found |= own >> step
    return found


def loop_through(own: int, _: int) -> int:
    total = 0
    while own:
        total += lowest(own)
        own &= own - 1
    return total


OPERATIONS: dict[str, Callable[[int, int], Any]] = {
    "and": lambda own, _: own & 0x7E,
    "and, beyond 63 bits": lambda own, _: own & TOP,
    "or": lambda own, place: own | 1 << place,
    "xor": lambda own, place: (own ^ TOP) ^ place,
    "from the right": lambda own, _: TOP & ~own | 5,
    "shift down": lambda own, place: own >> place,
    "shift down, by a constant": lambda own, _: own >> 1,
    "shift up": lambda own, place: own << place & WORD,
    "shift out": lambda own, place: own >> 60 + place,
    "first of a set": lambda own, _: own & -own,
    "without the first": lambda own, _: own & (own - 1),
    "carry": lambda own, _: (own | ~TOP) + 1 & own & WORD,
    "a bit as a number": lambda own, place: 5 * (own >> place & 1) - 9,
    "a bit as a float": lambda own, place: 2.5 * (own >> place & 1) - (own & 3),
    "divided": lambda own, _: (own & 255) // 7 - (own & 255) % 7 + (own & 3) / 2,
    "a power": lambda own, _: (own & 7) ** 2,
    "a shift of a number": lambda own, _: 1 << (own & 15),
    "equal": lambda own, _: own == 0xFFFF,
    "more than nothing": lambda own, _: own > 0,
    "not less": lambda own, _: own >= TOP,
    "truth": lambda own, place: 3 if own >> place & 1 else 4,
    "untruth": lambda own, _: not own,
    "with a truth": lambda own, place: own & (place > 3),
    "int": lambda own, _: int(own & 255) - 300,
    "float": lambda own, _: float(own & 255) - 300,
    "index": lambda own, _: TABLE[own & 255],
    "range": lambda own, _: len(range(own & 7)),
    "either": lambda own, place: own if place > 3 else 0,
    "a loop from nothing": loop_from_nothing,
    "a loop through a set": loop_through,
}
SETS = [0, 1, 0xFFFF, 1 << 63, TOP, WORD, 0xDEADBEEF12345678, 0x0123456789ABCDEF]


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("name", OPERATIONS)
def test_operators_are_those_of_python(name: str) -> None:
    operation = OPERATIONS[name]
    inner = njit(operation)

    @njit((uint64, int64))
    def compiled(own, place):  # type: ignore[no-untyped-def]
        return inner(bitboard(own), place)

    for own, place in product(SETS, range(8)):
        assert compiled(own, place) == operation(own, place), (hex(own), place)


# Evaluations


@cache
def discs() -> NativeEvaluation:
    @jit.evaluation
    def discs(own, opp):  # type: ignore[no-untyped-def]
        """Count discs."""
        return popcount(own) - popcount(opp)

    return discs


@cache
def mixed() -> NativeEvaluation:
    return jit.evaluation(name="own mix", finished="result")(own_mix)


def own_mix(own, opp, size, reversed_rules):  # type: ignore[no-untyped-def]
    goal = 25 * (popcount(own & corners(size)) - popcount(opp & corners(size)))
    goal += popcount(own & edges(size)) - popcount(opp & edges(size))
    empties = board(size) & ~(own | opp)
    mobility = 3 * (popcount(moves(own, opp, size)) - popcount(moves(opp, own, size)))
    front = popcount(frontier(own, empties, size)) - popcount(frontier(opp, empties, size))
    return (-goal if reversed_rules else goal) + mobility - 0.5 * front


def python_mixed(position: Board) -> float:
    own, opp = position.bits
    return float(mixed().function(own, opp, position.size, position.rules == "reversed"))


CORE_MIX = Mix(
    "core mix",
    (Phase({"corners": 25.0, "edges": 1.0, "moves": 3.0, "frontier": -0.5}),),
    finished="result",
)


def test_names_and_texts() -> None:
    assert (discs().name, mixed().name) == ("discs", "own mix")
    assert discs().__doc__ == "Count discs."
    assert "discs" in repr(discs())
    assert discs()(Board.parse(16 * "X" + " O")) == -16e6
    assert mixed()(Board.parse(16 * "X" + " O")) == -1.0


@pytest.mark.few_cases(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("threads", [1, 2])
def test_numba_python_and_the_core_say_the_same(size: int, rules: Rules, threads: int) -> None:
    positions = reference.position_rows(views(size))
    found = []
    for evaluation in (mixed(), PythonEvaluation(python_mixed, finished="result"), CORE_MIX):
        values = np.full(len(positions), np.nan)
        evaluation.core(size, rules).values(positions, threads, values)
        found.append(values)
    np.testing.assert_array_equal(found[0], found[2])
    np.testing.assert_array_equal(found[1], found[2])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_searches_find_the_same(size: int, rules: Rules) -> None:
    position = Board(size, rules)
    ours, theirs = (textbook.alpha_beta(position, one, 5) for one in (mixed(), CORE_MIX))
    assert (ours.move, ours.value, ours.nodes) == (theirs.move, theirs.value, theirs.nodes)
    assert mixed().by_move(position) == CORE_MIX.by_move(position)


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("function", "value"),
    [
        (lambda _own, _opp: 3, 3.0),
        (lambda _own, _opp: -2.5, -2.5),
        (lambda own, opp: own != opp, 1.0),
        (lambda own, _opp: np.float32(0.5) if own else np.float32(1), 0.5),
        (lambda _own, _opp, size: size, 6.0),
        (lambda _own, _opp, size, reversed_rules: size if reversed_rules else -size, 6.0),
        (lambda own, opp: float64(popcount(own | opp)), 4.0),
    ],
)
def test_parameters_and_results(function: Callable[..., float], value: float) -> None:
    assert jit.evaluation(function)(Board(6, "reversed")) == value


def test_it_is_pickled_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "from obversi import jit",
        "",
        "@jit.evaluation",
        "def mine(own, opp):",
        "    return 1",
    ]
    (tmp_path / "own_evaluations.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    mine = importlib.import_module("own_evaluations").mine
    assert pickle.loads(pickle.dumps(mine)) is mine


@pytest.mark.long
def test_nothing_is_leaked() -> None:
    mine = jit.evaluation(lambda own, _opp: popcount(own), name="mine")
    assert mine(Board()) == 2.0
    alive = weakref.ref(mine)
    del mine
    gc.collect()
    assert alive() is None


# What goes wrong


def unknown_name(own, opp):  # type: ignore[no-untyped-def]
    return own + opp + nothing_of_this_name  # type: ignore[name-defined]  # noqa: F821


def text_added(own, _opp):  # type: ignore[no-untyped-def]
    return own + "text"


def no_such_square(own, _opp):  # type: ignore[no-untyped-def]
    return popcount(own & squares("a1 j3"))


def text_made(own, _opp):  # type: ignore[no-untyped-def]
    return popcount(own & squares("a" + str(popcount(own))))


def plain_helper(own):  # type: ignore[no-untyped-def]
    return popcount(own)


def calls_plain_function(own, _opp):  # type: ignore[no-untyped-def]
    return plain_helper(own)  # type: ignore[no-untyped-call]


def uses_a_board(own, _opp):  # type: ignore[no-untyped-def]
    return own.legal_moves


def counts_half(_own, _opp):  # type: ignore[no-untyped-def]
    return popcount(0.5)  # type: ignore[arg-type]


def one_parameter(own):  # type: ignore[no-untyped-def]
    return popcount(own)


def a_set(own, opp):  # type: ignore[no-untyped-def]
    return own & ~opp


def nothing_at_times(own, _opp):  # type: ignore[no-untyped-def]
    if popcount(own) > 3:
        return 1.0
    return None


def a_text(_own, _opp):  # type: ignore[no-untyped-def]
    return "good"


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    ("function", "message"),
    [
        (unknown_name, "nothing_of_this_name"),
        (text_added, r"add\(Squares, text\).* \(line \d+\)"),
        (no_such_square, "'j3' is no move"),
        (text_made, r"squares\(\) must be written out"),
        (calls_plain_function, r"'plain_helper'.*@numba\.njit"),
        (uses_a_board, "legal_moves"),
        (counts_half, r"popcount\(float64\)"),
        (one_parameter, r"\(own, opp, size\).*not \(own\)"),
        (a_set, r"a set of squares.*popcount"),
        (nothing_at_times, "nothing at times"),
        (a_text, "expected a number"),
    ],
)
def test_what_cannot_be_compiled_is_reported_in_a_line_or_two(
    function: Callable[..., float], message: str
) -> None:
    with pytest.raises(ob.EvaluationError, match=message) as caught:
        jit.evaluation(function)
    text = str(caught.value)
    assert f"'{function.__name__}'" in text
    assert len(text) < 300
    assert "\n" not in text


def divided(own, _opp):  # type: ignore[no-untyped-def]
    return 1 / (popcount(own) - 2)


def beyond(own, _opp):  # type: ignore[no-untyped-def]
    return TABLE[popcount(own) + 1000]


def rejected(own, _opp):  # type: ignore[no-untyped-def]
    if popcount(own) < 5:
        raise ValueError("too few discs")
    return 1


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (divided, ZeroDivisionError, "division by zero"),
        (beyond, IndexError, "out of bounds"),
        (rejected, ValueError, "too few discs"),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_it_raises_is_the_cause(
    function: Callable[..., float], error: type[Exception], message: str, threads: int
) -> None:
    core = jit.evaluation(function).core(8, "normal")
    expected = f"'{function.__name__}'.*raised {error.__name__}: .*{message}"
    with pytest.raises(ob.EvaluationError, match=expected) as caught:
        core.values(batch.starts(1000), threads, np.empty(1000))
    assert isinstance(caught.value.__cause__, error)


@pytest.mark.few_cases
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_finite_number_is_named(number: float) -> None:
    mine = jit.evaluation(lambda own, _opp: number if own else 0.0, name="mine")
    with pytest.raises(ob.EvaluationError, match=f"'mine'.*returned {number}: .*finite number"):
        textbook.alpha_beta(Board(4), mine, 2)


def test_wrong_settings_are_named() -> None:
    with pytest.raises(ob.ObversiError, match="cannot be compiled"):
        jit.evaluation(max)
    with pytest.raises(ob.ObversiError, match="'never'"):
        jit.evaluation(finished="never")(discs().function)  # type: ignore[call-overload]


def test_without_numba_the_message_says_what_to_install() -> None:
    script = "import sys; sys.modules['numba'] = None; import obversi.jit"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    assert install_command("jit") in done.stderr
