"""Fitting: the products and the solver against dense matrices, and what goes in must come out."""

import importlib
import re
from dataclasses import replace

import numpy as np
import pytest
from labelled_positions import strewn
from numpy.typing import NDArray

from obversi import _core
from obversi.errors import ObversiError
from obversi.extras import install_command
from obversi.rules import Rules
from obversi.training.fit import FitResult, fit_weights
from obversi.training.least_squares import FeatureMatrix, LeastSquares, Pattern
from obversi.training.phases import Division, FitPlan, PhaseData, PhaseReport
from obversi.training.positions import EXACT, PLAYED, Positions
from obversi.training.torch_extra import Tensor, chosen_device, one_thread_each, torch_module
from obversi.weights import UNIT, Tables, WeightsFile

ON_CPU = FitPlan(device="cpu")


def values(fitted: FitResult, positions: Positions) -> NDArray[np.float32]:
    """What the core says of positions by the weights, without any search."""
    weights = fitted.weights
    rows = np.stack([positions.own, positions.opp], 1)
    evaluation = weights.evaluation()
    is_reversed = weights.rules == "reversed"
    return _core.search_values(rows, weights.size, is_reversed, evaluation, 0, 0, 1)[:, 0]


def words(squares: NDArray[np.uint64]) -> Tensor:
    return torch_module().from_numpy(squares.view(np.int64))


def digit(own: int, opp: int, square: int) -> int:
    return (own >> square & 1) + 2 * (opp >> square & 1)


def dense(patterns: list[Pattern], positions: Positions) -> NDArray[np.float64]:
    """The matrix with all its zeros, cell by cell."""
    matrix = np.zeros((len(positions), sum(pattern.weights for pattern in patterns)))
    for row, (own, opp) in enumerate(zip(positions.own, positions.opp, strict=True)):
        offset = 0
        for pattern in patterns:
            for squares in pattern.features:
                digits = [digit(int(own), int(opp), square) for square in squares]
                index = sum(value * 3**k for k, value in enumerate(digits))
                matrix[row, offset + pattern.weight_of_index[index]] += 1
            offset += pattern.weights
    return matrix


def small_problem() -> tuple[list[Pattern], Positions, NDArray[np.float64]]:
    patterns = [Pattern.of(4, squares) for squares in _core.pattern_set(4, "light")]
    positions = strewn(4, 60)
    return patterns, positions, dense(patterns, positions)


@pytest.mark.few_cases
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("by_sorting", [False, True])
def test_products_are_those_of_the_whole_matrix(by_sorting: bool, threads: int) -> None:
    patterns, positions, whole = small_problem()
    own, opp = words(positions.own), words(positions.opp)
    matrix = FeatureMatrix(patterns, own, opp, threads=threads, by_sorting=by_sorting)
    assert (matrix.rows, matrix.columns) == whole.shape
    random = np.random.default_rng(2)
    weights = random.normal(size=matrix.columns).astype(np.float32)
    found = matrix.times(torch_module().from_numpy(weights)).numpy()
    assert found == pytest.approx(whole @ weights, abs=1e-4)
    by_row = random.normal(size=matrix.rows).astype(np.float32)
    for _ in range(2):  # what is sorted the first time is used again
        sums = matrix.transposed_times(torch_module().from_numpy(by_row)).numpy()
        assert sums == pytest.approx(whole.T @ by_row, abs=1e-4)


@pytest.mark.parametrize("by_sorting", [False, True])
def test_a_matrix_may_have_no_rows(by_sorting: bool) -> None:
    patterns, _, _ = small_problem()
    none = torch_module().zeros(0, dtype=torch_module().int64)
    matrix = FeatureMatrix(patterns, none, none, threads=2, by_sorting=by_sorting)
    assert len(matrix.times(torch_module().zeros(matrix.columns))) == 0
    assert not matrix.transposed_times(torch_module().zeros(0)).any()


def test_least_squares_find_the_minimum() -> None:
    patterns, positions, whole = small_problem()
    matrix = FeatureMatrix(patterns, words(positions.own), words(positions.opp))
    random = np.random.default_rng(3)
    margins = random.normal(0, 5, matrix.rows)
    importance = random.uniform(0.5, 1, matrix.rows)
    expected = random.normal(size=matrix.columns)
    tensors = (
        torch_module().from_numpy(array.astype(np.float32))
        for array in (margins, importance, expected)
    )
    targets, counts, pull = tensors
    found = LeastSquares(matrix, targets, counts, 3.0).solved(
        torch_module().zeros_like(pull), pull, 200
    )
    normal = whole.T @ (importance[:, np.newaxis] * whole) + 3 * np.eye(matrix.columns)
    right = np.linalg.solve(normal, whole.T @ (importance * margins) + 3 * expected)
    assert found.numpy() == pytest.approx(right, abs=0.02)


def test_a_game_is_divided_evenly() -> None:
    division = Division.even(60, 30)
    assert division.phases == 30
    assert division.empties(0) == (59, 60)
    assert division.empties(29) == (0, 2)
    assert division.phase_of_empties[64] == 0
    assert (np.diff(division.phase_of_empties.astype(int)) <= 0).all()


def test_a_light_evaluation_is_for_the_end_only() -> None:
    division = FitPlan().light_division(8)
    assert division.empties(0) == (17, 20)
    assert not division.phase_of_empties[17:].any()
    assert FitPlan().light_division(4).most_empties == 12


def test_phases_can_be_given() -> None:
    phases = [2] * 5 + [1] * 4 + [0] * 56
    division = FitPlan(phase_of_empties=phases).full_division(4)
    assert division.empties(1) == (5, 8)
    for wrong in ([0] * 64, [2] + [0] * 64, [0] + [1] * 64, [1] * 20 + [0] * 45):
        with pytest.raises(ObversiError, match="65 numbers"):
            FitPlan(phase_of_empties=wrong).full_division(4)


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), [(4, "normal"), (6, "reversed"), (8, "normal")])
def test_what_the_margins_are_made_of_is_found(size: int, rules: Rules) -> None:
    positions = strewn(size, 3000, held_out=10)
    seen: list[PhaseReport] = []
    plan = FitPlan(phases=3, light_phases=2, device="cpu", ridge=20)
    fitted = fit_weights(positions, size, rules, plan, progress=seen.append)
    assert tuple(seen) == fitted.reports
    assert (fitted.weights.size, fitted.weights.rules) == (size, rules)
    assert not fitted.weights.probcut.any()
    errors = np.abs(values(fitted, positions) - positions.margin)
    spread = positions.margin.std()
    assert errors[~positions.held_out].mean() < 0.2 * spread
    # Most weights of the large boards were never seen.
    assert errors[positions.held_out].mean() < {4: 0.1, 6: 0.6, 8: 0.75}[size] * spread
    # The light evaluation sees corners too.
    light = [report for report in fitted.reports if report.evaluation == "light"]
    assert len(light) == 2
    assert all(report.fitted_error < 0.4 * report.spread for report in light)


def test_pytorch_keeps_its_number_of_threads() -> None:
    before = torch_module().get_num_threads()
    with one_thread_each() as threads:
        assert (threads, torch_module().get_num_threads()) == (before, 1)
    fit_weights(strewn(4, 20), 4, "normal", ON_CPU)
    assert torch_module().get_num_threads() == before


def test_reports_show_the_errors_of_the_stored_weights() -> None:
    positions = strewn(4, 1500, held_out=5)
    fitted = fit_weights(positions, 4, "normal", ON_CPU)
    found = values(fitted, positions)
    full = [report for report in fitted.reports if report.evaluation == "full"]
    assert [report.phase for report in full] == [5, 4, 3, 2, 1, 0]
    for report in full:
        plies = range(report.least_empties, report.most_empties + 1, 2)
        inside = np.isin(positions.empties, plies)
        own, other = inside & ~positions.held_out, inside & positions.held_out
        assert (report.positions, report.held_out) == (own.sum(), other.sum())
        misses = np.abs(found - positions.margin)
        assert report.spread == pytest.approx(positions.margin[own].std(), abs=1e-3)
        assert report.fitted_error == pytest.approx(misses[own].mean(), abs=1e-3)
        assert report.held_out_error == pytest.approx(misses[other].mean(), abs=1e-3)
        squares = (misses[other] ** 2).mean()
        assert report.held_out_deviation == pytest.approx(squares**0.5, abs=1e-3)


def test_a_phase_without_positions_has_the_weights_of_the_phase_after_it() -> None:
    positions = strewn(4, 500)
    late = positions[positions.empties <= 3]
    tables = fit_weights(late, 4, "normal", FitPlan(phases=5, device="cpu", overlap=0)).weights.full
    first = int(tables.phase_of_empties[3])
    assert first > 0
    for phase in range(first):
        assert (tables.values[phase] == tables.values[first]).all()
    assert tables.values[first].any()


def test_positions_held_out_are_not_learned() -> None:
    positions = strewn(4, 1000, held_out=50)
    wrong = replace(positions, margin=np.where(positions.held_out, 16, positions.margin))
    tables = [fit_weights(given, 4, "normal", ON_CPU).weights.full for given in (positions, wrong)]
    assert same(*tables)
    learned = replace(wrong, held_out=np.zeros(len(wrong), np.bool_))
    assert not same(tables[0], fit_weights(learned, 4, "normal", ON_CPU).weights.full)


def same(a: Tables, b: Tables) -> bool:
    return bool((a.values == b.values).all())


@pytest.mark.long
def test_sources_count_as_much_as_they_are_trusted() -> None:
    positions = strewn(4, 1000)
    # Each position twice: once it is worth 8, once -8.
    twice = positions[np.repeat(np.arange(1000), 2)]
    exact = np.arange(2000) % 2 == 0
    twice = replace(
        twice,
        margin=np.where(exact, 8, -8).astype(np.float32),
        source=np.where(exact, EXACT, PLAYED).astype(np.uint8),
    )
    for trust, least, most in (((1.0, 0.0, 1.0), 7, 9), ((1.0, 1.0, 1.0), -1, 1)):
        fitted = fit_weights(twice, 4, "normal", FitPlan(device="cpu", trust=trust, ridge=10))
        assert least < values(fitted, positions).mean() < most


def test_margins_beyond_the_board_count_as_the_largest() -> None:
    positions = strewn(4, 400)
    known, wild = (
        replace(positions, margin=np.full(400, margin, np.float32)) for margin in (16, 900)
    )
    tables = [fit_weights(given, 4, "normal", ON_CPU).weights.full for given in (known, wild)]
    assert same(*tables)


def test_margins_that_are_all_nothing_make_weights_of_nothing() -> None:
    positions = replace(strewn(4, 100), margin=np.zeros(100, np.float32))
    assert not fit_weights(positions, 4, "normal", ON_CPU).weights.full.values.any()


def test_weights_are_stored_in_units_up_to_the_largest_number() -> None:
    fitted = fit_weights(strewn(4, 800), 4, "normal", ON_CPU)
    tables = fitted.weights.full
    assert tables.values.dtype == np.int16
    assert 0.1 * UNIT < np.abs(tables.values).max() < 16 * UNIT


def test_a_report_is_a_line_under_its_header() -> None:
    report = fit_weights(strewn(4, 200), 4, "normal", ON_CPU).reports[0]
    heads, line = PhaseReport.HEADER.splitlines()[0], str(report)
    assert len(line) == len(heads)
    assert line.split()[0] == "5"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"method": "magic"}, "no method 'magic'"),
        ({"ridge": 0}, "ridge cannot be 0"),
        ({"iterations": 0}, "iterations cannot be 0"),
        ({"overlap": -1}, "overlap cannot be -1"),
    ],
)
def test_plans_that_cannot_be_followed_are_rejected(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ObversiError, match=message):
        replace(ON_CPU, **changes)  # type: ignore[arg-type]


def test_what_cannot_be_fitted_is_rejected() -> None:
    positions = strewn(4, 20)
    with pytest.raises(ObversiError, match="no positions"):
        fit_weights(positions[:0], 4, "normal", ON_CPU)
    with pytest.raises(ObversiError, match="enormous"):
        fit_weights(positions, 4, "normal", ON_CPU, "enormous")
    with pytest.raises(ObversiError, match="12 plies cannot be divided into 99 phases"):
        fit_weights(positions, 4, "normal", FitPlan(phases=99, device="cpu"))
    with pytest.raises(ObversiError, match="no board of size 5"):
        fit_weights(positions, 5, "normal", ON_CPU)


def test_devices_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_module().cuda, "is_available", lambda: False)
    assert chosen_device("auto") == chosen_device("cpu") == "cpu"
    with pytest.raises(ObversiError, match="no GPU"):
        chosen_device("cuda")
    with pytest.raises(ObversiError, match="no device 'gpu'"):
        chosen_device("gpu")
    monkeypatch.setattr(torch_module().cuda, "is_available", lambda: True)
    assert chosen_device("auto") == "cuda"


def test_without_pytorch_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ObversiError, match=re.escape(install_command("train"))):
        fit_weights(strewn(4, 20), 4, "normal", ON_CPU)


def test_a_fit_goes_on_from_earlier_weights() -> None:
    before = fit_weights(strewn(4, 400), 4, "normal", FitPlan(device="cpu")).weights
    after = fit_weights(strewn(4, 5), 4, "normal", FitPlan(device="cpu"), start=before).weights
    anew = fit_weights(strewn(4, 5), 4, "normal", FitPlan(device="cpu")).weights
    positions = strewn(4, 300)

    def error(weights: WeightsFile) -> float:
        misses = values(FitResult(weights, ()), positions) - positions.margin
        return float(np.abs(misses).mean())

    # Five positions say little: what was known before stays.
    assert error(after) < 1.2 * error(before) < error(anew)


@pytest.mark.parametrize(("size", "rules"), [(4, "reversed"), (6, "normal")])
def test_weights_of_another_game_are_no_start(size: int, rules: Rules) -> None:
    before = fit_weights(strewn(4, 20), 4, "normal", FitPlan(device="cpu")).weights
    with pytest.raises(ObversiError, match="cannot start from weights for normal 4×4"):
        fit_weights(strewn(size, 20), size, rules, FitPlan(device="cpu"), start=before)


def test_weights_for_other_patterns_are_no_start() -> None:
    before = fit_weights(strewn(4, 20), 4, "normal", FitPlan(device="cpu"), "light").weights
    with pytest.raises(ObversiError, match="other patterns"):
        fit_weights(strewn(4, 20), 4, "normal", FitPlan(device="cpu"), start=before)


def test_decided_positions_count_less_but_near_the_end() -> None:
    plan = FitPlan(phases=1, close=2.0, close_empties=6, device="cpu")
    positions = strewn(4, 50)
    data = PhaseData(positions, 4, plan, "cpu")
    found = data.phase(0, plan.full_division(4)).fitted
    early = positions.empties > 6
    assert early.any()
    assert not early.all()
    expected = np.where(early, 1 / (1 + (positions.margin / 2) ** 2), 1)
    assert found.importance.numpy() == pytest.approx(expected)
    with pytest.raises(ObversiError, match="close cannot be 0"):
        FitPlan(close=0)


def test_phases_learn_from_their_own_parity() -> None:
    positions = strewn(4, 400)
    plan = FitPlan(phases=6, overlap=3, device="cpu")
    data = PhaseData(positions, 4, plan, "cpu")
    division = plan.full_division(4)
    for phase, least in ((2, 6), (3, 5)):
        found = data.phase(phase, division)
        assert (found.least_empties, found.most_empties) == (least, least + 2)
        own, opp = found.fitted.own.tolist(), found.fitted.opp.tolist()
        empties = np.array([16 - (a | b).bit_count() for a, b in zip(own, opp, strict=True)])
        assert sorted(set(empties.tolist())) == [least - 2, least, least + 2, least + 4]
        inside = np.isin(empties, (least, least + 2))
        assert inside[found.inside].all()
        assert inside.sum() == found.inside.stop - found.inside.start
        assert found.fitted.importance.numpy() == pytest.approx(np.where(inside, 1.0, 0.5))


def test_phases_start_from_the_next_of_their_parity() -> None:
    positions = strewn(4, 500)
    late = positions[positions.empties <= 3]
    plan = FitPlan(phases=12, overlap=0, device="cpu")
    tables = fit_weights(late, 4, "normal", plan).weights.full
    by_empties = [tables.values[tables.phase_of_empties[empties]] for empties in range(13)]
    assert (by_empties[2] != by_empties[3]).any()
    for empties in range(4, 13):
        assert (by_empties[empties] == by_empties[3 if empties % 2 else 2]).all()


def test_odd_numbers_of_phases_mix_both_parities() -> None:
    assert FitPlan(phases=5).full_division(8).step == 1
    with pytest.raises(ObversiError, match="5 phases cannot be divided by parity"):
        Division.by_parity(60, 5)
