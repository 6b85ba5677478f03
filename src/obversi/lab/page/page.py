"""Results as people read them: one page of HTML, and a piece of it for notebooks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from obversi.arena.report.markup import Column, Html, bullets, note, section, table, tag
from obversi.lab.finding import Finding
from obversi.lab.page.frame import figure_html, framed, inline_svg
from obversi.lab.page.redo import extent_text, redo_command
from obversi.lab.page.verdicts import CAUTION, VERDICTS, count_text
from obversi.lab.result import Result, Table

__all__ = ["lab_page", "result_html"]

_TITLE: Final = "The laboratory"
_LEAD: Final = (
    "Experiments of five reports on Reversi programs, R0 to R4, made again with error bars, and "
    "those that the reports wished for. Every interval is one of 95 %."
)

_COLUMNS: Final = tuple(
    Column(head, number=False) for head in ("verdict", "what", "the report", "ours")
)


def lab_page(results: Sequence[Result], drawings: Mapping[str, str] | None = None) -> str:
    """Return the page about these results, in their order.

    `drawings` has figures as SVG, by the names of experiments; those that it lacks are drawn.
    """
    known = drawings or {}
    findings = [finding for result in results for finding in result.findings]
    seconds = sum(result.seconds for result in results)
    return framed(
        _TITLE,
        tag("h1", _TITLE),
        tag("p", _LEAD, class_="lead"),
        tag("p", count_text(findings), class_="answer"),
        _contents(results),
        section("All findings", *_overview(results), _legend(), anchor="all-findings"),
        *(_section(result, known.get(result.experiment.name)) for result in results),
        tag("section", note(f"To measure all of it took {_duration(seconds)}.")),
    )


def result_html(result: Result) -> str:
    """Return a result as a piece of HTML, with its figure, as a notebook shows it."""
    return tag("div", tag("h3", result.experiment.title), *_parts(result, None))


def _contents(results: Sequence[Result]) -> Html:
    """List the experiments, each with a dot for every finding that a report speaks of."""
    lines = [tag("li", _link(result), *_dots(result.findings)) for result in results]
    return tag("nav", tag("ol", *lines), class_="contents", aria_label="contents")


def _link(result: Result) -> Html:
    return tag("a", result.experiment.title, href=f"#{result.experiment.name}")


def _dots(findings: Sequence[Finding]) -> Iterator[Html]:
    for finding in findings:
        if finding.verdict != "new":
            told = f"{finding.verdict}: {finding.what}"
            yield tag(
                "span", class_=f"dot {finding.verdict}", role="img", aria_label=told, title=told
            )


def _overview(results: Sequence[Result]) -> Iterator[Html]:
    """Show all findings without their sentences, those of which no report tells folded."""
    spoken_of, others = (
        [
            (result, finding)
            for result in results
            for finding in result.findings
            if (finding.verdict == "new") == is_new
        ]
        for is_new in (False, True)
    )
    yield _overview_table(
        spoken_of,
        "What the reports say, and what was measured here; the sections say what follows.",
    )
    if others:
        summary = tag("summary", f"Of which no report speaks: {len(others)}")
        yield tag("details", summary, _overview_table(others, "What was measured beyond them."))


def _overview_table(findings: Sequence[tuple[Result, Finding]], about: str) -> Html:
    rows = [
        (*_cells(finding, finding.what), tag("a", name, href=f"#{name}"))
        for result, finding in findings
        for name in (result.experiment.name,)
    ]
    columns = (*_COLUMNS, Column("experiment", number=False))
    return tag("div", table(columns, rows, about), class_="findings")


def _legend() -> Html:
    lines = [
        Html(_mark(verdict) + tag("span", f" {meaning}")) for verdict, meaning in VERDICTS.items()
    ]
    return tag("details", tag("summary", "What the verdicts mean"), bullets(lines), note(CAUTION))


def _section(result: Result, drawing: str | None) -> Html:
    experiment = result.experiment
    return section(experiment.title, *_parts(result, drawing), anchor=experiment.name)


def _parts(result: Result, drawing: str | None) -> Iterator[Html]:
    experiment = result.experiment
    yield tag("p", f"{experiment.question} ({experiment.report})", class_="lead")
    yield tag("p", result.summary, class_="answer")
    if drawing is None:
        yield figure_html(result.draw(), experiment.title, experiment.name)
    else:
        yield inline_svg(drawing, experiment.name)
    if result.findings:
        yield _findings(result.findings)
    for one in result.tables:
        yield _folded(one)
    yield _made(result)


def _findings(findings: Sequence[Finding]) -> Html:
    rows = [
        _cells(finding, Html(tag("b", finding.what) + tag("div", finding.sentence)))
        for finding in findings
    ]
    about = "The report's numbers beside ours, and what follows."
    return tag("div", table(_COLUMNS, rows, about), class_="findings")


def _cells(finding: Finding, what: str) -> tuple[str, ...]:
    return (_mark(finding.verdict), what, finding.reported or "–", finding.ours)


def _mark(verdict: str) -> Html:
    return tag("span", verdict, class_=f"verdict {verdict}")


def _folded(one: Table) -> Html:
    columns = [Column(head, number=number > 0) for number, head in enumerate(one.head)]
    return tag("details", tag("summary", one.title), table(columns, one.rows, one.title))


def _made(result: Result) -> Html:
    """Say how the result was made, how to make it again, and what else it left."""
    lines = [
        f"{extent_text(result)}, in {_duration(result.seconds)}, by version {result.version}.",
        Html(f"To make it again: {tag('code', redo_command(result))}"),
    ]
    if result.conclusion.files:
        names = ", ".join(result.conclusion.files)
        lines.append(f"In the folder of the results there is more: {names}.")
    return tag("div", *(tag("p", line, class_="note") for line in lines), class_="made")


def _duration(seconds: float) -> str:
    """Tell a time in the unit that suits it.

    >>> _duration(0.34), _duration(34.4), _duration(340)
    ('0.3 s', '34 s', '5.7 minutes')
    """
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} minutes"
