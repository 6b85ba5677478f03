"""R2's counts of nodes beside ours: by round, by depth, against minimax, and its fit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log, sqrt
from typing import Final

import numpy as np

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.claims.chance import chance_of_gap, times
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiments.r2_tables import R2_NODES
from obversi.lab.experiments.tree_growth import (
    growth,
    mean_of_means,
    paired_quotient,
    quotient,
    quotient_of_means,
    root_fit,
)
from obversi.lab.finding import Finding, compare, observe

__all__ = ["R2_BY_DEPTH", "beside_r2_nodes"]

R2_BY_DEPTH: Final[Mapping[int, float]] = {2: 14.55, 4: 296.35, 8: 55950.05}
_R2_MINIMAX: Final = 18_402_478.675
_R2_RATIO: Final = 328.909
_R2_MEAN: Final = 26_046.6291
_R2_GAMES: Final = 20

# What chance makes more seldom is no chance.
_UNLIKELY: Final = 0.05

# Nodes of several positions of each round.
Rounds = Sequence[Sequence[int]]

# What R2 takes for the powers of √b at depths 2, 4 and 8, and what it says h and c are.
_R2_POWERS: Final = (1.0, 65.4966, 4289.8110)
_R2_H: Final = 0.07629278861048339
_R2_C: Final = 21.33424487500785


def beside_r2_nodes(
    rounds: Sequence[Mapping[str, Sequence[int]]],
    depths: Mapping[str, Sequence[Sequence[int]]],
) -> list[Finding]:
    """Set the numbers of R2 beside ours, all of reversed rules on 8×8.

    `rounds` have, for each round from 4 to 63, the nodes of minimax, of alpha-beta with R2's
    sixteen numbers ("reversed") and with its ten ("position"). `depths` are the nodes at round 25.
    """
    every, at_25 = [one["minimax"] for one in rounds], depths["minimax"][-1]
    return [
        _mean_nodes([one["reversed"] for one in rounds], [one["position"] for one in rounds]),
        *(_at_depth(depth, depths["reversed"][depth - 1]) for depth in R2_BY_DEPTH),
        _minimax(mean_of_means(every), _of_twenty_games(_R2_MINIMAX, every), at_25),
        *_ratios(rounds, depths),
        _root(depths),
        _fit(),
    ]


def _mean_nodes(sixteen: Rounds, ten: Rounds) -> Finding:
    ours, other = mean_of_means(sixteen), mean_of_means(ten)
    theirs = _of_twenty_games(_R2_MEAN, sixteen)
    between = min(ours.value, other.value) <= _R2_MEAN <= max(ours.value, other.value)
    return compare(
        "nodes to 8 plies, mean over rounds 4 to 63",
        theirs,
        ours,
        f"Twenty games are uncertain by up to {theirs.high / theirs.value - 1:.0%}; ours are "
        f"{ours.count:,} positions. The report does not say by which evaluation: with its sixteen "
        f"numbers it has {_R2_MEAN / ours.value:.2f} times our nodes, with its ten "
        f"{_R2_MEAN / other.value:.2f} times ({other.count:,} positions)"
        f"{', so that it lies between the two' if between else ''}. At the start, where nothing is "
        f"left to chance, it has {R2_NODES[4]:,.0f} nodes, and ours are {sixteen[0][0]:,.0f} and "
        f"{ten[0][0]:,.0f}: the search, or the numbers, "
        + ("are" if R2_NODES[4] in (sixteen[0][0], ten[0][0]) else "are not quite")
        + " the same.",
        digits=0,
    )


def _of_twenty(value: float, nodes: Sequence[int]) -> Estimate:
    """Return a mean over twenty positions with the interval that so few like ours have."""
    half = NORMAL_95 * float(np.std(nodes, ddof=1)) / sqrt(_R2_GAMES)
    return Estimate(value, value - half, value + half, _R2_GAMES)


def _of_twenty_games(value: float, rounds: Rounds) -> Estimate:
    """Return a mean over all rounds of twenty games with the widest interval that these have.

    The rounds of a game depend on each other: if wholly, a game is no more than one position.
    """
    deviation = float(np.mean([np.std(nodes, ddof=1) for nodes in rounds]))
    half = NORMAL_95 * deviation / sqrt(_R2_GAMES)
    return Estimate(value, value - half, value + half, _R2_GAMES)


def _at_depth(depth: int, nodes: Sequence[int]) -> Finding:
    ours = mean(nodes)
    theirs = _of_twenty(R2_BY_DEPTH[depth], nodes)
    chance, tests = chance_of_gap(theirs, ours), len(R2_BY_DEPTH)
    finding = compare(
        f"nodes to {depth} plies at round 25",
        theirs,
        ours,
        f"The report has {theirs.value / ours.value:.2f} times as many, in twenty positions; ours "
        f"are {ours.count:,}. Chance alone puts them so far apart {times(chance)}; {tests} depths "
        f"are tested, so that they differ if it is less than once in {20 * tests} times."
        + ("" if depth == max(R2_BY_DEPTH) else " That its round is 25 too is our reading."),
        digits=2 if depth < max(R2_BY_DEPTH) else 0,
    )
    if finding.verdict == "differs" and tests * chance >= _UNLIKELY:
        return replace(finding, verdict="open")
    return finding


def _minimax(ours: Estimate, theirs: Estimate, nodes: Sequence[int]) -> Finding:
    at_25 = mean(nodes)
    chance = chance_of_gap(_of_twenty(_R2_MINIMAX, nodes), at_25)
    finding = compare("nodes of minimax to 8 plies", theirs, ours, "", digits=0)
    fits = "does not fit" if finding.verdict == "differs" else "fits"
    return replace(
        finding,
        sentence=f"Ours are counted node by node in {ours.count:,} positions of all rounds. The "
        f"report does not say of which its number is: a mean over all rounds {fits} it; at round "
        f"25, by whose nodes it divides, minimax has {at_25.value:,.0f}, and twenty positions are "
        f"so far from that by chance {times(chance)}.",
    )


def _ratios(
    rounds: Sequence[Mapping[str, Sequence[int]]], depths: Mapping[str, Sequence[Sequence[int]]]
) -> list[Finding]:
    every, cut = [one["minimax"] for one in rounds], [one["reversed"] for one in rounds]
    last = depths["reversed"][-1]
    all_rounds = _of_twenty_games(_R2_MINIMAX, every)
    printed = quotient(all_rounds, _of_twenty(R2_BY_DEPTH[8], last))
    whole, at_25 = quotient_of_means(every, cut), paired_quotient(depths["minimax"][-1], last)
    # Means of the same games rise and fall together, so that their quotient is surer than this.
    derived = quotient(all_rounds, _of_twenty_games(_R2_MEAN, cut))
    apart = chance_of_gap(derived, whole) < _UNLIKELY
    than_printed = "more" if whole.low > _R2_RATIO else "less" if whole.high < _R2_RATIO else ""
    return [
        compare(
            "“dropped down by 328.909 times”",
            replace(printed, value=_R2_RATIO),
            quotient(mean_of_means(every), mean(last)),
            "The report divides its nodes of minimax by those of alpha-beta at round 25. Ours is "
            "the same quotient, if its first number is a mean over all rounds; at round 25 alone "
            f"it is {at_25.text(0)}, by {at_25.count:,} positions.",
            digits=0,
        ),
        observe(
            "minimax over alpha-beta, both as means over all rounds",
            whole,
            "The report does not print this; by its own two means it would be "
            f"{derived.text(0)}, from which ours {'differs' if apart else 'does not surely differ'}"
            f". That is {than_printed or 'not surely more or less'} than its "
            f"{_R2_RATIO:.0f}, which divides a number by another of other positions.",
            digits=0,
        ),
    ]


def _root(depths: Mapping[str, Sequence[Sequence[int]]]) -> Finding:
    """Test the hypothesis position by position: the factor a ply over the root of minimax's."""
    cut, every = (np.array(depths[name], np.float64) for name in ("reversed", "minimax"))
    ours, breadth = growth(cut.tolist()), growth(every.tolist())
    over = growth((cut / np.sqrt(every)).tolist())
    root = sqrt(breadth.value)
    exact = over.holds(1.0)
    return Finding(
        "“the effective breadth is squarely rooted”",
        f"√b, here √{breadth.value:.2f} = {root:.2f}",
        ours.text(),
        "agrees" if exact else "differs",
        f"At round 25 a ply multiplies the nodes of minimax by {breadth.value:.2f} and those of "
        f"alpha-beta by {ours.value:.2f}: {over.text()} times the root, in {over.count:,} "
        + (
            "positions, so that nothing speaks against the root."
            if exact
            else "positions. The root is not exact: the effective breadth is "
            f"b^{log(ours.value) / log(breadth.value):.2f}, which makes {over.value**8:.1f} times "
            "the nodes in 8 plies."
        ),
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
        "nodes at depth 2: one deep search outweighs the others, so that such a fit of two numbers "
        "to three points says little about the hypothesis.",
    )
