"""Positions to begin games from: random ones, balanced ones, or those of a file."""

from obversi.arena.openings.balanced import balanced_openings, balanced_origin
from obversi.arena.openings.openings import Openings, random_openings, read_openings

__all__ = [
    "Openings",
    "balanced_openings",
    "balanced_origin",
    "random_openings",
    "read_openings",
]
