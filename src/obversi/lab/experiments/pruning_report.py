"""R2's numbers of nodes compared with ours, by the rules and by those of R2's program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt

import numpy as np
from numpy.typing import NDArray

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.tree_growth import (
    growth,
    mean_of_means,
    quotient_of_means,
    root_fit,
)
from obversi.lab.finding import Finding, Table, Texts, Verdict, compare
from obversi.lab.steps import Measured

Numbers = NDArray[np.float64]

_TEXTS = Texts("pruning_report")

# R2's table (4.1.2) of nodes by round, means over twenty positions, from round 4 on; the first ones
# are zero.
R2_NODES = np.array(
    (
        *(0, 0, 0, 0, 4718, 3417.2, 5966.2, 8077.35, 11556.8, 10895.9, 14716.9, 20135.15),
        *(21844.8, 27982.95, 31761.05, 33572.1, 34618.75, 47106.85, 38053.15, 52759.2, 44033.35),
        *(46200.55, 41071.8, 48206.35, 42535.7, 55950.05, 44863.9, 55113.5, 52172.45, 51687.25),
        *(46795.9, 55287.3, 45400.75, 50862.8, 44323.7, 55210.75, 41196.35, 45773.85, 33494),
        *(42181.5, 33707.75, 36366.95, 28291.9, 28087.55, 22076.6, 22581.05, 18327.85, 15726.5),
        *(10201.95, 10457.55, 7504.7, 5452.15, 4559.3, 3548.45, 2617, 1934.75, 1075.85, 436.3),
        *(182.714286, 71.9047619, 26.7727273, 10.8, 5.08695652, 2.16666667, 0),
    ),
    np.float64,
)

# The largest of R2's means by round, and the number of games, for each number of plies. The mean of
# 2 plies is at round 35 in R2's notebook, and that of 8 plies at round 25 of its printed table.
_R2_LARGEST: Mapping[int, tuple[float, int]] = {
    2: (14.55, 40),
    4: (296.35, 20),
    8: (55950.05, 20),
}
R2_DEPTHS = tuple(_R2_LARGEST)
_R2_MINIMAX = 18_402_478.675
_R2_RATIO = 328.909
_R2_MEAN = 26_046.6291
_R2_GAMES = 20

# R2's powers of √b at depths 2, 4 and 8, and its values of h and c.
_R2_POWERS = (1.0, 65.4966, 4289.8110)
_R2_H = 0.07629278861048339
_R2_C = 21.33424487500785

_BY_RULES = "by the rules"
_BY_PROGRAM = "by R2's program"

_RESAMPLES = 2000

# Fewer positions of a round do not show how much other positions would differ.
_ENOUGH = 10


@dataclass(frozen=True)
class _Means:
    """Mean nodes by round, and their variation by chance.

    `ours` are our means by round. `again` are means of resampled games, as many as we have, and
    `few` those of as many as R2 has. A row is a sample, and a column a round. With too few
    positions in a round the variation is unknown.
    """

    positions: int
    ours: Numbers
    again: Numbers
    few: Numbers

    @property
    def over_rounds(self) -> Estimate:
        """The mean over all rounds, with the interval of our games."""
        return self._estimate(float(self.ours.mean()), self.again.mean(axis=1))

    def of_few(self, value: float) -> Estimate:
        """Return a mean over all rounds of R2's games, with the interval of so many games."""
        half = NORMAL_95 * float(self.few.mean(axis=1).std()) if self._are_enough else inf
        return Estimate(value, value - half, value + half, _R2_GAMES)

    @property
    def largest(self) -> Estimate:
        """The largest mean of a round that games like R2's would have.

        The largest of our own means is too large, because luck made it the largest. So games are
        drawn around means that are smoothed over neighbouring rounds.
        """
        largest = (self.few * (self.smooth / self.ours)).max(axis=1)
        return self._estimate(float(largest.mean()), largest)

    @property
    def smooth(self) -> Numbers:
        """Geometric means over the rounds of the same player nearby."""
        logs = np.log(self.ours)
        near = (logs[at - 4 if at >= 4 else at % 2 : at + 5 : 2] for at in range(len(logs)))
        return np.exp([one.mean() for one in near])

    @property
    def largest_round(self) -> int:
        """The round of our largest mean, smoothed."""
        return 4 + int(self.smooth.argmax())

    @property
    def _are_enough(self) -> bool:
        return self.positions >= _ENOUGH

    def _estimate(self, value: float, drawn: Numbers) -> Estimate:
        if not self._are_enough:
            return Estimate(value, -inf, inf)
        low, high = np.quantile(drawn, (0.025, 0.975))
        return Estimate(value, float(low), float(high))


def _of_positions(rounds: Sequence[Sequence[int]], games: int, seed: int) -> _Means:
    """Resample the positions of each round, which do not depend on those of other rounds."""
    random = np.random.default_rng(seed & (1 << 64) - 1)
    nodes = [np.array(one, np.float64) for one in rounds]

    def drawn(count: int | None) -> Numbers:
        columns = [
            one[random.integers(len(one), size=(_RESAMPLES, count or len(one)))].mean(axis=1)
            for one in nodes
        ]
        return np.stack(columns, axis=1)

    ours = np.array([one.mean() for one in nodes])
    return _Means(min(map(len, nodes)), ours, drawn(None), drawn(games))


def _of_games(rounds: Sequence[Measured], depth: int, games: int, seed: int) -> _Means:
    """Resample whole games, because the rounds of a game depend on each other."""
    random = np.random.default_rng(seed & (1 << 64) - 1)
    count = 1 + max(max(one["games"]) for one in rounds)
    nodes, positions = np.zeros((count, len(rounds))), np.zeros((count, len(rounds)))
    for column, one in enumerate(rounds):
        np.add.at(nodes[:, column], one["games"], one[str(depth)])
        np.add.at(positions[:, column], one["games"], 1)
    ours = nodes.sum(axis=0) / positions.sum(axis=0)

    def drawn(size: int) -> Numbers:
        times = random.multinomial(size, np.full(count, 1 / count), _RESAMPLES)
        # A round that none of the games reached keeps our own mean.
        seen = times @ positions
        means: Numbers = np.where(seen > 0, times @ nodes / np.maximum(seen, 1), ours)
        return means

    return _Means(count, ours, drawn(count), drawn(games))


Rounds = Sequence[Mapping[str, Sequence[int]]]
Depths = Mapping[str, Sequence[Sequence[int]]]


def _largest(
    rounds: Rounds, program: Sequence[Measured], seed: int
) -> dict[str, dict[int, _Means]]:
    """Return the means by round of both rules, for the depths of R2."""
    keys = {2: "2 plies", 4: "4 plies", 8: "reversed"}
    return {
        _BY_RULES: {
            depth: _of_positions([one[keys[depth]] for one in rounds], games, seed)
            for depth, (_, games) in _R2_LARGEST.items()
        },
        _BY_PROGRAM: {
            depth: _of_games(program, depth, games, seed)
            for depth, (_, games) in _R2_LARGEST.items()
        },
    }


def beside_r2_nodes(
    rounds: Rounds, program: Sequence[Measured], depths: Depths, start: Mapping[str, int], seed: int
) -> list[Finding]:
    """Compare R2's numbers with ours, all of reversed rules on 8×8.

    `rounds` have, for each round from 4 to 63, the nodes of minimax and of alpha-beta with R2's ten
    weights to 2 plies, 4 plies and 8 ("reversed"), and with its sixteen numbers ("sixteen").
    `program` has those of games by R2's program. `depths` are the nodes at round 25, and `start`
    those of the first position.
    """
    both = _largest(rounds, program, seed)
    minimax = {
        _BY_RULES: [one["minimax"] for one in rounds],
        _BY_PROGRAM: [one["minimax"] for one in program],
    }
    return [
        _start(start),
        *_mean_nodes(both, mean_of_means([one["sixteen"] for one in rounds])),
        *(_largest_mean(both, depth, label) for depth in _R2_LARGEST for label in both),
        *(_minimax(minimax[label], label) for label in minimax),
        _ratio(
            minimax[_BY_RULES],
            [one["reversed"] for one in rounds],
            mean_of_means(minimax[_BY_PROGRAM]).value / both[_BY_PROGRAM][8].over_rounds.value,
        ),
        _root(depths),
        _fit(),
    ]


def _start(start: Mapping[str, int]) -> Finding:
    verdict: Verdict = "agrees" if start["program"] == R2_NODES[4] else "differs"
    return _TEXTS.finding("start", verdict, printed=R2_NODES[4], **start)


def _mean_nodes(both: Mapping[str, Mapping[int, _Means]], sixteen: Estimate) -> list[Finding]:
    # R2's own twenty games were played by its program, so its rules apply to them.
    theirs = both[_BY_PROGRAM][8].of_few(_R2_MEAN)
    findings = []
    for label, by_depth in both.items():
        ours = by_depth[8].over_rounds
        sentence = _TEXTS.text(
            "mean_nodes",
            label == _BY_PROGRAM,
            times=_R2_MEAN / ours.value,
            uncertain=theirs.high / theirs.value - 1,
            sixteen=sixteen,
        )
        what = f"nodes to 8 plies, mean over rounds 4 to 63, {label}"
        findings.append(compare(what, theirs, ours, sentence, digits=0))
    return findings


def _largest_mean(both: Mapping[str, Mapping[int, _Means]], depth: int, label: str) -> Finding:
    reported, games = _R2_LARGEST[depth]
    means = both[label][depth]
    ours = means.largest
    sentence = _TEXTS.text(
        "largest",
        label == _BY_PROGRAM,
        games=games,
        times=reported / ours.value,
        at=means.largest_round,
    )
    if label == _BY_PROGRAM and depth < 8:
        sentence += _TEXTS.text("later")
    what = f"nodes to {depth} plies, largest mean of a round, {label}"
    return compare(what, reported, ours, sentence, digits=0 if depth == 8 else 2)


def _minimax(every: Sequence[Sequence[int]], label: str) -> Finding:
    ours = mean_of_means(every)
    means = [float(np.mean(nodes)) for nodes in every]
    as_many = [4 + number for number, one in enumerate(means) if one >= _R2_MINIMAX]
    deviation = float(np.mean([np.std(nodes, ddof=1) for nodes in every]))
    half = NORMAL_95 * deviation / sqrt(_R2_GAMES)
    theirs = Estimate(_R2_MINIMAX, _R2_MINIMAX - half, _R2_MINIMAX + half, _R2_GAMES)
    sentence = _TEXTS.text(
        "minimax",
        bool(as_many),
        count=ours.count,
        largest=max(means),
        first=min(as_many, default=0),
        last=max(as_many, default=0),
    )
    what = f"nodes of minimax to 8 plies, mean over rounds 4 to 63, {label}"
    return compare(what, theirs, ours, sentence, digits=0)


def _ratio(
    every: Sequence[Sequence[int]], cut: Sequence[Sequence[int]], by_program: float
) -> Finding:
    ours = quotient_of_means(every, cut)
    sentence = _TEXTS.text("ratio", derived=_R2_MINIMAX / _R2_MEAN, by_program=by_program)
    return compare("“dropped down by 328.909 times”", _R2_RATIO, ours, sentence, digits=0)


def _root(depths: Depths) -> Finding:
    """Test the hypothesis by position: the factor per ply divided by the root of minimax's."""
    cut, every = (np.array(depths[name], np.float64) for name in ("reversed", "minimax"))
    ours, breadth = growth(cut.tolist()), growth(every.tolist())
    over = growth((cut / np.sqrt(every)).tolist())
    return _TEXTS.finding(
        "root",
        "agrees" if over.holds(1.0) else "differs",
        breadth=breadth.value,
        root=sqrt(breadth.value),
        ours=ours,
        factor=ours.value,
        over=over,
        power=log(ours.value) / log(breadth.value),
        after_8=over.value**8,
    )


def _fit() -> Finding:
    nodes = [value for value, _ in _R2_LARGEST.values()]
    swapped, right = root_fit(nodes, _R2_POWERS), root_fit(_R2_POWERS, nodes)
    return _TEXTS.finding(
        "fit",
        "differs" if abs(swapped.h - _R2_H) < abs(right.h - _R2_H) else "agrees",
        r2_h=_R2_H,
        r2_c=_R2_C,
        right=right,
        swapped=swapped,
        nodes=right.nodes(_R2_POWERS)[0],
    )


def largest_means_table(rounds: Rounds, program: Sequence[Measured], seed: int) -> Table:
    """Return the largest means of a round by depth that games like R2's would have."""
    both = _largest(rounds, program, seed)
    rows = (
        {
            "depth": depth,
            "largest": {label: by_depth[depth] for label, by_depth in both.items()},
            "reported": reported,
        }
        for depth, (reported, _) in _R2_LARGEST.items()
    )
    return _TEXTS.table("largest_means", rows)
