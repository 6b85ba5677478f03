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
    Side,
    Size,
    Square,
    Token,
)

__all__ = [
    "ANYONE",
    "LONGEST_ID",
    "ME",
    "MYSELF",
    "REQUESTS",
    "Accept",
    "Analyse",
    "Arrange",
    "ChangeSeat",
    "Decline",
    "Hello",
    "Join",
    "Leave",
    "ListGames",
    "Ping",
    "Play",
    "Redo",
    "Rejoin",
    "Rematch",
    "Request",
    "Resign",
    "Review",
    "Stop",
    "Undo",
    "Watch",
]

#: Whom to play against if any person will do.
ANYONE: Final = "anyone"

#: Whom to play against if one plays both colours.
MYSELF: Final = "myself"

#: Who takes a seat: the one who asks.
ME: Final = "me"

#: The most characters of the id that a request may have.
LONGEST_ID: Final = 40


@dataclass(frozen=True, slots=True)
class Hello:
    """The first request: the version of the protocol, and what the visitor is called."""

    version: Annotated[int, Whole(0)]
    name: Name


@dataclass(frozen=True, slots=True)
class Join:
    """Play: against any person, oneself, or an agent of the server by its description.

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
    """Watch a game no longer, withdraw one that waits, or want no rematch of one that is over."""

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
class ChangeSeat:
    """Let oneself or an agent play a colour from now on, in a game that one keeps."""

    game: GameId
    color: Side
    who: Description


@dataclass(frozen=True, slots=True)
class Undo:
    """Go back to one's last turn, where no other person plays and without clocks."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Redo:
    """Play again what was taken back, up to one's next turn."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Take one's seat again, with the token that came with it."""

    game: GameId
    token: Token


@dataclass(frozen=True, slots=True)
class Rematch:
    """Ask the other person for the same game again, with colours swapped, or agree to it."""

    game: GameId


@dataclass(frozen=True, slots=True)
class Decline:
    """Want no rematch, or want it no longer."""

    game: GameId


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
class Review:
    """Ask what each move of a game gave away; the limit is for each of its positions."""

    rules: RulesName = "normal"
    size: Size = 8
    position: BoardText = ""
    moves: Moves = ""
    limit: Annotated[Limit | None, Nullable(LimitPart())] = None


@dataclass(frozen=True, slots=True)
class Stop:
    """End an analysis or a review that is under way, by its id."""

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
    | ChangeSeat
    | Undo
    | Redo
    | Rejoin
    | Rematch
    | Decline
    | ListGames
    | Ping
    | Analyse
    | Review
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
    "seat": ChangeSeat,
    "undo": Undo,
    "redo": Redo,
    "rejoin": Rejoin,
    "rematch": Rematch,
    "decline": Decline,
    "games": ListGames,
    "ping": Ping,
    "analyse": Analyse,
    "review": Review,
    "stop": Stop,
}
