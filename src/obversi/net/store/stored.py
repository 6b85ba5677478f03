"""A game as the file keeps it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from obversi.board import Board, Rules
from obversi.color import BLACK
from obversi.formats.record import GameRecord, PlayedMove
from obversi.move import Move
from obversi.net.games.ending import Ending
from obversi.wire.session import ClockSetting, EndReason

__all__ = ["StoredGame", "StoredMove", "StoredSeat"]


def _now() -> str:
    return datetime.now(UTC).strftime("%Y.%m.%d_%H:%M:%S.UTC")


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A player: a person or the description of an agent, and the digest of a token.

    A person's token is the key to the seat; at a seat of an agent it is that of the one person for
    whom the agent plays. Who plays both colours has one token for both.
    """

    name: str
    agent: bool = False
    token: bytes | None = None


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move or a pass, how long it was thought about, and both clocks after it."""

    move: Move
    seconds: float | None = None
    black_left: float | None = None
    white_left: float | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game: where it began, who plays, what was played and how it ended.

    `opening` counts the moves that were there when it began. A seat is None until somebody takes
    it; the one who waits may be `flexible` about the colour.
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
    ending: Ending | None = None
    created: str = field(default_factory=_now)

    def seat(self, color: int) -> StoredSeat | None:
        """Return who plays a colour."""
        return self.black if color == BLACK else self.white

    def board(self) -> Board:
        """Return the last position, with all moves on its stack."""
        board = Board.parse(self.position, self.rules)
        for stored in self.moves:
            board.push(stored.move)
        return board

    def record(self) -> GameRecord:
        """Return the game as files hold games."""
        result, tags = None, {}
        if self.ending is not None:
            winner = self.ending.winner
            # Black is -1: this is black's margin whoever won.
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
