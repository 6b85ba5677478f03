"""What is said of tournaments: how far they are, and which commands begin one or go on."""

from pathlib import Path
from shlex import quote
from typing import Final

from obversi.arena.store import USUAL_FILE, StoredTournament
from obversi.arena.store.game_row import storable
from obversi.web.games.words import count_of
from obversi.web.tournaments.models import TournamentState

__all__ = ["ABSENCE", "absence_words", "begin_command", "extent_words"]

#: What is said where there is no tournament.
ABSENCE: Final = "No tournament was played yet. This begins one:"


def extent_words(stored: StoredTournament, state: TournamentState, database: Path) -> str:
    """Say how far a tournament is, and what becomes of it."""
    extent = count_of(stored.games, "game")
    if stored.games != stored.planned:
        extent = f"{stored.games} of {count_of(stored.planned, 'game')}"
    if state == "running":
        return f"{extent}, being played now"
    if state == "finished":
        return f"{extent}: {stored.ended}"
    return f"{extent}; obversi arena resume {stored.number}{_option(database)} plays the rest"


def absence_words(database: Path | None) -> str:
    """Say that there is no tournament, and how to get one.

    >>> absence_words(Path("arena.db"))
    'No tournament was played yet: obversi arena run random greedy r4:depth=2 begins one.'
    """
    return f"No tournament was played yet: {begin_command(database)} begins one."


def begin_command(database: Path | None) -> str:
    """Return a command that begins a tournament, to be found in the file."""
    option = "" if database is None else _option(database)
    return f"obversi arena run random greedy r4:depth=2{option}"


def _option(database: Path) -> str:
    return "" if database == USUAL_FILE else f" --db {storable(quote(str(database)))}"
