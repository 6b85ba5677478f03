"""A game on the server: its seats, its clocks, its moves, and the result of a move."""

import hmac
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import play
from obversi.formats.transcript import written_moves
from obversi.move import PASS, Move
from obversi.net.games.context import Peer, RequestRejectedError, Timer
from obversi.net.stored_game import (
    GameOutcome,
    StoredMove,
    StoredSeat,
    StoredServerGame,
    finished_outcome,
)
from obversi.openings import OPENINGS, name_of
from obversi.wire.session import (
    Analyse,
    Arrange,
    Clocks,
    ClockSetting,
    ErrorCode,
    Join,
    PlayerRating,
    Review,
)

# Later moves do not change the name of an opening.
_LONGEST_OPENING = max(len(opening.moves) for opening in OPENINGS)

# 96 and 128 bits cannot be guessed.
_ID_BYTES = 12
_TOKEN_BYTES = 16


# Clocks


class GameClocks:
    """The time that both players have left; without a setting it is unlimited."""

    def __init__(
        self,
        setting: ClockSetting | None,
        now: Callable[[], float],
        input_time: Callable[[], float] | None = None,
    ) -> None:
        """Start with both clocks stopped and full.

        A clock runs from `now` until the `input_time` of the move, which is earlier than now if the
        server was busy meanwhile.
        """
        self.setting = setting
        self._now = now
        self._input_time = input_time or now
        seconds = 0.0 if setting is None else setting.seconds
        self._left = {BLACK: seconds, WHITE: seconds}
        self._running: Color | None = None
        self._since = 0.0

    def set(self, left: Mapping[Color, float | None]) -> None:
        """Stop both clocks and set them; None changes nothing."""
        self.stop()
        for color, seconds in left.items():
            if seconds is not None:
                self._left[color] = seconds

    def start(self, color: Color) -> None:
        """Run a player's clock, unless it runs already."""
        if self._running != color:
            self._running, self._since = color, self._now()

    def elapsed(self) -> float:
        """Return the seconds since the running clock was started."""
        return 0.0 if self._running is None else max(self._input_time() - self._since, 0.0)

    def left(self, color: Color) -> float | None:
        """Return the seconds that a player has left, at least 0; None if time is unlimited."""
        if self.setting is None:
            return None
        spent = self.elapsed() if color == self._running else 0.0
        return max(self._left[color] - spent, 0.0)

    def is_over(self, color: Color) -> bool:
        """Whether a player's time is over."""
        return self.left(color) == 0.0

    def stop(self) -> None:
        """Stop the running clock without charging the player."""
        self._running = None

    def after_move(self, color: Color) -> dict[Color, float] | None:
        """Return the clocks after a move of a player now; None if time is unlimited."""
        left = self.left(color)
        if self.setting is None or left is None:
            return None
        return self._left | {color: left + self.setting.increment}

    def shown(self) -> Clocks | None:
        """Return the clocks for a message, rounded to milliseconds."""
        black, white = self.left(BLACK), self.left(WHITE)
        if black is None or white is None:
            return None
        return Clocks(round(black, 3), round(white, 3))


# Seats


def new_game_id() -> str:
    """Return a new id that cannot be guessed."""
    return f"g-{secrets.token_urlsafe(_ID_BYTES)}"


def new_token() -> str:
    """Return a new token that cannot be guessed."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_digest(token: str) -> bytes:
    """Return what is stored of a token, so that a reader of the file cannot take the seat."""
    return sha256(token.encode()).digest()


@dataclass(slots=True, eq=False)
class Seat:
    """A colour of a game, played by an agent or by a person, who may be away."""

    color: Color
    who: StoredSeat
    peer: Peer | None = None
    last_address: str = ""  # of the connection that was lost
    rating: PlayerRating | None = None
    absence: Timer | None = None
    away_since: float | None = None  # when the connection was lost
    grace_until: float | None = None  # after a restart, until the person is back

    @property
    def is_agent(self) -> bool:
        """Whether an agent of the server plays."""
        return self.who.agent

    @property
    def is_away(self) -> bool:
        """Whether a person plays who is not connected."""
        return not self.who.agent and self.peer is None

    def opens_with(self, token: str) -> bool:
        """Whether a token belongs to this seat; takes the same time for every token."""
        digest = self.who.token
        return digest is not None and hmac.compare_digest(digest, token_digest(token))

    def grace_seconds(self, now: float) -> float:
        """Return how many seconds the clock of an absent person still waits."""
        if self.grace_until is None or not self.is_away:
            return 0.0
        return max(self.grace_until - now, 0.0)

    def cancel_absence(self) -> None:
        """Cancel the timer of an absence."""
        self.away_since = None
        if self.absence is not None:
            self.absence.cancel()
            self.absence = None


# Moves


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A move or a pass: the boards before and after it, and its seconds."""

    move: Move
    before: Board
    after: Board
    seconds: float


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The result of a move: the move itself, and the pass that follows if the opponent must.

    `left` are the clocks afterwards, and `outcome` is set if the game ends.
    """

    steps: tuple[PlayedStep, ...]
    left: Mapping[Color, float] | None
    outcome: GameOutcome | None

    def stored_moves(self) -> list[StoredMove]:
        """Return the moves for the store."""
        left = {} if self.left is None else self.left
        clocks = [None if color not in left else round(left[color], 3) for color in (BLACK, WHITE)]
        return [StoredMove(step.move, round(step.seconds, 3), *clocks) for step in self.steps]


class Game:
    """The state of a game; it neither sends nor stores anything."""

    def __init__(
        self, stored: StoredServerGame, now: Callable[[], float], input_time: Callable[[], float]
    ) -> None:
        """Load a stored game, new or from before a restart."""
        self.id = stored.id
        self.opening = stored.opening
        self.private = stored.private
        self.flexible = stored.flexible
        self.rated = stored.rated
        self.board = stored.board()
        self.opening_name = name_of(self.board)
        self.outcome = stored.ending
        self.undone: tuple[Move, ...] = ()  # without passes; a restart forgets it
        self.seats = {
            color: Seat(color, who) for color in (BLACK, WHITE) if (who := stored.seat(color))
        }
        self.clocks = GameClocks(stored.clock, now, input_time)
        if stored.moves:
            last = stored.moves[-1]
            self.clocks.set({BLACK: last.black_left, WHITE: last.white_left})

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is free."""
        return len(self.seats) < 2

    @property
    def turn(self) -> Color | None:
        """The colour to move, or None before the start and after the end."""
        return None if self.is_waiting or self.outcome is not None else self.board.turn

    @property
    def mover(self) -> Seat | None:
        """The seat of the player to move."""
        return None if self.turn is None else self.seats[self.turn]

    @property
    def is_between_agents(self) -> bool:
        """Whether two agents play."""
        return not self.is_waiting and all(seat.is_agent for seat in self.seats.values())

    @property
    def is_played_alone(self) -> bool:
        """Whether one person plays both colours."""
        return self.keeper_token is not None and not any(
            seat.is_agent for seat in self.seats.values()
        )

    @property
    def is_between_people(self) -> bool:
        """Whether two persons play."""
        persons = [seat for seat in self.seats.values() if not seat.is_agent]
        return len(persons) == 2 and not self.is_played_alone

    @property
    def can_pause(self) -> bool:
        """Whether an absence disturbs neither another person nor a clock."""
        return self.keeper_token is not None and self.clocks.setting is None

    @property
    def keeper_token(self) -> bytes | None:
        """The digest of the token of the only person in the game, if there is only one."""
        if self.is_waiting:
            return None
        persons = {seat.who.token for seat in self.seats.values() if not seat.is_agent}
        tokens = {seat.who.token for seat in self.seats.values()} - {None}
        return next(iter(tokens)) if len(tokens) == 1 and None not in persons else None

    def first_board(self) -> Board:
        """Return the position in which the first move of this game was made."""
        board = self.board.copy()
        while board.ply > self.opening:
            board.pop()
        return board

    def who(self, color: Color) -> StoredSeat | None:
        """Return who plays a colour, if the seat is taken."""
        seat = self.seats.get(color)
        return None if seat is None else seat.who

    def rating(self, color: Color) -> PlayerRating | None:
        """Return the rating of a player before the game, if there is one."""
        seat = self.seats.get(color)
        return None if seat is None else seat.rating

    def played(self) -> int:
        """Return the number of moves since the game began, without passes."""
        return sum(not move.is_pass for move in self.board.move_stack[self.opening :])

    def result_of(self, move: str) -> MoveResult:
        """Return the result of a move now; an illegal move is an error. The game is not changed."""
        after = self.board.copy()
        after.push(move)
        steps = [PlayedStep(after.peek(), self.board, after, self.clocks.elapsed())]
        if after.must_pass:
            passed = after.copy()
            passed.push(PASS)
            steps.append(PlayedStep(PASS, after, passed, 0.0))
        left = self.clocks.after_move(self.board.turn)
        return MoveResult(tuple(steps), left, finished_outcome(steps[-1].after))

    def apply(self, result: MoveResult) -> None:
        """Change the game by the result of a move."""
        self.board = result.steps[-1].after
        if self.board.ply <= _LONGEST_OPENING:
            self.opening_name = name_of(self.board)
        is_redone = self.undone[:1] == (result.steps[0].move,)
        self.undone = self.undone[1:] if is_redone else ()
        self.clocks.set(result.left or {})
        self.outcome = result.outcome

    # Undo and redo

    def before_last_turn(self, colors: Collection[int]) -> Board | None:
        """Return the position of the last turn of a player of some colours, if there was one.

        The moves of the opening stay.
        """
        board = self.board.copy()
        while board.ply > self.opening:
            board.pop()
            if board.turn in colors and not board.must_pass:
                return board
        return None

    def at_next_turn(self, colors: Collection[int]) -> Board | None:
        """Return the position after the undone moves up to the next turn of some colours.

        None if there are no undone moves.
        """
        if not self.undone:
            return None
        board = self.board.copy()
        for move in self.undone:
            board.push(move)
            if board.must_pass:
                board.push(PASS)
            if board.turn in colors:
                break
        return board

    def go_to(self, board: Board) -> None:
        """Go back to an earlier position, or forward to an undone one."""
        line = (*_placed(self.board), *self.undone)
        self.undone = line[len(_placed(board)) :]
        self.board = board
        self.opening_name = name_of(board)
        self.clocks.stop()


def _placed(board: Board) -> tuple[Move, ...]:
    return tuple(move for move in board.move_stack if not move.is_pass)


# The boards that requests describe


def opening_board(request: Join | Arrange | Analyse) -> Board:
    """Return the board that a request describes, with its moves on the stack and no pass due."""
    board = played_board(request)
    if board.is_over:
        reason = f"there is nothing left to play: {board.status()}"
        raise RequestRejectedError(ErrorCode.OVER, reason)
    return board


def played_board(request: Join | Arrange | Analyse | Review) -> Board:
    """Return the board that a request describes; the game may be over."""
    board = _first_board(request)
    try:
        for written in written_moves(request.moves):
            play(board, written)
    except FormatError as error:
        reason = f"'moves' cannot be played: {error}"
        raise RequestRejectedError(ErrorCode.ILLEGAL, reason) from error
    if board.must_pass:
        board.push(PASS)
    return board


def _first_board(request: Join | Arrange | Analyse | Review) -> Board:
    if not request.position:
        return Board(request.size, request.rules)
    try:
        board = Board.parse(request.position, request.rules)
    except ObversiError as error:
        reason = f"'position' is not a board: {error}"
        raise RequestRejectedError(ErrorCode.FORMAT, reason) from error
    if board.size != request.size:
        size = f"{board.size}×{board.size}"
        reason = f"'position' has {size} squares, but 'size' is {request.size}"
        raise RequestRejectedError(ErrorCode.FORMAT, reason)
    return board
