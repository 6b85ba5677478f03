"""Puzzles and perfect play, independent of HTTP."""

__all__: list[str] = []
