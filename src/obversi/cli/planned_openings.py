"""Where the games of a command begin, by its options."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from obversi.arena.openings import (
    START,
    Openings,
    balanced_openings,
    balanced_origin,
    random_openings,
    read_openings,
    start_openings,
)
from obversi.cli.progress import progress
from obversi.numbers import whole_number

__all__ = ["OpeningChoice", "odd_notes", "opening_notes", "pairs_of_games"]


@dataclass(frozen=True, slots=True)
class OpeningChoice:
    """What was asked for: positions of a file, balanced ones, the start, or any at random."""

    size: int
    rules: str
    path: Path | None
    balanced: float | None
    plies: int | None
    from_start: bool = False

    def __post_init__(self) -> None:
        """Refuse two wishes at once."""
        if self.path is not None and self.balanced is not None:
            raise click.UsageError("--balanced openings are found at random: leave --openings out")
        for name, value in (
            ("--openings", self.path),
            ("--balanced", self.balanced),
            ("--plies", self.plies),
        ):
            if self.from_start and value is not None:
                raise click.UsageError(f"--from-start is the only opening: leave {name} out")

    def openings(self, count: int, seed: int) -> Openings:
        """Read them, or find `count` of them, as far as there are so many."""
        size, rules, plies = self.size, self.rules, self.plies
        if self.from_start:
            return start_openings(size, rules)
        if self.path is not None:
            return read_openings(self.path, size=size, rules=rules, plies=plies, seed=seed)
        if self.balanced is None:
            return random_openings(count, size=size, rules=rules, plies=plies, seed=seed)
        with progress("balanced openings", count) as step:
            return balanced_openings(
                count,
                within=self.balanced,
                size=size,
                rules=rules,
                plies=plies,
                seed=seed,
                on_found=lambda _found: step(),
            )

    def planned(self) -> tuple[int, str]:
        """Return the size and the origin of the openings, without the work of finding all."""
        if self.balanced is None:
            found = self.openings(1, seed=0)
            return found.size, found.origin
        found = replace(self, balanced=None).openings(1, seed=0)
        return found.size, balanced_origin(self.balanced, found.boards[0].ply)


def opening_notes(openings: Openings, pairs: int) -> Iterator[str]:
    """Say what is otherwise than one would think of openings for so many pairs of games."""
    there, distinct = len(openings.boards), openings.distinct
    if there < pairs and openings.origin != START:
        few = "is only one opening" if there == 1 else f"are only {there} openings"
        yield f"there {few} for {pairs} pairs: they repeat"
    if distinct < there:
        yield f"the {there} openings are {distinct} if mirrored and turned ones count as one"


def odd_notes(games: int | None) -> Iterator[str]:
    """Say that a game more is played if their number was odd."""
    if games is not None and games % 2:
        yield f"{games} is odd, and games come in pairs: {games + 1} are played"


def pairs_of_games(games: int) -> int:
    """Return how many pairs so many games are, the last of them filled up."""
    return (whole_number(games, "the number of games", 1) + 1) // 2
