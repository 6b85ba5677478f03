"""How far the reports' evaluations are from the truth: R2's structural minimax value loss."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi import batch
from obversi.figures import GREY, RULES, new_figure
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.value_losses.report import (
    fixed_point,
    loss_and_moves,
    structure,
    worse_than_chance,
)
from obversi.lab.models.dots import crosses, dots, legend_below, name_lines
from obversi.lab.models.r2_words import where_r2_speaks
from obversi.lab.models.solved_trees import solve_trees
from obversi.lab.models.value_loss import EvaluationLoss, ValueLoss, losses_on
from obversi.lab.models.yardsticks import YARDSTICKS
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_PLIES: Final = 3

# Solving what is reached takes this share of the time, judging it the rest.
_SOLVING: Final = 0.6


def _steps(settings: Settings) -> list[Step]:
    return [Step(rules, partial(_losses, settings, rules)) for rules in settings.rules]


def _losses(settings: Settings, rules: str, watch: Watch) -> Measured:
    trees = solve_trees(
        settings.games,
        plies=_PLIES,
        size=settings.size,
        rules=rules,
        seed=settings.seed,
        threads=settings.threads,
        watch=lambda done: watch(_SOLVING * done),
    )
    roots = trees.levels[0]
    # Solved by itself and not by its tree, a root must be worth the same.
    direct = batch.exact_margins(roots.positions, settings.size, rules, settings.threads)
    return {
        "equal roots": int(np.count_nonzero(direct == roots.margins)),
        **losses_on(trees, list(YARDSTICKS.items()), settings.threads).to_object(),
        "last level": len(trees.levels[-1]),
    }


def _found(told: Measured) -> ValueLoss:
    extra = ("equal roots", "last level")
    return ValueLoss.from_object({name: told[name] for name in told if name not in extra})


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    losses = {rules: _found(data[rules]) for rules in settings.rules}
    findings = []
    for rules, found in losses.items():
        findings += [
            where_r2_speaks(fixed_point(found, data[rules]["equal roots"]), rules, settings.size),
            loss_and_moves(found),
            structure(found, data[rules]["last level"]),
            *worse_than_chance(found),
        ]
    return Conclusion(
        " ".join(_best(found) for found in losses.values()),
        tuple(findings),
        tuple(_table(found) for found in losses.values()),
        {
            rules: {
                loss.name: {
                    "loss": loss.loss.value,
                    "fitted": loss.fitted.value,
                    "discs lost": loss.discs_lost.value,
                }
                for loss in found.losses
            }
            for rules, found in losses.items()
        },
    )


def _best(found: ValueLoss) -> str:
    nearest = min(found.losses, key=lambda loss: loss.fitted.value)
    chooser = min(found.losses, key=lambda loss: loss.discs_lost.value)
    same = nearest is chooser
    return (
        f"Under {found.rules} rules, with {found.empties} empty squares, the estimates of "
        f"{nearest.name} were nearest to the truth (loss {nearest.fitted.text()}, where saying 0 "
        f"of everything has {found.nothing.value:.2f})"
        + (", and its" if same else f"; the moves of {chooser.name}")
        + f"{' moves' if same else ''} lost the fewest discs, {chooser.discs_lost.text(1)}, where "
        f"a random legal move loses {found.any_move.value:.1f}."
    )


def _table(found: ValueLoss) -> Table:
    rows = tuple(
        (
            loss.name,
            loss.loss.text(3),
            loss.fitted.text(3),
            "as it is" if loss.scale is None else f"{loss.scale:,.1f}",
            loss.discs_lost.text(2),
            loss.right_moves.text(0, percent=True),
            loss.results_lost.text(0, percent=True),
        )
        for loss in sorted(found.losses, key=lambda one: one.discs_lost.value)
    )
    return Table(
        f"{found.rules} rules, {found.roots:,} roots with {found.empties} empties, "
        f"{found.nodes:,} nodes",
        (
            *("evaluation", "loss", "loss, best scale", "scale"),
            *("discs lost a move", "right moves", "results lost"),
        ),
        rows,
    )


def _draw(result: Result) -> "Figure":
    rules = result.settings.rules
    figure, axes = new_figure(len(rules), 3, height=3.7, width=10.0)
    for row, name in enumerate(rules):
        found = _found(result.data[name])
        losses = sorted(found.losses, key=lambda loss: loss.discs_lost.value)
        _draw_loss(axes[row, 0], found, losses)
        _draw_both(axes[row, 1], found, losses)
        _draw_discs(axes[row, 2], found, losses)
    return figure


def _draw_loss(diagram: "Axes", found: ValueLoss, losses: list[EvaluationLoss]) -> None:
    dots(diagram, [loss.fitted for loss in losses], color=RULES[found.rules], label="best scale")
    unscaled = [loss.loss if loss.scale is None else None for loss in losses]
    dots(diagram, unscaled, color=GREY, label="as it is", lift=-0.25)
    diagram.axvline(found.nothing.value, color=GREY, ls="--", label="0 of all")
    name_lines(diagram, [loss.name for loss in losses])
    diagram.set_xlabel("squared error of a node (95 %)")
    diagram.set_title(f"Value loss, {found.rules}")
    legend_below(diagram)


def _draw_both(diagram: "Axes", found: ValueLoss, losses: list[EvaluationLoss]) -> None:
    places = {loss.name: (loss.fitted, loss.discs_lost) for loss in losses}
    crosses(diagram, places, color=RULES[found.rules])
    diagram.set_xlabel("squared error, best scale")
    diagram.set_ylabel("discs lost a move")
    diagram.set_title("Do small errors mean good moves?")


def _draw_discs(diagram: "Axes", found: ValueLoss, losses: list[EvaluationLoss]) -> None:
    dots(diagram, [loss.discs_lost for loss in losses], color=RULES[found.rules], label="chosen")
    diagram.axvline(found.any_move.value, color=GREY, ls="--", label="a random move")
    name_lines(diagram, [loss.name for loss in losses])
    diagram.set_xlabel("discs lost a move (95 %)")
    diagram.set_title(f"What its moves lose, {found.plies} plies")
    legend_below(diagram)


EXPERIMENT: Final = Experiment(
    name="value-losses",
    title="Value loss against exact values",
    report="R2, 3.3.2.3",
    question="How far are evaluations from the truth, and do small errors mean good moves?",
    unit="positions",
    games=1000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=20,
)
