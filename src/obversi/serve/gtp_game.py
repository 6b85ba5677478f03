"""The board of a GTP session: moves are played by colour, and can be taken back."""

from dataclasses import dataclass, replace

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.errors import IllegalMoveError
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.rules import Rules


class GtpGame:
    """A game with its positions, one after each command."""

    def __init__(self) -> None:
        """Start a normal 8×8 game."""
        self._boards = [Board()]

    @property
    def board(self) -> Board:
        """The position, with its moves."""
        return self._boards[-1]

    def start(self, size: int, rules: Rules) -> None:
        """Start another game."""
        self._boards = [Board(size, rules)]

    def load(self, boards: list[Board]) -> None:
        """Take the positions of a game."""
        self._boards = list(boards)

    def set_rules(self, rules: Rules) -> None:
        """Change the rules."""
        self._boards = [board.with_rules(rules) for board in self._boards]

    def play(self, color: Color, move: Move) -> None:
        """Play a move, and before it the pass of the other player if it is necessary.

        Passes after the end of the game change nothing: boards of Go programs end with two.
        """
        board = self.for_mover(color)
        if not (board.is_over and move is PASS):
            board.push(move)
        self._boards.append(board)

    def for_mover(self, color: Color) -> Board:
        """Return a copy of the board with this colour to move, or raise an error."""
        board = self.board.copy()
        if board.turn != color and not board.is_over:
            if not board.must_pass:
                names = color_name(color), color_name(board.turn)
                raise IllegalMoveError("{} cannot move: it is the turn of {}".format(*names))
            board.push(PASS)
        return board

    def undo(self) -> bool:
        """Take back the moves of the last command, and return whether there were any."""
        if len(self._boards) == 1:
            return False
        self._boards.pop()
        return True


# The reserve for delays: at most this share of the time.
_LATENCY_SECONDS = 0.05
_LATENCY_SHARE = 0.1

# The time for a move after the clock has run out: clients still expect moves.
_SHORTEST_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """A time for the game, and after it periods, each for a number of moves."""

    main: float
    period: float
    moves: int

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no clock: a period without moves, or no time at all."""
        return (self.period > 0 and self.moves == 0) or (self.main <= 0 and self.period <= 0)

    @property
    def seconds_a_move(self) -> float:
        """The seconds for a move of a period; 0 if there are no periods."""
        return self.period / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class _Clock:
    """The time that a player has left: for the game, or for a number of moves."""

    seconds: float
    moves: int = 0


class Clocks:
    """The clocks of both players; measured here if the client sends no times."""

    def __init__(self) -> None:
        """Start without clocks."""
        self._settings: TimeSettings | None = None
        self._left: dict[Color, _Clock] = {}

    def set(self, settings: TimeSettings) -> None:
        """Set or remove both clocks."""
        self._settings = None if settings.is_unlimited else settings
        self.start()

    def start(self) -> None:
        """Reset the clocks for a new game."""
        self._left.clear()
        if (settings := self._settings) is not None:
            first = _Clock(settings.main) if settings.main > 0 else _period(settings)
            self._left = {BLACK: first, WHITE: first}

    def set_clock(self, color: Color, seconds: float, moves: int) -> None:
        """Set the time of the client's clock."""
        self._left[color] = _Clock(seconds, moves)

    def use(self, color: Color, seconds: float) -> None:
        """Subtract the time of a move."""
        if color not in self._left:
            return
        clock = self._left[color]
        left = replace(clock, seconds=clock.seconds - seconds)
        settings = self._settings
        if clock.moves:
            left = replace(left, moves=clock.moves - 1)
            if left.moves == 0 and settings is not None and settings.moves:
                left = _period(settings)
        elif left.seconds <= 0 and settings is not None and settings.moves:
            left = _period(settings)
        self._left[color] = left

    def limit(self, color: Color) -> Limit:
        """Return the limit for a move."""
        clock = self._left.get(color)
        if clock is None:
            return Limit()
        if clock.moves:
            return Limit(seconds=_without_latency(clock.seconds / clock.moves))
        later = 0.0 if self._settings is None else self._settings.seconds_a_move
        return Limit(clock=max(clock.seconds, _SHORTEST_SECONDS), increment=later)


def _period(settings: TimeSettings) -> _Clock:
    return _Clock(settings.period, settings.moves)


def _without_latency(seconds: float) -> float:
    latency = min(_LATENCY_SECONDS, seconds * _LATENCY_SHARE)
    return max(seconds - latency, _SHORTEST_SECONDS)
