"""The folder of a study: what it is about, its history, and what came of it.

It holds history.jsonl with the settings in its first line and a line for each measurement, and when
the search has ended result.json, the best evaluation, two figures and a page.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from obversi import __version__
from obversi.errors import ObversiError
from obversi.formats.replacing import replacing, write_whole
from obversi.lab.journal import Journal, put_aside
from obversi.lab.tuning.history import History
from obversi.lab.tuning.measurement import Measurement
from obversi.lab.tuning.mix_object import mix_from_object, mix_object
from obversi.lab.tuning.mix_space import mix_space
from obversi.lab.tuning.outcome import TuningOutcome
from obversi.lab.tuning.python_space import kept_python_space
from obversi.lab.tuning.space import Parameter, Space
from obversi.lab.tuning.tuning_settings import TuningSettings

__all__ = ["BEST_MIX", "BEST_PYTHON", "PAGE", "KeptStudy", "StudyFolder"]

_FORMAT: Final = 2
_HISTORY, _RESULT = "history.jsonl", "result.json"
BEST_MIX, BEST_PYTHON, PAGE = "best.toml", "best.py", "index.html"
_FIGURES = ("history.png", "history.svg", "weights.png", "weights.svg")

# What values raise that are not what they should be.
_DAMAGE: Final = (KeyError, TypeError, ValueError, AttributeError, ObversiError)


class KeptStudy(NamedTuple):
    """What a folder knows of a study."""

    space: Space
    settings: TuningSettings
    history: History


class StudyFolder:
    """Keeps a study, so that it goes on where it was."""

    def __init__(self, path: str | Path) -> None:
        """Take a folder, which may not be there yet."""
        self.path = Path(path)
        self._journal = Journal(self.path / _HISTORY)

    @contextmanager
    def going_on(
        self, space: Space, settings: TuningSettings, new: bool = False
    ) -> Iterator[History]:
        """Hand out the history that is there, to which no other process can add meanwhile.

        Another study there is an error. With `new` what is there is put aside, under names with
        "old" in them.
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

            def keep(line: dict[str, Any]) -> None:
                with self.named_problems():
                    writer.add(line)

            yield History(self._measurements(lines[1:], space, settings), keep)

    def read(self) -> KeptStudy:
        """Return the study that is there, which needs nothing but the folder."""
        with self.named_problems():
            lines = self._journal.read()
        if not lines:
            raise ObversiError(f"there is no study in {self.path}")
        self._check_version(lines[0])
        try:
            settings = TuningSettings.from_object(lines[0]["settings"])
            space = _kept_space(lines[0], settings)
        except _DAMAGE as error:
            raise self._damaged(1, error) from error
        return KeptStudy(space, settings, History(self._measurements(lines[1:], space, settings)))

    def outcome(self, measurements: int, space: Space) -> TuningOutcome | None:
        """Return what came of the study after so many measurements, if that is known.

        A damaged file counts for nothing: the history tells all that is needed to make it again.
        """
        path = self.path / _RESULT
        with self.named_problems():
            if not path.exists():
                return None
            content = path.read_bytes()
        try:
            told = json.loads(content)
            if told["of"] != measurements:
                return None
            outcome = TuningOutcome.from_object(told)
        except _DAMAGE:
            return None
        whole = all(len(each.vector) == len(space) for each in outcome.finalists)
        return outcome if whole else None

    def keep_outcome(self, outcome: TuningOutcome, measurements: int) -> None:
        """Keep what came of so many measurements."""
        told = {"of": measurements, **outcome.to_object()}
        self.write(_RESULT, json.dumps(told, indent=1) + "\n")

    def has(self, name: str) -> bool:
        """Whether a file is there."""
        return (self.path / name).is_file()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, whole or not at all."""
        with self.named_problems():
            if isinstance(content, str):
                write_whole(self.path / name, content)
                return
            with replacing((self.path / name).resolve()) as partial:
                partial.write_bytes(content)

    def remove(self, *names: str) -> None:
        """Remove files that no longer tell what is there."""
        with self.named_problems():
            for name in names:
                (self.path / name).unlink(missing_ok=True)

    @contextmanager
    def named_problems(self) -> Iterator[None]:
        """Turn what the system says of a file into an error of ours, which names the folder."""
        try:
            yield
        except OSError as error:
            raise ObversiError(
                f"the study {self.path} cannot be read or written: {error.strerror or error}"
            ) from error

    def _measurements(
        self, lines: list[dict[str, Any]], space: Space, settings: TuningSettings
    ) -> Iterator[Measurement]:
        """Go through what the lines behind the first one tell."""
        for number, line in enumerate(lines, 2):
            try:
                measured = Measurement.from_object(line)
            except _DAMAGE as error:
                raise self._damaged(number, error) from error
            if len(measured.vector) != len(space):
                raise self._damaged(number, f"a candidate has {len(space)} numbers here")
            if len(measured.required) != len(settings.requirements):
                raise self._damaged(number, f"{len(settings.requirements)} goals are required here")
            yield measured

    def _damaged(self, line: int, reason: Exception | str) -> ObversiError:
        told = f"there is no {reason}" if isinstance(reason, KeyError) else str(reason)
        return ObversiError(f"{self._journal.path} is damaged in line {line}: {told}")

    def _check_version(self, told: dict[str, Any]) -> None:
        if "format" not in told or "settings" not in told:
            raise ObversiError(
                f"{self._journal.path} does not say what was measured: its first line holds no "
                "settings; --new puts it aside and begins again, --out takes another folder"
            )
        if told["format"] != _FORMAT or told.get("version") != __version__:
            raise ObversiError(
                f"the study {self.path} is of version {told.get('version')} of obversi, and this "
                f"is {__version__}: nothing of it was changed; --new puts it aside and begins "
                "again, --out takes another folder"
            )

    def _check(self, told: dict[str, Any], header: dict[str, Any]) -> None:
        self._check_version(told)
        before, now = told["settings"], header["settings"]
        if not isinstance(before, dict):
            raise self._damaged(1, f"{before!r} are no settings")
        changed = ", ".join(
            f"{name} was {before.get(name)!r} and is {now.get(name)!r}"
            for name in {**now, **before}
            if before.get(name) != now.get(name)
        )
        if changed:
            raise ObversiError(
                f"{self.path} holds another study: {changed}; --new puts it aside and begins "
                "again, --out takes another folder"
            )
        for name in ("parameters", "mix"):
            if told.get(name) != header[name]:
                raise ObversiError(
                    f"{now['source']} is not what it was when the study {self.path} began: --new "
                    "puts it aside and begins again, --out takes another folder"
                )

    def _put_aside(self) -> None:
        with self._journal.writing():  # nobody else is
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


def _kept_space(header: dict[str, Any], settings: TuningSettings) -> Space:
    parameters = tuple(map(Parameter.from_object, header["parameters"]))
    if header["mix"] is None:
        return kept_python_space(settings.source, parameters)
    space = mix_space(mix_from_object(header["mix"]), settings.source, settings.size)
    if space.parameters != parameters:
        raise ValueError("the mix and its numbers do not belong together")
    return space
