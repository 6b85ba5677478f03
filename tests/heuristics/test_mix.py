import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import permutations
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from obversi import Board, ObversiError, feature
from obversi.heuristics import (
    EVALUATIONS,
    FEATURES,
    GOAL_FEATURES,
    Mix,
    Phase,
    WeightedFeature,
    evaluation,
)
from obversi.rules import RULES, Rules

QUARTER = ((20, -3, 11, 8), (-3, -7, -4, 1), (11, -4, 2, 2), (8, 1, 2, -3))
MOVES = (Phase({"moves": 1}),)
NAMES = st.sampled_from(sorted(FEATURES))


def after(*moves: str, rules: Rules = "normal", size: int = 8) -> Board:
    board = Board(size, rules)
    for move in moves:
        board.push(move)
    return board


# What a mix says


def test_a_value_is_the_sum_of_its_terms() -> None:
    mix = Mix("mine", (Phase({"squares": 2, "discs": -1.5, "bias": 10}),), QUARTER)
    board = after("f5")  # white has d4 alone
    assert mix.weighted_features(board) == [
        WeightedFeature("squares", 2, 4),
        WeightedFeature("discs", -1.5, -3),
        WeightedFeature("bias", 10, 1),
    ]
    assert [feature.points for feature in mix.weighted_features(board)] == [8, 4.5, 10]
    assert mix(board) == 22.5


def test_only_goal_features_change_their_sign_under_the_other_rules() -> None:
    weights = dict.fromkeys(FEATURES, 1)
    board = after("f5", "d6")
    for written_for, other in permutations(RULES):
        mix = Mix("all", (Phase(weights),), QUARTER, rules=written_for)
        at_home = {
            feature.name: feature
            for feature in mix.weighted_features(board.with_rules(written_for))
        }
        abroad = {
            feature.name: feature for feature in mix.weighted_features(board.with_rules(other))
        }
        for name in FEATURES:
            assert at_home[name].weight == 1
            assert abroad[name].weight == (-1 if name in GOAL_FEATURES else 1)
            assert abroad[name].value == at_home[name].value


def test_goal_features_are_all_but_these() -> None:
    assert set(FEATURES) - GOAL_FEATURES == {
        *("moves", "move_share", "move_lead", "weighted_moves", "frontier", "frontier_lead"),
        *("r3_mobility", "last_mover", "bias"),
    }


@pytest.mark.parametrize(("size", "last_of_the_first"), [(8, 24), (6, 13), (4, 6)])
def test_phases_end_in_proportion_to_the_board(size: int, last_of_the_first: int) -> None:
    mix = Mix("phases", (Phase({"bias": 1}, until=24), Phase({"bias": 2}, 40), Phase({"bias": 3})))
    seen = {}
    board = Board(size)
    while not board.is_over:
        seen[len(board.black) + len(board.white)] = mix(board)
        board.push(board.legal_moves[0])
    last_of_the_second = 40 * size * size // 64
    for discs, value in seen.items():
        assert value == 1 + (discs > last_of_the_first) + (discs > last_of_the_second)
    assert set(seen.values()) == {1, 2, 3}


def test_a_feature_counts_in_the_phases_that_name_it() -> None:
    mix = Mix("phases", (Phase({"bias": 1}, until=4), Phase({"discs": 1})))
    assert mix.features == ("bias", "discs")
    assert mix(Board()) == 1
    assert mix(after("f5")) == -3


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_what_a_finished_game_is_worth(rules: Rules) -> None:
    text = "XOXX XXXX XXXX XXX- X"  # black 14, white 1; normal: black wins by 16 - 1 - 1
    won = 1 if rules == "normal" else -1
    for finished, value in (("margin", won * 14e6), ("result", won), ("evaluated", 13)):
        mix = Mix("mine", (Phase({"discs": 1}),), rules=rules, finished=finished)  # type: ignore[arg-type]
        for turn, sign in (("X", 1), ("O", -1)):
            board = Board.parse(text[:-1] + turn, rules)
            assert board.is_over
            assert mix(board) == sign * value
            assert sum(feature.points for feature in mix.weighted_features(board)) == sign * value
    drawn = Board.parse("XXXXXXXXOOOOOOOO X", rules)
    assert Mix("mine", MOVES)(drawn) == Mix("mine", MOVES, finished="result")(drawn) == 0


def test_a_move_is_judged_right_after_it() -> None:
    board = after("f5")
    mix = Mix("discs", (Phase({"discs": 1}),))
    assert mix.by_move(board) == {"f4": 0, "d6": 0, "f6": 0}
    assert evaluation("r4").by_move(board) == pytest.approx(
        {"f4": 0, "d6": -1 / 9, "f6": 10 / 9}  # 1 - 0 + 1/9
    )
    over = Board.parse("XOXX XXXX XXXX XXX- X")
    assert mix.by_move(over) == {}


def test_a_pass_is_judged_too() -> None:
    board = Board.parse("OX-------------- X")
    assert Mix("discs", (Phase({"discs": 1}),)).by_move(board) == {"pass": 0}
    assert Mix("moves", MOVES).by_move(board) == {"pass": -1}


def test_a_move_that_ends_the_game_is_worth_its_end() -> None:
    board = Board.parse("XO-- ---- ---- ---- X")
    assert Mix("moves", MOVES).by_move(board) == {"c1": 16e6}
    assert Mix("moves", MOVES, finished="result").by_move(board) == {"c1": 1}


@given(st.from_type(Board), st.sampled_from(sorted(EVALUATIONS)))
def test_features_add_up_on_any_board(board: Board, name: str) -> None:
    judge = evaluation(name)
    features = judge.weighted_features(board)
    assert sum(feature.points for feature in features) == pytest.approx(judge(board), abs=1e-9)
    own_values = judge.by_move(board)
    assert list(own_values) == board.legal_moves
    for move, value in own_values.items():
        board.push(move)
        assert value == -judge(board)
        board.pop()


@given(st.from_type(Board), st.integers(0, 7), NAMES)
def test_mirrored_boards_are_worth_the_same(board: Board, symmetry: int, name: str) -> None:
    if name == "r3_stability":  # its report grows stable discs along rows first
        return
    found = feature(board, name, QUARTER)
    assert feature(board.transform(symmetry), name, QUARTER) == found


@given(st.from_type(Board), NAMES)
def test_a_feature_alone_is_what_a_mix_of_it_sees(board: Board, name: str) -> None:
    mix = Mix("one", (Phase({name: 1}),), QUARTER, board.rules, "evaluated")
    assert mix(board) == feature(board, name, QUARTER)


def test_the_core_is_made_once_for_each_game() -> None:
    mix = Mix("mine", MOVES)
    assert mix.core(8, "normal") is mix.core(8, "normal")
    assert mix.core(8, "normal") is not mix.core(8, "reversed")
    assert (mix.core(6, "reversed").size, mix.core(6, "reversed").reversed) == (6, True)
    with pytest.raises(ObversiError, match="no board of size 5"):
        mix.core(5, "normal")
    with pytest.raises(ObversiError, match="no rules 'misere'"):
        mix.core(8, "misere")  # type: ignore[arg-type]


# Being a value


def test_a_mix_is_a_value() -> None:
    one = Mix("mine", (Phase({"moves": 1, "discs": 2}),), QUARTER)
    other = Mix("mine", (Phase({"discs": 2.0, "moves": 1.0}),), QUARTER)
    assert one == other
    assert hash(one) == hash(other)
    assert one != replace(one, name="yours")
    with pytest.raises(FrozenInstanceError):
        one.name = "yours"  # type: ignore[misc]
    with pytest.raises(TypeError):
        one.phases[0].weights["moves"] = 3  # type: ignore[index]


def test_weights_are_not_those_of_the_caller() -> None:
    weights = {"moves": 1.0}
    mix = Mix("mine", (Phase(weights),))
    weights["moves"] = 2.0
    assert mix.phases[0].weights == {"moves": 1.0}


@pytest.mark.parametrize("name", EVALUATIONS)
def test_copies_judge_alike(name: str) -> None:
    judge = evaluation(name)
    board = after("f5", "d6", "c3")
    value = judge(board)  # after which there is a core, which cannot be pickled
    for twin in (pickle.loads(pickle.dumps(judge)), copy.deepcopy(judge)):
        assert twin == judge
        assert twin(board) == value


def test_lists_and_numbers_of_numpy_will_do() -> None:
    weights = {"squares": np.float64(0.5), "moves": np.int64(2)}
    mix = Mix("mine", [Phase(weights)], np.array(QUARTER).tolist())  # type: ignore[arg-type]
    assert mix == Mix("mine", (Phase({"squares": 0.5, "moves": 2}),), QUARTER)
    assert hash(mix)


# What makes no mix

WRONG_PHASES = [
    ({}, None, "the weights of a phase cannot be {}: expected features with numbers"),
    ([1], None, "the weights of a phase cannot be [1]: expected features with numbers"),
    ({"corner": 1}, None, "there is no feature 'corner': did you mean 'corners'?"),
    ({7: 1}, None, "there is no feature 7: expected discs, "),
    ({"moves": nan}, None, "the weight of 'moves' cannot be nan: no finite number"),
    ({"moves": inf}, None, "the weight of 'moves' cannot be inf: no finite number"),
    ({"moves": 10**400}, None, "the weight of 'moves' cannot be 1000"),
    ({"moves": "2"}, None, "the weight of 'moves' cannot be '2': no finite number"),
    ({"moves": True}, None, "the weight of 'moves' cannot be True: no finite number"),
    ({"moves": 1}, 0, "the last disc of a phase cannot be 0: expected 1 or more"),
    ({"moves": 1}, 2.5, "the last disc of a phase cannot be 2.5: expected a whole number"),
]


@pytest.mark.parametrize(("weights", "until", "message"), WRONG_PHASES)
def test_a_wrong_phase_is_rejected(weights: Any, until: Any, message: str) -> None:
    with pytest.raises(ObversiError) as rejected:
        Phase(weights, until)
    assert str(rejected.value).startswith(message)


LATE, EARLY = Phase({"moves": 1}, 40), Phase({"moves": 1}, 20)
WRONG_MIXES: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "an evaluation needs a name"),
    ({"name": None}, "the name of an evaluation cannot be None"),
    ({"name": "two\nlines"}, "the name of an evaluation cannot be 'two\\nlines'"),
    ({"origin": 5}, "the origin of an evaluation cannot be 5"),
    ({"rules": "misere"}, "there are no rules 'misere'"),
    ({"finished": "won"}, "a finished game cannot be 'won': expected margin, result or evaluated"),
    ({"phases": ()}, "an evaluation needs at least one phase"),
    ({"phases": (*MOVES, *MOVES)}, "phase 1 is not the last one: 'until' says where it ends"),
    (
        {"phases": (LATE, EARLY, *MOVES)},
        "phase 2 ends at 20 discs, before phase 1 has at 40",
    ),
    ({"phases": (LATE, LATE, *MOVES)}, "phase 2 ends at 40 discs, before phase 1 has at 40"),
    ({"phases": (EARLY, LATE)}, "the last phase goes on to the end: it has no 'until'"),
    ({"phases": (Phase({"squares": 1}),)}, "the feature 'squares' needs the weights of squares"),
    (
        {"phases": (Phase({"weighted_moves": 1}),)},
        "the feature 'weighted_moves' needs the weights of squares",
    ),
    ({"squares": QUARTER[:3]}, "((20, -3, 11, 8), (-3, -7, -4, 1), (11, -4, 2, 2)) is no quarter"),
    ({"squares": 5}, "5 is no quarter of a board: expected four rows of four numbers"),
    ({"squares": "abcd"}, "'abcd' is no quarter of a board"),
    (
        {"squares": (*QUARTER[:3], (1, 2))},
        "row 4 of the squares is (1, 2): expected four numbers",
    ),
    ({"squares": (*QUARTER[:3], 7)}, "row 4 of the squares is 7: expected four numbers"),
    (
        {"squares": ((1, 2, nan, 4), *QUARTER[1:])},
        "nan in row 1 of the squares is no finite number",
    ),
]


@pytest.mark.parametrize(("fields", "message"), WRONG_MIXES)
def test_a_wrong_mix_is_rejected(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ObversiError) as rejected:
        Mix(**({"name": "mine", "phases": MOVES} | fields))
    assert str(rejected.value).startswith(message)


def test_a_feature_without_a_value_is_rejected() -> None:
    with pytest.raises(ObversiError, match="there is no feature 'movse': did you mean 'moves'"):
        feature(Board(), "movse")
    with pytest.raises(ObversiError, match="the feature 'square_share' needs the weights"):
        feature(Board(), "square_share")
    with pytest.raises(ObversiError, match="is no quarter"):
        feature(Board(), "squares", [[1, 2, 3, 4]])
