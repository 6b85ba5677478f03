"""R2's average breadth beside ours: a slip, the luck of few games, ways to count, and players."""

from collections.abc import Mapping
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

__all__ = ["R2_MEAN", "R2_TABLE_MEAN", "beside_r2", "luck_of_r2"]

R2_MEAN: Final = 8.9495
R2_TABLE_MEAN: Final = float(R2_BREADTH[4:64].mean())
_R2_MIDDLE: Final = 11.0839
_RANDOM: Final = "random"

# Tables from which forty games are as far in one of twenty cases are not ruled out.
_LIKELY: Final = 0.05


def luck_of_r2(one: Measured) -> str:
    """Say what was wrong with R2's mean, given random games in batches."""
    table, whole = _of_forty(R2_TABLE_MEAN, one, "whole"), mean(one["whole"]["all"])
    return (
        f"R2's {R2_MEAN} leaves out rounds 4 and 5; with them its table has {table.value:.2f}, and "
        f"forty random games are so far off by chance {times(chance_of_gap(table, whole))}."
    )


def beside_r2(data: Mapping[str, Measured]) -> list[Finding]:
    """Set the numbers of R2 beside ours, given who played, random first."""
    one = data[_RANDOM]
    return [*_of_means(one), _of_counting(one), _of_players(data)]


def _of_forty(value: float, one: Measured, part: str) -> Estimate:
    """Return a mean over forty games with the interval that so few have."""
    half = NORMAL_95 * float(np.std(one[part]["all"], ddof=1)) * sqrt(one["games"] / BATCH)
    return Estimate(value, value - half, value + half, BATCH)


def _of_means(one: Measured) -> list[Finding]:
    whole, middle = (mean(one[part]["all"]) for part in ("whole", "middle"))
    table, centre = _of_forty(R2_TABLE_MEAN, one, "whole"), _of_forty(_R2_MIDDLE, one, "middle")
    games = len(one["distances"]) * one["games"]
    return [
        compare(
            "mean breadth over rounds 4 to 63, as printed",
            R2_MEAN,
            whole,
            f"A slip: the mean of the report's own table is {table.value:.4f} over rounds 4 to 63; "
            f"over rounds 6 to 63 it is {R2_BREADTH[6:64].mean():.4f}, the printed number.",
            digits=4,
        ),
        compare(
            "the same from the report's table, for its forty games",
            table,
            whole,
            "Forty random games are so far from the truth by chance "
            f"{times(chance_of_gap(table, whole))}; ours are {games:,}.",
        ),
        compare(
            "mean breadth over rounds 25 to 52",
            centre,
            middle,
            f"Forty random games are so far off {times(chance_of_gap(centre, middle))}; that is no "
            "second sign, for both means are of the same games.",
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


def _of_counting(one: Measured) -> Finding:
    base = mean(one["whole"]["all"]).value
    moved = {way: mean(one["whole"][way]).value - base for way in ("no passes", "ends too")}
    most, gap = max(abs(value) for value in moved.values()), R2_TABLE_MEAN - base
    return Finding(
        "the way to count passes",
        f"{R2_BREADTH[63]:.4f} at round 63",
        f"{moved['no passes']:+.3f} without passes, {moved['ends too']:+.3f} with ends of games",
        "new",
        f"{R2_BREADTH[63]:.4f} is {Fraction(R2_BREADTH[63]).limit_denominator(99)}: forty games, "
        "and a pass is a position with 0 moves, as we count. Other ways move the mean by "
        f"{most:.3f} at most, and the report's table is {gap:+.3f} from ours: the way to count "
        + ("does not explain that." if most < abs(gap) / 2 else "may be a part of that."),
    )


def _of_players(data: Mapping[str, Measured]) -> Finding:
    """Say which players explain the report's table, round by round."""
    shares = {key: share_as_far(one, R2_BREADTH) for key, one in data.items()}
    likely = [key for key, share in shares.items() if share is not None and share >= _LIKELY]
    verdict: Verdict
    told = ", ".join(likely) or "none of those that were tried"
    if not any(share is not None for share in shares.values()):
        verdict, sentence = "open", "Only batches of forty games can tell: play more games."
    elif _RANDOM not in likely:
        verdict, sentence = "differs", "Forty games of random choosers hardly look like the table."
    elif len(likely) > 1:
        verdict, sentence = "open", "Random choosers explain the table, but others would as well."
    else:
        apart = {key: abs(mean(data[key]["whole"]["all"]).value - R2_TABLE_MEAN) for key in data}
        near = min(apart, key=lambda key: apart[key])
        verdict, sentence = (
            "agrees",
            "Forty games of random choosers are as far from their mean, round by round, as the "
            f"report's table {times(shares[_RANDOM] or 0.0)}. Nobody else who was tried explains "
            f"it, even where the mean fits ({near}: within {apart[near]:.2f}).",
        )
    return Finding("who played", "two random choosers", told, verdict, sentence)
