"""Networks that are put into tables: what they learn, from few positions."""

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest
from labelled_positions import strewn
from numpy.typing import NDArray

from obversi import _core
from obversi.training.fit import FitResult, fit_weights
from obversi.training.least_squares import Pattern, weights_of
from obversi.training.network import network_tables
from obversi.training.phases import FitPlan, PhaseData
from obversi.training.positions import Positions
from obversi.training.torch_extra import torch_module

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed")

PLAN = FitPlan(method="network", phases=2, epochs=5, device="cpu")


def held_out_error(fitted: FitResult) -> float:
    full = [report for report in fitted.reports if report.evaluation == "full"]
    total = sum(report.held_out * report.held_out_error for report in full)
    return total / sum(report.held_out for report in full)


def tables_of(positions: Positions, plan: FitPlan) -> list[NDArray[np.float32]]:
    patterns = [Pattern.of(4, squares) for squares in _core.pattern_set(4, "standard")]
    data = PhaseData(positions, 4, plan, "cpu")
    tables = network_tables(data, patterns, plan.full_division(4), plan)
    assert all(len(table) == weights_of(patterns) for table in tables)
    assert not any(table.requires_grad for table in tables)
    return [table.numpy() for table in tables]


def test_few_positions_teach_a_network_more_than_single_weights() -> None:
    positions = strewn(6, 600, held_out=3)
    plan = FitPlan(phases=1, light_phases=1, epochs=30, device="cpu")
    plans = (plan, replace(plan, method="network"))
    alone, helped = (fit_weights(positions, 6, "reversed", plan) for plan in plans)
    assert held_out_error(helped) < 0.5 * held_out_error(alone)


def test_time_changes_what_a_network_says() -> None:
    positions = strewn(4, 600)
    margins = np.where(positions.empties > 6, 5, -5).astype(np.float32)
    labelled = replace(positions, margin=margins)
    early, _, late = tables_of(labelled, replace(PLAN, phases=3))
    assert early[0] > late[0] + 0.1  # the constant is the first pattern


def test_the_same_seed_makes_the_same_tables_and_leaves_other_numbers_alone() -> None:
    positions = strewn(4, 300)
    before = torch_module().get_rng_state()
    first, again = (tables_of(positions, PLAN) for _ in range(2))
    assert (torch_module().get_rng_state() == before).all()
    other = tables_of(positions, replace(PLAN, seed=2))
    assert np.allclose(first, again, atol=1e-6)
    assert not np.allclose(first, other, atol=1e-3)
