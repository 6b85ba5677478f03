"""R2's average breadth beside ours: a slip, the luck of few games, ways to count, and players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Final

import numpy as np

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.claims.chance import chance_of_gap, times
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiments.breadth.counts import share_as_far
from obversi.lab.experiments.r2_tables import R2_BREADTH
from obversi.lab.finding import Finding, Verdict, compare
from obversi.lab.games.round_batches import BATCH
from obversi.lab.step import Measured

__all__ = ["R2_MEAN", "R2_TABLE_MEAN", "beside_r2", "explanation"]

R2_MEAN: Final = 8.9495
R2_TABLE_MEAN: Final = float(R2_BREADTH[4:64].mean())
_R2_MIDDLE: Final = 11.0839
_RANDOM: Final = "random"

# By the table's fractions, whose denominators are the positions of forty games: 183/41, 89/42,
# 66/46 and 40/57 at these rounds, and 40 at all others.
_R2_PASSES: Final = {57: 1, 61: 2, 62: 6, 63: 17}

# What chance makes more seldom is no chance.
_UNLIKELY: Final = 0.05

# Tests of one claim: that R2's forty games were random ones.
_WHOLE: Final = "mean over all rounds"
_MIDDLE: Final = "mean over the middle game"
_PASSES: Final = "number of passes"
_TABLE: Final = "table, round by round"


def explanation(data: Mapping[str, Measured]) -> str:
    """Say in two sentences why R2 has more: a slip, passes, players or chance."""
    one, tried = data[_RANDOM], len(data) - 1
    ours = mean(one["whole"]["all"]).value
    rest, most, shares = R2_TABLE_MEAN - ours, _most_by_counting(one), _shares_of_others(data)
    passes = (
        f"is not the way passes are counted, which moves the mean by {most:.2f} at most"
        if most < abs(rest) / 2
        else f"may in part be the way passes are counted, which moves the mean by {most:.2f}"
    )
    tests = _chances(one)
    corrected = min(1.0, len(tests) * min(tests.values()))
    luck = (
        f"forty random games are as odd as R2's {times(corrected)}, by the sharpest of "
        f"{len(tests)} tests and corrected for their number"
    )
    likely = [key for key, share in shares.items() if share >= _UNLIKELY]
    if not shares:
        rather = f"; {luck}, and of other players only more games can tell"
    elif likely:
        rather = f"; it may be the choice of players ({', '.join(likely)}), and {luck}"
    elif corrected < _UNLIKELY:
        rather = f", nor, as far as {tried} others tell, the choice of players, nor chance: {luck}"
    else:
        rather = (
            f", nor, as far as {tried} others tell, the choice of players: what is left is the "
            f"chance of so few games, {'if a rare one' if corrected < 0.2 else 'and no rare one'}: "
            f"{luck}"
        )
    return (
        f"R2's {R2_MEAN} is {R2_MEAN - ours:.2f} more, of which {R2_MEAN - R2_TABLE_MEAN:.2f} is a "
        "slip: it leaves out rounds 4 and 5 of R2's own table, whose mean is "
        f"{R2_TABLE_MEAN:.2f}. The other {rest:.2f} {passes}{rather}."
    )


def beside_r2(data: Mapping[str, Measured]) -> list[Finding]:
    """Set the numbers of R2 beside ours, given who played, random first."""
    one = data[_RANDOM]
    return [*_of_means(one), _of_counting(one), _of_players(data)]


def _of_forty(value: float, batches: Sequence[float], games: int) -> Estimate:
    """Return a mean over forty games with the interval that so few have.

    How wide that is follows from our batches of so many games.
    """
    half = NORMAL_95 * float(np.std(batches, ddof=1)) * sqrt(games / BATCH)
    return Estimate(value, value - half, value + half, BATCH)


def _of_means(one: Measured) -> list[Finding]:
    whole, middle = (mean(one[part]["all"]) for part in ("whole", "middle"))
    table, centre = (
        _of_forty(value, one[part]["all"], one["games"])
        for value, part in ((R2_TABLE_MEAN, "whole"), (_R2_MIDDLE, "middle"))
    )
    games = len(one["distances"]) * one["games"]
    tests = _chances(one)
    return [
        compare(
            "mean breadth over rounds 4 to 63, as printed",
            R2_MEAN,
            whole,
            f"A slip: the mean of the report's own table is {table.value:.4f} over rounds 4 to 63; "
            f"over rounds 6 to 63 it is {R2_BREADTH[6:64].mean():.4f}, the printed number.",
            digits=4,
        ),
        _corrected(
            compare(
                "the same from the report's table, for its forty games",
                table,
                whole,
                "Forty random games are so far from the truth by chance "
                f"{times(tests[_WHOLE])}; ours are {games:,}.",
            ),
            tests,
            _WHOLE,
        ),
        _corrected(
            compare(
                "mean breadth over rounds 25 to 52",
                centre,
                middle,
                f"Forty random games are so far off {times(tests[_MIDDLE])}; that is no second "
                "sign, for both means are of the same games.",
            ),
            tests,
            _MIDDLE,
        ),
        compare(
            "“approximately 10” in the middle game",
            10.0,
            middle,
            f"It is {middle.value - 10:+.2f} from ten"
            + (", which “approximately” covers." if abs(middle.value - 10) <= 1 else "."),
            tolerance=1.0,
        ),
    ]


def _chances(one: Measured) -> dict[str, float]:
    """Return how often forty random games are as far off as R2's, by several tests."""
    games = one["games"]
    found = {
        name: chance_of_gap(_of_forty(value, one[part]["all"], games), mean(one[part]["all"]))
        for name, value, part in (
            (_WHOLE, R2_TABLE_MEAN, "whole"),
            (_MIDDLE, _R2_MIDDLE, "middle"),
        )
    }
    passes = _in_forty(one, "passes")
    theirs = _of_forty(sum(_R2_PASSES.values()), passes, games)
    found[_PASSES] = chance_of_gap(theirs, mean(passes))
    share = share_as_far(one, R2_BREADTH)
    return found if share is None else {**found, _TABLE: share}


def _corrected(finding: Finding, tests: Mapping[str, float], name: str) -> Finding:
    """Leave open what one of several tests says by itself, but not with all of them in mind."""
    if finding.verdict != "differs" or len(tests) * tests[name] < _UNLIKELY:
        return finding
    return replace(
        finding,
        verdict="open",
        sentence=f"{finding.sentence} As one of {len(tests)} tests of the same games it would have "
        f"to be less than once in {len(tests) / _UNLIKELY:.0f} times.",
    )


def _most_by_counting(one: Measured) -> float:
    """Return by how much other ways to count passes move the mean over all rounds, at most."""
    base = mean(one["whole"]["all"]).value
    return max(abs(mean(one["whole"][way]).value - base) for way in ("no passes", "ends too"))


def _of_counting(one: Measured) -> Finding:
    base, games = mean(one["whole"]["all"]).value, one["games"]
    moved = {way: mean(one["whole"][way]).value - base for way in ("no passes", "ends too")}
    most, gap = _most_by_counting(one), R2_TABLE_MEAN - base
    last, every = (_in_forty(one, part) for part in ("last passes", "passes"))
    at_last = chance_of_gap(_of_forty(_R2_PASSES[63], last, games), mean(last))
    return Finding(
        "the way to count passes",
        f"{R2_BREADTH[63]:.4f} at round 63",
        f"{moved['no passes']:+.3f} without passes, {moved['ends too']:+.3f} with ends of games",
        "new",
        f"{R2_BREADTH[63]:.4f} is {Fraction(R2_BREADTH[63]).limit_denominator(99)}: forty games, "
        "and a pass is a position with 0 moves, as we count. Other ways move the mean by "
        f"{most:.3f} at most, and the report's table is {gap:+.3f} from ours: the way to count "
        + ("does not explain that." if most < abs(gap) / 2 else "may be a part of that.")
        + f" Its games have {sum(_R2_PASSES.values())} passes, and forty random games "
        f"{np.mean(every):.1f} on average, so far apart by chance {times(_chances(one)[_PASSES])}; "
        f"at round 63 alone {_R2_PASSES[63]} and {np.mean(last):.1f}, by chance {times(at_last)}, "
        "but that round was picked because it stands out.",
    )


def _in_forty(one: Measured, part: str) -> list[float]:
    """Return the passes of each batch, as if it had forty games."""
    return [BATCH / one["games"] * passes for passes in one[part]]


def _shares_of_others(data: Mapping[str, Measured]) -> dict[str, float]:
    """Return how often others than random choosers make a table as far from their means as R2's.

    Nobody is there if there are too few games to say so.
    """
    return {
        key: share
        for key, one in data.items()
        if key != _RANDOM and (share := share_as_far(one, R2_BREADTH)) is not None
    }


def _of_players(data: Mapping[str, Measured]) -> Finding:
    """Say whether random choosers explain the report's table, and whether others do."""
    tests, shares = _chances(data[_RANDOM]), _shares_of_others(data)
    what, reported = "who played", "not named; its notebook is a “random analysis”"
    if not shares or _TABLE not in tests:
        sentence = "Only batches of forty games can tell: play more games."
        return Finding(what, reported, "unknown", "open", sentence)
    sharpest = min(tests, key=lambda name: tests[name])
    near = max(shares, key=lambda key: shares[key])
    corrected = min(1.0, len(tests) * tests[sharpest])
    likely = [key for key, share in shares.items() if share >= _UNLIKELY]
    verdict: Verdict = "agrees"
    if corrected < _UNLIKELY:
        verdict = "differs"
    else:
        likely = [_RANDOM, *likely]
        if tests[sharpest] < _UNLIKELY or len(likely) > 1:
            verdict = "open"
    return Finding(
        what,
        reported,
        f"possibly {', '.join(likely)}" if likely else "none of those that were tried",
        verdict,
        "Forty games of random choosers are as far from their means as the report's table, round "
        f"by round, {times(tests[_TABLE])}; of {len(shares)} other players against a random "
        f"chooser the nearest, {near}, {times(shares[near])}. Of {len(tests)} tests of random "
        f"choosers the sharpest, {sharpest}, comes out so {times(tests[sharpest])}, and one of so "
        f"many tests {times(corrected)}.",
    )
