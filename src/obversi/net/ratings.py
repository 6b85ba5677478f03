"""Ratings of persons by Glicko-2, for each rule set and size, and how the server stores them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from obversi.rules import Rules
from obversi.sql.interface import Row, ServerTables, Statements
from obversi.wire.session import PlayerRating

if TYPE_CHECKING:
    from elote import Glicko2Competitor

#: The table of ratings.
RATING_TABLE = """
    CREATE TABLE rating (
        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
        rules TEXT NOT NULL,
        size INTEGER NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        played TEXT NOT NULL,       -- the time of the last game, UTC, ISO 8601
        PRIMARY KEY (person, rules, size)
    ) WITHOUT ROWID
    """

# The columns that a rated game changes.
_CHANGES = ", ".join(
    f"{column} = excluded.{column}"
    for column in ("rating", "deviation", "volatility", "wins", "draws", "losses", "played")
)

#: The most persons in a table of ratings.
MOST_RANKED = 200

# With a larger deviation a rating is provisional: the strength is known only roughly.
_PROVISIONAL = 110.0


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating with its deviation and volatility, and the games that it comes from."""

    rating: float
    deviation: float
    volatility: float
    wins: int = 0
    draws: int = 0
    losses: int = 0
    played: datetime | None = None

    @property
    def games(self) -> int:
        """The number of rated games."""
        return self.wins + self.draws + self.losses

    @property
    def is_provisional(self) -> bool:
        """Whether the strength is known only roughly."""
        return self.deviation > _PROVISIONAL

    def shown(self) -> PlayerRating:
        """Return the rating for a message."""
        return PlayerRating(round(self.rating), self.is_provisional)


#: The rating before the first game, as the paper on Glicko-2 proposes.
NEW = GlickoRating(1500.0, 350.0, 0.06)


@cache
def _competitor() -> "type[Glicko2Competitor]":
    kind: type[Glicko2Competitor] = import_module("elote").Glicko2Competitor
    return kind


def preload() -> None:
    """Import the library in another thread: it takes some tenths of a second."""
    if not _competitor.cache_info().currsize:
        Thread(target=_competitor, daemon=True).start()


def updated(
    black: GlickoRating, white: GlickoRating, score: float, now: datetime
) -> tuple[GlickoRating, GlickoRating]:
    """Return both ratings after a game; the score of black is 1, ½ or 0.

    Each game is a rating period of its own. The deviation grows with the days since the last one.
    """
    one, other = _made(black, now), _made(white, now)
    match score:
        case 1:
            one.beat(other, now)
        case 0:
            other.beat(one, now)
        case _:
            one.tied(other, now)
    return _with(black, one, score, now), _with(white, other, 1 - score, now)


def _made(rating: GlickoRating, now: datetime) -> "Glicko2Competitor":
    # A clock that was set back must not make a game impossible.
    last = None if rating.played is None else min(rating.played, now)
    return _competitor()(rating.rating, rating.deviation, rating.volatility, last)


def _with(
    before: GlickoRating, after: "Glicko2Competitor", score: float, now: datetime
) -> GlickoRating:
    return GlickoRating(
        after.rating,
        after.rd,
        after.volatility,
        before.wins + (score == 1),
        before.draws + (score == 0.5),
        before.losses + (score == 0),
        now,
    )


@dataclass(frozen=True, slots=True)
class RatingUpdate:
    """The new ratings of persons for one game and size, by their ids."""

    rules: Rules
    size: int
    ratings: Mapping[int, GlickoRating]


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A person in a table of ratings."""

    person: int
    name: str
    rating: GlickoRating


class RatingStore:
    """The ratings of a server's persons; a person without rated games has none."""

    def __init__(self, tables: ServerTables) -> None:
        """Use the tables of a server."""
        self._tables = tables

    def get(self, person: int | None, rules: Rules, size: int) -> GlickoRating | None:
        """Return the rating of a person for one game and size, or None."""
        query = "SELECT * FROM rating WHERE person = ? AND rules = ? AND size = ?"
        rows = [] if person is None else self._tables.rows(query, person, rules, size)
        return _rating(rows[0]) if rows else None

    def of_person(self, person: int) -> dict[tuple[Rules, int], GlickoRating]:
        """Return all ratings of a person, by rules and size."""
        rows = self._tables.rows("SELECT * FROM rating WHERE person = ?", person)
        return {(row["rules"], row["size"]): _rating(row) for row in rows}

    def ranked(self, rules: Rules, size: int) -> list[RankedPerson]:
        """Return the persons with the highest ratings; those that are not provisional first."""
        rows = self._tables.rows(
            "SELECT rating.*, person.name FROM rating JOIN person ON person.id = rating.person"
            " WHERE rules = ? AND size = ?"
            " ORDER BY deviation > ?, rating DESC, person LIMIT ?",
            *(rules, size, _PROVISIONAL, MOST_RANKED),
        )
        return [RankedPerson(row["person"], row["name"], _rating(row)) for row in rows]

    @staticmethod
    def write(connection: Statements, update: RatingUpdate) -> None:
        """Write new ratings, within the open transaction."""
        connection.executemany(
            "INSERT INTO rating VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            f" ON CONFLICT (person, rules, size) DO UPDATE SET {_CHANGES}",
            [
                (
                    *(person, update.rules, update.size),
                    *(rating.rating, rating.deviation, rating.volatility),
                    *(rating.wins, rating.draws, rating.losses, _text(rating.played)),
                )
                for person, rating in update.ratings.items()
            ],
        )

    def remove(self, person: int) -> int:
        """Remove all ratings of a person; return their number."""
        with self._tables.writing() as connection:
            return connection.execute("DELETE FROM rating WHERE person = ?", (person,)).rowcount


def _rating(row: Row) -> GlickoRating:
    return GlickoRating(
        rating=float(row["rating"]),
        deviation=float(row["deviation"]),
        volatility=float(row["volatility"]),
        wins=int(row["wins"]),
        draws=int(row["draws"]),
        losses=int(row["losses"]),
        played=datetime.strptime(row["played"], _TIME).replace(tzinfo=UTC),
    )


_TIME = "%Y-%m-%dT%H:%M:%SZ"


def _text(time: datetime | None) -> str:
    return (time or datetime.now(UTC)).strftime(_TIME)
