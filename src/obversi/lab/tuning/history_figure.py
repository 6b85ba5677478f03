"""How a search went, drawn."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from obversi.figures import BLUE, GREEN, GREY, ORANGE, new_figure
from obversi.lab.tuning.measurement import fitness, is_allowed
from obversi.lab.tuning.objectives import objective

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from obversi.lab.tuning.study import Study

__all__ = ["draw_history"]

# What R2 tells of its own tuning, by what was tuned, in reversed Reversi on 8×8.
_REPORTED: Final = {"r2-position": 0.85345, "r2": 0.93}


def draw_history(study: "Study") -> "Figure":
    """Draw candidates, the best and the mean of each generation, checks, and what came of it."""
    figure, axes = new_figure(height=4.2)
    diagram = axes[0, 0]
    goal = objective(study.settings.objective)
    _draw_generations(diagram, study)
    if checks := study.measured.checks:
        _draw_estimates(
            diagram,
            [(check.generation, check.goal) for check in checks],
            color=GREEN,
            label="checked in fresh games",
        )
    outcome = study.outcome
    last = max(1, outcome.generations)
    _draw_estimates(
        diagram,
        [(last + max(0.4, 0.02 * last), outcome.worth)],
        color="#c0392b",
        label="the result, in fresh games",
        marker="*",
    )
    before = outcome.before
    diagram.axhline(before.value, color=GREY, linestyle="--", linewidth=1.2, label="the start")
    if (reported := _reported(study)) is not None:
        diagram.plot([0], [reported], "D", color="#555555", label="the report's own result")
        diagram.axhline(reported, color="#555555", linestyle=":", linewidth=1.0)
    diagram.set(
        title=f"{goal.title[0].upper()}{goal.title[1:]} of {study.space.source}, tuned by "
        f"{study.settings.method} ({study.settings.rules} rules)",
        xlabel="generation",
        ylabel=goal.title + (" (share)" if goal.name == "win-rate" else ""),
    )
    diagram.xaxis.get_major_locator().set_params(integer=True)
    diagram.legend(loc="lower right" if goal.larger else "upper right")
    return figure


def _draw_generations(diagram: Any, study: "Study") -> None:
    by_generation: dict[int, list[Any]] = {}
    for measured in study.measured.candidates:
        by_generation.setdefault(measured.generation, []).append(measured)
    numbers = sorted(by_generation)
    if not numbers:
        return
    points = [(number, each) for number in numbers for each in by_generation[number]]
    for allowed, marker, label in ((True, ".", "candidates"), (False, "x", "not allowed")):
        chosen = [
            (number, each.goal.value)
            for number, each in points
            if is_allowed(study.settings, each.required) == allowed
        ]
        if chosen:
            at, values = np.array(chosen).T
            diagram.plot(at, values, marker, color=BLUE, alpha=0.3, markersize=3.5, label=label)
    best = [
        max(by_generation[number], key=lambda each: fitness(study.settings, each)).goal.value
        for number in numbers
    ]
    mean = [float(np.mean([each.goal.value for each in by_generation[n]])) for n in numbers]
    diagram.plot(numbers, best, color=ORANGE, label="best of a generation (luck included)")
    diagram.plot(numbers, mean, color=BLUE, label="mean of a generation")


def _draw_estimates(
    diagram: Any, estimates: list[tuple[float, Any]], color: str, label: str, marker: str = "o"
) -> None:
    at = [place for place, _ in estimates]
    values = np.array([estimate.value for _, estimate in estimates])
    errors = np.array(
        [
            [max(0.0, estimate.value - estimate.low), max(0.0, estimate.high - estimate.value)]
            for _, estimate in estimates
        ]
    ).T
    diagram.errorbar(
        *(at, values, np.nan_to_num(errors, posinf=0.0)),
        fmt=marker,
        color=color,
        label=label,
        markersize=9 if marker == "*" else 4,
        zorder=5,
    )


def _reported(study: "Study") -> float | None:
    settings = study.settings
    if (settings.objective, settings.rules, settings.size) != ("win-rate", "reversed", 8):
        return None
    return _REPORTED.get(study.space.source)
