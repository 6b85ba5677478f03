"""R2's counts of nodes beside ours: by round, by depth, against minimax, and its fit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

import numpy as np

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiments.tree_growth import growth, paired_quotient, quotient, root_fit
from obversi.lab.finding import Finding, compare

__all__ = ["R2_BY_DEPTH", "beside_r2_nodes"]

R2_BY_DEPTH: Final[Mapping[int, float]] = {2: 14.55, 4: 296.35, 8: 55950.05}
_R2_MINIMAX: Final = 18_402_478.675
_R2_RATIO: Final = 328.909
_R2_MEAN: Final = 26_046.6291
_R2_GAMES: Final = 20

# What R2 takes for the powers of √b at depths 2, 4 and 8, and what it says h and c are.
_R2_POWERS: Final = (1.0, 65.4966, 4289.8110)
_R2_H: Final = 0.07629278861048339
_R2_C: Final = 21.33424487500785


def beside_r2_nodes(
    rounds: Mapping[str, Estimate],
    deviation: float,
    depths: Mapping[str, Sequence[Sequence[int]]],
) -> list[Finding]:
    """Set the numbers of R2 beside ours, all of reversed rules on 8×8.

    `rounds` are means over all rounds: of minimax, and of alpha-beta with R2's sixteen numbers and
    with its ten; `deviation` is the standard deviation of a position, its mean over all rounds.
    `depths` are the nodes at round 25.
    """
    return [
        _mean_nodes(rounds, deviation),
        *(_at_depth(depth, depths["reversed"][depth - 1]) for depth in R2_BY_DEPTH),
        _minimax(rounds["minimax"], mean(depths["minimax"][-1])),
        *_ratios(rounds, depths),
        _root(depths),
        _fit(),
    ]


def _mean_nodes(rounds: Mapping[str, Estimate], deviation: float) -> Finding:
    ours, ten = rounds["r2"], rounds["r2-position"]
    # The rounds of a game depend on each other: if wholly, one game is no more than one position.
    theirs = _of_twenty(_R2_MEAN, deviation)
    between = min(ours.value, ten.value) <= _R2_MEAN <= max(ours.value, ten.value)
    return compare(
        "nodes to 8 plies, mean over rounds 4 to 63",
        theirs,
        ours,
        f"Twenty games are uncertain by up to {theirs.high / theirs.value - 1:.0%}. The report "
        "does not say by which evaluation: with its sixteen numbers it has "
        f"{_R2_MEAN / ours.value:.2f} times our nodes, with its ten {_R2_MEAN / ten.value:.2f} "
        f"times{', so that it lies between the two' if between else ''}.",
        digits=0,
    )


def _of_twenty(value: float, deviation: float) -> Estimate:
    """Return a mean over twenty positions with the interval that so few have."""
    half = NORMAL_95 * deviation / sqrt(_R2_GAMES)
    return Estimate(value, value - half, value + half, _R2_GAMES)


def _at_depth(depth: int, nodes: Sequence[int]) -> Finding:
    ours = mean(nodes)
    theirs = _of_twenty(R2_BY_DEPTH[depth], float(np.std(nodes, ddof=1)))
    return compare(
        f"nodes to {depth} plies at round 25",
        theirs,
        ours,
        f"The report has {theirs.value / ours.value:.2f} times as many; twenty positions are "
        f"uncertain by {theirs.high / theirs.value - 1:.0%}, ours are {ours.count:,}.",
        digits=2 if depth < 8 else 0,
    )


def _minimax(whole: Estimate, at_25: Estimate) -> Finding:
    return compare(
        "nodes of minimax to 8 plies",
        _R2_MINIMAX,
        whole,
        "Counted node by node, as a mean over all rounds, which the report's must be too: at round "
        f"25, with which it is compared there, minimax has {at_25.value:,.0f}."
        if whole.holds(_R2_MINIMAX)
        else "Counted node by node, as a mean over all rounds; at round 25 it is "
        f"{at_25.value:,.0f}. The report does not say where its number comes from.",
        digits=0,
    )


def _ratios(
    rounds: Mapping[str, Estimate], depths: Mapping[str, Sequence[Sequence[int]]]
) -> list[Finding]:
    whole = quotient(rounds["minimax"], rounds["r2"])
    at_25 = paired_quotient(depths["minimax"][-1], depths["reversed"][-1])
    return [
        compare(
            "“dropped down by 328.909 times”",
            _R2_RATIO,
            quotient(rounds["minimax"], mean(depths["reversed"][-1])),
            "Ours is the mean of minimax over all rounds by alpha-beta at round 25, which the "
            f"report seems to have divided; at round 25 alone it is {at_25.text(0)}."
            if rounds["minimax"].holds(_R2_MINIMAX)
            else "Ours is the mean of minimax over all rounds by alpha-beta at round 25; at round "
            f"25 alone it is {at_25.text(0)}.",
            digits=0,
        ),
        compare(
            "the same, like with like: means over all rounds",
            _R2_MINIMAX / _R2_MEAN,
            whole,
            f"Alpha-beta saves {'more' if whole.value > _R2_RATIO else 'less'} than the report "
            f"says: over all rounds minimax has {whole.value:,.0f} times as many nodes.",
            digits=0,
        ),
    ]


def _root(depths: Mapping[str, Sequence[Sequence[int]]]) -> Finding:
    ours, breadth = growth(depths["reversed"]), growth(depths["minimax"])
    root = Estimate(sqrt(breadth.value), sqrt(breadth.low), sqrt(breadth.high))
    factor = ours.value / root.value
    finding = compare("“the effective breadth is squarely rooted”", root, ours, "")
    return replace(
        finding,
        reported=f"√b, here √{breadth.value:.2f} = {root.text()}",
        sentence=f"At round 25 a ply multiplies the nodes of minimax by {breadth.value:.2f} and "
        f"those of alpha-beta by {ours.value:.2f}, {factor:.2f} times the root: the hypothesis is "
        + ("nearly right." if abs(factor - 1) < 0.15 else "not right."),
    )


def _fit() -> Finding:
    nodes = list(R2_BY_DEPTH.values())
    swapped, right = root_fit(nodes, _R2_POWERS), root_fit(_R2_POWERS, nodes)
    return Finding(
        "R2's fit: nodes = h·√b^depth + c",
        f"h = {_R2_H:.4f}, c = {_R2_C:.2f}",
        f"h = {right.h:.2f}, c = {right.c:.1f} from the same three points",
        "differs" if abs(swapped.h - _R2_H) < abs(right.h - _R2_H) else "agrees",
        f"The report's h and c fit √b^depth to the nodes ({swapped.h:.4f} and {swapped.c:.2f}), "
        f"not the nodes to √b^depth. The right way it expects {right.nodes(_R2_POWERS)[0]:.0f} "
        "nodes at depth 2: one deep search outweighs all others, so such a fit proves nothing.",
    )
