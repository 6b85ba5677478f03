"""What follows of the time left over."""

from collections.abc import Mapping
from typing import Any

from obversi.lab.claims.several_tests import widened
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.leftover.measurements import (
    ALL_MCTS,
    ALL_TIME,
    CHOOSE,
    ENGINE_DEPTH,
    FIFTH,
    KINDS,
    LEADS,
    REPORT,
    REPORTED_UNUSED,
    REST,
    SECONDS,
    TOLERANCE,
    WAYS,
    key,
    overruled,
)
from obversi.lab.finding import Finding, compare, observe
from obversi.lab.result import Conclusion, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

__all__ = ["conclude"]


def conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    """Say what follows from all steps."""
    findings, tables, answers, numbers = [], [], [], {}
    # Every way of spending the time is tested against R2's own.
    tests = len(settings.rules) * len(KINDS) * (len(WAYS) - 1)
    for rules in settings.rules:
        told = []
        for kind in KINDS:
            found = data[key(rules, kind, REPORT)]
            leads = {name: _best_lead(data, rules, kind, name) for name in (FIFTH, REST)}
            ways = {
                name: found["ways"][overruled(name, leads[name])]
                if name in leads
                else found["ways"][name]
                for name in WAYS
            }
            findings.append(_unused(found, settings, rules, kind))
            findings.append(_mcts_finding(ways, leads, rules, kind, found["positions"], tests))
            findings.append(_time_finding(ways, rules, kind, found["positions"], tests))
            tables.append(_table(ways, leads, found, rules, kind))
            told.append(_answer(ways[REST], kind, tests))
            numbers[f"{rules} {kind} game"] = {"leads": leads, "ways": ways}
        answers.append(f"Under {rules} rules MCTS in the time left over {', and '.join(told)}.")
    answers.append(f"Surely means: as one of {tests} tests, which is corrected for.")
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def _best_lead(data: Mapping[str, Measured], rules: str, kind: str, name: str) -> float:
    """Return the lead that lost the fewest discs in the positions for choosing."""
    ways = data[key(rules, kind, CHOOSE)]["ways"]
    return min(LEADS, key=lambda lead: ways[overruled(name, lead)]["discs"]["value"])


def _unused(found: Mapping[str, Any], settings: Settings, rules: str, kind: str) -> Finding:
    unused, depth = (Estimate.from_object(found[name]) for name in ("unused", "depth"))
    what = f"share of its time that R2 leaves unused ({rules} rules, {kind} game)"
    told = f"R2's rule leaves {100 * unused.value:.0f} % of {1000 * SECONDS:g} ms unused"
    reached = f"it reaches {depth.value:.1f} plies on average"
    # The report's fifth is of whole games; it is one claim, and most of a game is no ending.
    if (rules, settings.size, kind) != ("reversed", 8, "middle"):
        return observe(what, unused, f"{told}; {reached}.", digits=0, percent=True)
    sentence = f"{told}; {reached}."
    if unused.low > REPORTED_UNUSED + TOLERANCE:
        sentence = (
            f"{told}, more than the fifth that the report speaks of: it also begins no ply that "
            f"would not be finished in time; {reached}."
        )
    return compare(
        what,
        REPORTED_UNUSED,
        unused,
        sentence,
        digits=0,
        percent=True,
        tolerance=TOLERANCE,
    )


def _mcts_finding(
    ways: Mapping[str, Any],
    leads: Mapping[str, float],
    rules: str,
    kind: str,
    positions: int,
    tests: int,
) -> Finding:
    name = REST
    saved = Estimate.from_object(ways[name]["saved"])
    fifth = Estimate.from_object(ways[FIFTH]["saved"])
    return Finding(
        f"discs saved a move by MCTS in the time left over ({rules} rules, {kind} game)",
        "a wish",
        saved.text(),
        "new",
        f"MCTS in the rest of the time {_sure(saved, tests)} R2's choices, overruling "
        f"{100 * ways[name]['changed']:.0f} % of them by a lead of {leads[name]:g} that was chosen "
        f"on other positions; with a fifth of the time it saves {fifth.text()} discs ("
        f"{positions:,} positions{_judge_told(kind)}).",
    )


def _time_finding(
    ways: Mapping[str, Any], rules: str, kind: str, positions: int, tests: int
) -> Finding:
    saved = Estimate.from_object(ways[ALL_TIME]["saved"])
    alone = Estimate.from_object(ways[ALL_MCTS]["saved"])
    return Finding(
        f"discs saved a move by more deepening, q = 1 ({rules} rules, {kind} game)",
        "",
        saved.text(),
        "new",
        f"The whole time for R2's own search {_sure(saved, tests)} its choices; MCTS alone "
        f"{_sure(alone, tests)} them: {alone.text()} discs a move ({positions:,} positions"
        f"{_judge_told(kind)}). That does not say who would win games, which are also played to "
        "the end: the experiment strategies does.",
    )


def _sure(saved: Estimate, tests: int) -> str:
    wide = widened(saved, tests)
    if wide.low > 0:
        return "surely improves"
    if wide.high < 0:
        return "surely spoils"
    return "neither surely improves nor surely spoils"


def _judge_told(kind: str) -> str:
    return "" if kind == "end" else f", judged by the engine at {ENGINE_DEPTH} plies"


def _answer(way: Mapping[str, Any], kind: str, tests: int) -> str:
    saved = Estimate.from_object(way["saved"])
    return f"{_sure(saved, tests)} R2's moves of the {kind} game ({saved.value:+.2f} discs each)"


def _table(
    ways: Mapping[str, Any],
    leads: Mapping[str, float],
    found: Mapping[str, Any],
    rules: str,
    kind: str,
) -> Table:
    rows = tuple(
        (
            f"{name} (lead {leads[name]:g})" if name in leads else name,
            Estimate.from_object(way["discs"]).text(),
            Estimate.from_object(way["saved"]).text(),
            Estimate.from_object(way["points"]).text(3),
            Estimate.from_object(way["points_saved"]).text(3),
            f"{100 * way['changed']:.0f}",
        )
        for name, way in ways.items()
    )
    head = (
        f"{1000 * SECONDS:g} ms a move",
        "discs lost a move",
        "discs saved",
        "points lost a move",
        "points saved",
        "% of moves changed",
    )
    count = f"{found['positions']:,} positions of R2's own games"
    title = f"{rules} rules, {kind} game: {count}{_judge_told(kind)}"
    return Table(title, head, rows)
