"""Games as rows of the tables."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from obversi.board import checked_rules
from obversi.move import Move
from obversi.net.games.ending import Ending
from obversi.net.store.stored import StoredGame, StoredMove, StoredSeat
from obversi.wire.session import ClockSetting, EndReason

__all__ = ["ending_values", "game_of_rows", "move_values", "row_of_game", "seat_values"]


def row_of_game(game: StoredGame) -> dict[str, Any]:
    """Return the columns of a game but for its moves."""
    return {
        "id": game.id,
        "created": game.created,
        "rules": game.rules,
        "position": game.position,
        "opening": game.opening,
        "clock": game.clock and game.clock.seconds,
        "increment": game.clock and game.clock.increment,
        "private": game.private,
        **seat_values(game.black, game.white, game.flexible),
        **ending_values(game.ending),
    }


def seat_values(
    black: StoredSeat | None, white: StoredSeat | None, flexible: bool
) -> dict[str, Any]:
    """Return the columns that say who plays."""
    values: dict[str, Any] = {"flexible": flexible}
    for color, seat in (("black", black), ("white", white)):
        values[color] = seat and seat.name
        values[f"{color}_agent"] = seat is not None and seat.agent
        values[f"{color}_token"] = seat and seat.token
    return values


def ending_values(ending: Ending | None) -> dict[str, Any]:
    """Return the columns that say how a game ended."""
    if ending is None:
        return dict.fromkeys(("reason", "winner", "margin", "ending"))
    return {
        "reason": ending.reason.value,
        "winner": ending.winner,
        "margin": ending.margin,
        "ending": ending.text,
    }


def move_values(
    number: int, first_ply: int, moves: Iterable[StoredMove]
) -> list[tuple[int, int, str, float | None, float | None, float | None]]:
    """Return a row for each move."""
    return [
        (number, ply, str(stored.move), stored.seconds, stored.black_left, stored.white_left)
        for ply, stored in enumerate(moves, start=first_ply)
    ]


def game_of_rows(row: sqlite3.Row, moves: Sequence[sqlite3.Row]) -> StoredGame:
    """Return a game; what no game can be is a ValueError, TypeError or LookupError."""
    if [move["ply"] for move in moves] != list(range(len(moves))):
        raise ValueError("a move is missing")
    ending = None
    if row["reason"] is not None:
        ending = Ending(EndReason(row["reason"]), row["winner"], row["margin"], row["ending"])
    clock = None
    if row["clock"] is not None:
        clock = ClockSetting(float(row["clock"]), float(row["increment"]))
    game = StoredGame(
        id=row["id"],
        position=row["position"],
        rules=checked_rules(row["rules"]),
        black=_seat(row, "black"),
        white=_seat(row, "white"),
        moves=tuple(
            StoredMove(
                Move(move["move"]),
                *(_number(move[column]) for column in ("seconds", "black_left", "white_left")),
            )
            for move in moves
        ),
        opening=int(row["opening"]),
        clock=clock,
        private=bool(row["private"]),
        flexible=bool(row["flexible"]),
        ending=ending,
        created=row["created"],
    )
    game.board()  # the moves can be played
    return game


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _seat(row: sqlite3.Row, color: str) -> StoredSeat | None:
    if row[color] is None:
        return None
    token = row[f"{color}_token"]
    return StoredSeat(
        row[color], bool(row[f"{color}_agent"]), None if token is None else bytes(token)
    )
