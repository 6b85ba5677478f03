"""R2's third performance model: the errors of estimates of minimax values, node by node."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.errors import InputError
from obversi.figures import GREY, RULES, new_figure, style
from obversi.heuristics.catalog import AnyEvaluation, evaluation
from obversi.heuristics.mix import Mix, Phase
from obversi.heuristics.reports import EVALUATIONS
from obversi.lab.drawing import Axes, Figure, dots, name_lines
from obversi.lab.estimate import Estimate, mean
from obversi.lab.models.solved_trees import SolvedTrees, Values, solve_trees
from obversi.records import Record
from obversi.rules import Rules

# An evaluation for which all positions are equal, except finished games.
NOTHING = Mix("nothing", (Phase({"discs": 0.0}),))

DISCS = Mix("discs", (Phase({"discs": 1.0}),))

YARDSTICKS: Mapping[str, AnyEvaluation] = MappingProxyType(
    {**{name: name for name in EVALUATIONS}, DISCS.name: DISCS, NOTHING.name: NOTHING}
)

# Scales above and below the median of the estimates are tried, by this factor and so many times.
_SCALE_STEPS = ((2.0, 8), (1.2, 2))


@dataclass(frozen=True, slots=True)
class EvaluationLoss(Record):
    """The loss of one evaluation.

    The truth is 1, 0 or -1, won, drawn or lost under perfect play. The `loss` of a node is the
    square of the difference between the truth and the estimate; that of a root is the mean of all
    nodes below it, and `total` their sum. An evaluation whose finished games have the values 1, 0
    or -1 is used as it is. Others have no such scale: their estimates become tanh(estimate /
    scale), with the `scale` of the least loss; it is None if it was not needed. `fitted` is the
    loss with such a scale for every evaluation, so that all can be compared.

    `by_ply` is the fitted loss of the nodes at each ply, as far as games go. `discs_lost` are lost
    by the move that the estimates of a root's successors choose, `right_moves` the share of roots
    where it loses none, `results_lost` the share where it turns a win into less or a draw into a
    loss.
    """

    name: str
    loss: Estimate
    total: Estimate
    scale: float | None
    fitted: Estimate
    by_ply: tuple[Estimate, ...]
    discs_lost: Estimate
    right_moves: Estimate
    results_lost: Estimate


@dataclass(frozen=True, slots=True)
class ValueLoss(Record):
    """The losses of several evaluations on the same trees.

    `nothing` is the loss of an estimate of 0 for every node, and `any_move` the mean loss of a
    random legal move, in discs. A useful evaluation stays below both.
    """

    rules: Rules
    size: int
    empties: int
    plies: int
    seed: int
    roots: int
    nodes: int
    nothing: Estimate
    any_move: Estimate
    losses: tuple[EvaluationLoss, ...]

    def draw(self) -> Figure:
        """Draw the losses with their error bars, with Matplotlib."""
        with style():
            return draw_value_loss(self)


def value_loss(
    judges: Sequence[AnyEvaluation],
    positions: int = 500,
    *,
    threads: int | None = None,
    **options: Any,
) -> ValueLoss:
    """Compare estimates of evaluations with the truth: R2's structural minimax value loss.

    From each of the positions, of random games with `empties` empty squares (12, or 8 on 4×4),
    every line is followed for some plies, and every node has its true value by perfect play. The
    options are those of `solve_trees`.

    >>> found = value_loss(["r4", "positional"], 20, plies=2, empties=6)
    >>> [loss.name for loss in found.losses], found.roots
    (['r4', 'positional'], 20)
    """
    if not judges:
        raise InputError("there is no evaluation to measure")
    named = [_named(judge) for judge in judges]
    trees = solve_trees(positions, threads=threads, **options)
    return losses_on(trees, named, threads)


def losses_on(
    trees: SolvedTrees, judges: Sequence[tuple[str, AnyEvaluation]], threads: int | None = None
) -> ValueLoss:
    """Return the losses of several evaluations, each with its name, on trees that are solved."""
    return ValueLoss(
        rules=trees.rules,
        size=trees.size,
        empties=trees.empties,
        plies=trees.plies,
        seed=trees.seed,
        roots=trees.roots,
        nodes=trees.nodes,
        nothing=mean(_by_root(trees, [truth**2 for truth in _truth(trees)]).mean()),
        any_move=mean(_choice(trees, np.zeros(len(trees.levels[1]))).discs_lost),
        losses=tuple(loss_on(trees, judge, name, threads) for name, judge in judges),
    )


def loss_on(
    trees: SolvedTrees, judge: AnyEvaluation, name: str | None = None, threads: int | None = None
) -> EvaluationLoss:
    """Return the loss of one evaluation on trees that are solved already."""
    own = evaluation(judge)
    estimates = trees.estimates(own, threads)
    truth = _truth(trees)
    fitted_scale = _fitted_scale(trees, estimates, truth)
    fitted = _by_root(trees, _squares([np.tanh(one / fitted_scale) for one in estimates], truth))
    as_it_is = getattr(own, "finished", None) == "result"
    losses = _by_root(trees, _squares(estimates, truth)) if as_it_is else fitted
    choice = _choice(trees, estimates[1])
    return EvaluationLoss(
        name=own.name if name is None else name,
        loss=mean(losses.mean()),
        total=mean(losses.sums.sum(axis=0)),
        scale=None if as_it_is else fitted_scale,
        fitted=mean(fitted.mean()),
        by_ply=tuple(
            mean(fitted.at_ply(ply)) for ply, level in enumerate(trees.levels) if len(level)
        ),
        discs_lost=mean(choice.discs_lost),
        right_moves=mean(choice.right),
        results_lost=mean(choice.results_lost),
    )


@dataclass(frozen=True, eq=False)
class _ByRoot:
    """Sums over the nodes of each tree and the number of these nodes, a row for each ply."""

    sums: Values
    counts: Values

    def mean(self) -> Values:
        """Return the mean over all nodes of each tree."""
        return np.asarray(self.sums.sum(axis=0) / self.counts.sum(axis=0))

    def at_ply(self, ply: int) -> Values:
        """Return the mean over the nodes at a ply, of the trees that have any."""
        there = self.counts[ply] > 0
        return np.asarray(self.sums[ply, there] / self.counts[ply, there])


@dataclass(frozen=True, eq=False)
class _Choice:
    """The loss of the chosen move of each root; among equally good moves it is the mean."""

    discs_lost: Values
    right: Values
    results_lost: Values


def _named(judge: AnyEvaluation) -> tuple[str, AnyEvaluation]:
    own = evaluation(judge)
    return judge if isinstance(judge, str) else own.name, own


def _truth(trees: SolvedTrees) -> list[Values]:
    return [np.sign(level.margins).astype(np.float64) for level in trees.levels]


def _squares(estimates: Sequence[Values], truth: Sequence[Values]) -> list[Values]:
    return [(one - other) ** 2 for one, other in zip(estimates, truth, strict=True)]


def _by_root(trees: SolvedTrees, values: Sequence[Values]) -> _ByRoot:
    sums, counts = (
        np.stack(
            [
                np.bincount(level.roots, weights, minlength=trees.roots)
                for level, weights in zip(trees.levels, weighed, strict=True)
            ]
        ).astype(np.float64)
        for weighed in (values, len(values) * [None])
    )
    return _ByRoot(sums, counts)


def _fitted_scale(
    trees: SolvedTrees, estimates: Sequence[Values], truth: Sequence[Values]
) -> float:
    """Return the scale with which the hyperbolic tangents of estimates are nearest to the truth."""
    expected, true = np.concatenate(estimates), np.concatenate(truth)
    sizes = np.abs(expected)
    if not sizes.any():
        return 1.0
    # All trees have the same weight, whatever their sizes.
    roots = np.concatenate([level.roots for level in trees.levels])
    weights = 1 / np.bincount(roots)[roots]

    def loss(scale: float) -> float:
        return float(weights @ (np.tanh(expected / scale) - true) ** 2)

    scale = float(np.median(sizes[sizes > 0]))
    for factor, steps in _SCALE_STEPS:
        scale = min((scale * factor**step for step in range(-steps, steps + 1)), key=loss)
    return scale


def _choice(trees: SolvedTrees, expected: NDArray[Any]) -> _Choice:
    """Return the losses of the roots' moves with the least value for the opponent."""
    roots, after = trees.levels[:2]
    first = np.flatnonzero(np.diff(after.roots, prepend=-1))
    chosen = expected == np.minimum.reduceat(expected, first)[after.roots]
    reached = -after.margins.astype(np.int64)
    possible = roots.margins.astype(np.int64)[after.roots]
    chances = chosen / np.bincount(after.roots, chosen)[after.roots]

    def expectation(values: NDArray[Any]) -> Values:
        return np.bincount(after.roots, chances * values).astype(np.float64)

    return _Choice(
        discs_lost=expectation(possible - reached),
        right=expectation(reached == possible),
        results_lost=expectation(np.sign(reached) < np.sign(possible)),
    )


def draw_value_loss(found: ValueLoss) -> Figure:
    """Draw the loss of each evaluation beside the discs that its moves lose."""
    losses = sorted(found.losses, key=lambda loss: loss.discs_lost.value)
    figure, axes = new_figure(1, 2, height=1.6 + 0.28 * len(losses))
    left, right = axes[0]
    loss_panel(left, found, losses)
    discs_panel(right, found, losses)
    name_lines(left, [loss.name for loss in losses])
    name_lines(right, ["" for _ in losses])
    for diagram in (left, right):
        diagram.legend(loc="best")
    return figure


def loss_panel(diagram: Axes, found: ValueLoss, losses: Sequence[EvaluationLoss]) -> None:
    """Draw the loss of each evaluation, with the best scale and unchanged."""
    dots(diagram, [loss.fitted for loss in losses], color=RULES[found.rules], label="best scale")
    unscaled = [loss.loss if loss.scale is None else None for loss in losses]
    dots(diagram, unscaled, color=GREY, label="as it is", lift=-0.25)
    diagram.axvline(found.nothing.value, color=GREY, ls="--", label="0 for all")
    diagram.set_xlabel("squared error of a node (95 % interval)")
    diagram.set_title(f"Value loss, {found.rules} {found.size}×{found.size}, {found.plies} plies")


def discs_panel(diagram: Axes, found: ValueLoss, losses: Sequence[EvaluationLoss]) -> None:
    """Draw the discs that the moves of each evaluation lose."""
    dots(diagram, [loss.discs_lost for loss in losses], color=RULES[found.rules], label="chosen")
    diagram.axvline(found.any_move.value, color=GREY, ls="--", label="a random move")
    diagram.set_xlabel("discs lost by the chosen move")
    diagram.set_title(f"{found.empties} empties, {found.roots:,} roots")
