"""A game on the server: who plays, what was played, and what follows from a move."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.move import PASS, Move
from obversi.net.games.clocks import GameClocks
from obversi.net.games.ending import Ending, finished
from obversi.net.games.seats import Seat
from obversi.net.store import StoredGame, StoredMove, StoredSeat

__all__ = ["Following", "Game", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """A move or a pass: the boards before and after it, and the seconds that it took."""

    move: Move
    before: Board
    after: Board
    seconds: float


@dataclass(frozen=True, slots=True)
class Following:
    """What follows from a move: itself, and the pass that is due after it.

    `left` is what the clocks will show, and `ending` how the game ends, if it does.
    """

    steps: tuple[Step, ...]
    left: Mapping[int, float] | None
    ending: Ending | None

    def stored_moves(self) -> list[StoredMove]:
        """Return the moves as they are kept."""
        left = {} if self.left is None else self.left
        clocks = [None if color not in left else round(left[color], 3) for color in (BLACK, WHITE)]
        return [StoredMove(step.move, round(step.seconds, 3), *clocks) for step in self.steps]


class Game:
    """The one truth about a game; it tells nobody, and stores nothing."""

    def __init__(
        self, stored: StoredGame, now: Callable[[], float], heard: Callable[[], float]
    ) -> None:
        """Take a game as it is stored, whether it is new or was found after a restart."""
        self.id = stored.id
        self.opening = stored.opening
        self.private = stored.private
        self.flexible = stored.flexible
        self.board = stored.board()
        self.ending = stored.ending
        self.ahead: tuple[Move, ...] = ()  # taken back, without passes; a restart forgets it
        self.seats = {
            color: Seat(color, who) for color in (BLACK, WHITE) if (who := stored.seat(color))
        }
        self.clocks = GameClocks(stored.clock, now, heard)
        if stored.moves:
            last = stored.moves[-1]
            self.clocks.set({BLACK: last.black_left, WHITE: last.white_left})

    @property
    def waits(self) -> bool:
        """Whether somebody has still to come."""
        return len(self.seats) < 2

    @property
    def turn(self) -> int | None:
        """Who is to move, or None if nobody is."""
        return None if self.waits or self.ending is not None else self.board.turn

    @property
    def mover(self) -> Seat | None:
        """The seat of the player who is to move."""
        return None if self.turn is None else self.seats[self.turn]

    @property
    def is_arranged(self) -> bool:
        """Whether two agents play."""
        return not self.waits and all(seat.is_agent for seat in self.seats.values())

    @property
    def is_with_oneself(self) -> bool:
        """Whether one person plays both colours."""
        return self.keeper_token is not None and not any(
            seat.is_agent for seat in self.seats.values()
        )

    @property
    def can_rest(self) -> bool:
        """Whether nobody minds if a person who plays stays away: no other person, and no clock."""
        return self.keeper_token is not None and self.clocks.setting is None

    @property
    def keeper_token(self) -> bytes | None:
        """The digest of the token of the only person who has a hand in it, if that is so."""
        if self.waits:
            return None
        persons = {seat.who.token for seat in self.seats.values() if not seat.is_agent}
        tokens = {seat.who.token for seat in self.seats.values()} - {None}
        return next(iter(tokens)) if len(tokens) == 1 and None not in persons else None

    @property
    def beginning(self) -> Board:
        """The position that was first on the board."""
        return self.board.root()

    def first_board(self) -> Board:
        """Return the position in which the first move of this game was made."""
        board = self.board.copy()
        while board.ply > self.opening:
            board.pop()
        return board

    def who(self, color: int) -> StoredSeat | None:
        """Return who plays a colour, if that is known."""
        seat = self.seats.get(color)
        return None if seat is None else seat.who

    def following(self, move: str) -> Following:
        """Return what follows from a move if it is played now; one that is not legal is an error.

        The game does not change before that is taken.
        """
        after = self.board.copy()
        after.push(move)
        steps = [Step(after.peek(), self.board, after, self.clocks.elapsed())]
        if after.must_pass:
            passed = after.copy()
            passed.push(PASS)
            steps.append(Step(PASS, after, passed, 0.0))
        left = self.clocks.after_move(self.board.turn)
        return Following(tuple(steps), left, finished(steps[-1].after))

    def take(self, following: Following) -> None:
        """Play what follows from a move."""
        self.board = following.steps[-1].after
        is_again = self.ahead[:1] == (following.steps[0].move,)
        self.ahead = self.ahead[1:] if is_again else ()
        self.clocks.set(following.left or {})
        self.ending = following.ending

    # Taking back

    def before_last_turn(self, colors: Collection[int]) -> Board | None:
        """Return the position in which a player of some colours last had to move, if there is one.

        What was played before the game began stays.
        """
        board = self.board.copy()
        while board.ply > self.opening:
            board.pop()
            if board.turn in colors and not board.must_pass:
                return board
        return None

    def at_next_turn(self, colors: Collection[int]) -> Board | None:
        """Return what comes of the moves taken back, up to the next turn of some colours.

        There is none where nothing was taken back.
        """
        if not self.ahead:
            return None
        board = self.board.copy()
        for move in self.ahead:
            board.push(move)
            if board.must_pass:
                board.push(PASS)
            if board.turn in colors:
                break
        return board

    def go_to(self, board: Board) -> None:
        """Go back to an earlier position, or forward to one that was taken back."""
        line = (*_placed(self.board), *self.ahead)
        self.ahead = line[len(_placed(board)) :]
        self.board = board
        self.clocks.halt()


def _placed(board: Board) -> tuple[Move, ...]:
    return tuple(move for move in board.move_stack if not move.is_pass)
