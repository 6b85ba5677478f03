"""Experiments: what they ask, how they measure it, and what they make of it."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from obversi import __version__
from obversi.errors import ObversiError
from obversi.lab.result import Conclusion, Result
from obversi.lab.settings import BOTH_RULES, Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Experiment", "OnProgress"]

# Told what is being measured, and which share of everything is done, from 0 to 1.
OnProgress = Callable[[str, float], None]


@dataclass(frozen=True)
class Experiment:
    """A question, and how to answer it.

    It can be called: the result is plain data, and draws itself on request. `unit` says what the
    setting `games` counts, and `games` is how many there are if nothing is said. `steps` plans the
    work, `conclude` answers the question from what the steps measured, and `draw` draws a result.
    `seconds` is about how long it takes on two cores.
    """

    name: str
    title: str
    report: str
    question: str
    unit: str
    games: int
    steps: Callable[[Settings], Sequence[Step]]
    conclude: Callable[[Settings, Mapping[str, Measured]], Conclusion]
    draw: Callable[[Result], "Figure"]
    rules: tuple[str, ...] = BOTH_RULES
    sizes: tuple[int, ...] = (4, 6, 8)
    seconds: int = 10

    def settings(
        self,
        *,
        rules: str | Sequence[str] | None = None,
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
            raise ObversiError(
                f"the experiment {self.name!r} says nothing about {size}×{size}: "
                f"expected {possible}"
            )
        return settings

    def __call__(
        self,
        *,
        rules: str | Sequence[str] | None = None,
        size: int = 8,
        games: int | None = None,
        seed: int = 1,
        threads: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> Result:
        """Make the experiment, and return what came out of it."""
        settings = self.settings(rules=rules, size=size, games=games, seed=seed, threads=threads)
        begin = time.perf_counter()
        data = self.measure(settings, on_progress=on_progress)
        return self.concluded(settings, data, time.perf_counter() - begin)

    def measure(
        self,
        settings: Settings,
        *,
        known: Mapping[str, Measured] | None = None,
        keep: Callable[[str, Measured, float], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> dict[str, Measured]:
        """Do the steps that are not yet known; each is kept as soon as it is done.

        `keep` is told the key of a step, what it measured, and the seconds that it took.
        """
        steps = self.steps(settings)
        measured = dict(known or {})
        for number, step in enumerate(steps):
            if step.key not in measured:
                since = time.perf_counter()
                found = step.work(_watch(on_progress, step.key, number, len(steps)))
                # As it will be when it is read again.
                measured[step.key] = json.loads(json.dumps(found, allow_nan=False))
                if keep is not None:
                    keep(step.key, measured[step.key], time.perf_counter() - since)
            if on_progress is not None:
                on_progress(step.key, (number + 1) / len(steps))
        return {step.key: measured[step.key] for step in steps}

    def concluded(self, settings: Settings, data: Mapping[str, Measured], seconds: float) -> Result:
        """Return the result of what was measured before."""
        return Result(self, settings, data, self.conclude(settings, data), seconds, __version__)


def _watch(on_progress: OnProgress | None, key: str, number: int, steps: int) -> Watch:
    def watch(share: float) -> None:
        if on_progress is not None:
            on_progress(key, (number + min(max(share, 0.0), 1.0)) / steps)

    return watch
