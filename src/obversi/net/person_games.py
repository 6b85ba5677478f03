"""The finished games of persons: what the server stores, finds and counts for each of them."""

import re
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any, Literal

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.net.stored_game import StoredServerGame
from obversi.openings import name_of
from obversi.rules import Rules
from obversi.sql.interface import ServerTables, Statements
from obversi.wire.session import EndReason

#: The most games of a person; further ones are not added until some are removed.
MOST_GAMES = 5000

#: The table of persons' games, and its indexes.
PERSON_GAME_TABLES = (
    """
    CREATE TABLE person_game (
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        played TEXT NOT NULL,     -- UTC, ISO 8601, when it began
        rules TEXT NOT NULL,
        size INTEGER NOT NULL,
        color TEXT NOT NULL,      -- black, white or both
        opponent TEXT NOT NULL,   -- a name, or the description of an agent
        kind TEXT NOT NULL,       -- agent, person or self
        folded TEXT NOT NULL,     -- the opponent and the opening for searches
        result TEXT,              -- win, draw or loss; NULL without a winner, and for both colours
        margin INTEGER NOT NULL,  -- for the person; black's for both colours
        opening TEXT,
        content BLOB NOT NULL,    -- SHA-256 of rules, position and moves
        black_accuracy REAL,      -- of the last review
        white_accuracy REAL,
        PRIMARY KEY (person, game)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX persons_of_game ON person_game (game)",
)

# The name of a person who has deleted all games, in games with others.
_NOBODY = "Guest"

# The statements that remove a game of a person, in their order.
_REMOVAL = (
    "DELETE FROM person_game WHERE game = :game AND person = :person",
    # The game remains in the lists of the opponents.
    f"UPDATE person_game SET opponent = '{_NOBODY}',"
    f" folded = '{_NOBODY.casefold()}\n' || lower(coalesce(opening, ''))"
    " WHERE game = :game",
    *(
        f"UPDATE game SET {own} = '{_NOBODY}', {own}_person = NULL, {own}_token = NULL"
        f" WHERE number = :game AND {own}_person = :person"
        f" AND {other}_agent = 0 AND ({other}_person IS NULL OR {other}_person <> :person)"
        for own, other in (("black", "white"), ("white", "black"))
    ),
    "DELETE FROM move WHERE game = :game AND EXISTS (SELECT 1 FROM game"
    " WHERE number = :game AND :person IN (black_person, white_person))",
    "DELETE FROM game WHERE number = :game AND :person IN (black_person, white_person)",
)

OwnColor = Literal["black", "white", "both"]
OwnResult = Literal["win", "draw", "loss"]
OpponentKind = Literal["agent", "person", "self"]

# Own accuracy: with both colours there is none.
_ACCURACY = "CASE color WHEN 'black' THEN black_accuracy WHEN 'white' THEN white_accuracy END"

# The words of results, and what their counts are called.
_RESULTS = {"win": "wins", "draw": "draws", "loss": "losses"}

# What results are counted by.
_GROUPS = {
    "opponent": "CASE kind WHEN 'agent' THEN opponent ELSE kind END",
    "color": "color",
    "opening": "opening",
    "game": "rules || ' ' || size",
}
Group = Literal["opponent", "color", "opening", "game"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonGameFilter:
    """Which games of a person are wanted; what is None does not matter.

    `text` is a part of the opponent's name or of the opening's. Dates are such as 2026-11-18.
    A game with both colours is neither reviewed nor to be reviewed: it has no accuracy.
    """

    text: str | None = None
    opponent: str | None = None
    kind: OpponentKind | None = None
    color: OwnColor | None = None
    rules: Rules | None = None
    size: int | None = None
    result: OwnResult | None = None
    opening: str | None = None
    first_day: str | None = None
    last_day: str | None = None
    reviewed: bool | None = None

    def condition(self) -> tuple[str, list[object]]:
        """Return a condition of SQL, and its values."""
        parts, values = ["person = ?"], list[object]()
        for column in ("opponent", "kind", "color", "rules", "size", "result", "opening"):
            if (wanted := getattr(self, column)) is not None:
                parts.append(f"{column} = ?")
                values.append(wanted)
        if self.text is not None:
            parts.append(r"folded LIKE ? ESCAPE '\'")
            part = re.sub(r"([\\%_])", r"\\\1", self.text.casefold())
            values.append(f"%{part}%")
        if self.first_day is not None:
            parts.append("played >= ?")
            values.append(self.first_day)
        if self.last_day is not None:
            parts.append("substr(played, 1, 10) <= ?")
            values.append(self.last_day)
        if self.reviewed is not None:
            parts.append(f"color <> 'both' AND ({_ACCURACY}) IS {'NOT ' * self.reviewed}NULL")
        return " AND ".join(parts), values


@dataclass(frozen=True, slots=True)
class PersonGame:
    """A finished game of a person; `accuracy` is the person's, None without a review."""

    id: str
    played: str
    rules: Rules
    size: int
    color: OwnColor
    opponent: str
    kind: OpponentKind
    result: OwnResult | None
    margin: int
    reason: str
    opening: str | None
    accuracy: float | None
    position: str
    moves: str
    black: str
    white: str


@dataclass(frozen=True, slots=True)
class GroupResults:
    """The results of some games of a person; `accuracy` is the mean of the reviewed ones."""

    name: str | None
    games: int
    wins: int
    draws: int
    losses: int
    reviewed: int
    accuracy: float | None


class PersonGames:
    """The finished games of the persons of a server."""

    def __init__(self, tables: ServerTables, most: int = MOST_GAMES) -> None:
        """Use the tables of a server."""
        self._tables, self._most = tables, most

    # Writing

    def add(self, connection: Statements, number: int, game: StoredServerGame) -> int:
        """Add a game that is over for its persons, within the open transaction.

        Return for how many persons it was added.
        """
        if len(game.moves) <= game.opening or game.ending is None:
            return 0  # no player has made a move
        board, added = game.board(), 0
        for person in {seat.person for seat in (game.black, game.white) if seat} - {None}:
            count = "SELECT count(*) AS games FROM person_game WHERE person = ?"
            if connection.execute(count, (person,)).fetchone()["games"] < self._most:
                row = _row(game, board, person)
                cursor = connection.execute(
                    f"INSERT INTO person_game (person, game, {', '.join(row)})"
                    f" VALUES (:person, :game, {', '.join(f':{name}' for name in row)})"
                    " ON CONFLICT DO NOTHING",
                    {"person": person, "game": number, **row},
                )
                added += cursor.rowcount
        return added

    def set_accuracy(
        self, person: int, board: Board, black: float | None, white: float | None
    ) -> bool:
        """Store the result of a review of a game, if the person has played it."""
        with self._tables.writing() as connection:
            changed = connection.execute(
                "UPDATE person_game SET black_accuracy = ?, white_accuracy = ?"
                " WHERE person = ? AND content = ?",
                (black, white, person, _content(board)),
            )
        return changed.rowcount > 0

    def remove(self, person: int, id: str | None = None, most: int = 100) -> int:
        """Remove a game of a person, or some of all games; return how many were removed.

        A game with another person is that person's too: it stays, without this one's name.
        """
        found = self._tables.rows(
            "SELECT number FROM game WHERE ? IN (black_person, white_person)"
            f" AND reason IS NOT NULL{'' if id is None else ' AND id = ?'} LIMIT ?",
            *(person, *(() if id is None else (id,)), most),
        )
        games = [{"game": row["number"], "person": person} for row in found]
        with self._tables.writing() as connection:
            for statement in _REMOVAL:
                connection.executemany(statement, games)
        return len(games)

    # Reading

    def count(self, person: int, wanted: PersonGameFilter | None = None) -> int:
        """Return how many games a person has."""
        where, values = (wanted or PersonGameFilter()).condition()
        query = f"SELECT count(*) AS games FROM person_game WHERE {where}"
        number: int = self._tables.rows(query, person, *values)[0]["games"]
        return number

    def find(
        self, person: int, wanted: PersonGameFilter, most: int, skipped: int = 0
    ) -> list[PersonGame]:
        """Return some games of a person, the newest first."""
        where, values = wanted.condition()
        query = (
            f"SELECT found.*, {_ACCURACY} AS accuracy, game.id, game.reason, game.position,"
            " game.black, game.white"
            f" FROM (SELECT * FROM person_game WHERE {where} ORDER BY game DESC LIMIT ? OFFSET ?)"
            " AS found JOIN game ON game.number = found.game ORDER BY found.game DESC"
        )
        rows = self._tables.rows(query, person, *values, most, skipped)
        moves = self._moves([row["game"] for row in rows])
        columns = [name for name in PersonGame.__slots__ if name != "moves"]
        return [
            PersonGame(**{name: row[name] for name in columns}, moves=moves.get(row["game"], ""))
            for row in rows
        ]

    def _moves(self, games: list[int]) -> dict[int, str]:
        """Return the moves of games without passes, by the numbers of the games."""
        if not games:
            return {}
        query = (
            f"SELECT game, move FROM move WHERE game IN ({', '.join('?' * len(games))})"
            " AND move <> 'pass' ORDER BY game, ply"
        )
        by_game = groupby(self._tables.rows(query, *games), key=lambda row: row["game"])
        return {game: "".join(row["move"] for row in rows) for game, rows in by_game}

    def numbers(
        self, person: int, wanted: PersonGameFilter, most: int, before: int | None = None
    ) -> list[tuple[int, str]]:
        """Return numbers and ids of some games of a person, those before a number, newest first."""
        where, values = wanted.condition()
        if before is not None:
            where, values = f"{where} AND game < ?", [*values, before]
        query = (
            "SELECT number, id FROM"
            f" (SELECT game FROM person_game WHERE {where} ORDER BY game DESC LIMIT ?)"
            " AS found JOIN game ON number = found.game ORDER BY number DESC"
        )
        rows = self._tables.rows(query, person, *values, most)
        return [(row["number"], row["id"]) for row in rows]

    def results(
        self, person: int, wanted: PersonGameFilter, by: Group, most: int
    ) -> list[GroupResults]:
        """Return the results of a person by opponent, colour, opening or game, the most first."""
        where, values = wanted.condition()
        query = (
            f"SELECT {_GROUPS[by]} AS name, count(*) AS games,"
            f" {', '.join(f'{_count(word)} AS {name}' for word, name in _RESULTS.items())},"
            f" count({_ACCURACY}) AS reviewed, avg({_ACCURACY}) AS accuracy"
            f" FROM person_game WHERE {where} GROUP BY 1"
            " ORDER BY games DESC, name NULLS FIRST LIMIT ?"
        )
        return [
            GroupResults(
                name=row["name"],
                games=row["games"],
                wins=row["wins"],
                draws=row["draws"],
                losses=row["losses"],
                reviewed=row["reviewed"],
                accuracy=row["accuracy"],
            )
            for row in self._tables.rows(query, person, *values, most)
        ]

    def accuracies(
        self, person: int, wanted: PersonGameFilter, most: int
    ) -> list[tuple[str, str, float]]:
        """Return id, date and accuracy of the last reviewed games of a person, the oldest first."""
        where, values = wanted.condition()
        query = (
            "SELECT id, played, accuracy FROM"
            f" (SELECT game, played, {_ACCURACY} AS accuracy FROM person_game WHERE {where}"
            f" AND ({_ACCURACY}) IS NOT NULL ORDER BY game DESC LIMIT ?)"
            " AS found JOIN game ON number = found.game ORDER BY number"
        )
        rows = self._tables.rows(query, person, *values, most)
        return [(row["id"], row["played"], row["accuracy"]) for row in rows]


def _count(result: str) -> str:
    return f"count(CASE result WHEN '{result}' THEN 1 END)"


def _row(game: StoredServerGame, board: Board, person: int | None) -> dict[str, Any]:
    """Return the columns of a game from the view of a person."""
    assert game.ending is not None
    seats = {BLACK: game.black, WHITE: game.white}
    own = [color for color, seat in seats.items() if seat and seat.person == person]
    is_both = len(own) == 2
    view = BLACK if is_both else own[0]
    other = seats[-view]
    ending, opening = game.ending, name_of(board)
    opponent = other.name if other else ""
    signed = ending.margin if ending.winner == view else -ending.margin
    result = None
    if not is_both and (ending.winner is not None or ending.reason is EndReason.FINISHED):
        result = "draw" if ending.winner is None else "win" if ending.winner == view else "loss"
    return {
        "played": f"{game.created[:10].replace('.', '-')}T{game.created[11:19]}Z",
        "rules": game.rules,
        "size": board.size,
        "color": "both" if is_both else "black" if view == BLACK else "white",
        "opponent": opponent,
        "kind": "self" if is_both else "agent" if other and other.agent else "person",
        "folded": f"{opponent}\n{opening or ''}".casefold(),
        "result": result,
        "margin": 0 if ending.winner is None else signed,
        "opening": opening,
        "content": _content(board),
    }


def _content(board: Board) -> bytes:
    """Return a digest of the rules, the first position and the moves of a game."""
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    text = f"{board.rules} {board.root().to_string()} {moves}"
    return sha256(text.encode()).digest()
