"""Which games are wanted: by players, years, events, results, openings and positions."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from obversi.arguments import checked_text, whole_number
from obversi.board import Board, checked_board
from obversi.database.canonical import Orientation
from obversi.database.names import Kind, numbers_with
from obversi.database.tables import UNKNOWN_MARGIN, Columns, visits
from obversi.errors import InputError
from obversi.move import Move
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size
from obversi.sql.interface import Statements

#: Who won: black, white, or nobody.
Result = Literal["black", "white", "draw"]

RESULTS: tuple[Result, ...] = ("black", "white", "draw")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """The games that fulfil all these conditions; by default all games.

    Names are parts of names, in upper or lower case: `player` has either colour. Years and margins
    include both ends; a margin is the winner's, and never negative. Games whose year or result is
    unknown do not fulfil a condition on it. `opening` is a part of the name that the database shows
    for a game. With `position`, games that reach the position or an image of it are wanted, and
    with `move`, those that continue with this move.
    """

    player: str = ""
    black: str = ""
    white: str = ""
    event: str = ""
    opening: str = ""
    first_year: int | None = None
    last_year: int | None = None
    result: Result | None = None
    least_margin: int | None = None
    most_margin: int | None = None
    rules: Rules | None = None
    size: int | None = None
    position: Board | None = None
    move: str | None = None

    def __post_init__(self) -> None:
        """Reject conditions that contradict each other or make no sense."""
        for name in ("player", "black", "white", "event", "opening"):
            checked_text(getattr(self, name), f"the condition {name!r}")
        for name in ("first_year", "last_year", "least_margin", "most_margin"):
            if (number := getattr(self, name)) is not None:
                whole_number(number, f"the condition {name!r}", None)
        if self.result is not None and self.result not in RESULTS:
            raise InputError(f"{self.result!r} is no result: expected {', '.join(RESULTS)}")
        if self.rules is not None:
            checked_rules(self.rules)
        if self.size is not None:
            checked_size(self.size)
        _check_range("years", self.first_year, self.last_year)
        _check_range("margins", self.least_margin, self.most_margin)
        if self.position is not None:
            self._check_position(checked_board(self.position))
        elif self.move is not None:
            raise InputError(f"the move {self.move} needs the position in which it was played")

    def _check_position(self, board: Board) -> None:
        kinds = (self.rules or board.rules, self.size or board.size)
        if kinds != (board.rules, board.size):
            raise InputError(
                f"a position of {board.rules} {board.size}×{board.size} is in no game of "
                f"{kinds[0]} {kinds[1]}×{kinds[1]}"
            )
        if self.move is not None:
            board.copy().push(Move(self.move))


def _check_range(what: str, least: int | None, most: int | None) -> None:
    if least is not None and most is not None and least > most:
        raise InputError(f"there are no {what} from {least} to {most}")


def checked_filter(wanted: GameFilter | None) -> GameFilter:
    """Return the filter, or without one that of all games."""
    if wanted is None:
        return GameFilter()
    if not isinstance(wanted, GameFilter):
        raise InputError(f"{wanted!r} is no filter: expected a GameFilter")
    return wanted


def matching(statements: Statements, columns: Columns, wanted: GameFilter) -> NDArray[np.int64]:
    """Return the numbers of the games that a filter wants, in their order."""
    fits = np.ones(len(columns), bool)
    if wanted.position is not None:
        fits &= _reaching(statements, len(columns), wanted.position, wanted.move)
    if wanted.player:
        players = _with_name(statements, "player", wanted.player)
        fits &= players[columns["black"]] | players[columns["white"]]
    named: tuple[tuple[str, Kind, str], ...] = (
        ("black", "player", wanted.black),
        ("white", "player", wanted.white),
        ("event", "event", wanted.event),
        ("opening", "opening", wanted.opening),
    )
    for column, kind, text in named:
        if text:
            fits &= _with_name(statements, kind, text)[columns[column]]
    if wanted.rules is not None:
        fits &= columns["reversed"] == (wanted.rules == "reversed")
    if wanted.size is not None:
        fits &= columns["size"] == wanted.size
    fits &= _in_range(columns["year"], wanted.first_year, wanted.last_year, 0)
    fits &= _fitting_results(columns["margin"], wanted)
    return np.flatnonzero(fits) + 1


def _reaching(
    statements: Statements, count: int, board: Board, move: str | None
) -> NDArray[np.bool_]:
    orientation = Orientation(board)
    found = visits(statements, orientation.discs, orientation.key)
    games = found.games
    if move is not None:
        games = games[orientation.moves_here(found.moves) == orientation.number_of(move)]
    fits = np.zeros(count, bool)
    fits[games - 1] = True
    return fits


def _with_name(statements: Statements, kind: Kind, text: str) -> NDArray[np.bool_]:
    """Return for each number of a table whether its name contains a text."""
    query = f"SELECT coalesce(max(number), 0) AS last FROM {kind}"
    fits = np.zeros(statements.execute(query).fetchone()["last"] + 1, bool)
    fits[numbers_with(statements, kind, text)] = True
    return fits


def _in_range(
    values: NDArray[np.integer], least: int | None, most: int | None, unknown: int
) -> NDArray[np.bool_]:
    fits = np.ones(len(values), bool)
    if least is not None:
        fits &= values >= least
    if most is not None:
        fits &= values <= most
    return fits if least is None and most is None else fits & (values != unknown)


def _fitting_results(margins: NDArray[np.int8], wanted: GameFilter) -> NDArray[np.bool_]:
    wide = margins.astype(np.int16)
    fits = np.ones(len(wide), bool)
    if wanted.result is not None:
        sign = {"black": 1, "white": -1, "draw": 0}[wanted.result]
        fits = (np.sign(wide) == sign) & (wide != UNKNOWN_MARGIN)
    return fits & _in_range(np.abs(wide), wanted.least_margin, wanted.most_margin, -UNKNOWN_MARGIN)
