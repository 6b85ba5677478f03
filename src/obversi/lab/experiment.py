"""Experiments: their settings, their steps, and their results."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from obversi import __version__
from obversi.arguments import whole_number
from obversi.errors import InputError
from obversi.figures import style
from obversi.lab.finding import Conclusion, Finding, Table
from obversi.machine import core_count
from obversi.records import Record
from obversi.rules import RULES, Rules, checked_rules
from obversi.size import checked_size

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Any value of JSON.
Measured = Any

# The measurement of each step, by its key.
Data = Mapping[str, Measured]

# Called with the share of a step that is done, from 0 to 1.
Watch = Callable[[float], None]


def part_of(watch: Watch | None, number: int, parts: int) -> Watch | None:
    """Return a callback for the progress of one of several equal parts, numbered from 0."""
    return None if watch is None else lambda done: watch((number + done) / parts)


@dataclass(frozen=True, slots=True, init=False)
class Step:
    """A part of the work; equal settings give it the same `key`.

    It takes some seconds at most, because an interrupted step begins again. Its measurement depends
    only on the settings, never on earlier steps.
    """

    key: str
    work: Callable[[Watch], Measured]

    def __init__(self, key: str, work: Callable[..., Measured], *arguments: Any) -> None:
        """Set the function that measures, given these arguments and then a `Watch`."""
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "work", partial(work, *arguments) if arguments else work)


BOTH_RULES = RULES

_MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class Settings(Record):
    """The rule sets to compare, the board, the size of the measurement, and the seed.

    `games` are the games, or the positions, of one measurement; the `unit` of an experiment names
    them. The number of threads does not change the results.
    """

    STORED = ("rules", "size", "games", "seed")

    rules: tuple[Rules, ...]
    size: int
    games: int
    seed: int
    threads: int

    @classmethod
    def of(
        cls,
        rules: Rules | Sequence[str],
        size: int,
        games: int,
        seed: int = 1,
        threads: int | None = None,
    ) -> "Settings":
        """Check everything; by default all cores are used."""
        return cls(
            rules=checked_rule_sets(rules),
            size=checked_size(size),
            games=whole_number(games, "the number of games", 1),
            seed=whole_number(seed, "the seed", -(1 << 63)),
            threads=core_count()
            if threads is None
            else whole_number(threads, "the number of threads", 1, most=_MOST_THREADS),
        )

    def options(self, rules: Rules) -> dict[str, Any]:
        """Return the arguments of a measurement under one rule set."""
        return {"rules": rules, "size": self.size, "seed": self.seed, "threads": self.threads}

    def __str__(self) -> str:
        """Return them in words."""
        return (
            f"{' and '.join(self.rules)} rules, {self.size}×{self.size}, {self.games:,} each, "
            f"seed {self.seed}"
        )


def checked_rule_sets(rules: Rules | Sequence[str]) -> tuple[Rules, ...]:
    """Return the rule sets, each once; "both" means all of them.

    >>> checked_rule_sets("both"), checked_rule_sets("reversed")
    (('normal', 'reversed'), ('reversed',))
    """
    if rules == "both":
        return BOTH_RULES
    names = (rules,) if isinstance(rules, str) else tuple(rules)
    if not names:
        raise InputError("there are no rules to play by: expected normal, reversed or both")
    return tuple(dict.fromkeys(checked_rules(name) for name in names))


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
        return self.conclusion.numbers

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
            "numbers": dict(self.numbers),
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
        seed: int = 1,
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
        seed: int = 1,
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
