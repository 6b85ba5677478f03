"""Board: the public face as documented, the stack, boards as values, and what is rejected."""

import copy
import inspect
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, Literal

import numpy as np
import pytest
from boards import PASS_DUE, SIZES, played, state
from hypothesis import given, strategies as st
from numpy.typing import NDArray

import obversi as ob
from obversi import Board
from obversi.errors import InputError
from obversi.rules import Rules

boards = st.from_type(ob.Board)


# The public face, as its documentation writes it


def test_public_face() -> None:
    board = ob.Board()
    assert (board.size, board.rules, board.turn) == (8, "normal", ob.BLACK)
    assert (ob.BLACK, ob.EMPTY, ob.WHITE) == (-1, 0, 1)
    assert [str(m) for m in board.legal_moves] == ["d3", "c4", "f5", "e6"]
    board.push("f5")
    assert board.turn == ob.WHITE
    board.pop()
    assert board == ob.Board() == board.copy()
    assert not board.is_over
    assert board.outcome() is None
    array = board.to_array()
    assert array.dtype == np.int8
    assert array.shape == (8, 8)
    assert ob.Board.from_array(array, turn=ob.BLACK, rules="normal") == board
    board = ob.Board(size=6, rules="reversed")
    assert (board.size, board.rules) == (6, "reversed")
    board = ob.Board.parse(64 * "-" + " X", rules="reversed")
    assert (board.size, board.rules, board.turn, board.is_over) == (8, "reversed", ob.BLACK, True)
    assert ob.perft(ob.Board(), 3) == 56


@pytest.mark.parametrize("size", SIZES)
def test_start(size: int) -> None:
    board = Board(size)
    low, high = size // 2 - 1, size // 2
    expected = np.zeros((size, size), np.int8)
    expected[low, low] = expected[high, high] = ob.WHITE
    expected[low, high] = expected[high, low] = ob.BLACK
    assert np.array_equal(board.to_array(), expected)
    assert board.turn == ob.BLACK
    if size == 8:
        assert [board[square] for square in ("d4", "e5", "e4", "d5", "a1")] == [1, 1, -1, -1, 0]


def test_a_move_and_its_flips() -> None:
    board = Board()
    assert board.flips("f5") == {"e5"}
    board.push("f5")
    assert board.black == {"e4", "d5", "e5", "f5"}
    assert board.white == {"d4"}
    assert len(board.empty) == 59
    assert board.legal_moves == ["f4", "d6", "f6"]


@pytest.mark.parametrize("text", ["F5", "f5", ob.Move("f5"), str(ob.Move("F5"))])
def test_moves_in_either_case(text: str) -> None:
    board = Board()
    assert board.is_legal(text)
    board.push(text)
    assert board.peek() is ob.Move("f5")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", ["pass", "PASS", "Pa", "ps", "PS", "--", ob.PASS])
def test_a_pass_that_is_due(text: str, size: int) -> None:
    board = Board.parse(PASS_DUE[size])
    assert board.must_pass
    assert board.legal_moves == ["pass"]
    assert board.is_legal(text)
    assert board.flips(text) == set()
    before = board.to_array()
    board.push(text)
    assert board.turn == ob.WHITE
    assert np.array_equal(board.to_array(), before)
    assert board.legal_moves == ["c1"]
    assert board.move_stack == ["pass"]
    assert board.pop() is ob.PASS
    assert board == Board.parse(PASS_DUE[size])


# The stack


@given(boards, st.data())
def test_push_and_pop_are_inverse(board: Board, data: st.DataObject) -> None:
    before = state(board)
    pushed = []
    for _ in range(data.draw(st.integers(1, 6))):
        if board.is_over:
            break
        move = data.draw(st.sampled_from(board.legal_moves))
        turn, ply = board.turn, board.ply
        board.push(move)
        pushed.append(move)
        assert board.turn == -turn
        assert board.ply == ply + 1
        assert board.peek() is move
        assert board.move_stack[-len(pushed) :] == pushed
    while pushed:
        assert board.pop() is pushed.pop()
    assert state(board) == before


@given(boards)
def test_taking_everything_back_and_replaying(board: Board) -> None:
    end, moves = state(board), board.move_stack
    assert len(moves) == board.ply
    assert all(isinstance(move, ob.Move) for move in moves)
    while board.ply:
        board.pop()
    assert board == Board(board.size, board.rules)
    for move in moves:
        assert move in board.legal_moves
        board.push(str(move))
    assert state(board) == end


@given(boards)
def test_root_is_before_the_first_move(board: Board) -> None:
    before = state(board)
    root = board.root()
    assert root == Board(board.size, board.rules)
    assert root.move_stack == []
    assert state(board) == before


@given(boards)
def test_reset_takes_all_moves_back(board: Board) -> None:
    root = board.root()
    board.reset()
    assert board == root
    assert board.move_stack == []


def test_reset_leads_to_the_position_that_the_board_began_with() -> None:
    board = Board.parse(PASS_DUE[4])
    board.push("pass")
    board.reset()
    assert board == Board.parse(PASS_DUE[4])
    board = played("f5", "d6").copy(stack=False)
    board.reset()
    assert board == played("f5", "d6")


def test_nothing_to_take_back() -> None:
    for board in (Board(), Board.parse(PASS_DUE[4]), played("f5", "d6").copy(stack=False)):
        before = state(board)
        for look in (board.pop, board.peek):
            with pytest.raises(IndexError, match="no move"):
                look()
        assert state(board) == before


def test_what_is_handed_out_is_a_copy() -> None:
    board = played("f5", "d6")
    before = state(board)
    board.legal_moves.clear()
    board.move_stack.clear()
    array = board.to_array()
    array[:] = 1
    assert state(board) == before


# Copies, equality, hash, pickle, repr


@given(boards)
def test_copies_are_equal_and_apart(board: Board) -> None:
    before = state(board)
    twins: list[Board] = [board.copy(), board.copy(stack=True), copy.copy(board)]
    twins += [copy.deepcopy(board), copy.deepcopy([board])[0]]
    for twin in twins:
        assert type(twin) is Board
        assert twin is not board
        assert state(twin) == before
        if not twin.is_over:
            twin.push(twin.legal_moves[0])
        elif twin.ply:
            twin.pop()
        assert state(board) == before


@given(boards)
def test_copy_without_the_stack(board: Board) -> None:
    before = state(board)
    twin = board.copy(stack=False)
    assert twin == board
    assert twin.move_stack == []
    assert twin.ply == 0
    assert twin.legal_moves == board.legal_moves
    assert state(board) == before


@given(boards)
def test_equality_is_of_the_position(board: Board) -> None:
    twin = Board.from_array(board.to_array(), board.turn, board.rules)
    assert twin == board
    assert hash(twin) == hash(board)
    assert len({twin, board}) == 1
    other_rules: Rules = "reversed" if board.rules == "normal" else "normal"
    others = [
        Board.from_array(board.to_array(), -board.turn, board.rules),
        Board.from_array(board.to_array(), board.turn, other_rules),
        Board.from_array(-board.to_array(), board.turn, board.rules),
        Board.from_array(-board.to_array(), -board.turn, board.rules),  # alike to the mover
    ]
    if not board.is_over:
        others.append(board.copy())
        others[-1].push(board.legal_moves[0])
    for other in others:
        assert (other == board) == (state(other)[:3] == state(board)[:3])
        assert (other != board) == (state(other)[:3] != state(board)[:3])


def test_two_ways_to_one_position_are_equal() -> None:
    one, other = played("f5", "f6", "e6", "f4"), played("e6", "f6", "f5", "f4")
    assert one.move_stack != other.move_stack
    assert one == other
    assert hash(one) == hash(other)


def test_boards_of_different_sizes_differ() -> None:
    empty = [Board.from_array(np.zeros((size, size), np.int8)) for size in SIZES]
    assert len(set(empty)) == 3
    assert empty[0] != empty[1] != empty[2]


@pytest.mark.parametrize("other", [None, 0, "", 64 * "-" + " X", ()])
def test_a_board_equals_nothing_else(other: object) -> None:
    assert Board() != other
    assert not Board() == other  # noqa: SIM201 - the two operators are two pieces of code


@given(boards)
def test_pickle_keeps_position_and_stack(board: Board) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(board, protocol))
        assert type(twin) is Board
        assert state(twin) == state(board)
        while twin.ply:
            twin.pop()
        assert twin == Board(board.size, board.rules)


def test_pickle_of_a_board_that_began_elsewhere() -> None:
    board = Board.parse(PASS_DUE[6], rules="reversed")
    board.push("pass")
    twin = pickle.loads(pickle.dumps(board))
    assert state(twin) == state(board)
    assert twin.pop() is ob.PASS
    assert twin == Board.parse(PASS_DUE[6], rules="reversed")


class Subclass(Board):
    """A board of one's own."""


def test_a_subclass_stays_one() -> None:
    board = Subclass(6, "reversed")
    board.push(board.legal_moves[0])
    twins = [board.copy(), copy.copy(board), copy.deepcopy(board)]
    twins += [pickle.loads(pickle.dumps(board)), board.with_rules("normal")]
    twins += [board.transform(1), board.canonical(), Subclass.parse(board.to_string())]
    assert {type(twin) for twin in twins} == {Subclass}


@given(boards)
def test_repr_evaluates_to_the_board(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board


def test_repr_is_short() -> None:
    assert repr(Board(4)) == "Board.parse('-----OX--XO----- X')"
    assert repr(Board(4, "reversed")) == "Board.parse('-----OX--XO----- X', rules='reversed')"


# Arrays


@given(boards)
def test_array_and_back(board: Board) -> None:
    array = board.to_array()
    assert array.dtype == np.int8
    assert array.shape == (board.size, board.size)
    assert Board.from_array(array, board.turn, board.rules) == board
    assert Board.from_array(array.tolist(), board.turn, board.rules) == board
    assert Board.from_array(array.astype(np.int64), board.turn, board.rules) == board
    assert Board.from_array(array.T.copy().T, board.turn, board.rules) == board


def test_from_array_defaults_to_black_and_normal_rules() -> None:
    board = Board.from_array(Board(6).to_array())
    assert board == Board(6)
    assert board.ply == 0


def test_from_array_of_unsigned_numbers() -> None:
    array = np.zeros((4, 4), np.uint8)
    array[1, 2] = 1
    assert Board.from_array(array).white == {"c2"}


def test_from_array_keeps_no_hold_of_the_array() -> None:
    array = Board(4).to_array()
    board = Board.from_array(array)
    array[:] = 1
    assert board == Board(4)


ARRAYS: list[tuple[object, str]] = [
    (np.zeros(8, np.int8), "(8,)"),
    (np.zeros(64, np.int8), "(64,)"),
    (np.zeros((4, 6), np.int8), "(4, 6)"),
    (np.zeros((3, 3), np.int8), "(3, 3)"),
    (np.zeros((5, 5), np.int8), "(5, 5)"),
    (np.zeros((10, 10), np.int8), "(10, 10)"),
    (np.zeros((0, 0), np.int8), "(0, 0)"),
    (np.zeros((8, 8, 1), np.int8), "(8, 8, 1)"),
    (0, "()"),
    ("board", "()"),
    (None, "()"),
    (np.zeros((8, 8)), "float64"),
    (np.zeros((8, 8), np.float32), "float32"),
    (np.full((8, 8), np.nan), "float64"),
    (np.zeros((8, 8), np.complex128), "complex128"),
    (np.zeros((8, 8), np.bool_), "bool"),
    (np.zeros((8, 8), object), "object"),
    (np.full((8, 8), "X"), "<U1"),
    (np.full((8, 8), 2, np.int8), "2 on a1"),
    (np.full((4, 4), 255, np.uint8), "255 on a1"),
    (np.diag([0, 1, -1, 0, 0, -7]), "-7 on f6"),
    (np.diag([0, 1, -1, 3]), "3 on d4"),
    (np.full((8, 8), 2**62), str(2**62)),
]


@pytest.mark.parametrize(("array", "named"), ARRAYS)
def test_from_array_rejects(array: NDArray[np.int8], named: str) -> None:
    with pytest.raises(ob.InvalidBoardError) as caught:
        Board.from_array(array)
    assert named in str(caught.value)


def test_from_array_rejects_rows_of_different_lengths() -> None:
    with pytest.raises(ob.InvalidBoardError):
        Board.from_array([[0, 0, 0, 0], [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])


# Rules


@given(boards)
def test_with_rules(board: Board) -> None:
    before = state(board)
    for rules in ("normal", "reversed"):
        twin = board.with_rules(rules)
        assert twin.rules == rules
        assert twin.to_string() == board.to_string()
        assert twin.move_stack == board.move_stack
        assert twin.margin() == (board.margin() if rules == board.rules else -board.margin())
    assert state(board) == before


def test_with_rules_of_a_board_that_began_elsewhere() -> None:
    board = Board.parse(PASS_DUE[8])
    board.push("pass")
    twin = board.with_rules("reversed")
    assert twin.pop() is ob.PASS
    assert twin == Board.parse(PASS_DUE[8], rules="reversed")


# Looking at a position


@given(boards)
def test_squares_sets_part_the_board(board: Board) -> None:
    array = board.to_array()
    names = {(r, c): "abcdefgh"[c] + str(r + 1) for r, c in np.ndindex(array.shape)}
    for found, value in ((board.black, -1), (board.white, 1), (board.empty, 0)):
        assert isinstance(found, ob.SquareSet)
        assert found == {name for place, name in names.items() if array[place] == value}
    assert board.discs(ob.BLACK) == board.black
    assert board.discs(ob.WHITE) == board.white
    for place, name in names.items():
        assert board[name] == board[name.upper()] == array[place]
        assert type(board[name]) is int


@given(boards)
def test_margin_is_of_the_named_player(board: Board) -> None:
    assert board.margin(board.turn) == board.margin()
    assert board.margin(-board.turn) == -board.margin()


@given(boards, st.integers(-(2**63), 2**64))
def test_random_moves_are_legal_and_repeatable(board: Board, seed: int) -> None:
    if not board.is_over:
        assert board.random_move(seed) == board.random_move(seed)
        assert board.random_move() in board.legal_moves


def test_random_moves_are_any_of_the_legal_ones() -> None:
    board, random = Board(), Random(1)
    assert {board.random_move(random) for _ in range(100)} == set(board.legal_moves)
    assert {board.random_move() for _ in range(100)} == set(board.legal_moves)
    assert board.ply == 0


def test_random_moves_that_cannot_be() -> None:
    over = Board.parse("X" * 16 + "X")
    with pytest.raises(InputError, match=r"no legal move, the game is over: black wins by 16"):
        over.random_move()
    for seed in ("7", 1.5, np.random.default_rng(1)):
        with pytest.raises(InputError, match=r"the seed cannot be .*: expected a whole number"):
            Board().random_move(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "result", "reversed_result"),
    [
        ("X" * 9 + "O" * 7 + "X", "1-0", "0-1"),
        ("X" * 7 + "O" * 9 + "X", "0-1", "1-0"),
        ("X" * 8 + "O" * 8 + "O", "1/2-1/2", "1/2-1/2"),
        ("-----OX--XO----- X", "*", "*"),
    ],
)
def test_result(text: str, result: str, reversed_result: str) -> None:
    assert Board.parse(text).result() == result
    assert Board.parse(text, "reversed").result() == reversed_result


@given(boards)
def test_outcome_agrees_with_the_margin(board: Board) -> None:
    while not board.is_over:
        assert board.outcome() is None
        board.push(board.legal_moves[-1])
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.black, outcome.white) == (len(board.black), len(board.white))
    assert outcome.margin >= 0
    for color in (ob.BLACK, ob.WHITE):
        assert outcome.margin_for(color) == board.margin(color)
    assert (outcome.winner is None) == (outcome.margin == 0)
    assert outcome.winner is None or board.margin(outcome.winner) == outcome.margin


OUTCOMES = [
    (64 * "-" + " X", "normal", ob.Outcome(None, 0, 0, 0)),
    (64 * "X" + " X", "normal", ob.Outcome(ob.BLACK, 64, 64, 0)),
    (64 * "X" + " O", "reversed", ob.Outcome(ob.WHITE, 64, 64, 0)),
    ("O" + 63 * "-" + " X", "normal", ob.Outcome(ob.WHITE, 64, 0, 1)),
    ("O" + 63 * "-" + " X", "reversed", ob.Outcome(ob.BLACK, 64, 0, 1)),
    ("O-X" + 61 * "-" + " X", "reversed", ob.Outcome(None, 0, 1, 1)),
    ("O-X--X" + 58 * "-" + " O", "normal", ob.Outcome(ob.BLACK, 62, 2, 1)),
    ("O-X--X" + 58 * "-" + " O", "reversed", ob.Outcome(ob.WHITE, 62, 2, 1)),
    (33 * "X" + 31 * "O" + " O", "reversed", ob.Outcome(ob.WHITE, 2, 33, 31)),
    (18 * "X" + 18 * "O" + " O", "normal", ob.Outcome(None, 0, 18, 18)),
    ("XXXX" + 12 * "-" + " O", "reversed", ob.Outcome(ob.WHITE, 16, 4, 0)),
]


@pytest.mark.parametrize(("text", "rules", "outcome"), OUTCOMES)
def test_outcomes(text: str, rules: Rules, outcome: ob.Outcome) -> None:
    board = Board.parse(text, rules=rules)
    assert board.is_over
    assert board.legal_moves == []
    assert not board.must_pass
    assert board.outcome() == outcome


def test_outcome_is_a_frozen_value() -> None:
    outcome = ob.Outcome(ob.BLACK, 4, 34, 30)
    assert outcome == ob.Outcome(winner=-1, margin=4, black=34, white=30)
    assert len({outcome, ob.Outcome(-1, 4, 34, 30)}) == 1
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    change: Callable[[], object] = lambda: setattr(outcome, "margin", 5)  # noqa: E731
    with pytest.raises(AttributeError):
        change()


def test_the_hash_of_a_position_is_the_movers_view() -> None:
    board = Board()
    swapped = Board.from_array(-board.to_array(), turn=ob.WHITE)
    assert board.position_hash == swapped.position_hash
    assert board.position_hash != Board(6).position_hash
    assert hash(board) != hash(swapped)


class LabelledBoard(ob.Board):
    """A board with attributes of its own."""

    __slots__ = ("__dict__", "label")

    label: str


def test_copies_have_the_attributes_of_a_subclass() -> None:
    board = LabelledBoard(6, "reversed")
    board.label, board.seen = "first", [1]  # type: ignore[attr-defined]
    board.push("b3")
    twins: list[Any] = [
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
    ]
    for twin in twins:
        assert (type(twin), twin) == (LabelledBoard, board)
        assert (twin.label, twin.seen, twin.move_stack) == ("first", [1], ["b3"])
    twins[1].seen.append(2)
    assert twins[0].seen == [1]


def test_every_public_method_has_a_signature() -> None:
    assert str(inspect.signature(ob.Board.push)) == "(self, move: str) -> None"
    for name in ob.__all__:
        thing = getattr(ob, name)
        if not callable(thing) or isinstance(thing, str):
            continue
        members = vars(thing) if inspect.isclass(thing) else {}
        inherited = [base for base in getattr(thing, "__mro__", ()) if "obversi" in base.__module__]
        names = {name for base in inherited for name in vars(base)} | members.keys()
        for method in sorted(name for name in names if not name.startswith("_")):
            if callable(member := getattr(thing, method)):
                inspect.signature(member)
        if not inspect.isclass(thing):
            inspect.signature(thing)


def test_a_misspelt_rule_set_is_an_error_of_types() -> None:
    for make in (Board.__init__, Board.parse, Board.from_array, Board.with_rules):
        assert inspect.get_annotations(make)["rules"] == Literal["normal", "reversed"]
