"""What the fields of messages are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from obversi.analysis import Bound
from obversi.board import Rules
from obversi.color import BLACK, WHITE
from obversi.errors import FormatError, ObversiError
from obversi.limit import Limit
from obversi.wire.session.form import Member
from obversi.wire.session.parts import (
    Choice,
    Flag,
    ListOf,
    Nullable,
    Number,
    Part,
    Text,
    Whole,
    mismatch,
)

__all__ = [
    "LONGEST_CLOCK",
    "Allowance",
    "AnalysedLine",
    "BoardText",
    "ClockSetting",
    "Clocks",
    "Color",
    "Description",
    "EndReason",
    "ErrorCode",
    "GameEntry",
    "GameId",
    "LimitPart",
    "MaybeClockSetting",
    "MaybeClocks",
    "MaybeColor",
    "Moves",
    "Name",
    "Offer",
    "Ply",
    "RulesName",
    "Seconds",
    "Sentence",
    "Side",
    "Size",
    "Square",
    "Squares",
    "Token",
    "color_number",
    "color_word",
]

#: The most seconds on a clock, and the most that a move adds.
LONGEST_CLOCK: Final = 86_400.0

Color = Literal["black", "white"]


def color_number(color: Color) -> int:
    """Return the number that stands for a colour everywhere else.

    >>> color_number("black")
    -1
    """
    return BLACK if color == "black" else WHITE


def color_word(color: int) -> Color:
    """Return the word for a colour in messages.

    >>> color_word(1)
    'white'
    """
    return "black" if color == BLACK else "white"


class ErrorCode(StrEnum):
    """Why a message is refused, for programs; the text beside it is for people."""

    FORMAT = "format"  # the message is none, or a field of it is wrong
    VERSION = "version"  # another version of the protocol is spoken
    HELLO = "hello"  # hello has to come first, and once
    UNKNOWN_GAME = "unknown-game"
    NOT_YOURS = "not-yours"  # the game is others'
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL = "illegal"  # the rules do not allow the move
    OVER = "over"  # the game has ended
    BUSY = "busy"  # there is too much under way, for this visitor or for all
    RATE = "rate"  # too many messages
    SIZE = "size"  # too long a message
    TOKEN = "token"  # the token is not that of a seat of the game
    AGENT = "agent"  # the server has no such agent
    REFUSED = "refused"  # everything else; the text says why
    CLOSING = "closing"  # the server goes down


class EndReason(StrEnum):
    """Why a game is over."""

    FINISHED = "finished"
    TIME = "time"
    RESIGN = "resign"
    DISCONNECT = "disconnect"
    FAILURE = "failure"  # an agent did not move
    WITHDRAWN = "withdrawn"  # nobody had come


# Fields that many messages have

Name = Annotated[str, Text(40, least=1)]
GameId = Annotated[str, Text(40, least=1)]
Token = Annotated[str, Text(64, least=1)]
Description = Annotated[str, Text(200, least=1)]
Sentence = Annotated[str, Text(1000)]
BoardText = Annotated[str, Text(80)]
Moves = Annotated[str, Text(400)]
Square = Annotated[str, Text(10, least=1)]
Squares = Annotated[tuple[str, ...], ListOf(Text(10, least=1), 64)]
Ply = Annotated[int, Whole(0, 1000)]
Seconds = Annotated[float, Number()]
RulesName = Annotated[Rules, Choice("normal", "reversed")]
Size = Annotated[int, Choice(4, 6, 8)]
Side = Annotated[Color, Choice("black", "white")]
MaybeColor = Annotated[Color | None, Nullable(Choice("black", "white"))]


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """So many seconds for a whole game, to which each move adds the increment."""

    seconds: Annotated[float, Number(0, LONGEST_CLOCK, above=True)]
    increment: Annotated[float, Number(0, LONGEST_CLOCK)] = 0.0


MaybeClockSetting = Annotated[ClockSetting | None, Nullable(Member(ClockSetting))]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The seconds that both players have left."""

    black: Seconds
    white: Seconds


MaybeClocks = Annotated[Clocks | None, Nullable(Member(Clocks))]


@dataclass(frozen=True, slots=True)
class Offer:
    """An agent that the server has: its description, and what it is in words."""

    description: Description
    words: Sentence


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a visitor may do: bytes of a line, messages a second, games at once, seconds to think.

    The seconds are the most that the server thinks, about a move or an analysis.
    """

    line: Annotated[int, Whole(0)]
    rate: Annotated[float, Number()]
    games: Annotated[int, Whole(0)]
    seconds: Seconds


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list; a seat that nobody has taken has no name."""

    game: GameId
    rules: RulesName
    size: Size
    black: Annotated[str | None, Nullable(Text(200))]
    white: Annotated[str | None, Nullable(Text(200))]
    clock: MaybeClockSetting
    ply: Ply
    waiting: Annotated[bool, Flag()]
    watchers: Annotated[int, Whole(0)]


@dataclass(frozen=True, slots=True)
class AnalysedLine:
    """A move, its margin for the mover, and how the game may go on."""

    move: Square
    margin: Annotated[int, Whole(-64, 64)]
    bound: Annotated[Bound, Choice("exact", "at_least", "at_most")]
    exact: Annotated[bool, Flag()]
    pv: Annotated[tuple[str, ...], ListOf(Text(10, least=1), 128)]


class LimitPart:
    """What ends an analysis: seconds, depth or nodes, and one of them at least."""

    expected = 'an object with "seconds", "depth" or "nodes"'
    _numbers: Final[Mapping[str, Part]] = {
        "seconds": Number(0, 3600, above=True),
        "depth": Whole(1),
        "nodes": Whole(1),
    }

    def read(self, value: Any, place: str) -> Limit:
        """Read it."""
        if not isinstance(value, dict) or not value or value.keys() - self._numbers.keys():
            mismatch(place, value, self.expected)
        given = {
            name: self._numbers[name].read(number, f"{place}.{name}")
            for name, number in value.items()
        }
        try:
            return Limit(**given)
        except ObversiError as error:
            raise FormatError(str(error), place) from error
