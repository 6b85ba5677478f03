"""The figures of a study: the history of the search, and the weights before and after."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from obversi.figures import BLUE, GREEN, GREY, ORANGE, new_figure
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.features import needs_squares, square_weights
from obversi.heuristics.mix import Mix
from obversi.lab.drawing import draw_error_bars
from obversi.lab.tuning.final import TuningOutcome
from obversi.lab.tuning.measurement import History, Measurement, fitness, is_allowed
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.settings import TuningSettings
from obversi.lab.tuning.space import Space, Vector

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The win rates that R2 reports, in reversed Reversi on 8×8.
_REPORTED = {"r2-position": 0.85345, "r2": 0.93}


def draw_history(
    space: Space, settings: TuningSettings, measured: History, outcome: TuningOutcome
) -> "Figure":
    """Draw candidates, the best and the mean of each generation, checks, and the result."""
    figure, axes = new_figure(height=4.2)
    diagram = axes[0, 0]
    goal = objective(settings.objective)
    _draw_generations(diagram, settings, measured.candidates)
    if checks := measured.checks:
        draw_error_bars(
            diagram,
            [check.generation for check in checks],
            [check.goal for check in checks],
            fmt="o",
            color=GREEN,
            markersize=4,
            zorder=5,
            label="checked in fresh games",
        )
    last = max(1, outcome.generations)
    draw_error_bars(
        diagram,
        [last + max(0.4, 0.02 * last)],
        [outcome.worth],
        fmt="*",
        color="#c0392b",
        markersize=9,
        zorder=5,
        label="the result, in fresh games",
    )
    before = outcome.before
    diagram.axhline(before.value, color=GREY, linestyle="--", linewidth=1.2, label="the start")
    if (reported := _reported(space, settings)) is not None:
        diagram.plot([0], [reported], "D", color="#555555", label="the report's own result")
        diagram.axhline(reported, color="#555555", linestyle=":", linewidth=1.0)
    diagram.set(
        title=f"{space.source}, {settings.method}, {settings.rules} rules",
        xlabel="generation",
        ylabel=goal.title + (" (share)" if goal.name == "win-rate" else ""),
    )
    diagram.xaxis.get_major_locator().set_params(integer=True)
    diagram.legend(loc="lower right" if goal.larger else "upper right")
    return figure


def _draw_generations(
    diagram: Any, settings: TuningSettings, candidates: Sequence[Measurement]
) -> None:
    by_generation: dict[int, list[Measurement]] = {}
    for candidate in candidates:
        by_generation.setdefault(candidate.generation, []).append(candidate)
    numbers = sorted(by_generation)
    if not numbers:
        return
    points = [(number, each) for number in numbers for each in by_generation[number]]
    for allowed, marker, label in ((True, ".", "candidates"), (False, "x", "not allowed")):
        chosen = [
            (number, each.goal.value)
            for number, each in points
            if is_allowed(settings, each.required) == allowed
        ]
        if chosen:
            at, values = np.array(chosen).T
            diagram.plot(at, values, marker, color=BLUE, alpha=0.3, markersize=3.5, label=label)
    best = [
        max(by_generation[number], key=lambda each: fitness(settings, each)).goal.value
        for number in numbers
    ]
    mean = [float(np.mean([each.goal.value for each in by_generation[n]])) for n in numbers]
    diagram.plot(numbers, best, color=ORANGE, label="best of a generation (luck included)")
    diagram.plot(numbers, mean, color=BLUE, label="mean of a generation")


def _reported(space: Space, settings: TuningSettings) -> float | None:
    if (settings.objective, settings.rules, settings.size) != ("win-rate", "reversed", 8):
        return None
    return _REPORTED.get(space.source)


def draw_weights(space: Space, size: int, best: Vector) -> "Figure":
    """Draw the start and the best, side by side; each board is scaled by its largest weight."""
    start = space.mix
    has_board = (
        start is not None
        and any(map(needs_squares, start.features))
        and any(map(_is_square, space.names))
    )
    others = [
        place for place, name in enumerate(space.names) if not (has_board and _is_square(name))
    ]
    columns = 2 * has_board + bool(others)
    figure, axes = new_figure(columns=columns, height=4.0, width=4.1 * columns)
    if has_board:
        for diagram, mix, title in (
            (axes[0, 0], start, f"{space.source}, before"),
            (axes[0, 1], space.evaluation(best, "tuned"), "tuned"),
        ):
            _draw_board(diagram, mix, size, title)
    if others:
        _draw_bars(axes[0, -1], space, best, others)
    return figure


def _is_square(name: str) -> bool:
    return len(name) == 2 and name[0] in "abcd" and name[1] in "1234"


def _draw_board(diagram: Any, mix: Evaluation | None, size: int, title: str) -> None:
    assert isinstance(mix, Mix)
    assert mix.squares is not None
    weights = np.array(square_weights(mix.squares, size)).reshape(8, 8)[:size, :size]
    largest = float(np.abs(weights).max()) or 1.0
    shares = weights / largest
    # Squares are drawn as shapes, because the pages do not show images.
    edges = np.arange(size + 1) - 0.5
    diagram.pcolormesh(edges, edges, shares, cmap="RdBu", vmin=-1.25, vmax=1.25)
    diagram.set_aspect("equal")
    diagram.invert_yaxis()
    for row in range(size):
        for column in range(size):
            share = shares[row, column]
            diagram.text(
                *(column, row, f"{share:+.2f}"),
                ha="center",
                va="center",
                fontsize=7,
                color="white" if abs(share) > 0.75 else "#202020",
            )
    diagram.set_xticks(range(size), "abcdefgh"[:size])
    diagram.set_yticks(range(size), range(1, size + 1))
    diagram.grid(visible=False)
    diagram.tick_params(length=0)
    diagram.set(title=title, xlabel="weights of squares, the largest as 1")


def _draw_bars(diagram: Any, space: Space, best: Vector, places: list[int]) -> None:
    """Draw each number as a share of its range, before and after, with the numbers themselves."""
    heights = np.arange(len(places), dtype=float)
    for vector, offset, color, label in (
        (space.start, -0.2, GREY, "before"),
        (best, 0.2, BLUE, "tuned"),
    ):
        shares = space.point(vector)[places]
        diagram.barh(heights + offset, shares, 0.38, color=color, label=label)
        for height, place, share in zip(heights, places, shares, strict=True):
            diagram.text(share + 0.02, height + offset, f"{vector[place]:.3g}", va="center", size=7)
    diagram.set_yticks(heights, [space.names[place] for place in places])
    diagram.invert_yaxis()
    diagram.set_xlim(0, 1.2)
    diagram.set(title="other weights", xlabel="place in its range, 0 to 1")
    diagram.legend(loc="lower right")
