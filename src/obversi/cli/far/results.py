"""What came of several games of one player."""

from collections import Counter

from obversi.color import color_name
from obversi.net.far_game import FarGame
from obversi.wire.session import End

__all__ = ["Results"]


class Results:
    """Counts games that were won, drawn and lost."""

    def __init__(self) -> None:
        """Begin without games."""
        self._counts: Counter[str] = Counter()

    def add(self, game: FarGame, end: End) -> str:
        """Count a game, and return a line about it."""
        own = "" if game.color is None else color_name(game.color)
        result = "drawn" if end.winner is None else "won" if end.winner == own else "lost"
        self._counts[result] += 1
        start = game.start
        other = "" if start is None else start.white if own == "black" else start.black
        return f"game {self._counts.total()}: {own} against {other}, {result}: {end.text}"

    def __str__(self) -> str:
        counts = [f"{self._counts[result]} {result}" for result in ("won", "drawn", "lost")]
        return f"{self._counts.total()} games: {', '.join(counts)}"
