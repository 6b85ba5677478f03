"""The tables of a database of tournaments.

Lists and objects are stored as JSON. `start` is a board text and `moves` are the moves after it,
separated by blanks, with passes. A change of the tables needs a new version and a migration.
"""

from obversi.sqlite_file import Schema

_TABLES = (
    """
    CREATE TABLE tournament (
        number INTEGER PRIMARY KEY,
        name TEXT,
        settings TEXT NOT NULL,     -- JSON
        origin TEXT NOT NULL,       -- of the openings, in words
        created TEXT NOT NULL,      -- UTC
        version TEXT NOT NULL,      -- of obversi
        ended TEXT                  -- why it is over
    )
    """,
    """
    CREATE TABLE agent (
        tournament INTEGER NOT NULL REFERENCES tournament,
        place INTEGER NOT NULL,     -- from 0, as the columns a and b of games have it
        label TEXT NOT NULL,
        description TEXT NOT NULL,
        identity TEXT NOT NULL,     -- JSON: all its options, versions, checksums
        PRIMARY KEY (tournament, place)
    )
    """,
    """
    CREATE TABLE change (
        tournament INTEGER NOT NULL,
        place INTEGER NOT NULL,     -- of the agent
        games INTEGER NOT NULL,     -- that were there when it changed
        what TEXT NOT NULL,         -- is different, in words
        identity TEXT NOT NULL,     -- JSON: as it is since then
        PRIMARY KEY (tournament, place, games),
        FOREIGN KEY (tournament, place) REFERENCES agent
    )
    """,
    """
    CREATE TABLE opening (
        tournament INTEGER NOT NULL REFERENCES tournament,
        place INTEGER NOT NULL,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        PRIMARY KEY (tournament, place)
    )
    """,
    """
    CREATE TABLE game (
        tournament INTEGER NOT NULL,
        number INTEGER NOT NULL,
        pair INTEGER NOT NULL,
        round INTEGER NOT NULL,
        a INTEGER NOT NULL,
        b INTEGER NOT NULL,
        a_color INTEGER NOT NULL,   -- -1 black, 1 white
        black TEXT NOT NULL,
        white TEXT NOT NULL,
        rules TEXT NOT NULL,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        result INTEGER,             -- the margin of black
        fault TEXT,                 -- why an agent lost a game that was not over
        failed_color INTEGER,       -- which agent's it was
        reason TEXT,                -- what happened, in words
        adjudicated INTEGER NOT NULL,
        date TEXT NOT NULL,
        place TEXT NOT NULL,        -- the machine
        a_limit REAL,
        b_limit REAL,
        seconds_taken REAL NOT NULL,
        overhead REAL NOT NULL,
        move_values TEXT NOT NULL,  -- JSON, as are the others for each move
        move_seconds TEXT NOT NULL,
        clocks TEXT NOT NULL,
        depths TEXT NOT NULL,
        nodes TEXT NOT NULL,
        record_place TEXT NOT NULL,
        tags TEXT NOT NULL,         -- JSON
        exact_values TEXT NOT NULL, -- JSON
        notes TEXT NOT NULL DEFAULT '{}', -- JSON: by the agents
        UNIQUE (tournament, number),
        FOREIGN KEY (tournament, a) REFERENCES agent,
        FOREIGN KEY (tournament, b) REFERENCES agent
    )
    """,
)

SCHEMA = Schema(
    application=0x4F627665,  # "Obve"
    version=2,
    tables=_TABLES,
    content="tournaments",
    migrations={1: ("ALTER TABLE game ADD COLUMN notes TEXT NOT NULL DEFAULT '{}'",)},
)
