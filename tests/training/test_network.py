"""The network over patterns: what it learns, and that the core computes the same values."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from labelled_positions import strewn

from obversi import _core
from obversi.errors import InputError
from obversi.training.fit import FitResult, fit_weights
from obversi.training.least_squares import Pattern
from obversi.training.network import fit_network, network_values
from obversi.training.phases import FitPlan, PhaseData
from obversi.training.positions import Positions
from obversi.training.torch_extra import torch_module
from obversi.weights import Tables, read_weights, write_weights

PLAN = FitPlan(method="network", phases=2, epochs=3, light_phases=1, device="cpu")


def patterns_of(size: int) -> list[Pattern]:
    return [Pattern.of(size, squares) for squares in _core.pattern_set(size, "standard")]


def trained(positions: Positions, plan: FitPlan) -> Tables:
    data = PhaseData(positions, 4, plan, "cpu")
    return fit_network(data, patterns_of(4), plan.network_division(4), plan)


def held_out_error(fitted: FitResult) -> float:
    full = [report for report in fitted.reports if report.evaluation == "full"]
    total = sum(report.held_out * report.held_out_error for report in full)
    return total / sum(report.held_out for report in full)


@pytest.mark.few_cases
@pytest.mark.parametrize("size", [4, 6])
def test_the_core_computes_the_same_values(size: int) -> None:
    positions = strewn(size, 400)
    weights = fit_weights(positions, size, "reversed", PLAN).weights
    labelled = PhaseData(positions, size, PLAN, "cpu").all_fitted(PLAN.network_division(size))
    expected = network_values(weights.full, patterns_of(size), labelled).numpy()
    rows = np.stack([labelled.own.numpy(), labelled.opp.numpy()], 1).view(np.uint64)
    evaluation = weights.evaluation()
    values = _core.search_values(rows, size, True, evaluation, 0, 0, 1)[:, 0]
    assert len(set(values.tolist())) > 100
    # Values of a search are less than a whole board.
    most = size**2 - 1
    assert (values == expected.clip(-most, most)).all()


@pytest.mark.long
def test_a_network_learns_what_no_sum_of_weights_can() -> None:
    positions = strewn(4, 20_000, held_out=5)
    # How many corners more one side has: four of them, and no pattern has more than two.
    corners = np.uint64(0x09000009)
    mine, theirs = (np.bitwise_count(side & corners) for side in (positions.own, positions.opp))
    margins = 6 * np.abs(mine.astype(np.float32) - theirs)
    labelled = replace(positions, margin=margins)
    plan = replace(PLAN, phases=1, epochs=8)
    single, network = (
        fit_weights(labelled, 4, "normal", replace(plan, method=method))
        for method in ("ridge", "network")
    )
    assert held_out_error(network) < 0.8 * held_out_error(single)


@pytest.mark.long
def test_layers_depend_on_the_number_of_empty_squares() -> None:
    positions = strewn(4, 2000)
    margins = np.where(positions.empties % 2, 8, -8).astype(np.float32)
    fitted = trained(replace(positions, margin=margins), replace(PLAN, epochs=20))
    assert fitted.layers is not None
    labelled = PhaseData(positions, 4, PLAN, "cpu").all_fitted(PLAN.network_division(4))
    values = network_values(fitted, patterns_of(4), labelled).numpy()
    odd = labelled.empties.numpy() % 2 == 1
    assert values[odd].mean() > 4
    assert values[~odd].mean() < -4


@pytest.mark.long
def test_noisy_margins_are_not_pulled_to_zero_if_close_positions_count_more() -> None:
    positions = strewn(4, 20_000)
    random = np.random.default_rng(1)
    margins = np.where(random.random(20_000) < 0.25, 16, 0).astype(np.float32)
    plan = replace(PLAN, phases=1, epochs=1, close=4.0, close_empties=0)
    fitted = trained(replace(positions, margin=margins), plan)
    labelled = PhaseData(positions, 4, plan, "cpu").all_fitted(plan.network_division(4))
    values = network_values(fitted, patterns_of(4), labelled).numpy()
    assert values.mean() == pytest.approx(margins.mean(), abs=1.0)


def test_decided_positions_count_less_than_close_ones() -> None:
    positions = strewn(4, 2000)
    corner = positions.own & np.uint64(1) != 0
    # More than a network with these positions can learn exactly, and half of it noise.
    noise = np.random.default_rng(1).choice(np.array([-8, 8], np.float32), 2000)
    labelled = replace(positions, margin=np.where(corner, 12, 0) + noise)
    errors = []
    for close in (None, 1.0):
        plan = replace(PLAN, phases=1, epochs=2, close=close, close_empties=0)
        data = PhaseData(labelled, 4, plan, "cpu").all_fitted(plan.network_division(4))
        values = network_values(trained(labelled, plan), patterns_of(4), data).numpy()
        decided = data.own.numpy() & 1 == 1
        errors.append(np.abs(values[decided] - 12).mean())
    assert errors[0] < errors[1]


@pytest.mark.long
def test_decay_makes_vectors_smaller() -> None:
    positions = strewn(4, 2000)
    plan = replace(PLAN, phases=1, epochs=8)
    without, with_decay = (
        np.abs(trained(positions, replace(plan, decay=decay)).values).mean() for decay in (0, 20)
    )
    assert with_decay < 0.8 * without


@pytest.mark.parametrize("decay", [-1.0, float("nan"), 101.0])
def test_a_decay_out_of_bounds_is_an_error(decay: float) -> None:
    with pytest.raises(InputError, match="decay cannot be"):
        replace(PLAN, decay=decay)


def test_the_same_seed_makes_the_same_network_and_leaves_other_numbers_alone() -> None:
    positions = strewn(4, 300)
    before = torch_module().get_rng_state()
    first, again = (trained(positions, PLAN) for _ in range(2))
    assert (torch_module().get_rng_state() == before).all()
    other = trained(positions, replace(PLAN, seed=2))
    assert (first.values == again.values).all()
    assert not (first.values == other.values).all()


def test_a_file_keeps_a_network(tmp_path: Path) -> None:
    weights = fit_weights(strewn(4, 300), 4, "normal", PLAN).weights
    write_weights(tmp_path / "network.obw", weights)
    stored = read_weights(tmp_path / "network.obw").full
    assert stored.values.shape == weights.full.values.shape
    assert (stored.values == weights.full.values).all()
    assert stored.layers is not None
    assert (stored.layers == weights.full.layers).all()


@pytest.mark.long
def test_a_fit_continues_an_earlier_one() -> None:
    positions = strewn(4, 2000, held_out=5)
    first = fit_weights(positions, 4, "normal", replace(PLAN, epochs=8)).weights
    again = fit_weights(positions, 4, "normal", replace(PLAN, epochs=1), start=first)
    alone = fit_weights(positions, 4, "normal", replace(PLAN, epochs=1))
    assert held_out_error(again) < 0.7 * held_out_error(alone)


def test_a_fit_continues_a_network_that_does_not_count_moves(tmp_path: Path) -> None:
    positions = strewn(4, 300)
    first = fit_weights(positions, 4, "normal", PLAN).weights
    patterns_only = first.full.values[:, : -_core.MOVE_WEIGHTS]
    older = replace(first, full=replace(first.full, values=patterns_only, counts_moves=False))
    write_weights(tmp_path / "older.obw", older)
    start = read_weights(tmp_path / "older.obw")
    assert not start.full.counts_moves
    again = fit_weights(positions, 4, "normal", replace(PLAN, epochs=50), start=start).weights
    assert again.full.counts_moves
    assert again.full.values.shape == first.full.values.shape
    assert again.full.values[:, -_core.MOVE_WEIGHTS :].any()


def test_a_fit_starts_from_weights_of_its_kind_only() -> None:
    positions = strewn(4, 300)
    tables, network = (
        fit_weights(positions, 4, "normal", replace(PLAN, method=method)).weights
        for method in ("ridge", "network")
    )
    with pytest.raises(InputError, match="network cannot start from tables"):
        fit_weights(positions, 4, "normal", PLAN, start=tables)
    with pytest.raises(InputError, match="tables cannot start from a network"):
        fit_weights(positions, 4, "normal", replace(PLAN, method="ridge"), start=network)
    with pytest.raises(InputError, match="has 2 phases"):
        fit_weights(positions, 4, "normal", replace(PLAN, phases=1), start=network)
