"""What the board says to the program; `str` writes a command as its line, without the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from obversi.formats import ggf
from obversi.formats.record import GameRecord
from obversi.move import Move
from obversi.wire.nboard.parts import (
    first_word,
    known_move,
    move_text,
    one_line,
    parse_move,
    parse_whole,
)

__all__ = [
    "Analyze",
    "Command",
    "Go",
    "Hello",
    "Hint",
    "Learn",
    "Ping",
    "Play",
    "Quit",
    "SetContempt",
    "SetDepth",
    "SetGame",
    "parse_command",
]


@dataclass(frozen=True, slots=True)
class Hello:
    """The first command: the version of the protocol that is spoken."""

    version: int

    def __str__(self) -> str:
        return f"nboard {self.version}"


@dataclass(frozen=True, slots=True)
class SetDepth:
    """How many plies to look ahead in the midgame."""

    depth: int

    def __str__(self) -> str:
        return f"set depth {self.depth}"


@dataclass(frozen=True, slots=True)
class SetGame:
    """All that follows is about the position at the end of this game."""

    game: GameRecord

    def __str__(self) -> str:
        return f"set game {one_line(ggf.dump(self.game))}"


@dataclass(frozen=True, slots=True)
class SetContempt:
    """What a draw is worth to black, in hundredths of a disc."""

    value: int

    def __str__(self) -> str:
        return f"set contempt {self.value}"


@dataclass(frozen=True, slots=True)
class Play:
    """A move was made in the game; its value and seconds are known at times."""

    move: Move
    value: float | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"move {move_text(self.move, self.value, self.seconds)}"


@dataclass(frozen=True, slots=True)
class Hint:
    """Tell what about so many of the best moves are worth."""

    count: int

    def __str__(self) -> str:
        return f"hint {self.count}"


@dataclass(frozen=True, slots=True)
class Go:
    """Say what you would play, without playing it."""

    def __str__(self) -> str:
        return "go"


@dataclass(frozen=True, slots=True)
class Ping:
    """Stop thinking, then answer."""

    number: int

    def __str__(self) -> str:
        return f"ping {self.number}"


@dataclass(frozen=True, slots=True)
class Learn:
    """Keep this game for later."""

    def __str__(self) -> str:
        return "learn"


@dataclass(frozen=True, slots=True)
class Analyze:
    """Tell what every position of the game is worth."""

    def __str__(self) -> str:
        return "analyze"


@dataclass(frozen=True, slots=True)
class Quit:
    """There is nothing more to do."""

    def __str__(self) -> str:
        return "quit"


Command = (
    Hello | SetDepth | SetGame | SetContempt | Play | Hint | Go | Ping | Learn | Analyze | Quit
)


def parse_command(line: str) -> Command | None:
    """Read a command; None is one that nobody needs to know.

    >>> parse_command("move F5//1.2")
    Play(move='f5', value=None, seconds=1.2)
    """
    word, rest = first_word(line)
    if word == "set":
        what, rest = first_word(rest)
        word = f"set {what}"
    if word in _COMMANDS:
        return _COMMANDS[word](rest)
    # Version 1 sent a move alone.
    if not rest and len(word) == 2 and (move := known_move(word)):
        return Play(move)
    return None


_COMMANDS: Final[Mapping[str, Callable[[str], Command]]] = {
    "nboard": lambda rest: Hello(parse_whole(rest, "version")),
    "set depth": lambda rest: SetDepth(parse_whole(rest, "depth")),
    "set game": lambda rest: SetGame(ggf.parse(rest)),
    "set contempt": lambda rest: SetContempt(parse_whole(rest, "contempt", least=-(10**6))),
    "move": lambda rest: Play(*parse_move(rest, "move")),
    "hint": lambda rest: Hint(parse_whole(rest, "number of moves")),
    "go": lambda _: Go(),
    "ping": lambda rest: Ping(parse_whole(rest, "number of a ping")),
    "learn": lambda _: Learn(),
    "analyze": lambda _: Analyze(),
    "quit": lambda _: Quit(),
}
