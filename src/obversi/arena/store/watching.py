"""A database of tournaments as those see it who only look, also while others write it."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final, Self

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.summary import Tally
from obversi.arena.store.game_row import game_of_row, storable
from obversi.arena.store.lock import played_now
from obversi.arena.store.problems import AbsenceError, DamageError, named_problem, whole
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament

__all__ = ["MeetingTally", "WatchedStore"]

# Readers wait for nobody but a process that is just making the file, or mending it.
_PATIENCE: Final = 5.0

# The largest number that a file can hold.
_LARGEST: Final = 2**63 - 1

# So many games are asked for at a time, by their numbers.
_PART: Final = 500

_TALLIES: Final = """
    SELECT a, b, count(*) AS games, sum(margin > 0) AS wins, sum(margin < 0) AS losses,
        sum(margin) AS margins,
        sum(failed = a_color) AS a_faults, sum(failed = -a_color) AS b_faults
    FROM (
        SELECT a, b, a_color, -a_color * coalesce(result, 0) AS margin,
            CASE WHEN fault IS NULL THEN 0 ELSE failed_color END AS failed
        FROM game WHERE tournament = ?
    )
    GROUP BY a, b
"""


@dataclass(frozen=True, slots=True)
class MeetingTally:
    """How the games of A against B ended, all seen by A, and how many each lost by a failure."""

    tally: Tally
    a_faults: int
    b_faults: int


class WatchedStore(Store):
    """A file of tournaments for one who looks: nothing is written, and nobody has to wait.

    Texts are such that anything can show them: half a character, as in a broken name, is a ?.
    """

    @classmethod
    def watch(cls, path: str | Path) -> Self:
        """Open a file that is there."""
        store = cls.open(path, create=False, patience=_PATIENCE)
        with named_problem(store.path):
            store._connection.execute("PRAGMA query_only = ON")
        return store

    def played_now(self) -> set[int]:
        """Return the tournaments that some process is playing."""
        with named_problem(self.path):
            return played_now(self.path.resolve())

    def whole_and_damaged(self) -> tuple[list[StoredTournament], list[DamageError]]:
        """Return all tournaments, the oldest first, and what is wrong with the others."""
        found = [stored for _, stored in self._each_tournament()]
        return (
            [stored for stored in found if isinstance(stored, StoredTournament)],
            [stored for stored in found if isinstance(stored, DamageError)],
        )

    def game_numbers(self, number: int) -> list[int]:
        """Return the numbers of the games that a tournament has."""
        rows = self._rows("SELECT number FROM game WHERE tournament = ?", number)
        return [row["number"] for row in rows]

    def games_of_numbers(
        self, stored: StoredTournament, games: Iterable[int]
    ) -> Iterator[PlayedGame]:
        """Go through the games of a tournament that have these numbers, holding few."""
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
        """Return the first games between two numbers, or the newest, which come first then.

        They are those of an agent, against another, if told.
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
        raise AbsenceError(
            f"{stored.title} in {self.path} has no game {number}: "
            f"{stored.games} of {stored.planned} games are played"
        )

    def tallies(self, number: int) -> Mapping[tuple[int, int], MeetingTally]:
        """Count how the games of a tournament ended, by their agents, A and B: that is quick."""
        return {
            (row["a"], row["b"]): MeetingTally(
                Tally(
                    wins=row["wins"],
                    draws=row["games"] - row["wins"] - row["losses"],
                    losses=row["losses"],
                    margins=row["margins"],
                ),
                row["a_faults"],
                row["b_faults"],
            )
            for row in self._rows(_TALLIES, number)
        }

    def _game(self, stored: StoredTournament, row: sqlite3.Row) -> PlayedGame:
        with whole(self.path, f"game {row['number']} of tournament {stored.number}"):
            game = game_of_row(row)
            _check_places(stored.settings.entrants, game)
        return game

    def _stored(self, row: sqlite3.Row) -> StoredTournament:
        stored = super()._stored(row)
        settings = stored.settings
        with whole(self.path, f"tournament {stored.number}"):
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
