"""What came out of an experiment: plain data, and what follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from obversi.figures import style
from obversi.lab.finding import Finding
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from obversi.lab.experiment import Experiment

__all__ = ["Conclusion", "Result", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers as texts, for people; the first column says what a line is about."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {"title": self.title, "head": list(self.head), "rows": [list(r) for r in self.rows]}


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What follows from all steps: an answer in plain words, findings, tables and files.

    `summary` is one or two sentences that answer the question of the experiment. `numbers` are
    derived from the steps, as JSON keeps them. `files` are texts to be kept beside the result, by
    their names.
    """

    summary: str
    findings: tuple[Finding, ...] = ()
    tables: tuple[Table, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Result:
    """An experiment that was made: `data` has what each step measured, by its key.

    In a notebook it shows itself, figure and all.
    """

    experiment: "Experiment"
    settings: Settings
    data: Mapping[str, Measured]
    conclusion: Conclusion
    seconds: float
    version: str

    @property
    def summary(self) -> str:
        """The answer in plain words."""
        return self.conclusion.summary

    @property
    def findings(self) -> Sequence[Finding]:
        """What the report says beside what was measured."""
        return self.conclusion.findings

    @property
    def tables(self) -> Sequence[Table]:
        """Numbers as texts."""
        return self.conclusion.tables

    @property
    def numbers(self) -> Mapping[str, Any]:
        """What was derived from the steps."""
        return self.conclusion.numbers

    def draw(self) -> "Figure":
        """Draw the figure, by Matplotlib."""
        with style():
            return self.experiment.draw(self)

    def __repr__(self) -> str:
        """Show what it is about, without all its data."""
        return f"<Result of {self.experiment.name!r}: {self.settings}>"

    def _repr_html_(self) -> str:
        """Show it in a notebook: the answer, the findings, the figure and the tables."""
        # The page stands on results.
        from obversi.lab.page import result_html

        return result_html(self)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "experiment": self.experiment.name,
            "title": self.experiment.title,
            "report": self.experiment.report,
            "question": self.experiment.question,
            "version": self.version,
            "settings": self.settings.to_object(),
            "seconds": round(self.seconds, 3),
            "summary": self.summary,
            "findings": [finding.to_object() for finding in self.findings],
            "tables": [table.to_object() for table in self.tables],
            "numbers": dict(self.numbers),
            "data": dict(self.data),
        }
