"""What came of a study: who is best by fresh games, and the match that shows its worth."""

from dataclasses import dataclass
from typing import Any

from obversi.lab.estimate import Estimate
from obversi.lab.tuning.kept_values import (
    kept_estimate,
    kept_number,
    kept_vector,
    kept_whole_number,
)
from obversi.lab.tuning.space import Vector

__all__ = ["Finalist", "TunedMatch", "TuningOutcome"]


@dataclass(frozen=True, slots=True)
class Finalist:
    """A candidate that was measured again: who it is, how good it seemed, and how good it is."""

    label: str
    vector: Vector
    seemed: Estimate | None
    fresh: Estimate
    required: tuple[Estimate, ...]

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "label": self.label,
            "vector": list(self.vector),
            "seemed": None if self.seemed is None else self.seemed.to_object(),
            "fresh": self.fresh.to_object(),
            "required": [each.to_object() for each in self.required],
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "Finalist":
        """Read what `to_object` returned."""
        return cls(
            str(told["label"]),
            kept_vector(told["vector"]),
            None if told["seemed"] is None else kept_estimate(told["seemed"]),
            kept_estimate(told["fresh"]),
            tuple(map(kept_estimate, told["required"])),
        )


@dataclass(frozen=True, slots=True)
class TunedMatch:
    """A match of the best against the start, both looking so many plies ahead."""

    depth: int
    games: int
    score: Estimate
    elo: Estimate
    margin: Estimate

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "depth": self.depth,
            "games": self.games,
            "score": self.score.to_object(),
            "elo": self.elo.to_object(),
            "margin": self.margin.to_object(),
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "TunedMatch":
        """Read what `to_object` returned."""
        numbers = (kept_estimate(told[name]) for name in ("score", "elo", "margin"))
        return cls(kept_whole_number(told["depth"]), kept_whole_number(told["games"]), *numbers)


@dataclass(frozen=True, slots=True)
class TuningOutcome:
    """The finalists, best first; what the best is worth in games of its own; its matches.

    `reason` is why the search ended, after so many `generations`; `target` is what it was to reach,
    if anything. `before` is what the start is worth, in the same games as the best.
    """

    reason: str
    generations: int
    target: float | None
    finalists: tuple[Finalist, ...]
    before: Estimate
    worth: Estimate
    required: tuple[Estimate, ...]
    matches: tuple[TunedMatch, ...]

    @property
    def best(self) -> Finalist:
        """Whoever did best in the final."""
        return self.finalists[0]

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "reason": self.reason,
            "generations": self.generations,
            "target": self.target,
            "finalists": [each.to_object() for each in self.finalists],
            "before": self.before.to_object(),
            "worth": self.worth.to_object(),
            "required": [each.to_object() for each in self.required],
            "matches": [each.to_object() for each in self.matches],
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "TuningOutcome":
        """Read what `to_object` returned."""
        if not told["finalists"]:
            raise ValueError("nobody was in the final")
        target = told["target"]
        return cls(
            str(told["reason"]),
            kept_whole_number(told["generations"]),
            None if target is None else kept_number(target),
            tuple(map(Finalist.from_object, told["finalists"])),
            kept_estimate(told["before"]),
            kept_estimate(told["worth"]),
            tuple(map(kept_estimate, told["required"])),
            tuple(map(TunedMatch.from_object, told["matches"])),
        )
