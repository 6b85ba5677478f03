"""A folder of results: each step is stored, so that nothing is measured twice.

An experiment writes NAME.steps.jsonl, a line for each step as soon as it is done; NAME.json with
its result; its figure as NAME.png and NAME.svg; and files of its own.
"""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from obversi import __version__
from obversi.errors import InputError
from obversi.figures import can_draw, png, svg, warn_without_figures
from obversi.formats.saving import replacing, write_whole
from obversi.lab.experiment import Experiment, OnProgress, Result
from obversi.lab.journal import Journal, named_problems, put_aside
from obversi.lab.steps import Data, Measured, Settings

_FORMAT = 1


class LabFolder:
    """A folder of results, which is created when the first step is stored."""

    def __init__(self, path: str | Path) -> None:
        """Set the folder, which need not exist yet."""
        self.path = Path(path)
        self._warned = False

    def run(
        self,
        experiment: Experiment,
        settings: Settings,
        *,
        new: bool = False,
        on_progress: OnProgress | None = None,
    ) -> Result:
        """Run an experiment, or its missing steps, and store everything.

        Steps that were measured with other settings, or by another version, are an error. With
        `new` they are renamed, to a name with "old", and everything is measured again.
        """
        if not self._warned:  # once, before anything is measured
            self._warned = True
            warn_without_figures("obversi lab page")
        journal = self._journal(experiment)
        header = _header(experiment, settings)
        with ExitStack() as held:
            with self._named_problems():
                self.path.mkdir(parents=True, exist_ok=True)
                if new:
                    with journal.writing():  # no other process is writing
                        put_aside(journal.path)
                writer = held.enter_context(journal.writing())
                if lines := journal.read():
                    _check_header(journal.path, lines[0], header)
                else:
                    writer.add(header)
            known = _steps(journal, lines)
            spent = sum(step.seconds for step in known.values())

            def keep(key: str, measured: Measured, seconds: float) -> None:
                nonlocal spent
                spent += seconds
                with self._named_problems():
                    line = {"step": key, "seconds": round(seconds, 3), "measured": measured}
                    writer.add(line)

            measured = experiment.measure(
                settings,
                known={key: step.measured for key, step in known.items()},
                keep=keep,
                on_progress=on_progress,
            )
        result = _concluded(journal, experiment, settings, measured, spent)
        with self._named_problems():
            self._keep(result)
        return result

    def check(self, experiment: Experiment, settings: Settings) -> None:
        """Raise an error if the folder has steps of other settings."""
        journal = self._journal(experiment)
        with self._named_problems():
            if lines := journal.read():
                _check_header(journal.path, lines[0], _header(experiment, settings))

    def results(self, experiments: Sequence[Experiment]) -> list[Result]:
        """Return the finished results of these experiments in the folder."""
        return [
            result for experiment in experiments if (result := self.result(experiment)) is not None
        ]

    def result(self, experiment: Experiment) -> Result | None:
        """Return the result of an experiment, or None if it is missing or not finished."""
        journal = self._journal(experiment)
        with self._named_problems():
            lines = journal.read()
        if not lines:
            return None
        _check_version(journal.path, lines[0])
        settings = Settings.of(**lines[0]["settings"])
        known = _steps(journal, lines)
        keys = [step.key for step in experiment.steps(settings)]
        if any(key not in known for key in keys):
            return None
        data = {key: known[key].measured for key in keys}
        spent = sum(step.seconds for step in known.values())
        return _concluded(journal, experiment, settings, data, spent)

    def _keep(self, result: Result) -> None:
        name = result.experiment.name
        write_whole(self.path / f"{name}.json", json.dumps(result.to_object(), indent=1) + "\n")
        for file, text in result.conclusion.files.items():
            write_whole(self.path / file, text)
        if not can_draw():
            return
        figure = result.draw()
        write_whole(self.path / f"{name}.svg", svg(figure, result.experiment.title))
        with replacing((self.path / f"{name}.png").resolve()) as partial:
            partial.write_bytes(png(figure))

    def _named_problems(self) -> AbstractContextManager[None]:
        return named_problems(f"results cannot be stored in {self.path}")

    def _journal(self, experiment: Experiment) -> Journal:
        return Journal(self.path / f"{experiment.name}.steps.jsonl")


def _header(experiment: Experiment, settings: Settings) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "experiment": experiment.name,
        "version": __version__,
        "settings": settings.to_object(),
    }


class _Done(NamedTuple):
    """A step that was measured before."""

    measured: Measured
    seconds: float


def _steps(journal: Journal, lines: list[dict[str, Any]]) -> dict[str, _Done]:
    """Return the steps after the header."""
    try:
        return {line["step"]: _Done(line["measured"], line["seconds"]) for line in lines[1:]}
    except KeyError as error:
        raise InputError(f"{journal.path} is damaged: a step without {error}") from None


def _concluded(
    journal: Journal,
    experiment: Experiment,
    settings: Settings,
    data: Data,
    seconds: float,
) -> Result:
    """Conclude from steps, which may come from a file that another program has written."""
    try:
        return experiment.concluded(settings, data, seconds)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise InputError(
            f"{journal.path} does not hold what the experiment {experiment.name!r} measures "
            f"({error!r}): --new measures again"
        ) from error


def _check_version(path: Path, header: dict[str, Any]) -> None:
    if "format" not in header or "settings" not in header:
        raise InputError(f"{path} does not hold steps of an experiment")
    if header["format"] != _FORMAT or header.get("version") != __version__:
        raise InputError(
            f"{path} was measured by version {header.get('version')} of obversi, and this is "
            f"{__version__}: --new measures again, --out takes another folder"
        )


def _check_header(path: Path, header: dict[str, Any], expected: dict[str, Any]) -> None:
    _check_version(path, header)
    if header != expected:
        before, now = (
            ", ".join(f"{name} {value}" for name, value in one.get("settings", {}).items())
            for one in (header, expected)
        )
        raise InputError(
            f"{path} was measured with other settings ({before}) than now ({now}): --new measures "
            "again, --out takes another folder"
        )
