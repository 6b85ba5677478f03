"""R2's mean breadths beside random games, by the rules and by those of R2's program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate, chance_of_gap, mean, times
from obversi.lab.experiment import Data, Measured
from obversi.lab.experiments.r2_tables import R2_BREADTH
from obversi.lab.finding import Finding, Texts, compare
from obversi.lab.games import BATCH

Numbers = NDArray[np.float64]

_TEXTS = Texts("breadth_report")

# The steps of random games.
BY_RULES = "random"
ONE_DIRECTION = "random, one direction"
_LABELS = {BY_RULES: "by the rules", ONE_DIRECTION: "by R2's program"}

R2_MEAN = 8.9495
R2_TABLE_MEAN = float(R2_BREADTH[4:64].mean())
_R2_MIDDLE = 11.0839

# Derived from the fractions in the table. Their denominators are the positions of forty games:
# 183/41, 89/42, 66/46 and 40/57 at rounds 57, 61, 62 and 63, and 40 at all others.
_R2_PASSES = 1 + 2 + 6 + 17

# Chance does not explain events with a smaller probability.
_UNLIKELY = 0.05

_TABLE = "the table, round by round"


def distance(table: Numbers, by_round: Numbers, spread: Numbers) -> float:
    """Return how far a table is from the means: squared standard deviations, mean over rounds."""
    known = (spread > 0) & ~np.isnan(table)
    return float((((table - by_round)[known] / spread[known]) ** 2).mean()) if known.any() else 0.0


def share_as_far(one: Measured, table: Numbers) -> float | None:
    """Return the share of batches that are as far from the means as a table of forty games.

    Distances are taken round by round, in standard deviations of such batches. It is None if the
    batches are smaller.
    """
    if one["games"] != BATCH:
        return None
    by_round = np.array([np.nan if value is None else value for value in one["by round"]])
    far = distance(table, by_round, np.array(one["spread"]))
    return float(np.mean(np.array(one["distances"]) >= far))


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of R2's forty games with its interval, and the same number of our batches."""

    what: str
    theirs: Estimate
    ours: Estimate

    @property
    def deviations(self) -> float:
        """The difference of R2's number from ours, in standard deviations."""
        return (self.theirs.value - self.ours.value) / hypot(self.theirs.error, self.ours.error)

    @property
    def chance(self) -> float:
        """How often forty games differ as much."""
        return chance_of_gap(self.theirs, self.ours)


def _numbers(one: Measured) -> list[_Number]:
    passes = [BATCH / one["games"] * count for count in one["passes"]]
    compared: list[tuple[str, float, Sequence[float]]] = [
        ("mean breadth of R2's table, rounds 4 to 63", R2_TABLE_MEAN, one["whole"]["all"]),
        ("mean breadth over rounds 25 to 52", _R2_MIDDLE, one["middle"]["all"]),
        ("passes in forty games", _R2_PASSES, passes),
    ]
    return [
        _Number(what, _of_forty(value, batches, one["games"]), mean(batches))
        for what, value, batches in compared
    ]


def _of_forty(value: float, batches: Sequence[float], games: int) -> Estimate:
    """Return a mean over forty games with their interval, by the spread of our batches."""
    half = NORMAL_95 * float(np.std(batches, ddof=1)) * sqrt(games / BATCH)
    return Estimate(value, value - half, value + half, BATCH)


def _chances(one: Measured) -> dict[str, float]:
    """Return how often forty games differ as much as R2's, by several tests."""
    found = {number.what: number.chance for number in _numbers(one)}
    share = share_as_far(one, R2_BREADTH)
    return found if share is None else {**found, _TABLE: share}


def _as_odd(one: Measured) -> float:
    """Return how often forty games are as unusual as R2's by the strictest test.

    The result is corrected for the number of tests.
    """
    tests = _chances(one)
    return min(1.0, len(tests) * min(tests.values()))


def explanation(data: Data) -> str:
    """Explain in three sentences why R2 has more moves: a slip, and the rules of its program."""
    by_rules, one_direction = (data[key] for key in _LABELS)
    ours, program = (mean(one["whole"]["all"]).value for one in (by_rules, one_direction))
    odd, odd_by_program = _as_odd(by_rules), _as_odd(one_direction)
    cause = "neither"
    if odd_by_program >= _UNLIKELY:
        cause = "program" if odd_by_program > odd else "either"
    return _TEXTS.text(
        "explanation",
        printed=R2_MEAN,
        gap=R2_MEAN - ours,
        slip=R2_MEAN - R2_TABLE_MEAN,
        table=R2_TABLE_MEAN,
        rest=R2_TABLE_MEAN - ours,
        cause=_TEXTS.text("causes", cause, program=program),
        tests=len(_chances(by_rules)),
        odd=_often(odd),
        odd_by_program=_often(odd_by_program),
    )


def _often(probability: float) -> str:
    return "more often than not" if probability > 1 / 2 else times(probability)


def beside_r2(data: Data) -> list[Finding]:
    """Compare R2's numbers with random games: by the rules, and by those of R2's program."""
    by_rules = data[BY_RULES]
    whole, middle = (mean(by_rules[part]["all"]) for part in ("whole", "middle"))
    slip = _TEXTS.text("slip", table=R2_TABLE_MEAN, printed=R2_BREADTH[6:64].mean())
    apart = middle.value - 10
    return [
        compare("mean breadth over rounds 4 to 63, as printed", R2_MEAN, whole, slip, digits=4),
        *_both_ways(data),
        _round_by_round(data),
        compare(
            "“approximately 10” in the middle game",
            10.0,
            middle,
            _TEXTS.text("approximately", abs(apart) <= 1, apart=apart),
            tolerance=1.0,
        ),
        _of_counting(by_rules),
    ]


def _both_ways(data: Data) -> list[Finding]:
    numbers = {key: _numbers(data[key]) for key in _LABELS}
    tests = {key: _chances(data[key]) for key in _LABELS}
    findings = []
    for place in range(len(numbers[BY_RULES])):
        for key, label in _LABELS.items():
            number, games = numbers[key][place], len(data[key]["distances"]) * data[key]["games"]
            sentence = _TEXTS.text(
                "number",
                key == ONE_DIRECTION,
                deviations=number.deviations,
                times=times(number.chance),
                games=games,
            )
            found = compare(f"{number.what}, {label}", number.theirs, number.ours, sentence)
            findings.append(_corrected(found, tests[key], number.what))
    return findings


def _corrected(finding: Finding, tests: Mapping[str, float], name: str) -> Finding:
    """Make a finding open if it differs by a single test, but not corrected for all tests."""
    if finding.verdict != "differs" or len(tests) * tests[name] < _UNLIKELY:
        return finding
    note = _TEXTS.text("one_of_tests", tests=len(tests), limit=len(tests) / _UNLIKELY)
    return replace(finding, verdict="open", sentence=finding.sentence + note)


def _round_by_round(data: Data) -> Finding:
    """Return how often a table of forty games is as far from the means as R2's, by both rules."""
    by_rules, one_direction = (share_as_far(data[key], R2_BREADTH) for key in _LABELS)
    if by_rules is None or one_direction is None:
        return _TEXTS.finding("table", "open", "too_few", by_rules="unknown", program="unknown")
    return _TEXTS.finding(
        "table",
        "agrees" if one_direction >= _UNLIKELY else "differs",
        by_rules=times(by_rules),
        program=times(one_direction),
    )


def _of_counting(one: Measured) -> Finding:
    base = mean(one["whole"]["all"]).value
    moved = {way: mean(one["whole"][way]).value - base for way in ("no passes", "ends too")}
    most = max(abs(change) for change in moved.values())
    gap = R2_TABLE_MEAN - base
    return _TEXTS.finding(
        "counting",
        "new",
        last=R2_BREADTH[63],
        fraction=Fraction(R2_BREADTH[63]).limit_denominator(99),
        no_passes=moved["no passes"],
        ends_too=moved["ends too"],
        most=most,
        gap=gap,
        explains="does not explain" if most < abs(gap) / 2 else "may be a part of",
    )
