"""What R2 says of win rates against a random chooser, beside what was measured here."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import hypot, inf, isfinite, sqrt
from typing import Final

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate
from obversi.lab.finding import Finding, Verdict, compare, observe
from obversi.lab.models.early_stops import EarlyStops
from obversi.lab.step import Measured

__all__ = ["R2_RATES", "SIXTEEN", "TEN", "WAYS", "beside_r2", "rule_key", "score_of", "stops_of"]

# By the number of squares that both play perfectly at the end.
WAYS: Final = {0: "plain", 12: "perfect ending"}

# What R2 says of its ten and its sixteen numbers: the rate, the perfect squares, its rule to stop.
TEN: Final = "r2-position"
SIXTEEN: Final = "r2"
R2_RATES: Final = {TEN: (0.85345, 0, 0.001), SIXTEEN: (0.93, 12, 0.01)}
_WORDS: Final = {TEN: "R2's ten weights", SIXTEEN: "R2's sixteen numbers"}

# R2 calls the one rate far better than the other: an error of half of that could not tell.
_TELLING: Final = (R2_RATES[SIXTEEN][0] - R2_RATES[TEN][0]) / 2


def rule_key(name: str) -> str:
    """Return the key of the step that measures as R2 does."""
    return f"{name} by R2's rule"


def score_of(data: Mapping[str, Measured], rules: str, way: str, name: str) -> Estimate:
    """Return the score of an evaluation, of a rule set and a way to play."""
    return Estimate.from_object(data[f"{rules} {way}"][name]["score"])


def stops_of(data: Mapping[str, Measured], name: str) -> EarlyStops:
    """Return the measurements by R2's rule."""
    return EarlyStops.from_object(data[rule_key(name)]["early_stops"])


def beside_r2(data: Mapping[str, Measured]) -> Iterator[Finding]:
    """Go through the findings about R2's numbers; the first are its two rates beside ours."""
    yield from (_beside_report(data, name) for name in R2_RATES)
    yield from (_other_way(data, name) for name in R2_RATES)
    yield _ten_or_sixteen(data)
    yield from (found for name in R2_RATES if (found := _luck(data, name)) is not None)


def _beside_report(data: Mapping[str, Measured], name: str) -> Finding:
    """Set R2's rate beside ours, with what its own rule leaves to luck."""
    reported, solved, _ = R2_RATES[name]
    ours = score_of(data, "reversed", WAYS[solved], name)
    theirs, luck = _with_luck(reported, stops_of(data, name))
    found = compare(
        f"{_WORDS[name]}, {WAYS[solved]}",
        theirs,
        ours,
        "",
        digits=1,
        percent=True,
        telling=_TELLING,
    )
    judged = {
        "agrees": "no more than luck makes",
        "differs": "more than the luck of one measurement explains",
        "open": "which its luck or ours may have made",
    }[found.verdict]
    apart = 100 * (reported - ours.value)
    sentence = (
        f"{_WORDS[name]} score {ours.text(1, percent=True)} where the report has "
        f"{100 * reported:.1f} %, {abs(apart):.1f} points {'more' if apart > 0 else 'less'}, "
        f"{judged}: {luck}."
    )
    # No rate is more than 1, but what luck does to it is no less for that.
    shown = replace(theirs, high=min(1.0, theirs.high)) if isfinite(theirs.high) else theirs
    return replace(found, reported=shown.text(1, percent=True), sentence=sentence)


def _with_luck(reported: float, stops: EarlyStops) -> tuple[Estimate, str]:
    """Return R2's rate with the interval that its rule leaves it, and that in words."""
    if stops.deviation is None or stops.mean_games is None:
        unknown = "its rule to stop did not end often enough here to tell its luck"
        return Estimate(reported, -inf, inf), unknown
    from scipy.special import stdtrit

    count = len(stops.estimates)
    reach = float(stdtrit(count - 1, 0.975)) * stops.deviation * sqrt(1 + 1 / count)
    luck = (
        f"a measurement by its rule ends after {stops.mean_games:.0f} games, with a standard "
        f"error of {100 * stops.deviation:.1f} points"
    )
    return Estimate(reported, reported - reach, reported + reach, round(stops.mean_games)), luck


def _other_way(data: Mapping[str, Measured], name: str) -> Finding:
    """Tell what is scored in the other way to play, of which R2 has no number."""
    reported, solved, _ = R2_RATES[name]
    way = next(words for squares, words in WAYS.items() if squares != solved)
    ours = score_of(data, "reversed", way, name)
    apart = 100 * (ours.value - reported)
    sentence = (
        f"Played the other way, {way}, they score {ours.text(1, percent=True)}: {abs(apart):.1f} "
        f"points {'more' if apart > 0 else 'less'} than the report has, should that have been "
        "meant."
    )
    return observe(f"{_WORDS[name]}, {way}", ours, sentence, digits=1, percent=True)


def _ten_or_sixteen(data: Mapping[str, Measured]) -> Finding:
    """Test whether the sixteen numbers are far better than the ten, as R2 says."""
    ten, sixteen = (score_of(data, "reversed", WAYS[12], name) for name in (TEN, SIXTEEN))
    more = 100 * (sixteen.value - ten.value)
    reach = 100 * NORMAL_95 * hypot(ten.error, sixteen.error)
    verdict: Verdict = "open" if abs(more) <= reach else "agrees" if more > 0 else "differs"
    judged = {
        "open": "whether the sixteen numbers score more than the ten stays open",
        "agrees": "the sixteen numbers score more than the ten",
        "differs": "the sixteen numbers score less than the ten",
    }[verdict]
    sentence = (
        f"Measured alike, with a perfect ending, {judged}: {more:+.1f} points "
        f"(95 %: {more - reach:+.1f} to {more + reach:+.1f})."
    )
    return Finding(
        "sixteen numbers against ten",
        "0.93, “far surpassing 0.85”",
        f"{more:+.1f} points",
        verdict,
        sentence,
    )


def _luck(data: Mapping[str, Measured], name: str) -> Finding | None:
    """Tell what R2's rule makes of the truth, or nothing if it did not end often enough."""
    reported, _, rule = R2_RATES[name]
    stops = stops_of(data, name)
    told = stops.share_at_least(reported)
    if told is None or stops.mean is None or stops.deviation is None:
        return None
    truth = Estimate.from_object(data[rule_key(name)]["score"])
    error = stops.deviation / len(stops.estimates) ** 0.5
    middle = Estimate(
        stops.mean,
        stops.mean - NORMAL_95 * error,
        stops.mean + NORMAL_95 * error,
        len(stops.estimates),
    )
    sentence = (
        f"R2 stops when its estimate moves by less than {rule:g} a game: of {middle.count:,} such "
        f"measurements {100 * told:.0f} % tell {100 * reported:.1f} % or more, and their mean is "
        f"{100 * (stops.mean - truth.value):+.1f} points from the truth; the best of many "
        "candidates has had luck on top of that."
    )
    return observe(f"luck of R2's rule, {name}", middle, sentence, digits=1, percent=True)
