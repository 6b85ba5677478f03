"""Games of a tournament as a table, one a line, for spreadsheets and data frames."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TextIO

from obversi.arena.game.played import PlayedGame
from obversi.arena.store.game_row import text_of_moves
from obversi.arena.store.stored import StoredTournament
from obversi.color import color_name

__all__ = ["write"]

# Points and margins are those of A. What is not known is an empty cell.
_COLUMNS: Final[Mapping[str, Callable[[StoredTournament, PlayedGame], object]]] = {
    "tournament": lambda stored, _: stored.number,
    "game": lambda _, game: game.number,
    "pair": lambda _, game: game.pair,
    "round": lambda _, game: game.round,
    "a": lambda stored, game: stored.settings.entrants[game.a].label,
    "b": lambda stored, game: stored.settings.entrants[game.b].label,
    "a_color": lambda _, game: color_name(game.a_color),
    "a_points": lambda _, game: game.points,
    "a_margin": lambda _, game: game.margin,
    "ending": lambda _, game: game.ending,
    "failed": lambda stored, game: _failed(stored, game),
    "reason": lambda _, game: game.failure and game.failure.reason,
    "rules": lambda _, game: game.record.rules,
    "size": lambda _, game: game.record.size,
    "start": lambda _, game: game.record.start.to_string(),
    "moves": lambda _, game: text_of_moves([played.move for played in game.record.moves]),
    "a_seconds": lambda _, game: round(sum(game.seconds(game.a_color)), 6),
    "b_seconds": lambda _, game: round(sum(game.seconds(-game.a_color)), 6),
    "a_longest": lambda _, game: max(game.seconds(game.a_color), default=None),
    "b_longest": lambda _, game: max(game.seconds(-game.a_color), default=None),
    "seconds": lambda _, game: game.seconds_taken,
    "overhead": lambda _, game: game.overhead,
    "date": lambda _, game: game.record.date,
    "machine": lambda _, game: game.place,
}


def write(
    stored: StoredTournament,
    _identities: Sequence[Mapping[str, Any]],
    games: Iterable[PlayedGame],
    file: TextIO,
) -> int:
    """Write the names of the columns, then a line for each game."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(_COLUMNS)
    lines = 0
    for game in games:
        table.writerow([cell(stored, game) for cell in _COLUMNS.values()])
        lines += 1
    return lines


def _failed(stored: StoredTournament, game: PlayedGame) -> str | None:
    if game.failure is None:
        return None
    return stored.settings.entrants[game.agent(game.failure.color)].label
