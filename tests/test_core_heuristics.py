"""The evaluations of the core as Python sees them."""

import math
import threading
from collections.abc import Callable

import numpy as np
import pytest
import reference
from boards import SIZES, played

from obversi import Board, _core
from obversi.errors import EvaluationError

ONES = [1.0] * 64


def mix(
    features: list[str],
    *phases: tuple[int, list[float]],
    size: int = 8,
    reverse: bool = False,
    finished: str = "margin",
    written_for_reversed: bool = False,
    squares: list[float] = ONES,
) -> _core.Mix:
    return _core.Mix(
        size=size,
        reversed=reverse,
        finished=finished,
        written_for_reversed=written_for_reversed,
        features=features,
        phases=list(phases),
        squares=squares,
    )


def test_a_mix_and_its_terms() -> None:
    # White has one disc of five, and three moves like black.
    own, opp = played("d3").bits
    evaluation = mix(["discs", "disc_share", "moves", "bias"], (64, [2.0, 10.0, 1.0, 0.5]))
    assert evaluation.terms(own, opp) == [
        ("discs", 2.0, -3.0),
        ("disc_share", 10.0, -0.6),
        ("moves", 1.0, 0.0),
        ("bias", 0.5, 1.0),
    ]
    assert evaluation.value(own, opp) == pytest.approx(-6 - 6 + 0.5)
    assert isinstance(evaluation, _core.Heuristic)


def test_the_phases_go_by_the_discs() -> None:
    evaluation = mix(["bias"], (5, [1.0]), (6, [2.0]), (64, [3.0]))
    boards = [played(), played("d3"), played("d3", "c3"), played("d3", "c3", "c4")]
    assert [evaluation.value(*board.bits) for board in boards] == [1, 1, 2, 3]


def test_goal_features_change_their_sign_under_the_other_rules() -> None:
    own, opp = played("d3").bits
    for reverse in (False, True):
        for written_for_reversed in (False, True):
            evaluation = mix(
                ["discs", "frontier"],
                (64, [1.0, 1.0]),
                reverse=reverse,
                written_for_reversed=written_for_reversed,
            )
            assert evaluation.reversed is reverse
            weights = [weight for _, weight, _ in evaluation.terms(own, opp)]
            assert weights == [1.0 if reverse == written_for_reversed else -1.0, 1.0]


def test_finished_games() -> None:
    own, opp = 0b111, 0b1000
    values = {
        finished: mix(["discs"], (16, [5.0]), size=4, finished=finished).finished_value(own, opp)
        for finished in ("margin", "result", "evaluated")
    }
    assert values == {"margin": 14e6, "result": 1, "evaluated": 10}


def test_the_catalogue_of_features() -> None:
    features = _core.features()
    names = [name for name, _, _ in features]
    assert len(set(names)) == len(names)
    assert all(meaning for _, meaning, _ in features)
    goals = {name: goal for name, _, goal in features}
    assert goals["discs"] is True
    assert goals["moves"] is False
    squares = [float(square) for square in range(64)]
    own, opp = played("d3").bits
    d3, d4, e4, d5, e5 = 19, 27, 28, 35, 36
    alone = mix(["squares"], (64, [1.0]), squares=squares)
    assert alone.value(own, opp) == e5 - (d3 + d4 + e4 + d5)


@pytest.mark.few_cases
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("threads", [1, 3])
def test_many_values(size: int, threads: int) -> None:
    views = reference.random_game_views(np.random.default_rng(3), size, 8)
    positions = reference.position_rows(views)
    evaluation = mix(["squares", "move_share"], (64, [1.0, 0.5]), size=size)
    assert evaluation.size == size
    values = np.full(len(positions), math.nan)
    evaluation.values(positions, threads, values)
    assert values.tolist() == [evaluation.value(int(own), int(opp)) for own, opp in positions]
    evaluation.values(positions[:0], threads, values[:0])


def python_evaluation(function: Callable[[Board], float]) -> _core.PythonHeuristic:
    return _core.PythonHeuristic(8, False, "margin", "mine", function, Board)


def test_an_error_ends_the_work() -> None:
    calls = 0

    def third_time_unlucky(_board: Board) -> float:
        nonlocal calls
        calls += 1
        return math.nan if calls == 3 else 1.0

    positions = np.tile(np.array(Board().bits, np.uint64), (3000, 1))
    with pytest.raises(EvaluationError, match="mine"):
        python_evaluation(third_time_unlucky).values(positions, 1, np.empty(len(positions)))
    assert calls == 3


def test_an_error_in_another_thread_reaches_the_caller() -> None:
    failing = threading.Event()

    def fail_elsewhere(_board: Board) -> float:
        if threading.current_thread() is threading.main_thread():
            assert failing.wait(60)
            return 1.0
        failing.set()
        raise KeyError("lost")

    positions = np.tile(np.array(Board().bits, np.uint64), (3000, 1))
    with pytest.raises(EvaluationError, match="mine") as raised:
        python_evaluation(fail_elsewhere).values(positions, 4, np.empty(len(positions)))
    assert isinstance(raised.value.__cause__, KeyError)


def test_what_does_not_fit_together_is_rejected() -> None:
    with pytest.raises(ValueError, match="no feature 'luck'"):
        mix(["luck"], (64, [1.0]))
    with pytest.raises(ValueError, match="weights in a phase: 2, features: 1"):
        mix(["discs"], (64, [1.0, 2.0]))
    with pytest.raises(ValueError, match="needs a phase"):
        mix(["discs"])
    with pytest.raises(ValueError, match="weights of 63 squares, not of 64"):
        mix(["discs"], (64, [1.0]), squares=ONES[:63])
    with pytest.raises(ValueError, match="margin, result or evaluated, not by 'luck'"):
        mix(["discs"], (64, [1.0]), finished="luck")
    with pytest.raises(ValueError, match="no feature 'luck'"):
        mix(["luck"], (64, [1.0]))
    with pytest.raises(ValueError, match="out has the length"):
        mix(["discs"], (64, [1.0])).values(np.zeros((3, 2), dtype=np.uint64), 1, np.empty(2))
