"""A game or a position of a file: the start, the moves and the players."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType
from typing import Any

from obversi.arguments import checked_text, checked_type
from obversi.board import Board, checked_board
from obversi.color import BLACK, Color, color_name
from obversi.errors import FormatError, IllegalMoveError, InputError, ObversiError
from obversi.move import PASS, Move
from obversi.rules import Rules

_LONGEST_MOVE = 20


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move, its value by its player's estimate, and the time it took."""

    move: Move
    value: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Reject numbers that cannot be in a file."""
        for number in (self.value, self.seconds):
            if number is not None and not isfinite(number):
                raise InputError(f"{number} cannot be the value or the time of {self.move}")


# Most moves have neither value nor time, so one object for each move is enough.
_PLAIN = {move: PlayedMove(move) for move in (Move.from_index(index) for index in range(65))}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, or a position if there are no moves.

    `start` is the position before the first move; take a copy to play on. `moves` has the passes
    written out. `result` is the margin for black that the source gives, under the rules of the
    game. `tags` has further information of the source, `values` exact margins of moves for the
    mover at the start.

    >>> record = record_from_moves(["f5", "d6"], black="Ann")
    >>> record.transcript(), record.board().ply, record.black
    ('f5d6', 2, 'Ann')
    """

    start: Board
    moves: tuple[PlayedMove, ...] = ()
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: int | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Copy the collections, so that they cannot change later."""
        object.__setattr__(self, "start", checked_board(self.start).copy(stack=False))
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the frozen mappings as plain ones."""
        names = (self.black, self.white, self.place, self.date)
        parts = (self.start, self.moves, *names, self.result, dict(self.tags), dict(self.values))
        return GameRecord, parts

    @property
    def rules(self) -> Rules:
        """The rules of the game, "normal" or "reversed"."""
        return self.start.rules

    @property
    def size(self) -> int:
        """Squares along an edge."""
        return self.start.size

    @property
    def begins_as_usual(self) -> bool:
        """Whether the first position is the usual start position."""
        return self.start == Board(self.size, self.rules)

    def board(self) -> Board:
        """Return the last position, with the moves on its stack."""
        board = self.start.copy()
        for played in self.moves:
            board.push(played.move)
        return board

    def boards(self) -> Iterator[Board]:
        """Yield the positions: the start, and the one after each move."""
        board = self.start.copy()
        yield board.copy()
        for played in self.moves:
            board.push(played.move)
            yield board.copy()

    def margin(self) -> int | None:
        """Return the margin for black: as recorded, or else as played if the game was finished."""
        if self.result is not None:
            return self.result
        outcome = self.board().outcome()
        return None if outcome is None else outcome.margin_for(BLACK)

    def transcript(self) -> str:
        """Return the squares one after another, without passes."""
        return "".join(played.move for played in self.moves if not played.move.is_pass)


def checked_record(record: GameRecord) -> GameRecord:
    """Return the game if it is one, and its parts have the types that readers give them."""
    checked_type(record, GameRecord, "game")
    checked_text(record.black, "the name of black")
    checked_text(record.white, "the name of white")
    checked_text(record.place, "the place")
    checked_text(record.date, "the date")
    for name, text in record.tags.items():
        checked_text(text, f"the tag {name!r}")
    for square, value in record.values.items():
        _check_number(value, f"the value of {square}")
    if record.result is not None and not isinstance(record.result, int):
        raise InputError(f"the result cannot be {record.result!r}: expected an int")
    for played in record.moves:
        if not (isinstance(played, PlayedMove) and isinstance(played.move, Move)):
            raise InputError(f"{played!r:.40} is among the moves: expected a PlayedMove of a Move")
        for number in (played.value, played.seconds):
            if number is not None:
                _check_number(number, f"the value or the time of {played.move}")
    return record


def _check_number(number: float, what: str) -> None:
    """Reject what cannot be written into every file, such as the numbers of NumPy."""
    if not isinstance(number, int | float):
        raise InputError(f"{what} cannot be {number!r}: expected an int or a float")


def checked_records(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Return an iterator over several games, which need not be checked."""
    if not isinstance(records, GameRecord):
        with suppress(TypeError):
            return iter(records)
    kind = type(records).__name__
    raise InputError(f"a single {kind} is no list of games: expected one such as [game]")


class BrokenGameError(FormatError):
    """A game that cannot be read to its end, with the part that was read.

    If a move is the cause, `number` is its number in the text, written passes included. `why` is
    the reason without a place.
    """

    def __init__(
        self,
        reason: str,
        place: str,
        kept: GameRecord,
        number: int | None = None,
        why: str | None = None,
    ) -> None:
        """Set the reason and the place, and store the rest."""
        super().__init__(reason, place)
        self.kept, self.number = kept, number
        self.why = reason if why is None else why

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all arguments of the error."""
        return type(self), (self.reason, self.place, self.kept, self.number, self.why)

    def at(self, place: str) -> "BrokenGameError":
        """Return the same error with the line or the record where it occurred."""
        return BrokenGameError(str(self), place, self.kept, self.number, self.why)


def record_from_moves(
    moves: Iterable[str],
    start: Board | None = None,
    *,
    black: str = "",
    white: str = "",
    place: str = "",
    date: str = "",
    result: int | None = None,
    tags: Mapping[str, str] | None = None,
) -> GameRecord:
    """Replay written moves, adding passes that were left out; the usual 8×8 start if none is given.

    A move that cannot be played is a `BrokenGameError` that names its ply.
    """
    if not isinstance(moves, Iterable):
        raise InputError(f"{moves!r} are no moves: expected texts such as ['f5', 'd6']")
    board = Board() if start is None else checked_board(start).copy(stack=False)
    first = board.copy()

    def so_far() -> GameRecord:
        played = tuple(_PLAIN[move] for move in board.move_stack)
        return GameRecord(first, played, black, white, place, date, result, tags or {})

    number = 1
    try:
        for written in moves:
            play(board, written)
            number += 1
    except FormatError as error:
        raise BrokenGameError(error.reason, error.place, so_far(), number) from None
    return so_far()


def play(board: Board, written: str, color: Color | None = None) -> None:
    """Play a written move, and before it a pass that was due but not written.

    If the writer names the player of the move, it must be the mover.
    """
    ply = board.ply + 1
    if isinstance(written, str) and len(written) > _LONGEST_MOVE:
        written = written[:_LONGEST_MOVE] + "…"
    try:
        move = Move(written)
        pass_left_out = board.must_pass and not move.is_pass
        mover = -board.turn if pass_left_out else board.turn
        if color is not None and color != mover and not board.is_over:
            raise IllegalMoveError(
                f"{written!r} cannot be played by {color_name(color)}: "
                f"it is the turn of {color_name(mover)}"
            )
        if pass_left_out:
            board.push(PASS)
        board.push(move)
    except ObversiError as error:
        raise FormatError(str(error), f"ply {ply}") from None


def played_moves(
    board: Board, thoughts: Mapping[int, tuple[float | None, float | None]]
) -> tuple[PlayedMove, ...]:
    """Return the moves of a board, with values and times for those plies that have them."""
    return tuple(
        PlayedMove(move, *thoughts[ply]) if ply in thoughts else _PLAIN[move]
        for ply, move in enumerate(board.move_stack)
    )
