"""How a game ended."""

from dataclasses import dataclass

from obversi.color import Color, checked_color
from obversi.rules import Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game.

    ``margin`` is the winner's, so never negative: by how many discs the winner won under the
    rules of the game, empty squares counted for the winner. ``black`` and ``white`` are the discs
    on the board. A draw has no winner.

    >>> outcome = Outcome(winner=-1, margin=20, black=42, white=22)
    >>> outcome.margin_for(1)
    -20
    """

    winner: Color | None
    margin: int
    black: int
    white: int

    def margin_for(self, color: Color) -> int:
        """Return the margin seen by one player: positive if that player won."""
        own = checked_color(color) == self.winner
        return self.margin if own else -self.margin


def winning_words(rules: Rules) -> str:
    """Say who wins under the rules.

    >>> winning_words("reversed")
    'fewest discs win'
    """
    return "most discs win" if rules == "normal" else "fewest discs win"
