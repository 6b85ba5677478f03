"""Puzzles and perfect play, independent of HTTP."""
