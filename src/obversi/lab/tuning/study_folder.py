"""The folder of a study: what it is about, its history, and what came of it.

It holds study.json with the settings, history.jsonl with a line for each measurement, and when the
search has ended result.json, the best evaluation, two figures and a page.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from obversi import __version__
from obversi.errors import ObversiError
from obversi.formats.replacing import replacing, write_whole
from obversi.lab.journal import Journal, put_aside
from obversi.lab.tuning.history import History
from obversi.lab.tuning.outcome import TuningOutcome
from obversi.lab.tuning.space import Space
from obversi.lab.tuning.tuning_settings import TuningSettings

__all__ = ["StudyFolder"]

_FORMAT: Final = 1
_STUDY, _HISTORY, _RESULT = "study.json", "history.jsonl", "result.json"


class StudyFolder:
    """Keeps a study, so that it goes on where it was."""

    def __init__(self, path: str | Path) -> None:
        """Take a folder, which may not be there yet."""
        self.path = Path(path)

    @property
    def is_there(self) -> bool:
        """Whether a study is in the folder."""
        return (self.path / _STUDY).exists()

    def settings(self) -> TuningSettings:
        """Return what the study in the folder is made with."""
        return TuningSettings.from_object(self._header()["settings"])

    def begin(self, space: Space, settings: TuningSettings, new: bool = False) -> History:
        """Return the history that is there; another study there is an error.

        With `new` what is there is put aside, under names with "old" in them.
        """
        header = {
            "format": _FORMAT,
            "version": __version__,
            "settings": settings.to_object(),
            "parameters": [parameter.to_object() for parameter in space.parameters],
        }
        with self.named_problems():
            self.path.mkdir(parents=True, exist_ok=True)
            if new:
                self._put_aside()
            if self.is_there:
                self._check(header)
            else:
                write_whole(self.path / _STUDY, json.dumps(header, indent=1) + "\n")
            return History(self.path / _HISTORY)

    def history(self) -> History:
        """Return what was measured, by this version."""
        self._header()
        with self.named_problems():
            return History(self.path / _HISTORY)

    def outcome(self, measurements: int) -> TuningOutcome | None:
        """Return what came of the study after so many measurements, if that is known."""
        path = self.path / _RESULT
        with self.named_problems():
            if not path.exists():
                return None
            told = _json(path)
        return TuningOutcome.from_object(told) if told.get("of") == measurements else None

    def keep_outcome(self, outcome: TuningOutcome, measurements: int) -> None:
        """Keep what came of so many measurements."""
        told = {"of": measurements, **outcome.to_object()}
        self.write(_RESULT, json.dumps(told, indent=1) + "\n")

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, whole or not at all."""
        with self.named_problems():
            if isinstance(content, str):
                write_whole(self.path / name, content)
                return
            with replacing((self.path / name).resolve()) as partial:
                partial.write_bytes(content)

    @contextmanager
    def named_problems(self) -> Iterator[None]:
        """Turn what the system says of a file into an error of ours, which names the folder."""
        try:
            yield
        except OSError as error:
            raise ObversiError(
                f"the study {self.path} cannot be read or written: {error.strerror or error}"
            ) from error

    def _header(self) -> dict[str, Any]:
        path = self.path / _STUDY
        with self.named_problems():
            if not path.exists():
                raise ObversiError(f"there is no study in {self.path}")
            told = _json(path)
        if told.get("format") != _FORMAT or told.get("version") != __version__:
            raise ObversiError(
                f"the study {self.path} is of version {told.get('version')} of obversi, and this "
                f"is {__version__}: nothing of it was changed; --new puts it aside and begins "
                "again, --out takes another folder"
            )
        return told

    def _check(self, header: dict[str, Any]) -> None:
        told = self._header()
        before, now = told["settings"], header["settings"]
        if before != now:
            changed = ", ".join(
                f"{name} was {before.get(name)} and is {now[name]}"
                for name in now
                if before.get(name) != now[name]
            )
            raise ObversiError(
                f"{self.path} holds another study: {changed}; --new puts it aside and begins "
                "again, --out takes another folder"
            )
        if told["parameters"] != header["parameters"]:
            raise ObversiError(
                f"what {now['source']} has to tune is not what it was when the study "
                f"{self.path} began: --new puts it aside and begins again"
            )

    def _put_aside(self) -> None:
        if not self.is_there:
            return
        with Journal(self.path / _HISTORY).writing():  # nobody else is
            for name in (_STUDY, _HISTORY, _RESULT):
                put_aside(self.path / name)


def _json(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ObversiError(f"{path} is damaged: {error}") from error
    if not isinstance(told, dict):
        raise ObversiError(f"{path} is damaged: it holds no object")
    return told
