"""Counts of results: of the moves in a position, of players, and of the whole database."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from obversi.color import BLACK, WHITE
from obversi.database.canonical import Orientation
from obversi.database.names import Kind, names_of
from obversi.database.tables import NO_MOVE, UNKNOWN_MARGIN, Columns, Visits
from obversi.move import Move
from obversi.rules import RULES, Rules
from obversi.size import SIZES
from obversi.sql.interface import Statements

#: Which players come first: those with most games, or those with the best results.
Order = Literal["games", "strength"]
ORDERS: tuple[Order, ...] = ("games", "strength")

# Draws that count for each player beside the results: a few wins alone do not show strength.
_ADDED_DRAWS = 10


@dataclass(frozen=True, slots=True)
class MoveResults:
    """A move, the number of games with it, and their results for the mover.

    Games without a known result are among `games` only; if there are no others, `mean_margin` is
    None.
    """

    move: Move
    games: int
    wins: int
    draws: int
    losses: int
    mean_margin: float | None


class ResultsByMove(list[MoveResults]):
    """The moves of a position, most frequent first.

    `games` is the number of games that reach the position. Some may end there.
    """

    def __init__(self, moves: Iterable[MoveResults], games: int) -> None:
        """Collect the moves."""
        super().__init__(moves)
        self.games = games


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """A player, the number of games, and their results, as `MoveResults` has them."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    mean_margin: float | None


@dataclass(frozen=True, slots=True)
class DatabaseStats:
    """What a database has: games by rules and size, results, years, and numbers of names.

    Years are None if no game has one. `openings` and `sources` are names with their games; openings
    are sorted by games, sources by the time of their import.
    """

    games: int
    kinds: tuple[tuple[Rules, int, int], ...]
    black_wins: int
    draws: int
    white_wins: int
    first_year: int | None
    last_year: int | None
    players: int
    events: int
    openings: tuple[tuple[str, int], ...]
    sources: tuple[tuple[str, int], ...]


class Tally:
    """Results by group, such as players or moves: the row n of `counts` belongs to group n.

    Its columns are losses, draws, wins and games without a known result.
    """

    def __init__(
        self, groups: NDArray[np.integer], margins: NDArray[np.int8], least_groups: int = 0
    ) -> None:
        """Count games, with their groups and the margins of those whose results are counted."""
        is_unknown = margins == UNKNOWN_MARGIN
        outcomes = np.where(is_unknown, 3, np.sign(margins) + 1)
        length = max(least_groups, int(groups.max(initial=0)) + 1)
        flat = np.bincount(groups.astype(np.int64) << 2 | outcomes, minlength=length << 2)
        self.counts: NDArray[np.int64] = flat.reshape(length, 4)
        known = np.where(is_unknown, 0, margins).astype(float)
        self._sums = np.bincount(groups, known, minlength=length)

    @property
    def games(self) -> NDArray[np.int64]:
        """The number of games of each group."""
        games: NDArray[np.int64] = self.counts.sum(axis=1)
        return games

    def rows(self, groups: NDArray[np.int64]) -> Iterator[tuple[int, int, int, int, float | None]]:
        """Return games, wins, draws, losses and the mean margin of some groups."""
        counts, sums = self.counts[groups].tolist(), self._sums[groups].tolist()
        for (losses, draws, wins, unknown), total in zip(counts, sums, strict=True):
            decided = wins + draws + losses
            mean = total / decided if decided else None
            yield decided + unknown, wins, draws, losses, mean

    def order(self, by: Order) -> NDArray[np.int64]:
        """Return the groups that have games, first those with the most, or the strongest."""
        games = self.games
        found = np.flatnonzero(games)
        losses, draws, wins, _ = self.counts[found].T
        decided = wins + draws + losses + _ADDED_DRAWS
        values = games[found] if by == "games" else (wins + (draws + _ADDED_DRAWS) / 2) / decided
        return found[np.argsort(-values, kind="stable")]


def _for_color(margins: NDArray[np.int8], color: int) -> NDArray[np.int8]:
    """Return the margins of black as those of a player."""
    # The number for an unknown margin is its own negative.
    return margins if color == BLACK else -margins


def player_tally(columns: Columns) -> Tally:
    """Count the games of all players, by their numbers."""
    margins = np.concatenate([_for_color(columns["margin"], color) for color in (BLACK, WHITE)])
    return Tally(np.concatenate([columns["black"], columns["white"]]), margins)


def mover_tally(columns: Columns, games: NDArray[np.int64], turn: int, players: int) -> Tally:
    """Count some games of the players who have one colour, by the numbers of the players."""
    movers = columns["black" if turn == BLACK else "white"][games - 1]
    return Tally(movers, _for_color(columns["margin"][games - 1], turn), players)


def played_moves(orientation: Orientation, found: Visits, columns: Columns) -> ResultsByMove:
    """Count the moves of a position; `columns` are those of all games."""
    moves = orientation.moves_here(found.moves)
    margins = _for_color(columns["margin"][found.games - 1], orientation.board.turn)
    tally = Tally(moves, margins)
    order = tally.order("games")
    order = order[order != NO_MOVE]
    rows = zip(order.tolist(), tally.rows(order), strict=True)
    played = (MoveResults(Move.from_index(move), *row) for move, row in rows)
    return ResultsByMove(played, len(moves))


def database_stats(statements: Statements, columns: Columns) -> DatabaseStats:
    """Count what a database has; `columns` are those of all games."""
    years = columns["year"][columns["year"] > 0]
    results = Tally(np.zeros(len(columns), np.int64), columns["margin"])
    white_wins, draws, black_wins, _ = results.counts[0].tolist()
    kinds = np.bincount(columns["size"].astype(np.int64) << 1 | columns["reversed"], minlength=32)
    return DatabaseStats(
        games=len(columns),
        kinds=tuple(
            (rules, size, int(kinds[size << 1 | flag]))
            for flag, rules in enumerate(RULES)
            for size in SIZES
            if kinds[size << 1 | flag]
        ),
        black_wins=black_wins,
        draws=draws,
        white_wins=white_wins,
        first_year=int(years.min()) if len(years) else None,
        last_year=int(years.max()) if len(years) else None,
        players=_count(statements, "player"),
        events=_count(statements, "event"),
        openings=tuple(
            sorted(_counts(statements, "opening", columns), key=lambda row: (-row[1], row[0]))
        ),
        sources=tuple(_counts(statements, "source", columns)),
    )


def _count(statements: Statements, kind: Kind) -> int:
    """Count the names of a table; an empty name means that it is not known."""
    query = f"SELECT count(*) AS names FROM {kind} WHERE name != ''"
    return int(statements.execute(query).fetchone()["names"])


def _counts(statements: Statements, kind: Kind, columns: Columns) -> list[tuple[str, int]]:
    """Return the names of a table with the numbers of their games."""
    games = np.bincount(columns[kind])
    names = names_of(statements, kind)
    return [(name, int(games[number])) for number, name in sorted(names.items()) if name]
