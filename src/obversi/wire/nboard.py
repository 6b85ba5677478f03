"""The NBoard protocol, by which Othello programs serve a board: one message a line.

The board sends commands such as ``set game (;GM[Othello]…;)`` and ``go``; the program replies
``=== D3/1.50/0.2`` and other information. Either side ignores lines that it does not
know. Described in ntest's instructions/Protocol.htm, version 1 and what version 2 added.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from obversi.errors import FormatError, InvalidMoveError
from obversi.formats import ggf
from obversi.formats.lines import quoted
from obversi.formats.losses import ignore_loss
from obversi.formats.record import GameRecord
from obversi.move import Move

_WHOLE = re.compile(r"[+-]?[0-9]+")
_MOST_DIGITS = 18
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_LARGEST = 1e15
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def first_word(text: str) -> tuple[str, str]:
    """Return the first word of a text, and what follows it."""
    word, rest = (*text.split(maxsplit=1), "", "")[:2]
    return word, rest.strip()


def parse_whole(text: str, what: str, least: int = 0) -> int:
    """Read the whole number that a text begins with; `what` names it in the error."""
    word, _ = first_word(text)
    if not _WHOLE.fullmatch(word):
        raise FormatError(f"{quoted(text)} is no {what}: expected a whole number")
    if len(word.lstrip("+-")) > _MOST_DIGITS:
        raise FormatError(f"{quoted(text)} is no {what}: expected at most {_MOST_DIGITS} digits")
    if int(word) < least:
        raise FormatError(f"{quoted(text)} is no {what}: expected {least} or more")
    return int(word)


def parse_number(text: str, what: str) -> float:
    """Read a number, or the two that draws may be worth to black and to white: their mean."""
    numbers = text.split(",")
    if len(numbers) > 2 or not all(_NUMBER.fullmatch(number) for number in numbers):
        raise FormatError(f"{quoted(text)} is no {what}: expected a number such as 1.50")
    value = sum(map(float, numbers)) / len(numbers)
    if not abs(value) <= _LARGEST:
        raise FormatError(f"{quoted(text)} is no {what}: that is too large")
    return value


def known_move(text: str) -> Move | None:
    """Return the move if a text is one."""
    try:
        return Move(text)
    except InvalidMoveError:
        return None


def parse_move(text: str, command: str) -> tuple[Move, float | None, float | None]:
    """Read a move with its value and its time, which may be missing, after a command."""
    name, *numbers = re.split(r"\s*/\s*|\s+", text.strip())
    if not name:
        raise FormatError(f"there is no move after {command!r}")
    if len(numbers) > 2:
        raise FormatError(f"{quoted(text)} has more than a move, its value and its time")
    value, seconds = (*numbers, "", "")[:2]
    return (
        Move(name),
        parse_number(value, "value") if value else None,
        parse_number(seconds, "time") if seconds else None,
    )


def move_name(move: Move) -> str:
    """Write a move without its value and its time."""
    return "PA" if move.is_pass else move.upper()


def move_text(move: Move, value: float | None, seconds: float | None) -> str:
    """Write a move with its value and its time."""
    numbers = ["" if number is None else number_text(number) for number in (value, seconds)]
    return "/".join([move_name(move), *numbers]).rstrip("/")


def number_text(number: float) -> str:
    """Write a value or a time."""
    return f"{number:.2f}"


def one_line(text: str) -> str:
    """Return a text without line ends and other control characters."""
    return _CONTROL.sub(" ", text).strip()


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
        return f"set game {one_line(ggf.dump(self.game, on_loss=ignore_loss))}"


@dataclass(frozen=True, slots=True)
class SetContempt:
    """The value of a draw for black, in hundredths of a disc."""

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
    """Report the values of about this number of best moves."""

    count: int

    def __str__(self) -> str:
        return f"hint {self.count}"


@dataclass(frozen=True, slots=True)
class Go:
    """Report the move to play, without playing it."""

    def __str__(self) -> str:
        return "go"


@dataclass(frozen=True, slots=True)
class Ping:
    """Stop the search, then answer."""

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
    """Report the value of every position of the game."""

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
    """Read a command; None is one that may be ignored.

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


_COMMANDS: Mapping[str, Callable[[str], Command]] = {
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


@dataclass(frozen=True, slots=True)
class MyName:
    """The name of the program."""

    name: str

    def __str__(self) -> str:
        return f"set myname {one_line(self.name)}"


@dataclass(frozen=True, slots=True)
class Status:
    """The work of the program in words; empty if it is idle."""

    text: str = ""

    def __str__(self) -> str:
        return f"status {one_line(self.text)}".rstrip()


@dataclass(frozen=True, slots=True)
class NodeStats:
    """The number of positions that the search has looked at so far, and its seconds."""

    nodes: int
    seconds: float | None = None

    def __str__(self) -> str:
        return f"nodestats {self.nodes} {number_text(self.seconds or 0.0)}"


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    number: int

    def __str__(self) -> str:
        return f"pong {self.number}"


@dataclass(frozen=True, slots=True)
class Best:
    """The move that the program would play, and its expected value for the mover."""

    move: Move
    value: float | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"=== {move_text(self.move, self.value, self.seconds)}"


@dataclass(frozen=True, slots=True)
class Line:
    """The value of a move for the mover, found by a search or in a book.

    `moves` begins with the move. `depth` is a text: ``12``, or ``100%`` for what is known exactly.
    """

    moves: tuple[Move, ...]
    value: float
    depth: str
    games: int = 0
    text: str = ""
    from_book: bool = False

    def __str__(self) -> str:
        names = "-".join(move_name(move) for move in self.moves)
        word = "book" if self.from_book else "search"
        parts = [word, names, number_text(self.value), str(self.games), self.depth, self.text]
        return one_line(" ".join(parts))

    @property
    def plies(self) -> int | None:
        """How many plies were looked ahead, if the text of the depth has them."""
        found = re.match(r"[0-9]{1,3}(?![0-9%])", self.depth)
        return int(found[0]) if found else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of the position after a number of moves, passes included, for its mover."""

    ply: int
    value: float

    def __str__(self) -> str:
        return f"analysis {self.ply} {number_text(self.value)}"


@dataclass(frozen=True, slots=True)
class Learned:
    """The answer to `Learn`."""

    def __str__(self) -> str:
        return "learned"


Reply = MyName | Status | NodeStats | Pong | Best | Line | Analysis | Learned


def parse_reply(line: str) -> Reply | None:
    """Read a reply; None is one that may be ignored.

    Edax writes blanks where others write slashes.

    >>> parse_reply("=== F5 2.00 0.1")
    Best(move='f5', value=2.0, seconds=0.1)
    """
    word, rest = first_word(line)
    if word == "set":
        what, rest = first_word(rest)
        return MyName(rest) if what == "myname" else None
    return _REPLIES[word](rest) if word in _REPLIES else None


def _line(text: str, from_book: bool) -> Line:
    words = text.split(maxsplit=4)
    if len(words) < 4:
        raise FormatError(f"{quoted(text)} is no line: expected moves, value, games, depth")
    names = words[0].replace("-", "")
    moves = []
    for place in range(0, len(names), 2):
        if (move := known_move(names[place : place + 2])) is None:
            break
        moves.append(move)
    if not moves:
        raise FormatError(f"{quoted(words[0])} are no moves: expected some such as F5d6C3")
    return Line(
        tuple(moves),
        parse_number(words[1], "value"),
        words[3],
        parse_whole(words[2], "number of games"),
        words[4] if len(words) > 4 else "",
        from_book,
    )


def _node_stats(text: str) -> NodeStats:
    nodes, seconds = (*text.split(), "", "")[:2]
    # Both may be written as 1.2e9.
    return NodeStats(
        int(parse_number(nodes, "number of nodes")),
        parse_number(seconds, "time") if seconds else None,
    )


def _analysis(text: str) -> Analysis:
    ply, value = (*text.split(), "", "")[:2]
    return Analysis(parse_whole(ply, "number of moves"), parse_number(value, "value"))


_REPLIES: Mapping[str, Callable[[str], Reply]] = {
    "status": Status,
    "nodestats": _node_stats,
    "pong": lambda rest: Pong(parse_whole(rest, "number of a ping")),
    "===": lambda rest: Best(*parse_move(rest, "===")),
    "search": lambda rest: _line(rest, from_book=False),
    "book": lambda rest: _line(rest, from_book=True),
    "analysis": _analysis,
    "learned": lambda _: Learned(),
}
