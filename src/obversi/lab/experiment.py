"""Experiments: their settings, their steps, and their results."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from obversi import __version__
from obversi.errors import InputError
from obversi.figures import style
from obversi.lab.finding import Conclusion, Finding, Table
from obversi.lab.steps import BOTH_RULES, Data, Measured, Part, Settings, Step, Watch, parts
from obversi.records import plain
from obversi.rules import Rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class Result:
    """The result of an experiment: `data` has the measurement of each step, by its key.

    A notebook shows it with its figure.
    """

    # Set by `obversi.lab`, because pages import this module.
    to_html: ClassVar[Callable[["Result"], str]]

    experiment: "Experiment"
    settings: Settings
    data: Data
    conclusion: Conclusion
    seconds: float
    version: str

    @property
    def parts(self) -> list[Part]:
        """The measurements by rule set."""
        return parts(self.settings, self.data)

    @property
    def summary(self) -> str:
        """The answer in plain words."""
        return self.conclusion.summary

    @property
    def findings(self) -> Sequence[Finding]:
        """The comparisons of the report with the measurements."""
        return self.conclusion.findings

    @property
    def tables(self) -> Sequence[Table]:
        """The tables of numbers as texts."""
        return self.conclusion.tables

    @property
    def numbers(self) -> Mapping[str, Any]:
        """The numbers that were derived from the steps."""
        numbers: dict[str, Any] = plain(self.conclusion.numbers)
        return numbers

    def draw(self) -> "Figure":
        """Draw the figure, by Matplotlib."""
        with style():
            return self.experiment.draw(self)

    def __repr__(self) -> str:
        """Return the experiment and the settings, without the data."""
        return f"<Result of {self.experiment.name!r}: {self.settings}>"

    def _repr_html_(self) -> str:
        """Show it in a notebook: the answer, the findings, the figure and the tables."""
        return Result.to_html(self)

    def to_object(self) -> dict[str, Any]:
        """Return it for JSON."""
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
            "numbers": self.numbers,
            "data": dict(self.data),
        }


_QUICK_PART = 10
_FEWEST_GAMES = 2


def quick_games(games: int) -> int:
    """Return a tenth of these games, but at least two if there are two.

    >>> quick_games(4000), quick_games(5), quick_games(1)
    (400, 2, 1)
    """
    return max(games // _QUICK_PART, min(games, _FEWEST_GAMES))


# Called with the step that is running, and the share of all work that is done, from 0 to 1.
OnProgress = Callable[[str, float], None]


@dataclass(frozen=True)
class Experiment:
    """A question, and how to answer it.

    It can be called: the result is plain data, and draws itself on request. `unit` is what the
    setting `games` counts, and `games` is its default. `steps` plans the work, `conclude` answers
    the question from the measurements of the steps, and `draw` draws a result. `seconds` is about
    the time it takes on two cores.
    """

    name: str
    title: str
    report: str
    question: str
    unit: str
    games: int
    steps: Callable[[Settings], Sequence[Step]]
    conclude: Callable[[Settings, Data], Conclusion]
    draw: Callable[[Result], "Figure"]
    rules: tuple[Rules, ...] = BOTH_RULES
    sizes: tuple[int, ...] = (4, 6, 8)
    seconds: int = 10

    def settings(
        self,
        *,
        rules: Rules | Sequence[str] | None = None,
        size: int = 8,
        games: int | None = None,
        seed: int | None = 1,
        threads: int | None = None,
    ) -> Settings:
        """Return settings with the defaults of this experiment."""
        settings = Settings.of(
            self.rules if rules is None else rules,
            size,
            self.games if games is None else games,
            seed,
            threads,
        )
        if settings.size not in self.sizes:
            possible = " or ".join(f"{side}×{side}" for side in self.sizes)
            raise InputError(
                f"the experiment {self.name!r} says nothing about {size}×{size}: "
                f"expected {possible}"
            )
        return settings

    def __call__(
        self,
        *,
        rules: Rules | Sequence[str] | None = None,
        size: int = 8,
        games: int | None = None,
        seed: int | None = 1,
        threads: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Result:
        """Run the experiment, and return its result."""
        settings = self.settings(rules=rules, size=size, games=games, seed=seed, threads=threads)
        begin = time.perf_counter()
        data = self.measure(settings, on_progress=on_progress)
        return self.concluded(settings, data, time.perf_counter() - begin)

    def measure(
        self,
        settings: Settings,
        *,
        known: Data | None = None,
        keep: Callable[[str, Measured, float], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> dict[str, Measured]:
        """Do the steps that are not known yet; each is stored as soon as it is done.

        `keep` is called with the key of a step, its measurement, and the seconds that it took.
        """
        steps = self.steps(settings)
        measured = dict(known or {})
        for number, step in enumerate(steps):
            if step.key not in measured:
                since = time.perf_counter()
                found = step.work(_watch(on_progress, step.key, number, len(steps)))
                # The same value as after reading it from a file.
                measured[step.key] = json.loads(json.dumps(found, allow_nan=False))
                if keep is not None:
                    keep(step.key, measured[step.key], time.perf_counter() - since)
            if on_progress is not None:
                on_progress(step.key, (number + 1) / len(steps))
        return {step.key: measured[step.key] for step in steps}

    def concluded(self, settings: Settings, data: Data, seconds: float) -> Result:
        """Return the result of earlier measurements."""
        return Result(self, settings, data, self.conclude(settings, data), seconds, __version__)


def _watch(on_progress: OnProgress | None, key: str, number: int, steps: int) -> Watch:
    def watch(share: float) -> None:
        if on_progress is not None:
            on_progress(key, (number + min(max(share, 0.0), 1.0)) / steps)

    return watch
