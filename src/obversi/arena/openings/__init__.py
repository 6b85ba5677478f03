"""Positions to begin games from: random or balanced ones, those of a file, or the start."""

from obversi.arena.openings.balanced import balanced_openings, balanced_origin
from obversi.arena.openings.openings import (
    START,
    Openings,
    random_openings,
    read_openings,
    start_openings,
)

__all__ = [
    "START",
    "Openings",
    "balanced_openings",
    "balanced_origin",
    "random_openings",
    "read_openings",
    "start_openings",
]
