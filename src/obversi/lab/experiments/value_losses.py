"""The difference of evaluations from true minimax values."""

import numpy as np

from obversi import batch
from obversi.figures import RULES, new_figure
from obversi.lab.drawing import Figure, crosses, legend_below, name_lines
from obversi.lab.estimate import agreement, is_less
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Texts, where_r2_speaks
from obversi.lab.models.solved_trees import solve_trees
from obversi.lab.models.value_loss import (
    NOTHING,
    YARDSTICKS,
    EvaluationLoss,
    ValueLoss,
    discs_panel,
    loss_panel,
    losses_on,
)
from obversi.lab.steps import Grid, Measured, Part, Trial, by_rules, planned

_TEXTS = Texts("value_losses")

_PLIES = 3

# Solving the positions takes this share of the time, and evaluating them the rest.
_SOLVING = 0.6


def _losses(trial: Trial) -> Measured:
    trees = solve_trees(
        trial.games,
        plies=_PLIES,
        **trial.options,
        watch=lambda done: trial.watch(_SOLVING * done),
    )
    roots = trees.levels[0]
    # A direct solution of a root must have the same value as its tree.
    direct = batch.exact_margins(roots.positions, trial.size, trial.rules, trial.threads)
    return {
        "equal roots": int(np.count_nonzero(direct == roots.margins)),
        **losses_on(trees, list(YARDSTICKS.items()), trial.threads).to_object(),
        "last level": len(trees.levels[-1]),
    }


LOSSES = Grid("{rules}", _losses)


def _conclude(part: Part) -> Conclusion:
    measured = part[LOSSES]
    found = ValueLoss.from_object(measured)
    rows = (
        {"loss": loss, "scale": "as it is" if loss.scale is None else f"{loss.scale:,.1f}"}
        for loss in _by_discs(found)
    )
    return Conclusion(
        _best(found),
        (
            where_r2_speaks(fixed_point(found, measured["equal roots"]), part.rules, part.size),
            loss_and_moves(found),
            structure(found, measured["last level"]),
            *worse_than_chance(found),
        ),
        (_TEXTS.table("table", rows, found=found),),
        {
            part.rules: {
                loss.name: {
                    "loss": loss.loss.value,
                    "fitted": loss.fitted.value,
                    "discs lost": loss.discs_lost.value,
                }
                for loss in found.losses
            }
        },
    )


def _by_discs(found: ValueLoss) -> list[EvaluationLoss]:
    """Return the losses of the evaluations, the one with the best moves first."""
    return sorted(found.losses, key=lambda loss: loss.discs_lost.value)


def _best(found: ValueLoss) -> str:
    nearest = min(found.losses, key=lambda loss: loss.fitted.value)
    chooser = _by_discs(found)[0]
    return _TEXTS.text("answers", nearest is chooser, found=found, nearest=nearest, chooser=chooser)


def fixed_point(found: ValueLoss, equal: int) -> Finding:
    """Test R2's theorem that minimax estimates itself, on all roots: the values are exact."""
    return _TEXTS.finding(
        "fixed_point", "agrees" if equal == found.roots else "differs", found=found, equal=equal
    )


def loss_and_moves(found: ValueLoss) -> Finding:
    """Report whether evaluations with a small loss choose good moves."""
    order = agreement(
        [loss.fitted.value for loss in found.losses],
        [loss.discs_lost.value for loss in found.losses],
    )
    side = (1 if order.correlation > 0 else -1) if order.is_sure else 0
    return _TEXTS.finding(
        "loss_and_moves", "new", found=found, order=order, judged=_TEXTS.text("judged", side)
    )


def structure(found: ValueLoss, last_level: int) -> Finding:
    """Compare the loss of all nodes with that of the last ply, which is not searched.

    R2 says that a plain difference is not enough, but not for what. So there is no verdict.
    """
    everywhere = [loss.fitted.value for loss in found.losses]
    last = [loss.by_ply[-1].value for loss in found.losses]
    lost = [loss.discs_lost.value for loss in found.losses]
    return _TEXTS.finding(
        "structure",
        "new",
        found=found,
        share=100 * last_level / found.nodes,
        alike=agreement(everywhere, last).correlation,
        all_nodes=agreement(everywhere, lost).correlation,
        last_ply=agreement(last, lost).correlation,
    )


def worse_than_chance(found: ValueLoss) -> list[Finding]:
    """Report the evaluations whose moves surely lose more than random ones."""
    knowing = [loss for loss in found.losses if loss.name != NOTHING.name]
    return [
        _TEXTS.finding("worse", "new", found=found, loss=loss, count=len(knowing))
        for loss in knowing
        if is_less(found.any_move, loss.discs_lost, len(knowing))
    ]


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.parts), 3, height=3.7, width=10.0)
    for row, part in enumerate(result.parts):
        found = ValueLoss.from_object(part[LOSSES])
        losses = _by_discs(found)
        loss_panel(axes[row, 0], found, losses)
        discs_panel(axes[row, 2], found, losses)
        diagram = axes[row, 1]
        places = {loss.name: (loss.fitted, loss.discs_lost) for loss in losses}
        crosses(diagram, places, color=RULES[part.rules])
        _TEXTS.diagram(diagram, "losses_diagram")
        for side in (axes[row, 0], axes[row, 2]):
            name_lines(side, [loss.name for loss in losses])
            legend_below(side)
    return figure


EXPERIMENT = Experiment(
    name="value-losses",
    title="Value loss against exact values",
    report="R2, 3.3.2.3",
    question="How far are evaluations from the truth, and do small errors mean good moves?",
    unit="positions",
    games=1000,
    steps=planned(LOSSES),
    conclude=by_rules(_conclude),
    draw=_draw,
    seconds=20,
)
