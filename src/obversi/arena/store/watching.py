"""A read-only view of a database of tournaments, also while another process writes it."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import escape
from itertools import islice
from pathlib import Path
from typing import Self

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.summary import Tally
from obversi.arena.store.rows import game_of_row, storable
from obversi.arena.store.schema import SCHEMA
from obversi.arena.store.store import LONGEST_VALUE, Store, lock_prefix
from obversi.arena.store.stored import StoredTournament
from obversi.sqlite_file import (
    DamageError,
    NotFoundError,
    explain_damage,
    explain_errors,
    interruptible,
    is_locked,
    open_database,
)

# Readers wait only for a process that creates or repairs the file.
_TIMEOUT = 5.0

# The time limit of one query.
_QUERY_SECONDS = 10.0

# The largest number that a file can hold.
_LARGEST = 2**63 - 1

# The number of games in one query.
_PART = 500

_TALLIES = """
    SELECT a, b, count(*) AS games, sum(margin > 0) AS wins, sum(margin < 0) AS losses,
        sum(margin) AS margins,
        sum(failed = a_color) AS a_failures, sum(failed = -a_color) AS b_failures
    FROM (
        SELECT a, b, a_color, -a_color * coalesce(result, 0) AS margin,
            CASE WHEN fault IS NULL THEN 0 ELSE failed_color END AS failed
        FROM game WHERE tournament = ?
    )
    GROUP BY a, b
"""


@dataclass(frozen=True, slots=True)
class HeadToHeadTally:
    """Results of the games of A against B, for A, and the games that each lost by a failure."""

    tally: Tally
    a_failures: int
    b_failures: int


class WatchedStore(Store):
    """A file of tournaments for reading only, which does not block writers.

    All texts can be encoded: a lone surrogate, as in a broken file name, becomes a question mark.
    """

    @classmethod
    def watch(cls, path: str | Path) -> Self:
        """Open an existing file."""
        path = Path(path)
        connection = open_database(
            *(path, SCHEMA),
            create=False,
            read_only=True,
            timeout=_TIMEOUT,
            longest=LONGEST_VALUE,
        )
        return cls(path, connection)

    def played_now(self) -> set[int]:
        """Return the numbers of the tournaments that are being played."""
        with explain_errors(self.path):
            prefix = lock_prefix(self.path)
            return {
                int(number)
                for path in self.path.resolve().parent.glob(f"{escape(prefix)}*")
                if (number := path.name.removeprefix(prefix)).isdecimal() and is_locked(path)
            }

    def whole_and_damaged(self) -> tuple[list[StoredTournament], list[DamageError]]:
        """Return all tournaments, oldest first, and the errors of damaged ones."""
        results = [stored for _, stored in self._each_tournament()]
        return (
            [stored for stored in results if isinstance(stored, StoredTournament)],
            [stored for stored in results if isinstance(stored, DamageError)],
        )

    def game_numbers(self, number: int) -> list[int]:
        """Return the numbers of the games of a tournament."""
        rows = self._rows("SELECT number FROM game WHERE tournament = ?", number)
        return [row["number"] for row in rows]

    def games_of_numbers(
        self, stored: StoredTournament, games: Iterable[int]
    ) -> Iterator[PlayedGame]:
        """Yield the games with these numbers, reading a few at a time."""
        left = iter(games)
        while part := list(islice(left, _PART)):
            places = ", ".join("?" * len(part))
            query = f"SELECT * FROM game WHERE tournament = ? AND number IN ({places})"
            for row in self._rows(query, stored.number, *part):
                yield self._game(stored, row)

    def some_games(
        self,
        stored: StoredTournament,
        *,
        after: int,
        most: int,
        before: int = _LARGEST,
        newest: bool = False,
        agent: int | None = None,
        against: int | None = None,
    ) -> list[PlayedGame]:
        """Return the first games with numbers between two bounds, or the newest in reverse order.

        They may be limited to those of one agent, and of another.
        """
        chosen, values = "", []
        for place in (agent, against):
            if place is not None:
                chosen += " AND ? IN (a, b)"
                values.append(place)
        rows = self._rows(
            f"SELECT * FROM game WHERE tournament = ? AND number > ? AND number < ?{chosen}"
            f" ORDER BY number {'DESC' if newest else 'ASC'} LIMIT ?",
            *(stored.number, after, before, *values, most),
        )
        return [self._game(stored, row) for row in rows]

    def game(self, stored: StoredTournament, number: int) -> PlayedGame:
        """Return a game of a tournament."""
        for game in self.games_of_numbers(stored, [number]):
            return game
        raise NotFoundError(
            f"{stored.title} in {self.path} has no game {number}: "
            f"{stored.games} of {stored.planned} games are played"
        )

    def tallies(self, number: int) -> Mapping[tuple[int, int], HeadToHeadTally]:
        """Count the results of a tournament by agents A and B, in one quick query."""
        return {
            (row["a"], row["b"]): HeadToHeadTally(
                Tally(
                    wins=row["wins"],
                    draws=row["games"] - row["wins"] - row["losses"],
                    losses=row["losses"],
                    margins=row["margins"],
                ),
                row["a_failures"],
                row["b_failures"],
            )
            for row in self._rows(_TALLIES, number)
        }

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Run a query for a limited time, because a page waits for its result."""
        interruptible(self._connection, _QUERY_SECONDS)
        return super()._rows(query, *values)

    def _game(self, stored: StoredTournament, row: sqlite3.Row) -> PlayedGame:
        with explain_damage(self.path, f"game {row['number']} of tournament {stored.number}"):
            game = game_of_row(row)
            _check_places(stored.settings.entrants, game)
        return game

    def _stored(self, row: sqlite3.Row) -> StoredTournament:
        stored = super()._stored(row)
        settings = stored.settings
        with explain_damage(self.path, f"tournament {stored.number}"):
            entrants = tuple(
                replace(
                    entrant,
                    label=storable(entrant.label),
                    description=storable(entrant.description),
                )
                for entrant in settings.entrants
            )
            shown = replace(settings, entrants=entrants, openings=storable(settings.openings))
        return replace(stored, settings=shown)


def _check_places(entrants: Sequence[object], game: PlayedGame) -> None:
    for agent in (game.a, game.b):
        if agent not in range(len(entrants)):
            raise ValueError(f"there is no agent {agent}")
