"""Results as HTML: the page of a folder, and a result for notebooks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from obversi.errors import InputError, ObversiError
from obversi.figures import can_draw, inline_figure, svg
from obversi.formats.saving import write_whole
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Finding, Verdict
from obversi.lab.folder import LabFolder
from obversi.lab.steps import BOTH_RULES
from obversi.pages.parts import Column, Html, tag
from obversi.pages.rendering import render

_NAME = "index.html"

_VERDICTS: Mapping[Verdict, str] = MappingProxyType(
    {
        "agrees": "the measurement confirms the report, and could have contradicted it",
        "differs": "the measurement contradicts the report; the sentence names the interval or "
        "the test",
        "open": "the measurement does not decide: it fits the report, and other values as well",
        "new": "the report says nothing about it, or nothing about these rules or this board",
    }
)

_COLUMNS = tuple(Column(head, number=False) for head in ("verdict", "what", "the report", "ours"))


@dataclass(frozen=True)
class FolderPage:
    """The file of the page, the results on it, and why other results were left out."""

    path: Path
    results: tuple[Result, ...]
    left_out: tuple[str, ...]


def write_folder_page(
    folder: LabFolder, experiments: Sequence[Experiment], *, redraw: bool = True
) -> FolderPage:
    """Write the page of the finished results of a folder.

    Results of another version are left out. Without `redraw` the figures are those that were
    stored with the results.
    """
    results: list[Result] = []
    left_out: list[str] = []
    for experiment in experiments:
        try:
            result = folder.result(experiment)
        except ObversiError as error:
            left_out.append(str(error))
        else:
            if result is not None:
                results.append(result)
    if not results:
        reason = f" ({left_out[0]})" if left_out else ""
        raise InputError(
            f"{folder.path} has no finished results{reason}: obversi lab run makes some"
        )
    stored = [] if redraw else [folder.path / f"{one.experiment.name}.svg" for one in results]
    drawings = {svg.stem: svg.read_text(encoding="utf-8") for svg in stored if svg.exists()}
    path = folder.path / _NAME
    write_whole(path, lab_page(results, drawings))
    return FolderPage(path, tuple(results), tuple(left_out))


def lab_page(results: Sequence[Result], drawings: Mapping[str, str] | None = None) -> str:
    """Return the page about these results, in their order.

    `drawings` has figures as SVG, by the names of experiments; missing ones are drawn if Matplotlib
    is installed.
    """
    stored = drawings or {}
    both = [(result, finding) for result in results for finding in result.findings]
    return render(
        "lab/results.html",
        title="The laboratory",
        styles=["lab.css"],
        figures=True,
        columns=_COLUMNS,
        wide_columns=(*_COLUMNS, Column("experiment", number=False)),
        counts=count_text(finding for _, finding in both),
        results=[_values(result, stored.get(result.experiment.name)) for result in results],
        reported=[_overview_row(*each) for each in both if each[1].verdict != "new"],
        new=[_overview_row(*each) for each in both if each[1].verdict == "new"],
        verdicts={_mark(verdict): meaning for verdict, meaning in _VERDICTS.items()},
        duration=_duration(sum(result.seconds for result in results)),
    )


def result_html(result: Result) -> str:
    """Return a result with its figure as an HTML fragment for a notebook."""
    title = result.experiment.title
    values = _values(result, None)
    return render("lab/result.html", title=title, columns=_COLUMNS, result=values).strip()


def count_text(findings: Iterable[Finding]) -> str:
    """Return how many findings have each verdict.

    >>> old, new = Finding("mean", "9", "8.6", "differs", ""), Finding("Elo", "", "5", "new", "")
    >>> count_text([old, new])
    'Findings: 2 (agrees: 0, differs: 1, open: 0, new: 1).'
    """
    counts = Counter(finding.verdict for finding in findings)
    listed = ", ".join(f"{verdict}: {counts[verdict]}" for verdict in _VERDICTS)
    return f"Findings: {counts.total()} ({listed})."


def extent_text(result: Result) -> str:
    """Return the rules, the board, the number of games and the seed of a result."""
    settings, unit = result.settings, result.experiment.unit
    return (
        f"{' and '.join(settings.rules)} rules, {settings.size}×{settings.size}, "
        f"{settings.games:,} {unit}, seed {settings.seed}"
    )


def redo_command(result: Result) -> str:
    """Return the command that measures the result again, with all settings that are not default."""
    experiment, settings = result.experiment, result.settings
    usual = experiment.settings()
    words = ["obversi lab run", experiment.name]
    if settings.rules != usual.rules:
        rules = "both" if settings.rules == BOTH_RULES else settings.rules[0]
        words.append(f"--rules {rules}")
    for name in ("size", "games", "seed"):
        if (value := getattr(settings, name)) != getattr(usual, name):
            words.append(f"--{name} {value}")
    return " ".join(words)


def _values(result: Result, drawing: str | None) -> dict[str, Any]:
    """Return the values of a result for the templates."""
    experiment = result.experiment
    if drawing is None and can_draw():
        drawing = svg(result.draw(), experiment.title)
    return {
        "experiment": experiment,
        "summary": result.summary,
        "drawing": inline_figure(drawing, experiment.name),
        "findings": result.findings,
        "rows": [
            _cells(finding, tag("b", finding.what) + tag("div", finding.sentence))
            for finding in result.findings
        ],
        "tables": [
            (table, [Column(head, number=place > 0) for place, head in enumerate(table.head)])
            for table in result.tables
        ],
        "extent": extent_text(result),
        "duration": _duration(result.seconds),
        "version": result.version,
        "command": redo_command(result),
        "files": list(result.conclusion.files),
    }


def _overview_row(result: Result, finding: Finding) -> tuple[str, ...]:
    name = result.experiment.name
    return (*_cells(finding, finding.what), tag("a", name, href=f"#{name}"))


def _cells(finding: Finding, what: str) -> tuple[str, ...]:
    return (_mark(finding.verdict), what, finding.reported or "–", finding.ours)


def _mark(verdict: str) -> Html:
    return tag("span", verdict, class_=f"verdict {verdict}")


def _duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> _duration(0.34), _duration(34.4), _duration(340)
    ('0.3 s', '34 s', '5.7 minutes')
    """
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} minutes"
