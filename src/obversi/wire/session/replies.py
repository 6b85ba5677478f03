"""What the server says to a client."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from obversi.wire.session.form import Member
from obversi.wire.session.parts import Choice, Flag, ListOf, Nullable, Number, Row, Text, Whole
from obversi.wire.session.reviewed import LONGEST_GAME, ReviewedMove, ReviewedPlayer, ReviewMargin
from obversi.wire.session.values import (
    Allowance,
    AnalysedLine,
    BoardText,
    Color,
    EndReason,
    ErrorCode,
    GameEntry,
    GameId,
    MaybeClocks,
    MaybeClockSetting,
    MaybeColor,
    Moves,
    Name,
    Offer,
    Ply,
    RulesName,
    Seconds,
    Sentence,
    Side,
    Size,
    Square,
    Squares,
    Token,
)

__all__ = [
    "MOST_LISTED",
    "REPLIES",
    "AnalysisReport",
    "Closing",
    "End",
    "Error",
    "GameList",
    "Left",
    "Pong",
    "Presence",
    "RematchNews",
    "Reply",
    "ReviewReport",
    "Start",
    "State",
    "Turn",
    "Waiting",
    "Welcome",
]

#: So many games a list has at most; those that wait come first.
MOST_LISTED: Final = 100

_Discs = Annotated[int, Whole(0, 64)]
_Player = Annotated[str, Text(200)]
_Colors = Annotated[tuple[Color, ...], ListOf(Choice("black", "white"), 2)]
_MaybeReviewed = Annotated[ReviewedPlayer | None, Nullable(Member(ReviewedPlayer))]


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to hello: who the server is, what it calls the visitor, and what it has."""

    version: Annotated[int, Whole(0)]
    server: Sentence
    visitor: Name
    agents: Annotated[tuple[Offer, ...], ListOf(Member(Offer), 200)]
    bounds: Annotated[Allowance, Member(Allowance)]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game is there and waits for somebody; the token is the key to its seat."""

    game: GameId
    token: Token
    rules: RulesName
    size: Size
    clock: MaybeClockSetting


@dataclass(frozen=True, slots=True)
class Start:
    """A game as it is now: when it begins, on coming to it, and after a change of seats or moves.

    `color` is the player who is told, the mover if he plays both colours, or null for those who
    watch; `yours` are all colours that he plays. The token comes once, to the one who takes a seat.
    `agents` are the colours that agents of the server play. `position` is where the game began,
    `moves` what was played since, without passes, and `board` what came of it. `legal` is what the
    mover may play, `ahead` what was taken back and can be played again. Who is the `keeper` may
    change the seats.
    """

    game: GameId
    color: MaybeColor
    token: Annotated[str | None, Nullable(Text(64, least=1))]
    rules: RulesName
    size: Size
    black: _Player
    white: _Player
    agents: _Colors
    clock: MaybeClockSetting
    position: BoardText
    moves: Moves
    ply: Ply
    board: BoardText
    turn: MaybeColor
    clocks: MaybeClocks
    legal: Squares
    yours: _Colors
    ahead: Moves
    keeper: Annotated[bool, Flag()]


@dataclass(frozen=True, slots=True)
class Turn:
    """It is for you to move."""

    game: GameId
    legal: Squares
    clocks: MaybeClocks


@dataclass(frozen=True, slots=True)
class State:
    """A move was made, or the server has passed for a player who cannot move.

    `ply` counts the moves and passes with this one; `turn` is null when the game is over.
    """

    game: GameId
    ply: Ply
    move: Square
    mover: Side
    flips: Squares
    board: BoardText
    turn: MaybeColor
    clocks: MaybeClocks
    seconds: Seconds
    black_discs: _Discs
    white_discs: _Discs


@dataclass(frozen=True, slots=True)
class Presence:
    """A player has gone, or is there again; the game is over if he stays away so many seconds."""

    game: GameId
    color: Side
    present: Annotated[bool, Flag()]
    seconds: Annotated[float | None, Nullable(Number())]


@dataclass(frozen=True, slots=True)
class End:
    """A game is over; the margin is the winner's, and all squares where it was not finished."""

    game: GameId
    reason: Annotated[EndReason, Choice(*EndReason)]
    winner: MaybeColor
    margin: Annotated[int, Whole(0, 64)]
    black_discs: _Discs
    white_discs: _Discs
    text: Sentence


@dataclass(frozen=True, slots=True)
class Left:
    """The answer to leaving a game that one watched, or that is over."""

    game: GameId


@dataclass(frozen=True, slots=True)
class RematchNews:
    """What becomes of a rematch: a player has asked for it or declined, or it has begun.

    `next` is the new game once it has begun; nobody is named then.
    """

    game: GameId
    news: Annotated[Literal["asked", "declined", "begun"], Choice("asked", "declined", "begun")]
    color: MaybeColor
    next: Annotated[str | None, Nullable(Text(40, least=1))]


@dataclass(frozen=True, slots=True)
class GameList:
    """The games that wait or are played."""

    games: Annotated[tuple[GameEntry, ...], ListOf(Member(GameEntry), MOST_LISTED)]


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """What an analysis has found: on the way, or in the end."""

    final: Annotated[bool, Flag()]
    depth: Annotated[int, Whole(0)]
    selectivity: Annotated[int, Whole(0, 100)]
    exact: Annotated[bool, Flag()]
    nodes: Annotated[int, Whole(0)]
    seconds: Seconds
    turn: Side
    lines: Annotated[tuple[AnalysedLine, ...], ListOf(Member(AnalysedLine), 64)]


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """What a review has found: what is new on the way, and everything in the end.

    So many positions are `done` `of` those there are. `margins` are black's, before the first move
    and after each; the players are null until the end.
    """

    final: Annotated[bool, Flag()]
    done: Ply
    of: Ply
    entries: Annotated[tuple[ReviewedMove, ...], ListOf(Member(ReviewedMove), LONGEST_GAME)]
    margins: Annotated[
        tuple[ReviewMargin, ...],
        ListOf(Row(ReviewMargin, Whole(0), Whole(-64, 64), Flag()), LONGEST_GAME + 1),
    ]
    black: _MaybeReviewed
    white: _MaybeReviewed


@dataclass(frozen=True, slots=True)
class Error:
    """A message was refused; `about` is its type, or empty where that is not known."""

    code: Annotated[ErrorCode, Choice(*ErrorCode)]
    text: Sentence
    about: Annotated[str, Text(40)] = ""


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    number: Annotated[int, Whole()]


@dataclass(frozen=True, slots=True)
class Closing:
    """The server hangs up now, and why; `again` if one is to come back when it is there again."""

    text: Sentence
    again: Annotated[bool, Flag()] = False


Reply = (
    Welcome
    | Waiting
    | Start
    | Turn
    | State
    | Presence
    | End
    | Left
    | RematchNews
    | GameList
    | AnalysisReport
    | ReviewReport
    | Error
    | Pong
    | Closing
)

#: The classes by the type that the message names.
REPLIES: Final[Mapping[str, type[Any]]] = {
    "welcome": Welcome,
    "waiting": Waiting,
    "start": Start,
    "turn": Turn,
    "state": State,
    "presence": Presence,
    "end": End,
    "left": Left,
    "rematch": RematchNews,
    "games": GameList,
    "analysis": AnalysisReport,
    "review": ReviewReport,
    "error": Error,
    "pong": Pong,
    "closing": Closing,
}
