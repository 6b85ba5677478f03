"""Games and tournaments as rows of the tables, and back."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from obversi import __version__
from obversi.agents.agent import FailureKind
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.openings import Openings
from obversi.arena.store.stored import AgentChange, StoredTournament
from obversi.arena.tournament.settings import TournamentSettings
from obversi.board import Board
from obversi.formats.record import GameRecord, PlayedMove
from obversi.move import Move
from obversi.records import JsonObject, fields_object

# The fields of a game that are stored as they are.
_PLAIN = (
    *("number", "pair", "round", "a", "b", "a_color"),
    *("a_limit", "b_limit", "seconds_taken", "overhead"),
)


def row_of_game(tournament: int, game: PlayedGame) -> JsonObject:
    """Return the columns of a game with their values."""
    record, failure = game.record, game.failure
    return {
        "tournament": tournament,
        **fields_object(game, *_PLAIN),
        "black": storable(record.black),
        "white": storable(record.white),
        "rules": record.rules,
        "start": record.start.to_string(),
        "moves": text_of_moves([played.move for played in record.moves]),
        "result": record.result,
        "fault": None if failure is None else failure.kind.value,
        "failed_color": None if failure is None else failure.color,
        "reason": None if failure is None else storable(failure.reason),
        "adjudicated": int(game.adjudicated),
        "date": storable(record.date),
        "place": storable(game.place),
        "move_values": _list_text([played.value for played in record.moves]),
        "move_seconds": _list_text([played.seconds for played in record.moves]),
        "clocks": json.dumps(game.clocks),
        "depths": json.dumps(game.depths),
        "nodes": json.dumps(game.nodes),
        "record_place": storable(record.place),
        "tags": json.dumps(dict(record.tags)),
        "exact_values": json.dumps(dict(record.values)),
        "notes": json.dumps(dict(game.notes)),
    }


def game_of_row(row: sqlite3.Row) -> PlayedGame:
    """Return the game of a row."""
    moves = moves_of_text(row["moves"])
    values, seconds = (
        json.loads(row[column]) or [None] * len(moves) for column in ("move_values", "move_seconds")
    )
    failure = None
    if row["fault"] is not None:
        failure = Failure(row["failed_color"], FailureKind(row["fault"]), row["reason"])
    return PlayedGame(
        **{name: row[name] for name in (*_PLAIN, "place")},
        record=GameRecord(
            Board.parse(row["start"], row["rules"]),
            tuple(map(PlayedMove, moves, values, seconds)),
            black=row["black"],
            white=row["white"],
            place=row["record_place"],
            date=row["date"],
            result=row["result"],
            tags=json.loads(row["tags"]),
            values=json.loads(row["exact_values"]),
        ),
        failure=failure,
        adjudicated=bool(row["adjudicated"]),
        clocks=tuple(json.loads(row["clocks"])),
        depths=tuple(json.loads(row["depths"])),
        nodes=tuple(json.loads(row["nodes"])),
        # A file of an older version has no such column until it is written.
        notes=json.loads(row["notes"]) if "notes" in row.keys() else {},  # noqa: SIM118
    )


def text_of_moves(moves: Sequence[Move]) -> str:
    """Write moves with blanks between them."""
    return " ".join(moves)


def moves_of_text(text: str) -> list[Move]:
    """Read moves with blanks between them."""
    return [Move(move) for move in text.split()]


def storable(text: str) -> str:
    """Return a text that SQLite can store: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def _list_text(numbers: Sequence[float | None]) -> str:
    return "[]" if all(number is None for number in numbers) else json.dumps(numbers)


_COLUMNS = ("number", "name", "created", "version", "ended", "games")


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


def read_identity(text: str) -> JsonObject:
    """Read the identity of an agent."""
    identity = json.loads(text)
    if not isinstance(identity, dict):
        raise ValueError("it is not an object")
    return identity
