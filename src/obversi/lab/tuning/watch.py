"""Who watches a study, which may take long."""

from dataclasses import dataclass

from obversi.lab.estimate import Estimate

__all__ = ["GenerationSummary", "TuningWatch", "told_generations"]


@dataclass(frozen=True, slots=True)
class GenerationSummary:
    """A generation in short: its best and its mean candidate, and what came before it.

    `allowed` is how many candidates meet all requirements. `check` is the better of those that were
    measured in fresh games after it, if any were. `games` and `seconds` are those of the study so
    far.
    """

    number: int
    best: float
    mean: float
    allowed: int
    candidates: int
    spread: float
    check: Estimate | None
    games: int
    seconds: float


class TuningWatch:
    """Hears how a study goes; this one keeps it to itself."""

    def begin(self, what: str, total: int) -> None:
        """Hear that so many candidates are to be measured, and what for."""

    def reach(self, done: int) -> None:
        """Hear how many of them are done."""

    def generation(self, summary: GenerationSummary) -> None:
        """Hear that a generation is over."""


def told_generations(number: int) -> str:
    """Tell how many generations there are.

    >>> told_generations(1)
    '1 generation'
    """
    return f"{number:,} generation{'' if number == 1 else 's'}"
