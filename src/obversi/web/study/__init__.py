"""The study room: endgame puzzles and perfect play, apart from how they are asked for."""

__all__: list[str] = []
