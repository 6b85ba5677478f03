"""The history of a training: what each generation was made of, and what its match said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from obversi.training.gate import ContestResult

__all__ = ["GenerationRecord", "History", "markdown"]


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """A generation: its games, how well its weights fit positions held out, and the gate.

    `held_out_error` is the mean absolute error in discs on positions of other games, and `spread`
    the deviation of their margins. `match` is None for the first, which had nobody to beat.
    """

    number: int
    depth: int
    solve: int
    games: int
    positions: int
    held_out_error: float
    spread: float
    match: ContestResult | None
    replaces: bool

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "number": self.number,
            "depth": self.depth,
            "solve": self.solve,
            "games": self.games,
            "positions": self.positions,
            "held_out_error": self.held_out_error,
            "spread": self.spread,
            "match": None if self.match is None else self.match.to_object(),
            "replaces": self.replaces,
        }

    def cells(self) -> Sequence[str]:
        """Return the line of a table about it, as texts."""
        made_by = f"{self.depth} plies" if self.depth else "few replies"
        match = self.match
        if match is None:
            against = ("", "the first", "")
        else:
            low, high = match.interval
            error = "" if match.margin_error is None else f" ± {match.margin_error:.1f}"
            against = (
                str(match.games),
                f"{match.score:.1%} ({low:.1%} to {high:.1%})",
                f"{match.margin:+.1f}{error}",
            )
        return (
            str(self.number),
            f"{made_by}, {self.solve} solved",
            f"{self.games:,}",
            f"{self.positions:,}",
            f"{self.held_out_error:.2f} of {self.spread:.2f}",
            *against,
            "yes" if self.replaces else "no",
        )


@dataclass(frozen=True, slots=True)
class History:
    """All generations of a training so far, and the match against the hand-made evaluation."""

    size: int
    rules: str
    setting: str
    seed: int
    generations: tuple[GenerationRecord, ...]
    final: ContestResult | None

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "size": self.size,
            "rules": self.rules,
            "setting": self.setting,
            "seed": self.seed,
            "generations": [generation.to_object() for generation in self.generations],
            "final": None if self.final is None else self.final.to_object(),
        }


HEADER = (
    "generation",
    "played by",
    "games",
    "positions",
    "error, discs",
    "match games",
    "score against the one before",
    "margin",
    "kept",
)


def markdown(history: History) -> str:
    """Return the history as a table for a page such as docs/strength.md."""
    rows = [HEADER, ["---"] * len(HEADER), *(record.cells() for record in history.generations)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if history.final is None:
        return f"{table}\n"
    return f"{table}\n\nAgainst `{history.final.b}`: {history.final}.\n"
