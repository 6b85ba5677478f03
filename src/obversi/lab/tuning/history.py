"""All that a study has measured, in a file to which each measurement is added at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.errors import ObversiError
from obversi.lab.journal import Journal, JournalWriter
from obversi.lab.tuning.measurement import Measurement

__all__ = ["History"]


class History:
    """Measurements in their order, also kept in a journal if there is a file."""

    def __init__(self, path: Path | None = None) -> None:
        """Read what is there."""
        self._journal = None if path is None else Journal(path)
        self._writer: JournalWriter | None = None
        self._measurements: list[Measurement] = []
        self._generations: dict[int, dict[int, Measurement]] = {}
        self._checks: dict[int, list[Measurement]] = {}
        self._seconds = 0.0
        for measured in [] if self._journal is None else _read(self._journal):
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

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Let what is added meanwhile be kept, and no other process add anything."""
        if self._journal is None:
            yield
            return
        with self._journal.writing() as self._writer:
            yield

    def add(self, measured: Measurement) -> None:
        """Keep a measurement."""
        if self._writer is not None:
            self._writer.add(measured.to_object())
        self._take(measured)

    def _take(self, measured: Measurement) -> None:
        self._measurements.append(measured)
        self._seconds += measured.seconds
        if measured.number is None:
            self._checks.setdefault(measured.generation, []).append(measured)
        else:
            self._generations.setdefault(measured.generation, {})[measured.number] = measured


def _read(journal: Journal) -> list[Measurement]:
    try:
        return [Measurement.from_object(told) for told in journal.read()]
    except (KeyError, TypeError) as error:
        raise ObversiError(f"{journal.path} holds no history of a study: {error!r}") from error
