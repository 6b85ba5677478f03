"""Games as the script of a page reads them: every move with the discs that it flips.

The script does not know the rules: it places and flips the discs that are listed here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from obversi.arena.game.played import PlayedGame
from obversi.board import Board
from obversi.color import BLACK, WHITE, color_name
from obversi.move import Move
from obversi.pages.parts import script_json
from obversi.records import JsonObject

# Squares 0 to 63 as one character each; a pass has another.
_SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_PASS = "."
_LETTERS = {Move.from_index(index): letter for index, letter in enumerate(_SQUARES)}

_MOST_GAMES = 5000
_MOST_BYTES = 8_500_000


@dataclass(frozen=True, slots=True)
class GameData:
    """The data of the script, and the number of games at the end that are not in it."""

    json: JsonObject
    omitted: int


def game_data(
    labels: Sequence[str],
    games: Iterable[PlayedGame],
    *,
    most_games: int = _MOST_GAMES,
    most_bytes: int = _MOST_BYTES,
) -> GameData:
    """Return the games in their order, as many as a page can hold."""
    in_order = sorted(games, key=lambda game: game.number)
    starts: dict[str, int] = {}
    listed: list[JsonObject] = []
    size = 0
    for game in in_order[:most_games]:
        one = _game(game, starts)
        size += len(script_json(one).encode(errors="replace")) + 1
        if size > most_bytes:
            break
        listed.append(one)
    data = {
        "agents": list(labels),
        "squares": _SQUARES,
        "pass": _PASS,
        "starts": list(starts),
        "games": listed,
    }
    return GameData(data, len(in_order) - len(listed))


def _game(game: PlayedGame, starts: dict[str, int]) -> JsonObject:
    record, failure = game.record, game.failure
    moves = record.moves
    data = {
        "number": game.number,
        "round": game.round,
        "black": game.agent(BLACK),
        "white": game.agent(WHITE),
        "margin": record.margin() or 0,
        "ending": game.ending,
        "start": starts.setdefault(record.start.to_string(), len(starts)),
        "opening": game.opening_plies,
        "moves": _placed_and_flipped(record.start, tuple(played.move for played in moves)),
        "values": _row(_number(played.value, 1) for played in moves),
        "milliseconds": _row(_milliseconds(played.seconds) for played in moves),
        "clocks": _row(_number(clock, 2) for clock in game.clocks),
        "depths": _row(_number(depth, 0) for depth in game.depths),
        "date": record.date.replace("_", " ").replace(".UTC", " UTC"),
    }
    if failure is not None:
        data |= {"failed": color_name(failure.color), "reason": failure.reason}
    return {key: value for key, value in data.items() if value != ""}


@cache
def _placed_and_flipped(start: Board, moves: tuple[Move, ...]) -> str:
    """Return the square of each move, followed by the squares of the discs that it flips.

    The cache has no limit: the games of a contest are on the pages of both players, which are
    written repeatedly and always in the same order, so a smaller cache would never hit.
    """
    board = start.copy()
    texts = []
    for move in moves:
        squares = () if move.is_pass else (move, *board.flips(move))
        texts.append("".join(_LETTERS[square] for square in squares) or _PASS)
        board.push(move)
    return ",".join(texts)


def _row(cells: Iterable[str]) -> str:
    """Join the values of all moves; the result is empty if there is none."""
    return ",".join(cells).rstrip(",")


def _number(number: float | None, digits: int) -> str:
    """Write a number as briefly as possible.

    >>> [_number(value, 1) for value in (None, 2.0, -0.01, 3.14)]
    ['', '2', '0', '3.1']
    """
    if number is None:
        return ""
    rounded = round(number, digits)
    return f"{rounded or 0:g}" if abs(rounded) < 1e6 else str(round(rounded))


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return ""
    milliseconds = 1000 * seconds
    return str(round(milliseconds)) if milliseconds >= 100 else f"{milliseconds:.3g}"
