import json

import pytest
from hypothesis import given, strategies as st

from obversi import Board, EvaluationError, Move, ObversiError, explain
from obversi.heuristics import EVALUATIONS, Mix, Phase, evaluation
from obversi.heuristics.explain import column_texts, number_text
from obversi.rules import Rules


def after(*moves: str, rules: Rules = "normal") -> Board:
    board = Board(rules=rules)
    for move in moves:
        board.push(move)
    return board


def test_a_position_side_by_side() -> None:
    # By hand: white has d4, black e4, d5, e5 and f5; three moves each. After f4 and d6 and f6 both
    # have three discs, and black can turn three of white's at once.
    assert str(explain(after("f5"), "r4", "positional", "r3")).splitlines() == [
        "white to move (most discs win)",
        "                   r4  positional        r3",
        "squares       +10.000          +4",
        "disc_share     -0.600",
        "move_share     +0.000",
        "discs                                   -12",
        "r3_mobility                              +0",
        "r3_corners                               +0",
        "r3_stability                            +24",
        "value          +9.400          +4       +12",
        "",
        "f4             +0.000         *+0   -24.000",
        "d6             -0.111         *+0   -24.222",
        "f6            *+1.111         *+0  *-23.778",
    ]


def test_moves_are_seen_by_the_mover_too() -> None:
    board = after("f5")
    explanation = explain(board, "r4", "r1")
    for place, name in enumerate(["r4", "r1"]):
        assert explanation.values(place) == evaluation(name).by_move(board)
    judgement = explanation.moves[Move("f6")][0]
    # White has d4, e5 and f6 then, black e4, d5 and f5: -6 - 6 + 3 to -6 - 6 + 2; and black
    # has four moves, white could have five.
    assert [(feature.name, feature.weight, feature.value) for feature in judgement.features] == [
        ("squares", 1, 1),
        ("disc_share", 1, 0),
        ("move_share", 1, pytest.approx(1 / 9)),
    ]
    assert explanation.best(0) == ["f6"]


def test_without_names_all_reports_explain() -> None:
    assert explain(Board()).names == list(EVALUATIONS)


def test_own_evaluations_explain() -> None:
    def freedom(board: Board) -> float:
        return len(board.legal_moves)

    mix = Mix("mine", (Phase({"bias": 0.5}),))
    explanation = explain(Board(), freedom, mix)
    assert explanation.names == ["freedom", "mine"]
    assert str(explanation).splitlines()[1:7] == [
        "         freedom      mine",
        "freedom       +4",
        "bias               +0.5000",
        "value         +4   +0.5000",
        "",
        "d3           *-3  *-0.5000",
    ]


def test_a_finished_game_has_no_moves() -> None:
    board = Board.parse("XOXX XXXX XXXX XXX- X", "reversed")
    explanation = explain(board, "r4", "r1", "r2")
    assert explanation.moves == {}
    assert explanation.best(0) == []
    assert [judgement.value for judgement in explanation.position][::2] == [-14e6, -1]
    assert str(explanation).splitlines()[0].startswith("white wins by 14")
    assert "finished" in str(explanation)


def test_a_pass_is_a_move() -> None:
    explanation = explain(Board.parse("OX-------------- X"), "r4")
    assert list(explanation.moves) == ["pass"]
    assert str(explanation).splitlines()[-1].startswith("pass")


def test_the_board_may_go_on() -> None:
    board = after("f5")
    explanation = explain(board, "r4")
    text = str(explanation)
    board.push("d6")
    assert str(explanation) == text
    assert explanation.board == after("f5")


@given(st.from_type(Board))
def test_everything_adds_up(board: Board) -> None:
    explanation = explain(board)
    assert list(explanation.moves) == board.legal_moves
    for judgements in (explanation.position, *explanation.moves.values()):
        assert [judgement.name for judgement in judgements] == list(EVALUATIONS)
        for judgement in judgements:
            points = sum(feature.points for feature in judgement.features)
            assert points == pytest.approx(judgement.value, abs=1e-9)
    assert str(explanation)
    written = json.loads(json.dumps(explanation.to_object()))
    assert [each["move"] for each in written["moves"]] == board.legal_moves


def test_the_object() -> None:
    board = after("f5", rules="reversed")
    written = explain(board, "positional").to_object()
    assert written["position"] == board.to_string()
    assert (written["size"], written["rules"], written["turn"]) == (8, "reversed", "white")
    feature = {"feature": "squares", "value": 4.0, "weight": -1.0, "points": -4.0}
    assert written["evaluations"] == [
        {
            "evaluation": "positional",
            "value": -4.0,
            "features": [feature],
            "best": ["f4", "d6", "f6"],
        }
    ]
    feature = {"feature": "squares", "value": 0.0, "weight": -1.0, "points": 0.0}
    assert written["moves"][0] == {
        "move": "f4",
        "evaluations": [{"evaluation": "positional", "value": 0.0, "features": [feature]}],
    }


def test_what_is_no_evaluation_is_rejected() -> None:
    with pytest.raises(ObversiError, match="did you mean 'positional'"):
        explain(Board(), "r4", "positionel")


def test_a_value_that_is_not_finite_is_rejected() -> None:
    mix = Mix("large", (Phase({"discs": 1e308}),))
    with pytest.raises(EvaluationError, match=r"'large' cannot be explained: .* no finite number"):
        explain(after("f5"), mix)


def test_numbers() -> None:
    assert number_text(-0.0) == "0"
    assert number_text(1234567.8) == "1234568"
    assert number_text(1e-9) == "1e-09"
    assert column_texts([]) == []
    assert column_texts([123.456, -1.0]) == ["+123.46", "-1.00"]
