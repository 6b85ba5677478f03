"""Fitting the weights of an evaluation to positions with known margins."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.errors import InputError
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size
from obversi.training.least_squares import FeatureMatrix, LeastSquares, Pattern, weights_of
from obversi.training.network import fit_network, network_values
from obversi.training.phases import (
    Division,
    FitPlan,
    Labelled,
    PhaseData,
    PhasePositions,
    PhaseReport,
)
from obversi.training.positions import Positions
from obversi.training.torch_extra import Tensor, chosen_device, one_thread_each, torch_module
from obversi.weights import UNIT, Tables, WeightsFile

# A rough fit estimates how far margins scatter around the evaluation.
_ROUGH_ITERATIONS = 8
_ROUGH_RIDGE = 0.02

# A weaker ridge towards zero than towards the weights of the next phase, which are closer.
_RIDGE_TO_NOTHING = 0.25

# The number of positions with a reliable mean square error.
_ENOUGH = 50

# A lower bound: weights without positions must not move, even if all margins fit exactly.
_LEAST_SPREAD = 1e-6
_LEAST_RIDGE = 1e-3

_LARGEST = np.iinfo(np.int16).max


@dataclass(frozen=True)
class FitResult:
    """Weights, without a Multi-ProbCut model yet, and the errors of each phase."""

    weights: WeightsFile
    reports: tuple[PhaseReport, ...]


def fit_weights(
    positions: Positions,
    size: int,
    rules: Rules,
    plan: FitPlan | None = None,
    patterns: str = "standard",
    progress: Callable[[PhaseReport], None] | None = None,
    start: WeightsFile | None = None,
    on_training: Callable[[int, int], None] | None = None,
) -> FitResult:
    """Fit a full evaluation with a named set of patterns, and a light one.

    With `start` the fit begins at these weights, and rare weights stay there. `progress` is called
    for each phase: first those of the full evaluation, from the end of the game to its beginning,
    then those of the light one. Before that, while a network is trained, `on_training` is called
    with the number of positions that are done, and of all.
    """
    size, rules, plan = checked_size(size), checked_rules(rules), plan or FitPlan()
    if positions.held_out.all():
        raise InputError("there are no positions that weights could be fitted to")
    data = PhaseData(positions, size, plan, chosen_device(plan.device))
    reports: list[PhaseReport] = []

    def keep(report: PhaseReport) -> None:
        reports.append(report)
        if progress:
            progress(report)

    def network(patterns: tuple[Pattern, ...]) -> Tables:
        division = plan.network_division(size)
        fitted = fit_network(data, patterns, division, plan, on_training, before_full)
        for report in _network_reports(fitted, data, patterns, plan.full_division(size)):
            keep(report)
        return fitted

    def tables(fit: _Fit) -> Tables:
        rows = np.zeros((fit.division.phases, weights_of(fit.patterns)), np.int16)
        for report, row in fit.phases():
            rows[report.phase] = row
            keep(report)
        masks = tuple(pattern.squares for pattern in fit.patterns)
        return Tables(masks, fit.division.phase_of_empties, rows)

    full_patterns, light_patterns = _patterns(size, patterns), _patterns(size, "light")
    before_full = before_light = None
    if start is not None:
        _check_start(start, size, rules, plan, full_patterns, light_patterns)
        before_full, before_light = start.full, start.light
    if plan.method == "network":
        full = network(full_patterns)
    else:
        full = tables(
            _Fit("full", data, full_patterns, plan.full_division(size), plan, before_full)
        )
    light = tables(
        _Fit("light", data, light_patterns, plan.light_division(size), plan, before_light)
    )
    return FitResult(WeightsFile(size, rules, full, light), tuple(reports))


def _network_reports(
    tables: Tables, data: PhaseData, patterns: tuple[Pattern, ...], division: Division
) -> Iterator[PhaseReport]:
    for number in reversed(range(division.phases)):
        phase = data.phase(number, division)
        values = (network_values(tables, patterns, part) for part in (phase.fitted, phase.tested))
        yield _report("full", phase, *values)


def _patterns(size: int, name: str) -> tuple[Pattern, ...]:
    try:
        masks = _core.pattern_set(size, name)
    except ValueError as error:
        raise InputError(str(error)) from None
    return tuple(Pattern.of(size, squares) for squares in masks)


def _check_start(
    start: WeightsFile, size: int, rules: Rules, plan: FitPlan, *patterns: tuple[Pattern, ...]
) -> None:
    if (start.size, start.rules) != (size, rules):
        raise InputError(
            f"a fit for {rules} {size}×{size} cannot start from weights for {start.game}"
        )
    for tables, expected in zip((start.full, start.light), patterns, strict=True):
        if tables.patterns != tuple(pattern.squares for pattern in expected):
            raise InputError("the fit cannot start from weights for other patterns")
    network = plan.method == "network"
    if (start.full.layers is not None) != network:
        kinds = ("a network", "tables") if network else ("tables", "a network")
        raise InputError("the fit of {} cannot start from {}".format(*kinds))
    if network and len(start.full.values) != plan.network_division(size).phases:
        raise InputError(f"the network to start from has {len(start.full.values)} phases")


@dataclass(frozen=True)
class _Fit:
    """The fit of one evaluation."""

    evaluation: Literal["full", "light"]
    data: PhaseData
    patterns: tuple[Pattern, ...]
    division: Division
    plan: FitPlan
    before: Tables | None

    def phases(self) -> Iterator[tuple[PhaseReport, NDArray[np.int16]]]:
        """Fit phase by phase, from the end of the game to its beginning.

        A phase starts from the weights of the phase after it, or of an earlier fit, and is pulled
        towards them, so weights with few positions stay close to those. Phases by parity start
        from the next one of their own parity.
        """
        torch = torch_module()
        nothing = torch.zeros(weights_of(self.patterns), device=self.data.device)
        later = [nothing, nothing]  # the weights of the next two phases
        for number in reversed(range(self.division.phases)):
            phase = self.data.phase(number, self.division)
            with one_thread_each() as threads:
                fitted = self._matrix(phase.fitted, threads)
                tested = self._matrix(phase.tested, threads)
                if self.before is not None:
                    expected = torch.from_numpy(self._row_before(phase)).to(self.data.device)
                else:
                    expected = later[1 if self.division.step == 2 and later[1].any() else 0]
                weights = self._solved(phase, fitted, tested, expected)
                later = [weights, later[0]]
                stored = (weights * UNIT).round().clamp(-_LARGEST, _LARGEST)
                used = stored / UNIT
                report = _report(self.evaluation, phase, fitted.times(used), tested.times(used))
            yield report, stored.cpu().numpy().astype(np.int16)

    def _row_before(self, phase: PhasePositions) -> NDArray[np.float32]:
        """Return the weights of the earlier fit in the middle of the phase."""
        assert self.before is not None
        plies = range(phase.least_empties, phase.most_empties + 1, self.division.step)
        middle = plies[len(plies) // 2]
        row = self.before.values[self.before.phase_of_empties[middle]]
        return np.asarray(row / UNIT, np.float32)

    def _matrix(self, labelled: Labelled, threads: int) -> FeatureMatrix:
        threads = threads if self.data.device == "cpu" else 1
        return FeatureMatrix(self.patterns, labelled.own, labelled.opp, threads=threads)

    def _solved(
        self, phase: PhasePositions, fitted: FeatureMatrix, tested: FeatureMatrix, expected: Tensor
    ) -> Tensor:
        if fitted.rows == 0:
            return expected
        margins, importance = phase.fitted.margins, phase.fitted.importance
        spread = max(_mean(margins**2), _LEAST_SPREAD)
        start, ridge = expected, self.plan.ridge
        if not expected.any():
            rough = LeastSquares(fitted, margins, importance, _ROUGH_RIDGE * spread)
            start = rough.solved(expected, expected, _ROUGH_ITERATIONS)
            ridge *= _RIDGE_TO_NOTHING
        # The further margins scatter around the evaluation, the less they say about each weight.
        # Fitted positions scatter less than others, so held-out ones are used if there are enough.
        if tested.rows >= _ENOUGH:
            scatter = _mean((phase.tested.margins - tested.times(start)) ** 2)
        else:
            scatter = _mean((margins - fitted.times(start)) ** 2)
        strength = max(ridge * scatter / spread, _LEAST_RIDGE)
        problem = LeastSquares(fitted, margins, importance, strength)
        return problem.solved(start, expected, self.plan.iterations)


def _report(
    evaluation: Literal["full", "light"], phase: PhasePositions, fitted: Tensor, tested: Tensor
) -> PhaseReport:
    margins = phase.fitted.margins[phase.inside]
    errors = fitted[phase.inside] - margins
    misses = (tested - phase.tested.margins)[phase.tested_inside]
    return PhaseReport(
        evaluation=evaluation,
        phase=phase.number,
        most_empties=phase.most_empties,
        least_empties=phase.least_empties,
        positions=len(margins),
        spread=_mean((margins - _mean(margins)) ** 2) ** 0.5,
        fitted_error=_mean(errors.abs()),
        held_out=len(misses),
        held_out_error=_mean(misses.abs()),
        held_out_deviation=_mean(misses**2) ** 0.5,
    )


def _mean(values: Tensor) -> float:
    return float(values.double().mean()) if len(values) else 0.0
