"""What a textbook search found."""

from dataclasses import dataclass

from obversi.move import Move

__all__ = ["Found"]


@dataclass(frozen=True, slots=True)
class Found:
    """A move, what it is worth, and what it took to find it.

    ``value`` is what the position is worth to its mover, on the scale of the evaluation. ``depth``
    is in plies, of which a pass is one. ``nodes`` counts the positions that the search was called
    for, the first included, and ``evaluations`` those that the evaluation was asked about; the same
    search of the same position always counts the same, unless its time is limited.
    """

    move: Move
    value: float
    depth: int
    nodes: int
    evaluations: int
    seconds: float

    def __str__(self) -> str:
        """Show it on one line."""
        return (
            f"{self.move} ({self.value:+g}) at depth {self.depth}, {self.nodes:,} nodes and "
            f"{self.evaluations:,} evaluations in {self.seconds:.2f} s"
        )
