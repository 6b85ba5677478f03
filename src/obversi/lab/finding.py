"""Comparisons of a report's claims with the measurements, and whether they agree."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from math import hypot
from typing import Any, Literal

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate, equal_strength_probability, sure_side
from obversi.records import Record
from obversi.rules import Rules

# "open": the two are compatible, but only because the error bars are wide;
# "new": the report does not mention the number.
Verdict = Literal["agrees", "differs", "open", "new"]

#: The verdict on a claim that a number is above another, by `sure_side`.
BY_SIDE: dict[int, Verdict] = {1: "agrees", -1: "differs", 0: "open"}

_RESOLUTION_PART = 4


@dataclass(frozen=True, slots=True)
class Finding(Record):
    """A line of a comparison: its subject, both numbers as texts, and the verdict.

    `sentence` says in plain words whether the report was right, and how sure that is.
    """

    what: str
    reported: str
    ours: str
    verdict: Verdict
    sentence: str


@dataclass(frozen=True, slots=True)
class Table(Record):
    """Numbers as texts; the first column names the line."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The result of all steps: an answer in plain words, findings, tables and files.

    `summary` is one or two sentences that answer the question of the experiment. `numbers` are
    derived from the steps, for JSON. `files` are texts to be stored beside the result, by name.
    """

    summary: str
    findings: tuple[Finding, ...] = ()
    tables: tuple[Table, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def joined(cls, several: Iterable["Conclusion"]) -> "Conclusion":
        """Return several conclusions as one."""
        every = list(several)
        return cls(
            " ".join(one.summary for one in every if one.summary),
            tuple(finding for one in every for finding in one.findings),
            tuple(table for one in every for table in one.tables),
            {name: number for one in every for name, number in one.numbers.items()},
            {name: text for one in every for name, text in one.files.items()},
        )


class Texts:
    """The words of an experiment: templates, which are filled with its numbers.

    They are in `texts/NAME.toml`, so that words can be changed without reading statistics. A
    template is a text; or a table of texts by case; or a finding, which is a table with `what`,
    `reported`, `ours`, and one `sentence` for all cases or one for each verdict or case; or a table
    with a `title`, and `columns` of a head and a cell; or the words, the scales and the legend of a
    diagram.

    >>> Texts("winners").text("more", -1)
    'fewer'
    """

    def __init__(self, name: str) -> None:
        """Take the name of the file, which is read at the first use."""
        self.name = name

    @cached_property
    def templates(self) -> dict[str, Any]:
        """All templates, by their names."""
        file = files("obversi.lab").joinpath("texts", f"{self.name}.toml")
        return tomllib.loads(file.read_text(encoding="utf-8"))

    def text(self, key: str, case: object = None, /, **numbers: Any) -> str:
        """Return the text of this name, and of this case if there are several."""
        template = self.templates[key]
        if case is not None:
            template = template[str(case).lower() if isinstance(case, bool) else str(case)]
        return str(template.format(**numbers))

    def finding(
        self, key: str, verdict: Verdict, case: str | None = None, /, **numbers: Any
    ) -> Finding:
        """Return the finding of this name; its sentence is that of the case or the verdict."""
        template = self.templates[key]
        sentence = template.get(case or verdict) or template["sentence"]
        what, reported, ours = (template.get(name, "") for name in ("what", "reported", "ours"))
        texts = (one.format(**numbers) for one in (what, reported, ours, sentence))
        what, reported, ours, sentence = texts
        return Finding(what, reported, ours, verdict, sentence)

    def table(self, key: str, rows: Iterable[Mapping[str, Any]], /, **common: Any) -> Table:
        """Return the table of this name, with a line for each mapping of numbers.

        A column of three texts is repeated for each item of the mapping that the third one names:
        `{0}` is the key of the item in the head, and its value in the cell.
        """
        template = self.templates[key]
        filled = [{**common, **row} for row in rows]
        return Table(
            template["title"].format(**common),
            _line(template["columns"], 0, (filled or [common])[0]),
            tuple(_line(template["columns"], 1, row) for row in filled),
        )

    def diagram(self, axes: Any, key: str, /, **numbers: Any) -> None:
        """Write the words around a diagram, and set its scales and its legend."""
        template = self.templates[key]
        words = {name: one.format(**numbers) for name, one in template.items() if type(one) is str}
        axes.set(**words)
        if "ylim" in template:
            axes.set_ylim(*template["ylim"])
        if "legend" in template:
            axes.legend(**template["legend"])


def _line(
    columns: Sequence[Sequence[str]], place: int, numbers: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return the heads of columns, or the cells of a row."""
    return tuple(
        column[place].format(item[place], **numbers)
        for column in columns
        for item in (numbers[column[2]].items() if len(column) > 2 else ((None, None),))
    )


def compare(
    what: str,
    reported: Estimate | float,
    ours: Estimate,
    sentence: str,
    *,
    digits: int = 2,
    percent: bool = False,
    tolerance: float = 0.0,
    resolution: float | None = None,
) -> Finding:
    """Compare a number of a report with ours.

    They differ if chance explains the difference 1 time in 20 or less. A reported number may have
    an interval of its own. Differences up to the `tolerance` do not matter. Numbers that do not
    differ agree only if the measurement is precise enough: if chance alone makes no larger
    difference than `resolution`, by default a quarter of the reported number.
    """
    theirs = reported if isinstance(reported, Estimate) else Estimate(reported, reported, reported)
    apart = abs(theirs.value - ours.value)
    by_chance = NORMAL_95 * hypot(theirs.error, ours.error)
    least = abs(theirs.value) / _RESOLUTION_PART if resolution is None else resolution
    verdict: Verdict = "differs"
    if not apart > max(by_chance, tolerance):
        verdict = "agrees" if by_chance <= max(least, tolerance) else "open"
    if isinstance(reported, Estimate):
        their_text = theirs.text(digits, percent)
    else:
        their_text = f"{100 * reported:.{digits}f} %" if percent else f"{reported:,.{digits}f}"
    return Finding(what, their_text, ours.text(digits, percent), verdict, sentence)


def observe(
    what: str, ours: Estimate, sentence: str, *, digits: int = 2, percent: bool = False
) -> Finding:
    """Return a finding about a number that the report does not mention."""
    return Finding(what, "", ours.text(digits, percent), "new", sentence)


def within(ours: Estimate, low: float, high: float) -> Verdict:
    """Return the verdict on a claim that a number lies in a range, by the place of its interval.

    >>> within(Estimate(0.5, 0.45, 0.55), 0.4, 0.6), within(Estimate(0.5, 0.3, 0.7), 0.4, 0.6)
    ('agrees', 'open')
    """
    if ours.low >= low and ours.high <= high:
        return "agrees"
    return "differs" if ours.high < low or ours.low > high else "open"


_TEXTS = Texts("claims")


def claim(what: str, reported: str, advantage: Estimate, better: str, worse: str) -> Finding:
    """Test a report's claim that `better` scores more than `worse`.

    `advantage` is the measured difference in points a game. The claim is right if the whole
    interval is above 0, wrong if all of it is below, and open otherwise.
    """
    low, high = 100 * advantage.low, 100 * advantage.high
    return _TEXTS.finding(
        "claim",
        BY_SIDE[sure_side(advantage)],
        what=what,
        reported=reported,
        ours=signed(advantage),
        better=better,
        worse=worse,
        apart=f"{100 * abs(advantage.value):.1f}",
        count=advantage.count,
        low=low,
        high=high,
    )


def chance_finding(wins: Sequence[int], games: int, what: str) -> Finding:
    """Return how often chance alone makes results as unequal as those of a report."""
    probability = equal_strength_probability(wins, games)
    return _TEXTS.finding(
        "chance",
        "new",
        results=listed(f"{won}-{games - won}" for won in wins),
        what=what,
        chance=100 * probability,
        games=games * len(wins),
        follows="nothing" if probability > 0.05 else "something",
    )


def is_about(rules: Rules, size: int) -> bool:
    """Return whether R2 is about these games; it is only about the reversed game on 8×8."""
    return rules == "reversed" and size == 8


def where_r2_speaks(finding: Finding, rules: Rules, size: int) -> Finding:
    """Return a finding unchanged if R2 is about these games, and as a new one otherwise.

    >>> found = Finding("cycles", "some", "1 cycle", "agrees", "There is a cycle.")
    >>> where_r2_speaks(found, "reversed", 8).verdict, where_r2_speaks(found, "normal", 8).verdict
    ('agrees', 'new')
    """
    if is_about(rules, size):
        return finding
    return replace(finding, reported="", verdict="new")


def listed(words: Iterable[object]) -> str:
    """Return words as a list in a sentence.

    >>> listed([1, 2, 4]), listed([3]), listed([])
    ('1, 2 and 4', '3', '')
    """
    *first, last = [str(word) for word in words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def signed(advantage: Estimate) -> str:
    """Return an advantage in points of 100, with its sign and its interval.

    >>> signed(Estimate(0.125, -0.02, 0.3))
    '+12.5 (-2.0 to +30.0)'
    """
    value, low, high = (
        f"{100 * one:+.1f}" for one in (advantage.value, advantage.low, advantage.high)
    )
    return f"{value} ({low} to {high})"
