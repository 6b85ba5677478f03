"""All that a study has measured, in a file to which each measurement is added at once."""

import json
import os
import time
from pathlib import Path
from typing import Final

from obversi.errors import ObversiError
from obversi.lab.tuning.measurement import Measurement

__all__ = ["History"]

_SECONDS_AT_RISK: Final = 1.0


class History:
    """Measurements in their order, also kept as JSON lines if there is a file.

    A line that was cut off, by a crash or a full disk, counts for nothing.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read what is there."""
        self._path = path
        self._measurements: list[Measurement] = []
        self._generations: dict[int, dict[int, Measurement]] = {}
        self._checks: dict[int, list[Measurement]] = {}
        self._seconds = 0.0
        self._safe_since = time.monotonic()
        for measured in [] if path is None else _read(path):
            self._take(measured)

    def __len__(self) -> int:
        """Return how many measurements there are."""
        return len(self._measurements)

    @property
    def candidates(self) -> list[Measurement]:
        """The measurements of generations."""
        return [each for each in self._measurements if each.number is not None]

    @property
    def checks(self) -> list[Measurement]:
        """What was measured again after some generations."""
        return [check for checks in self._checks.values() for check in checks]

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self._seconds

    @property
    def games(self) -> int:
        """How many games or positions it took."""
        return sum(each.games for each in self._measurements)

    def generation(self, number: int) -> dict[int, Measurement]:
        """Return what is known of a generation, by the numbers of its candidates."""
        return dict(self._generations.get(number, {}))

    def checks_of(self, generation: int) -> list[Measurement]:
        """Return the checks after a generation."""
        return list(self._checks.get(generation, []))

    def add(self, measured: Measurement) -> None:
        """Keep a measurement: if the program ends it is there, after a power cut mostly."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(measured.to_object(), allow_nan=False) + "\n")
                if time.monotonic() - self._safe_since > _SECONDS_AT_RISK:
                    file.flush()
                    os.fsync(file.fileno())  # as long as a hundred games: not each time
                    self._safe_since = time.monotonic()
        self._take(measured)

    def _take(self, measured: Measurement) -> None:
        self._measurements.append(measured)
        self._seconds += measured.seconds
        if measured.number is None:
            self._checks.setdefault(measured.generation, []).append(measured)
        else:
            self._generations.setdefault(measured.generation, {})[measured.number] = measured


def _read(path: Path) -> list[Measurement]:
    if not path.exists():
        return []
    *lines, last = path.read_bytes().split(b"\n")
    if last:  # what follows must not touch it
        path.write_bytes(b"".join(line + b"\n" for line in lines))
    try:
        return [Measurement.from_object(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError) as error:
        raise ObversiError(f"{path} holds no history of a study: {error!r}") from error
