"""Where the games of a command begin, by its options."""

from collections.abc import Iterator
from pathlib import Path

from obversi.arena.openings import Openings, random_openings, read_openings
from obversi.numbers import whole_number

__all__ = ["opening_notes", "planned_openings"]


def planned_openings(
    games: int, *, size: int, rules: str, path: Path | None, plies: int | None, seed: int
) -> Openings:
    """Take openings from a file, or find random ones, one for two games."""
    pairs = _pairs(games)
    if path is None:
        return random_openings(pairs, size=size, rules=rules, plies=plies, seed=seed)
    return read_openings(path, size=size, rules=rules, plies=plies, seed=seed)


def opening_notes(openings: Openings, games: int) -> Iterator[str]:
    """Say what is otherwise than one would think."""
    if games % 2:
        yield f"{games} is odd, and games come in pairs: {games + 1} are played"
    pairs, there, distinct = _pairs(games), len(openings.boards), openings.distinct
    if there < pairs:
        few = "is only one opening" if there == 1 else f"are only {there} openings"
        yield f"there {few} for {pairs} pairs: they repeat"
    if distinct < there:
        yield f"the {there} openings are {distinct} if mirrored and turned ones count as one"


def _pairs(games: int) -> int:
    return (whole_number(games, "the number of games", 1) + 1) // 2
