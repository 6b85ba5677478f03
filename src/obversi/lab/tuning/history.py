"""All that a study has measured; where there is a folder each measurement is kept at once."""

from collections.abc import Callable, Iterable
from typing import Any

from obversi.lab.tuning.measurement import Measurement

__all__ = ["History"]


class History:
    """Measurements in their order."""

    def __init__(
        self,
        measurements: Iterable[Measurement] = (),
        keep: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """Take what was measured before, and what keeps a line for each that is added."""
        self._keep = keep
        self._measurements: list[Measurement] = []
        self._generations: dict[int, dict[int, Measurement]] = {}
        self._checks: dict[int, list[Measurement]] = {}
        self._seconds = 0.0
        for measured in measurements:
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
        """How many games or positions the goal took."""
        return sum(each.games for each in self._measurements)

    @property
    def required_games(self) -> int:
        """How many games or positions the requirements took."""
        return sum(each.required_games for each in self._measurements)

    def generation(self, number: int) -> dict[int, Measurement]:
        """Return what is known of a generation, by the numbers of its candidates."""
        return dict(self._generations.get(number, {}))

    def checks_of(self, generation: int) -> list[Measurement]:
        """Return the checks after a generation."""
        return list(self._checks.get(generation, []))

    def add(self, measured: Measurement) -> None:
        """Keep a measurement."""
        if self._keep is not None:
            self._keep(measured.to_object())
        self._take(measured)

    def _take(self, measured: Measurement) -> None:
        self._measurements.append(measured)
        self._seconds += measured.seconds
        if measured.number is None:
            self._checks.setdefault(measured.generation, []).append(measured)
        else:
            self._generations.setdefault(measured.generation, {})[measured.number] = measured
