"""A tournament as rows of the tables, and back."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from obversi import __version__
from obversi.arena.openings import Openings
from obversi.arena.store.agent_change import AgentChange
from obversi.arena.store.game_row import storable, text_of_moves
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings

__all__ = ["insert_tournament", "read_identity", "stored_of_rows"]

_COLUMNS: Final = ("number", "name", "created", "version", "ended", "games")


def insert_tournament(
    connection: sqlite3.Connection,
    settings: TournamentSettings,
    openings: Openings,
    identities: Sequence[Mapping[str, Any]],
    name: str | None,
) -> int:
    """Write a tournament with its agents and openings, and return its number."""
    number = connection.execute(
        "INSERT INTO tournament (name, settings, origin, created, version) VALUES (?, ?, ?, ?, ?)",
        (
            name,
            json.dumps(settings.to_object()),
            storable(openings.origin),
            datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"),
            __version__,
        ),
    ).lastrowid
    assert number is not None
    agents = enumerate(zip(settings.entrants, identities, strict=True))
    connection.executemany(
        "INSERT INTO agent VALUES (?, ?, ?, ?, ?)",
        [
            (
                *(number, place),
                *(storable(entrant.label), storable(entrant.description)),
                json.dumps(identity),
            )
            for place, (entrant, identity) in agents
        ],
    )
    connection.executemany(
        "INSERT INTO opening VALUES (?, ?, ?, ?)",
        [
            (number, place, board.root().to_string(), text_of_moves(board.move_stack))
            for place, board in enumerate(openings.boards)
        ],
    )
    return number


def stored_of_rows(row: sqlite3.Row, changes: Iterable[sqlite3.Row]) -> StoredTournament:
    """Return the tournament of a row, with the changes of its agents."""
    return StoredTournament(
        settings=TournamentSettings.from_object(json.loads(row["settings"])),
        changes=tuple(
            AgentChange(
                change["place"], change["games"], change["what"], read_identity(change["identity"])
            )
            for change in changes
        ),
        **{name: row[name] for name in _COLUMNS},
    )


def read_identity(text: str) -> dict[str, Any]:
    """Read what is known of an agent."""
    identity = json.loads(text)
    if not isinstance(identity, dict):
        raise ValueError("it is no object")
    return identity
