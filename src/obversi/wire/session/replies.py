"""The replies: what the server sends to a client, with or without a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from obversi.rules import Rules
from obversi.wire.session.codes import EndReason, ErrorCode, Phrase
from obversi.wire.session.fields import (
    Allowance,
    AnalysedLine,
    BoardText,
    Clocks,
    ClockSetting,
    Color,
    Expected,
    Flag,
    GameEntry,
    GameId,
    Moves,
    Name,
    Offer,
    PlayerRating,
    Ply,
    Seconds,
    Sentence,
    Size,
    Square,
    Squares,
    Token,
    list_of,
    number,
    text,
    whole,
)

#: The most games in a list; those that wait come first.
MOST_LISTED = 100

# A game has at most this number of moves and passes.
_LONGEST_GAME = 128

_Discs = Annotated[int, whole(0, 64)]
_Margin = Annotated[int, whole(-64, 64)]
_Count = Annotated[int, whole(0)]
_Line = Annotated[tuple[Square, ...], list_of(128)]
_Player = Annotated[str, text(200)]
_Colors = Annotated[tuple[Color, ...], list_of(2)]
_Flips = Annotated[tuple[Annotated[str, text(60)], ...], list_of(64)]
_Change = Annotated[int, whole()]
_Opening = Annotated[str, text(100)]


# Reviews


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move that was played, and the best one, with their margins for the mover.

    `ply` counts the moves and passes with this one. It is a `turning_point` if it changed who wins
    with perfect play. `pv` is how the game could have continued with the best move.
    """

    ply: Ply
    move: Square
    mover: Color
    margin: _Margin
    best: Square
    best_margin: _Margin
    loss: Annotated[int, whole(0, 128)]
    grade: Literal["good", "inaccuracy", "mistake", "blunder"]
    exact: Flag
    turning_point: Flag
    pv: _Line


class ReviewMargin(NamedTuple):
    """The margin of a game for black after a number of plies, and whether it is proven."""

    ply: _Count
    margin: _Margin
    exact: Flag


_MarginRow = Annotated[ReviewMargin, Expected("a list of a ply, a margin and true or false")]


@dataclass(frozen=True, slots=True)
class ReviewedPlayer:
    """The moves of a player, where there was a choice; the accuracy is in percent."""

    choices: _Count
    lost: _Count
    inaccuracies: _Count
    mistakes: _Count
    blunders: _Count
    accuracy: Annotated[float, number(0, 100)] | None


# Messages


@dataclass(frozen=True, slots=True)
class Welcome:
    """The reply to hello: the server, the number of this connection, the agents, the limits.

    `person` is the name of the person whose key was sent, None if the server does not know it.
    """

    version: Annotated[int, whole(0)]
    server: Sentence
    visitor: Name
    agents: Annotated[tuple[Offer, ...], list_of(200)]
    bounds: Allowance
    person: Name | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game waits for an opponent; the token is the key to the seat."""

    game: GameId
    token: Token
    rules: Rules
    size: Size
    clock: ClockSetting | None
    rated: Flag = False


@dataclass(frozen=True, slots=True)
class Start:
    """A whole game: at its start, for a client that comes to it, after a change of seats or moves.

    `color` is what the receiver plays: the mover's if it plays both, null for a spectator; `yours`
    are all its colours. The token comes once, with the seat. `agents` are the colours that agents
    of the server play. The game started from `position`, `moves` were played since, without passes,
    and `board` is the result. `legal` is what the mover may play, `ahead` the undone moves that can
    be played again. The `keeper` may change the seats. `legal_flips`, `opening`, `text` are those
    of `State`. A `rated` game changes the ratings of its persons, which are those before the game.
    """

    game: GameId
    color: Color | None
    token: Token | None
    rules: Rules
    size: Size
    black: _Player
    white: _Player
    agents: _Colors
    clock: ClockSetting | None
    position: BoardText
    moves: Moves
    ply: Ply
    board: BoardText
    turn: Color | None
    clocks: Clocks | None
    legal: Squares
    yours: _Colors
    ahead: Moves
    keeper: Flag
    legal_flips: _Flips | None = None
    opening: _Opening | None = None
    text: Sentence = ""
    rated: Flag = False
    black_rating: PlayerRating | None = None
    white_rating: PlayerRating | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """It is your turn."""

    game: GameId
    legal: Squares
    clocks: Clocks | None


@dataclass(frozen=True, slots=True)
class State:
    """A move was made, or the server has passed for a player without a legal square.

    `ply` counts the moves and passes with this one; `turn` is null when the game is over. `legal`
    is what the mover may play now, without a pass, and `legal_flips` the discs that each of these
    moves would flip, written like `moves`. `opening` is the name of the opening, and `text` the
    position in words. Older servers do not send these four.
    """

    game: GameId
    ply: Ply
    move: Square
    mover: Color
    flips: Squares
    board: BoardText
    turn: Color | None
    clocks: Clocks | None
    seconds: Seconds
    black_discs: _Discs
    white_discs: _Discs
    legal: Squares | None = None
    legal_flips: _Flips | None = None
    opening: _Opening | None = None
    text: Sentence = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """A player has gone or is back; the game ends after `seconds` more of absence.

    The connection was lost `away` seconds ago.
    """

    game: GameId
    color: Color
    present: Flag
    seconds: Seconds | None
    away: Seconds = 0.0


@dataclass(frozen=True, slots=True)
class End:
    """A game is over; the margin is the winner's, or all squares if it was not finished.

    The changes are those of the players' ratings by a rated game.
    """

    game: GameId
    reason: EndReason
    winner: Color | None
    margin: Annotated[int, whole(0, 64)]
    black_discs: _Discs
    white_discs: _Discs
    text: Sentence
    black_change: _Change | None = None
    white_change: _Change | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """The reply to leaving a watched game, or one that is over."""

    game: GameId


@dataclass(frozen=True, slots=True)
class RematchEvent:
    """A rematch was offered or declined by a player, or it has begun.

    `next` is the new game once it has begun; `color` is null then.
    """

    game: GameId
    news: Literal["asked", "declined", "begun"]
    color: Color | None
    next: GameId | None


@dataclass(frozen=True, slots=True)
class Said:
    """A player has said a phrase."""

    game: GameId
    color: Color
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class GameList:
    """The games that wait or are played."""

    games: Annotated[tuple[GameEntry, ...], list_of(MOST_LISTED)]


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """The result of an analysis, or of a step of it."""

    final: Flag
    depth: Annotated[int, whole(0)]
    selectivity: Annotated[int, whole(0, 100)]
    exact: Flag
    nodes: Annotated[int, whole(0)]
    seconds: Seconds
    turn: Color
    lines: Annotated[tuple[AnalysedLine, ...], list_of(64)]


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """A review: what is new after each position, and everything in the final report.

    `done` positions `of` all are analysed. `margins` are black's, before the first move and after
    each; the players are null until the end.
    """

    final: Flag
    done: Ply
    of: Ply
    entries: Annotated[tuple[ReviewedMove, ...], list_of(_LONGEST_GAME)]
    margins: Annotated[
        tuple[
            Annotated[ReviewMargin, Expected("a list of a ply, a margin and true or false")], ...
        ],
        list_of(_LONGEST_GAME + 1),
    ]
    black: ReviewedPlayer | None
    white: ReviewedPlayer | None


@dataclass(frozen=True, slots=True)
class Error:
    """A request was rejected; `about` is its type, or empty if that is unknown."""

    code: ErrorCode
    text: Sentence
    about: Annotated[str, text(40)] = ""


@dataclass(frozen=True, slots=True)
class Pong:
    """The reply to a ping."""

    number: Annotated[int, whole()]


@dataclass(frozen=True, slots=True)
class Closing:
    """The server closes the connection; `again` if it will be back after a restart."""

    text: Sentence
    again: Flag = False


# A reply of any kind.
Reply = (
    Welcome
    | Waiting
    | Start
    | Turn
    | State
    | Presence
    | End
    | Left
    | RematchEvent
    | Said
    | GameList
    | AnalysisReport
    | ReviewReport
    | Error
    | Pong
    | Closing
)

#: The classes by the `type` of the message.
REPLIES: Mapping[str, type[Any]] = {
    "welcome": Welcome,
    "waiting": Waiting,
    "start": Start,
    "turn": Turn,
    "state": State,
    "presence": Presence,
    "end": End,
    "left": Left,
    "rematch": RematchEvent,
    "said": Said,
    "games": GameList,
    "analysis": AnalysisReport,
    "review": ReviewReport,
    "error": Error,
    "pong": Pong,
    "closing": Closing,
}
