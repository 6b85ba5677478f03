"""Sources of games: the files of `obversi.formats`, and the databases of this package."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from obversi import formats
from obversi.board import Board
from obversi.database.storage import open_storage
from obversi.database.stored import stored_records
from obversi.database.tables import SCHEMA
from obversi.errors import FormatError, InputError
from obversi.formats.lines import OnProblem
from obversi.formats.record import GameRecord, PlayedMove
from obversi.move import Move
from obversi.rules import Rules
from obversi.sql.interface import is_postgres
from obversi.sqlite_file import Schema, explain_errors, open_database

#: The database of a tournament, as `obversi.arena` writes it, and what is read of it.
ARENA = Schema(0x4F627665, 2, (), "tournaments", migrations={1: ()})
_ARENA_GAMES = """
    SELECT game.*, tournament.name, first.label AS a_label, second.label AS b_label
    FROM game
    JOIN tournament ON tournament.number = game.tournament
    JOIN agent AS first ON first.tournament = game.tournament AND first.place = game.a
    JOIN agent AS second ON second.tournament = game.tournament AND second.place = game.b
    ORDER BY game.tournament, game.number
"""

#: The database of a game server, as `obversi.net` writes it, and what is read of it.
SERVER = Schema(0x4F627667, 3, (), "a server's games", migrations={1: (), 2: ()})
_SERVER_GAMES = """
    SELECT * FROM game
    WHERE reason IS NOT NULL AND black IS NOT NULL AND white IS NOT NULL
    ORDER BY number
"""
_SERVER_MOVES = "SELECT ply, move, seconds FROM move WHERE game = ? ORDER BY ply"
_FINISHED = "finished"

_SQLITE = b"SQLite format 3\0"
_APPLICATION = slice(68, 72)


def check_source(source: str | Path) -> None:
    """Reject a file that cannot be read, or a database that has no games."""
    if is_postgres(source):
        open_storage(source, "read").close()
    else:
        _application_of(Path(source))


def read_source(
    source: str | Path,
    *,
    rules: Rules = "normal",
    size: int = 8,
    format: str | None = None,
    on_problem: OnProblem,
) -> Iterator[GameRecord]:
    """Read the games of a source one after another; broken ones are reported and left out.

    `rules`, `size` and `format` are as in `obversi.formats.read_path`.
    """
    if is_postgres(source):
        return _read_own(source, on_problem)
    path = Path(source)
    application = _application_of(path)
    if application is None:
        return formats.read_path(path, rules=rules, size=size, format=format, on_problem=on_problem)
    if application == SCHEMA.application:
        return _read_own(path, on_problem)
    return _read_database(path, *_READERS[application], on_problem)


_Reader = Callable[[sqlite3.Connection, OnProblem], Iterator[GameRecord]]


def _application_of(path: Path) -> int | None:
    """Return the id of a database that has games, or None for a file that is no database."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    if not head.startswith(_SQLITE):
        return None
    application = int.from_bytes(head[_APPLICATION], "big") or _stored_application(path)
    if application not in (SCHEMA.application, *_READERS):
        raise InputError(
            f"{path} cannot be imported: it is a database without games, or of another program"
        )
    return application


def _stored_application(path: Path) -> int:
    """Ask SQLite for the id: while a process writes, it may still be in another file."""
    with (
        explain_errors(path),
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection,
    ):
        return int(connection.execute("PRAGMA application_id").fetchone()[0])


def _read_database(
    path: Path, schema: Schema, read: _Reader, on_problem: OnProblem
) -> Iterator[GameRecord]:
    with (
        explain_errors(path),
        closing(open_database(path, schema, create=False, read_only=True)) as connection,
    ):
        yield from read(connection, on_problem)


def _read_arena(connection: sqlite3.Connection, on_problem: OnProblem) -> Iterator[GameRecord]:
    for row in connection.execute(_ARENA_GAMES):
        try:
            record = _arena_record(row)
            record.board()  # the moves can be played
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            place = f"game {row['number']} of tournament {row['tournament']}"
            on_problem(FormatError(f"it is damaged: {error}", place))
        else:
            yield record


def _arena_record(row: sqlite3.Row) -> GameRecord:
    moves = [Move(move) for move in row["moves"].split()]
    thoughts = [
        json.loads(row[column]) or [None] * len(moves) for column in ("move_values", "move_seconds")
    ]
    labels = (row["a_label"], row["b_label"])
    black, white = labels if row["a_color"] == -1 else labels[::-1]
    return GameRecord(
        Board.parse(row["start"], row["rules"]),
        tuple(PlayedMove(*played) for played in zip(moves, *thoughts, strict=True)),
        black=black,
        white=white,
        place=row["name"] or f"tournament {row['tournament']}",
        date=row["date"],
        result=row["result"],
        tags=json.loads(row["tags"]),
        values=json.loads(row["exact_values"]),
    )


def _read_server(connection: sqlite3.Connection, on_problem: OnProblem) -> Iterator[GameRecord]:
    for row in connection.execute(_SERVER_GAMES):
        moves = connection.execute(_SERVER_MOVES, (row["number"],)).fetchall()
        try:
            record = _server_record(row, moves)
            record.board()  # the moves can be played
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            on_problem(FormatError(f"it is damaged: {error}", f"game {row['id']}"))
        else:
            yield record


def _server_record(row: sqlite3.Row, moves: list[Any]) -> GameRecord:
    if [move["ply"] for move in moves] != list(range(len(moves))):
        raise ValueError("a move is missing")
    is_finished = row["reason"] == _FINISHED
    # A game that was abandoned has no winner, and is no draw.
    result = 0 if is_finished and row["winner"] is None else None
    if row["winner"] is not None:
        result = -row["winner"] * row["margin"]
    return GameRecord(
        Board.parse(row["position"], row["rules"]),
        tuple(PlayedMove(Move(move["move"]), None, move["seconds"]) for move in moves),
        black=row["black"],
        white=row["white"],
        place="obversi",
        date=row["created"],
        result=result,
        tags={} if is_finished else {"CO": row["ending"]},
    )


def _read_own(place: str | Path, on_problem: OnProblem) -> Iterator[GameRecord]:
    with closing(open_storage(place, "read")) as storage:
        yield from stored_records(storage.reading, on_problem)


_READERS: dict[int, tuple[Schema, _Reader]] = {
    ARENA.application: (ARENA, _read_arena),
    SERVER.application: (SERVER, _read_server),
}
