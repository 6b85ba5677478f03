"""What the program says to the board; `str` writes a reply as its line, without the end."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from obversi.errors import FormatError
from obversi.formats.problems import quoted
from obversi.move import Move
from obversi.wire.nboard.parts import (
    first_word,
    known_move,
    move_name,
    move_text,
    number_text,
    one_line,
    parse_move,
    parse_number,
    parse_whole,
)

__all__ = [
    "Analysis",
    "Best",
    "Learned",
    "Line",
    "MyName",
    "NodeStats",
    "Pong",
    "Reply",
    "Status",
    "parse_reply",
]


@dataclass(frozen=True, slots=True)
class MyName:
    """What the program calls itself."""

    name: str

    def __str__(self) -> str:
        return f"set myname {one_line(self.name)}"


@dataclass(frozen=True, slots=True)
class Status:
    """What the program is doing, in words; nothing if it does nothing."""

    text: str = ""

    def __str__(self) -> str:
        return f"status {one_line(self.text)}".rstrip()


@dataclass(frozen=True, slots=True)
class NodeStats:
    """How many positions the program has looked at since it began to think, and how long."""

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
    """The move that the program would play, and what it thinks it worth, seen by the mover."""

    move: Move
    value: float | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"=== {move_text(self.move, self.value, self.seconds)}"


@dataclass(frozen=True, slots=True)
class Line:
    """What a move is worth, seen by the mover, found by a search or in a book.

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
        """How many plies were looked ahead, if the depth tells."""
        found = re.match(r"[0-9]{1,3}(?![0-9%])", self.depth)
        return int(found[0]) if found else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the position after so many moves, passes included, is worth to the mover there."""

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
    """Read a reply; None is one that nobody needs to know.

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


_REPLIES: Final[Mapping[str, Callable[[str], Reply]]] = {
    "status": Status,
    "nodestats": _node_stats,
    "pong": lambda rest: Pong(parse_whole(rest, "number of a ping")),
    "===": lambda rest: Best(*parse_move(rest, "===")),
    "search": lambda rest: _line(rest, from_book=False),
    "book": lambda rest: _line(rest, from_book=True),
    "analysis": _analysis,
    "learned": lambda _: Learned(),
}
