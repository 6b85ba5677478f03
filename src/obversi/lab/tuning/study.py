"""A study: a search for better numbers with its result, and the folder that stores it."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from obversi import __version__
from obversi.errors import InputError, ObversiError
from obversi.figures import style, svg
from obversi.formats.saving import replacing, write_whole
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.mix import Mix
from obversi.lab.journal import Journal, named_problems, put_aside
from obversi.lab.tuning.figures import draw_history, draw_weights
from obversi.lab.tuning.final import TuningOutcome
from obversi.lab.tuning.measurement import History, Measurement, is_allowed
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.settings import TuningSettings
from obversi.lab.tuning.space import (
    Parameter,
    Space,
    Vector,
    mix_from_object,
    mix_object,
    mix_space,
    stored_python_space,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class TuningStudy:
    """The search space, all measurements, and the result; a notebook shows it with a figure."""

    space: Space
    settings: TuningSettings
    measured: History
    outcome: TuningOutcome

    @property
    def vector(self) -> Vector:
        """The best numbers."""
        return self.outcome.best.vector

    @property
    def numbers(self) -> dict[str, float]:
        """The best numbers, by their names."""
        return dict(zip(self.space.names, self.vector, strict=True))

    @cached_property
    def best(self) -> Evaluation:
        """The best evaluation, ready to play."""
        made = self.space.evaluation(self.vector, f"tuned {self.space.source}")
        return replace(made, origin=self._origin()) if isinstance(made, Mix) else made

    @property
    def history(self) -> list[dict[str, Any]]:
        """Every measurement as plain data."""
        return [each.to_object() for each in (*self.measured.candidates, *self.measured.checks)]

    @property
    def summary(self) -> str:
        """The result in a few sentences."""
        goal, outcome = objective(self.settings.objective), self.outcome
        changed = self.vector != self.space.start
        best = outcome.best.seemed or outcome.worth
        lucky = goal.fitness(best.value) > goal.fitness(outcome.worth.value)
        matches = ", ".join(
            f"{match.elo.text(0)} with depth {match.depth} ({match.games:,} games)"
            for match in outcome.matches
        )
        worth = outcome.worth.text(3)
        title = f"{self.space.source}: {goal.title}"
        sentences = [
            (changed, f"{title} {worth} after tuning, {outcome.before.text(3)} before."),
            (not changed, f"{title} {worth}. Nothing was better than the start."),
            (lucky, f"In the search it was {best.value:.3f}, which was partly luck."),
            (
                not is_allowed(self.settings, outcome.required),
                f"It misses the requirements {', '.join(map(str, self.settings.requirements))}.",
            ),
            (self.holds_target is True, f"The result reaches the target of {outcome.target}."),
            (
                self.holds_target is False,
                f"The result does not surely reach the target of {outcome.target}.",
            ),
            (changed, f"Elo against the start: {matches}."),
        ]
        return " ".join(sentence for holds, sentence in sentences if holds)

    @property
    def holds_target(self) -> bool | None:
        """Whether the result surely reaches the target, None without a target."""
        outcome = self.outcome
        if outcome.target is None:
            return None
        goal = objective(self.settings.objective)
        return goal.surely_reaches(outcome.worth, outcome.target) and is_allowed(
            self.settings, outcome.required
        )

    def draw(self) -> "Figure":
        """Draw the history of the search with Matplotlib."""
        with style():
            return draw_history(self.space, self.settings, self.measured, self.outcome)

    def draw_weights(self) -> "Figure":
        """Draw the numbers before and after, those of squares on a board."""
        with style():
            return draw_weights(self.space, self.settings.size, self.vector)

    def to_object(self) -> dict[str, Any]:
        """Return everything but the single measurements, ready for JSON."""
        return {
            "version": __version__,
            "settings": self.settings.to_object(),
            "parameters": [parameter.to_object() for parameter in self.space.parameters],
            "measurements": len(self.measured),
            "games": self.measured.games,
            "required_games": self.measured.required_games,
            "seconds": round(self.measured.seconds, 3),
            "summary": self.summary,
            "numbers": self.numbers,
            **self.outcome.to_object(),
            "holds_target": self.holds_target,
        }

    def _repr_html_(self) -> str:
        """Return the summary and the history for a notebook."""
        return f"<p>{escape(self.summary)}</p>{svg(self.draw(), 'history of the search')}"

    def _origin(self) -> str:
        goal = objective(self.settings.objective)
        return (
            f"{self.space.source}, tuned by {self.settings.method}: {goal.title} "
            f"{self.outcome.worth.text(3)}, {self.settings.rules} {self.settings.size}×"
            f"{self.settings.size}"
        )


_FORMAT = 2
_HISTORY, _RESULT = "history.jsonl", "result.json"
BEST_MIX, BEST_PYTHON, PAGE = "best.toml", "best.py", "index.html"
_FIGURES = ("history.png", "history.svg", "weights.png", "weights.svg")

_REMEDY = "--new renames its files and begins again, --out takes another folder"

# The exceptions that wrong values of a file raise.
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, ObversiError)


class StoredTuning(NamedTuple):
    """The study in a folder."""

    space: Space
    settings: TuningSettings
    history: History


class StudyFolder:
    """Stores a study, so that it can be resumed."""

    def __init__(self, path: str | Path) -> None:
        """Take the path of a folder, which need not exist yet."""
        self.path = Path(path)
        self._journal = Journal(self.path / _HISTORY)

    @contextmanager
    def resumed(
        self, space: Space, settings: TuningSettings, new: bool = False
    ) -> Iterator[History]:
        """Lock the folder and return the history that it has; new measurements are appended.

        Another study in the folder is an error. With `new` its files are renamed instead, to names
        with "old" in them.
        """
        header = _header(space, settings)
        with ExitStack() as held:
            with self.named_problems():
                self.path.mkdir(parents=True, exist_ok=True)
                if new:
                    self._put_aside()
                writer = held.enter_context(self._journal.writing())
                if lines := self._journal.read():
                    self._check(lines[0], header)
                else:
                    writer.add(header)

            def append(line: dict[str, Any]) -> None:
                with self.named_problems():
                    writer.add(line)

            yield History(self._measurements(lines[1:], space, settings), append)

    def read(self) -> StoredTuning:
        """Return the study of the folder, finished or not."""
        with self.named_problems():
            lines = self._journal.read()
        if not lines:
            raise InputError(f"there is no study in {self.path}")
        self._check_version(lines[0])
        try:
            settings = TuningSettings.from_object(lines[0]["settings"])
            space = _stored_space(lines[0], settings)
        except _DAMAGE as error:
            raise self._damaged(1, error) from error
        return StoredTuning(
            space, settings, History(self._measurements(lines[1:], space, settings))
        )

    def outcome(self, measurements: int, space: Space) -> TuningOutcome | None:
        """Return the stored outcome if it is that of this number of measurements.

        A damaged file is ignored: the outcome can be made again from the history.
        """
        path = self.path / _RESULT
        with self.named_problems():
            if not path.exists():
                return None
            content = path.read_bytes()
        try:
            stored = json.loads(content)
            if stored["of"] != measurements:
                return None
            outcome = TuningOutcome.from_object(stored)
        except _DAMAGE:
            return None
        complete = all(len(each.vector) == len(space) for each in outcome.finalists)
        return outcome if complete else None

    def store_outcome(self, outcome: TuningOutcome, measurements: int) -> None:
        """Write the outcome of this number of measurements."""
        data = {"of": measurements, **outcome.to_object()}
        self.write(_RESULT, json.dumps(data, indent=1) + "\n")

    def has(self, name: str) -> bool:
        """Whether the folder has this file."""
        return (self.path / name).is_file()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file atomically."""
        with self.named_problems():
            if isinstance(content, str):
                write_whole(self.path / name, content)
                return
            with replacing((self.path / name).resolve()) as partial:
                partial.write_bytes(content)

    def named_problems(self) -> AbstractContextManager[None]:
        """Turn an OSError into an InputError that names the folder."""
        return named_problems(f"the study {self.path} cannot be read or written")

    def _measurements(
        self, lines: list[dict[str, Any]], space: Space, settings: TuningSettings
    ) -> Iterator[Measurement]:
        """Read the lines after the first one."""
        for number, line in enumerate(lines, 2):
            try:
                measured = Measurement.from_object(line)
            except _DAMAGE as error:
                raise self._damaged(number, error) from error
            if min(measured.generation, measured.number or 0, measured.goal.count) < 0:
                raise self._damaged(number, "a number is negative")
            if len(measured.vector) != len(space):
                raise self._damaged(number, f"a candidate has {len(space)} numbers here")
            if len(measured.required) != len(settings.requirements):
                raise self._damaged(number, f"{len(settings.requirements)} goals are required here")
            yield measured

    def _damaged(self, line: int, reason: Exception | str) -> ObversiError:
        text = f"there is no {reason}" if isinstance(reason, KeyError) else str(reason)
        return InputError(f"{self._journal.path} is damaged in line {line}: {text}")

    def _check_version(self, stored: dict[str, Any]) -> None:
        if "format" not in stored or "settings" not in stored:
            raise InputError(
                f"{self._journal.path} does not say what was measured: its first line has no "
                f"settings; {_REMEDY}"
            )
        if stored["format"] != _FORMAT or stored.get("version") != __version__:
            raise InputError(
                f"the study {self.path} is of version {stored.get('version')} of obversi, and this "
                f"is {__version__}: nothing was changed; {_REMEDY}"
            )

    def _check(self, stored: dict[str, Any], header: dict[str, Any]) -> None:
        self._check_version(stored)
        before, now = stored["settings"], header["settings"]
        if not isinstance(before, dict):
            raise self._damaged(1, f"{before!r} are not settings")
        changed = ", ".join(
            f"{name} was {before.get(name)!r} and is {now.get(name)!r}"
            for name in {**now, **before}
            if before.get(name) != now.get(name)
        )
        if changed:
            raise InputError(f"{self.path} has another study: {changed}; {_REMEDY}")
        for name in ("parameters", "mix"):
            if stored.get(name) != header[name]:
                raise InputError(
                    f"{now['source']} has changed since the study {self.path} began: {_REMEDY}"
                )

    def _put_aside(self) -> None:
        with self._journal.writing():  # locked against other processes
            if self._journal.path.stat().st_size == 0:
                self._journal.path.unlink()
            for name in (_HISTORY, _RESULT, BEST_MIX, BEST_PYTHON, PAGE, *_FIGURES):
                put_aside(self.path / name)


def _header(space: Space, settings: TuningSettings) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "version": __version__,
        "settings": settings.to_object(),
        "parameters": [parameter.to_object() for parameter in space.parameters],
        "mix": None if space.mix is None else mix_object(space.mix),
    }


def _stored_space(header: dict[str, Any], settings: TuningSettings) -> Space:
    parameters = tuple(map(Parameter.from_object, header["parameters"]))
    if header["mix"] is None:
        return stored_python_space(settings.source, parameters)
    space = mix_space(mix_from_object(header["mix"]), settings.source, settings.size)
    if space.parameters != parameters:
        raise ValueError("the numbers are not those of the mix")
    return space
