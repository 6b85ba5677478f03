"""A stored game: its data, its outcome, and its rows in the store."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from obversi.board import Board
from obversi.color import BLACK, Color, color_name
from obversi.formats.record import GameRecord, PlayedMove
from obversi.move import Move
from obversi.rules import Rules, checked_rules
from obversi.sql.interface import Row
from obversi.wire.session import ClockSetting, EndReason, plain


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """Why a game is over, the winner, the margin, and all of it in a sentence.

    The changes are those of the ratings by a rated game.
    """

    reason: EndReason
    winner: Color | None
    margin: int
    text: str
    black_change: int | None = None
    white_change: int | None = None


def finished_outcome(board: Board) -> GameOutcome | None:
    """Return the outcome of a finished game, or None if it is not over by the rules."""
    outcome = board.outcome()
    if outcome is None:
        return None
    return GameOutcome(EndReason.FINISHED, outcome.winner, outcome.margin, board.status())


def lost_outcome(board: Board, loser: Color, reason: EndReason, why: str) -> GameOutcome:
    """Return the outcome of a game that a player has lost early, by all squares."""
    text = plain(f"{color_name(-loser)} wins: {why}")
    return GameOutcome(reason, -loser, board.size**2, text)


def abandoned_outcome(reason: EndReason, why: str) -> GameOutcome:
    """Return the outcome of a game without a winner."""
    return GameOutcome(reason, None, 0, f"no winner: {why}")


def _now() -> str:
    return datetime.now(UTC).strftime("%Y.%m.%d_%H:%M:%S.UTC")


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A player: a person or the description of an agent, and the digest of a token.

    A person's token is the key to the seat; at a seat of an agent it is that of the one person for
    whom the agent plays. A person with both colours has one token. `person` is the id of a person
    that the server knows by a key.
    """

    name: str
    agent: bool = False
    token: bytes | None = None
    person: int | None = None


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move or a pass, its seconds, and both clocks after it."""

    move: Move
    seconds: float | None = None
    black_left: float | None = None
    white_left: float | None = None


@dataclass(frozen=True, slots=True)
class StoredServerGame:
    """A game: its start, players, moves and outcome.

    `opening` counts the moves before the game began. A free seat is None; `flexible` is set if the
    waiting player accepts any colour. A rated game changes the ratings of two persons.
    """

    id: str
    position: str
    rules: Rules
    black: StoredSeat | None
    white: StoredSeat | None
    moves: tuple[StoredMove, ...] = ()
    opening: int = 0
    clock: ClockSetting | None = None
    private: bool = False
    flexible: bool = False
    rated: bool = False
    ending: GameOutcome | None = None
    created: str = field(default_factory=_now)

    def seat(self, color: Color) -> StoredSeat | None:
        """Return who plays a colour."""
        return self.black if color == BLACK else self.white

    def board(self) -> Board:
        """Return the last position, with all moves on its stack."""
        board = Board.parse(self.position, self.rules)
        for stored in self.moves:
            board.push(stored.move)
        return board

    def record(self) -> GameRecord:
        """Return the game for a file."""
        result, tags = None, {}
        if self.ending is not None:
            winner = self.ending.winner
            # Black is -1: the result is black's margin.
            result = 0 if winner is None else -winner * self.ending.margin
            if self.ending.reason is not EndReason.FINISHED:
                tags["CO"] = self.ending.text
        black, white = (seat.name if seat else "" for seat in (self.black, self.white))
        return GameRecord(
            Board.parse(self.position, self.rules),
            tuple(PlayedMove(stored.move, None, stored.seconds) for stored in self.moves),
            black=black,
            white=white,
            place="obversi",
            date=self.created,
            result=result,
            tags=tags,
        )


def row_of_game(game: StoredServerGame) -> dict[str, Any]:
    """Return the columns of a game without its moves."""
    return {
        "id": game.id,
        "created": game.created,
        "rules": game.rules,
        "position": game.position,
        "opening": game.opening,
        "clock": game.clock and game.clock.seconds,
        "increment": game.clock and game.clock.increment,
        "private": game.private,
        "rated": game.rated,
        **seat_values(game.black, game.white, game.flexible),
        **outcome_values(game.ending),
    }


def seat_values(
    black: StoredSeat | None, white: StoredSeat | None, flexible: bool
) -> dict[str, Any]:
    """Return the columns of the players."""
    values: dict[str, Any] = {"flexible": flexible}
    for color, seat in (("black", black), ("white", white)):
        values[color] = seat and seat.name
        values[f"{color}_agent"] = seat is not None and seat.agent
        values[f"{color}_token"] = seat and seat.token
        values[f"{color}_person"] = seat and seat.person
    return values


def outcome_values(ending: GameOutcome | None) -> dict[str, Any]:
    """Return the columns of the outcome."""
    if ending is None:
        names = ("reason", "winner", "margin", "ending", "black_change", "white_change")
        return dict.fromkeys(names)
    return {
        "reason": ending.reason.value,
        "winner": ending.winner,
        "margin": ending.margin,
        "ending": ending.text,
        "black_change": ending.black_change,
        "white_change": ending.white_change,
    }


def move_values(
    number: int, first_ply: int, moves: Iterable[StoredMove]
) -> list[tuple[int, int, str, float | None, float | None, float | None]]:
    """Return a row for each move."""
    return [
        (number, ply, str(stored.move), stored.seconds, stored.black_left, stored.white_left)
        for ply, stored in enumerate(moves, start=first_ply)
    ]


def game_of_rows(row: Row, moves: Sequence[Row]) -> StoredServerGame:
    """Return a game; damage is a ValueError, TypeError or LookupError."""
    if [move["ply"] for move in moves] != list(range(len(moves))):
        raise ValueError("a move is missing")
    ending = None
    if row["reason"] is not None:
        ending = GameOutcome(
            *(EndReason(row["reason"]), row["winner"], row["margin"], row["ending"]),
            *(_newer(row, "black_change"), _newer(row, "white_change")),
        )
    clock = None
    if row["clock"] is not None:
        clock = ClockSetting(float(row["clock"]), float(row["increment"]))
    game = StoredServerGame(
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
        rated=bool(_newer(row, "rated")),
        ending=ending,
        created=row["created"],
    )
    game.board()  # the moves can be played
    return game


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _seat(row: Row, color: str) -> StoredSeat | None:
    if row[color] is None:
        return None
    token = row[f"{color}_token"]
    return StoredSeat(
        row[color],
        bool(row[f"{color}_agent"]),
        None if token is None else bytes(token),
        _newer(row, f"{color}_person"),
    )


def _newer(row: Row, column: str) -> Any:
    """Return a value of a column that older files do not have."""
    return row[column] if column in row.keys() else None  # noqa: SIM118 -- rows have no `in`
