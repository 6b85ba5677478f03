"""The requests: what a client sends to the server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from obversi.rules import Rules
from obversi.wire.session.codes import Phrase
from obversi.wire.session.fields import (
    BoardText,
    ClockSetting,
    Color,
    Description,
    Flag,
    GameId,
    Id,
    LimitField,
    LineCount,
    Moves,
    Name,
    PersonKey,
    Size,
    Square,
    Token,
    whole,
)

#: The opponent if any person will do.
ANYONE = "anyone"

#: The opponent if one person plays both colours.
MYSELF = "myself"

#: The new player of a seat: the client that sends the request.
ME = "me"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first request: the version of the protocol, the name and the key of the client.

    With the key of a person, the server stores finished games for this person.
    """

    version: Annotated[int, whole(0)]
    name: Name
    key: PersonKey = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Play against any person, both colours, or an agent of the server by its description.

    A game starts from `position`, a board text, or the usual start, after the moves of `moves`.
    A private game is not listed: the opponent needs its id. A rated game changes the ratings of two
    persons that the server knows by their keys.
    """

    against: Description = ANYONE
    color: Literal["any", "black", "white"] = "any"
    rules: Rules = "normal"
    size: Size = 8
    clock: ClockSetting | None = None
    position: BoardText = ""
    moves: Moves = ""
    private: Flag = False
    rated: Flag = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the free seat of a waiting game; `rated` agrees that it changes one's rating."""

    game: GameId
    rated: Flag = False


@dataclass(frozen=True, slots=True)
class Arrange:
    """Start a game of two agents of the server, and watch it."""

    black: Description
    white: Description
    rules: Rules = "normal"
    size: Size = 8
    clock: ClockSetting | None = None
    position: BoardText = ""
    moves: Moves = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Receive every move of a game."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop watching a game, withdraw a waiting one, or leave one that is over."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move, such as f5; the server makes the passes."""

    game: GameId
    move: Square


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign a game."""

    game: GameId


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    """Change who plays a colour in a game of one's own: the keeper or an agent."""

    game: GameId
    color: Color
    who: Description


@dataclass(frozen=True, slots=True)
class Undo:
    """Return to one's last turn; only without clocks and without another person."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Redo:
    """Play the undone moves again, up to one's next turn."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Return to one's seat, with the token that came with it."""

    game: GameId
    token: Token


@dataclass(frozen=True, slots=True)
class Rematch:
    """Offer the other person the same game with colours swapped, or agree to it."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline a rematch, or withdraw the offer."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase to the other person, during a game or after it."""

    game: GameId
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class ListGames:
    """List the games that wait or are played; with `follow`, again whenever the list changes."""

    follow: Flag = False


@dataclass(frozen=True, slots=True)
class Ping:
    """Request a pong."""

    number: Annotated[int, whole()]


@dataclass(frozen=True, slots=True)
class Analyse:
    """Analyse a position; with `steps`, each step of the search is reported.

    The moves are played from `position`, a board text, or from the usual start.
    """

    rules: Rules = "normal"
    size: Size = 8
    position: BoardText = ""
    moves: Moves = ""
    limit: LimitField | None = None
    top: LineCount = 1
    steps: Flag = False


@dataclass(frozen=True, slots=True)
class Review:
    """Review the moves of a game; the limit is for each of its positions."""

    rules: Rules = "normal"
    size: Size = 8
    position: BoardText = ""
    moves: Moves = ""
    limit: LimitField | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop a running analysis or review, by its id."""

    target: Id


# A request of any kind.
Request = (
    Hello
    | Join
    | Accept
    | Arrange
    | Watch
    | Leave
    | Play
    | Resign
    | ChangeSeat
    | Undo
    | Redo
    | Rejoin
    | Rematch
    | Decline
    | Say
    | ListGames
    | Ping
    | Analyse
    | Review
    | Stop
)

#: The classes by the `type` of the message.
REQUESTS: Mapping[str, type[Any]] = {
    "hello": Hello,
    "join": Join,
    "accept": Accept,
    "arrange": Arrange,
    "watch": Watch,
    "leave": Leave,
    "move": Play,
    "resign": Resign,
    "seat": ChangeSeat,
    "undo": Undo,
    "redo": Redo,
    "rejoin": Rejoin,
    "rematch": Rematch,
    "decline": Decline,
    "say": Say,
    "games": ListGames,
    "ping": Ping,
    "analyse": Analyse,
    "review": Review,
    "stop": Stop,
}
