"""The history of a training: the games, the errors and the match of each generation."""

from collections.abc import Sequence
from dataclasses import dataclass

from obversi.records import Record
from obversi.rules import Rules
from obversi.training.gate import GateResult


@dataclass(frozen=True, slots=True)
class GenerationRecord(Record):
    """A generation: its games, the error of its weights on held-out positions, and the gate.

    `held_out_error` is the mean absolute error in discs on positions of other games, and `spread`
    the standard deviation of their margins. `match` is None for the first generation.
    """

    number: int
    depth: int
    solve: int
    games: int
    positions: int
    held_out_error: float
    spread: float
    match: GateResult | None
    replaces: bool

    def cells(self) -> Sequence[str]:
        """Return the cells of its row in a table."""
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
class TrainingHistory(Record):
    """The finished generations of a training, and the match against the hand-made evaluation."""

    size: int
    rules: Rules
    setting: str
    seed: int
    generations: tuple[GenerationRecord, ...]
    final: GateResult | None


HEADER = (
    "generation",
    "played by",
    "games",
    "positions",
    "error, discs",
    "match games",
    "score against the one before",
    "margin",
    "champion",
)


def markdown(history: TrainingHistory) -> str:
    """Return the history as a Markdown table for a page such as docs/strength.md."""
    rows = [HEADER, ["---"] * len(HEADER), *(record.cells() for record in history.generations)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if history.final is None:
        return f"{table}\n"
    return f"{table}\n\nAgainst `{history.final.b}`: {history.final}.\n"
