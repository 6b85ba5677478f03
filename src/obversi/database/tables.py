"""The tables of a game database, and the arrays in them that searches go through.

A game is a row of `game`. What searches compare in all games is stored a second time, for blocks of
`BLOCK_GAMES` games: `block` has columns such as players and years, and `reached` the positions with
a number of discs that the games reach. Each is one BLOB that NumPy reads without a loop over rows.
A search for a position reads only the BLOBs of its number of discs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from obversi.sql.interface import Statements
from obversi.sqlite_file import Schema

#: Moves are numbers as in `obversi.batch`; this one stands after the last move of a game.
NO_MOVE = 255
PASS_NUMBER = 64

#: The margin of a game that is not over and has no result.
UNKNOWN_MARGIN = -128

# Games of a block have 16-bit numbers.
_BLOCK_GAMES = 4096

#: The tables of names.
NAME_TABLES = ("player", "event", "opening", "source")

#: What searches need of a game; black, white, event, opening and source are numbers of rows.
COLUMNS = np.dtype(
    [
        *(("black", "<u4"), ("white", "<u4"), ("event", "<u4"), ("opening", "<u4")),
        ("source", "<u4"),
        ("year", "<u2"),  # 0: unknown
        ("margin", "i1"),  # of black
        ("size", "u1"),
        ("reversed", "?"),
    ],
    align=True,
)

# A position that a game reaches: its key, the number of the game in its block, and the move that
# the game continues with, as on the canonical board.
_ENTRY = np.dtype([("key", "<i8"), ("game", "<u2"), ("move", "u1")])

Columns = NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Reached:
    """Positions that games reach: the numbers of the games, the discs, the keys, the next moves.

    The moves are those of the canonical positions; `NO_MOVE` stands for the end of a game.
    """

    games: NDArray[np.int64]
    discs: NDArray[np.int64]
    keys: NDArray[np.int64]
    moves: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Visits:
    """The games that reach one position, and the moves they continue with, as in `Reached`."""

    games: NDArray[np.int64]
    moves: NDArray[np.uint8]


SCHEMA = Schema(
    application=0x4F627664,  # "Obvd"
    version=1,
    tables=(
        *(
            f"""
            CREATE TABLE {kind} (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                folded TEXT NOT NULL        -- for searches without regard to case
            )
            """
            for kind in NAME_TABLES
        ),
        """
        CREATE TABLE start (
            number INTEGER PRIMARY KEY,
            size INTEGER NOT NULL,
            own INTEGER NOT NULL,           -- the mover's discs, as a bitboard
            opp INTEGER NOT NULL,
            turn INTEGER NOT NULL,          -- -1 black, 1 white
            UNIQUE (size, own, opp, turn)
        )
        """,
        """
        CREATE TABLE game (
            number INTEGER PRIMARY KEY,     -- from 1, without gaps
            identity BLOB NOT NULL UNIQUE,  -- equal for the same game
            rules TEXT NOT NULL,
            start INTEGER NOT NULL REFERENCES start,
            moves BLOB NOT NULL,            -- a byte for each: 8·row + column, or 64 for a pass
            black INTEGER NOT NULL REFERENCES player,
            white INTEGER NOT NULL REFERENCES player,
            event INTEGER NOT NULL REFERENCES event,
            date TEXT NOT NULL,
            result INTEGER,                 -- the margin of black that the source gives
            margin INTEGER,                 -- that, or else the margin of the finished game
            opening INTEGER NOT NULL REFERENCES opening,
            source INTEGER NOT NULL REFERENCES source,
            details TEXT                    -- JSON: tags, values and times
        )
        """,
        """
        CREATE TABLE block (
            number INTEGER PRIMARY KEY,     -- from 0
            columns BLOB NOT NULL           -- of COLUMNS
        )
        """,
        """
        CREATE TABLE reached (
            discs INTEGER NOT NULL,
            block INTEGER NOT NULL,
            entries BLOB NOT NULL,
            PRIMARY KEY (discs, block)
        )
        """,
    ),
    content="games",
)


_APPEND_COLUMNS = """
    INSERT INTO block VALUES (?, ?)
    ON CONFLICT (number) DO UPDATE SET columns = CAST(block.columns || excluded.columns AS BLOB)
"""
_APPEND_ENTRIES = """
    INSERT INTO reached VALUES (?, ?, ?)
    ON CONFLICT (discs, block)
    DO UPDATE SET entries = CAST(reached.entries || excluded.entries AS BLOB)
"""


def append_columns(statements: Statements, first: int, columns: Columns) -> None:
    """Store the columns of new games, whose numbers begin with `first`."""
    numbers = np.arange(first - 1, first - 1 + len(columns))
    for block, part in _parts(numbers // _BLOCK_GAMES):
        statements.execute(_APPEND_COLUMNS, (block, columns[part].tobytes()))


def append_reached(statements: Statements, reached: Reached) -> None:
    """Store positions that new games reach."""
    entries = np.empty(len(reached.games), _ENTRY)
    entries["key"] = reached.keys
    entries["game"] = (reached.games - 1) % _BLOCK_GAMES
    entries["move"] = reached.moves
    blocks = (reached.games - 1) // _BLOCK_GAMES
    order = np.lexsort((blocks, reached.discs))
    entries, places = entries[order], (reached.discs << 32 | blocks)[order]
    rows = (
        (place >> 32, place & 0xFFFFFFFF, entries[part].tobytes()) for place, part in _parts(places)
    )
    statements.executemany(_APPEND_ENTRIES, rows)


def _parts(values: NDArray[np.int64]) -> Iterator[tuple[int, slice]]:
    """Return where sorted values are equal, with the value."""
    begins = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
    for begin, end in zip(begins, [*begins[1:], len(values)], strict=True):
        yield int(values[begin]), slice(begin, end)


def read_columns(statements: Statements) -> Columns:
    """Return the columns of all games: those of game n are the element n - 1."""
    blocks = statements.execute("SELECT columns FROM block ORDER BY number")
    count = statements.execute("SELECT coalesce(max(number), 0) AS games FROM game")
    columns = np.frombuffer(b"".join(row["columns"] for row in blocks.fetchall()), COLUMNS)
    games = count.fetchone()["games"]
    if len(columns) != games:
        raise ValueError(f"it has the columns of {len(columns)} games, but there are {games}")
    return columns


def visits(statements: Statements, discs: int, key: int) -> Visits:
    """Find the games that reach a position, in any order."""
    games, moves = [np.empty(0, np.int64)], [np.empty(0, np.uint8)]
    query = "SELECT block, entries FROM reached WHERE discs = ? ORDER BY block"
    for row in statements.execute(query, (discs,)).fetchall():
        entries = np.frombuffer(row["entries"], _ENTRY)
        found = entries[entries["key"] == key]
        games.append(row["block"] * _BLOCK_GAMES + found["game"].astype(np.int64) + 1)
        moves.append(found["move"])
    return Visits(np.concatenate(games), np.concatenate(moves))
