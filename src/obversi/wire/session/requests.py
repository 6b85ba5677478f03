"""What a client says to the server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from obversi.engine import Top
from obversi.limit import Limit
from obversi.wire.session.parts import Choice, Flag, Nullable, WhichLines, Whole, WholeOrText
from obversi.wire.session.values import (
    BoardText,
    Description,
    GameId,
    LimitPart,
    MaybeClockSetting,
    Moves,
    Name,
    RulesName,
    Size,
    Square,
    Token,
)

__all__ = [
    "ANYONE",
    "LONGEST_ID",
    "REQUESTS",
    "Accept",
    "Analyse",
    "Arrange",
    "Hello",
    "Join",
    "Leave",
    "ListGames",
    "Ping",
    "Play",
    "Rejoin",
    "Request",
    "Resign",
    "Stop",
    "Undo",
    "Watch",
]

#: Whom to play against if any person will do.
ANYONE: Final = "anyone"

#: The most characters of the id that a request may have.
LONGEST_ID: Final = 40


@dataclass(frozen=True, slots=True)
class Hello:
    """The first request: the version of the protocol, and what the visitor is called."""

    version: Annotated[int, Whole(0)]
    name: Name


@dataclass(frozen=True, slots=True)
class Join:
    """Play: against any person, or against an agent of the server by its description.

    A game begins at `position`, a board text, or else at the usual start, and with the moves of
    `moves` played. A private game is listed nowhere: whoever is to accept it is told its id.
    """

    against: Description = ANYONE
    color: Annotated[Literal["any", "black", "white"], Choice("any", "black", "white")] = "any"
    rules: RulesName = "normal"
    size: Size = 8
    clock: MaybeClockSetting = None
    position: BoardText = ""
    moves: Moves = ""
    private: Annotated[bool, Flag()] = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the free seat of a game that waits."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Arrange:
    """Let two agents of the server play, and watch them."""

    black: Description
    white: Description
    rules: RulesName = "normal"
    size: Size = 8
    clock: MaybeClockSetting = None
    position: BoardText = ""
    moves: Moves = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Hear of every move of a game."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Leave:
    """Watch a game no longer, or withdraw one that waits."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move, such as f5; passes are the server's to make."""

    game: GameId
    move: Square


@dataclass(frozen=True, slots=True)
class Resign:
    """Give a game up."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Undo:
    """Go back to one's last turn; only against an agent, and without clocks."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Take one's seat again, with the token that came with it."""

    game: GameId
    token: Token


@dataclass(frozen=True, slots=True)
class ListGames:
    """Ask which games wait or are played."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask for an answer."""

    number: Annotated[int, Whole()]


@dataclass(frozen=True, slots=True)
class Analyse:
    """Ask what the moves of a position are worth; with `steps`, hear of each step on the way.

    The position is a board text, or what a game that begins as usual comes to by its moves; the
    moves are played from the position if both are there.
    """

    rules: RulesName = "normal"
    size: Size = 8
    position: BoardText = ""
    moves: Moves = ""
    limit: Annotated[Limit | None, Nullable(LimitPart())] = None
    top: Annotated[Top, WhichLines()] = 1
    steps: Annotated[bool, Flag()] = False


@dataclass(frozen=True, slots=True)
class Stop:
    """End an analysis that is under way, by its id."""

    target: Annotated[int | str, WholeOrText(LONGEST_ID)]


Request = (
    Hello
    | Join
    | Accept
    | Arrange
    | Watch
    | Leave
    | Play
    | Resign
    | Undo
    | Rejoin
    | ListGames
    | Ping
    | Analyse
    | Stop
)

#: The classes by the type that the message names.
REQUESTS: Final[Mapping[str, type[Any]]] = {
    "hello": Hello,
    "join": Join,
    "accept": Accept,
    "arrange": Arrange,
    "watch": Watch,
    "leave": Leave,
    "move": Play,
    "resign": Resign,
    "undo": Undo,
    "rejoin": Rejoin,
    "games": ListGames,
    "ping": Ping,
    "analyse": Analyse,
    "stop": Stop,
}
