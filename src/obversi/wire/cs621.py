"""The protocol of the networks course CS621, whose programs play Reversi over TCP.

A client sends its handle on a line. The server answers ``START WHITE`` or ``START BLACK``, the
client's colour, and from then on both send their moves by turns: ``3 2`` is the row and the column,
counted from 0 at the top left, ``-20`` a pass, ``close`` the farewell of a client. A new ``START``
begins a new game. White moves first.

The course's client writes line ends after its moves, its server does not write any. Messages may
arrive joined or in pieces, so their contents must show where they end.
"""

import re
from dataclasses import dataclass

from obversi.board import Board
from obversi.color import WHITE, Color
from obversi.errors import FormatError
from obversi.formats.lines import quoted
from obversi.move import PASS, Move
from obversi.rules import Rules

#: The most characters of a handle; the rest is cut off.
LONGEST_HANDLE = 40

_MOST_WAITING = 4096
_PASS = "-20"
_MESSAGE = re.compile(r"START[ \t]{1,8}(WHITE|BLACK)|([0-7])[ \t]{1,8}([0-7])|(-20)|(close)")
_WORDS = ("START WHITE", "START BLACK", _PASS, "close")
_BLANKS = " \t\r\n\0"


@dataclass(frozen=True, slots=True)
class Handle:
    """The name of the client, its first message."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Start:
    """The colour of the client in the game that begins.

    >>> str(Start(WHITE))
    'START WHITE'
    """

    color: Color

    def __str__(self) -> str:
        return f"START {'WHITE' if self.color == WHITE else 'BLACK'}"


@dataclass(frozen=True, slots=True)
class Played:
    """A move or a pass.

    >>> str(Played(Move("c4"))), str(Played(PASS))
    ('3 2', '-20')
    """

    move: Move

    def __str__(self) -> str:
        return _PASS if self.move.is_pass else f"{self.move.row} {self.move.column}"


@dataclass(frozen=True, slots=True)
class Close:
    """The farewell of a client."""

    def __str__(self) -> str:
        return "close"


Message = Handle | Start | Played | Close


def client_bytes(message: Message) -> bytes:
    r"""Write a message as the course's client does: only its farewell has no line end.

    >>> client_bytes(Played(Move("c4"))), client_bytes(Close())
    (b'3 2\n', b'close')
    """
    end = "" if isinstance(message, Close) else "\n"
    return f"{message}{end}".encode("ascii", "replace")


def server_bytes(message: Message) -> bytes:
    """Write a message as the course's server does; its client knows no pass with a line end."""
    return str(message).encode("ascii", "replace")


def parse(text: str) -> Message:
    """Read a text that is one message other than a handle.

    >>> parse("3 2")
    Played(move='c4')
    """
    found = _MESSAGE.fullmatch(text.strip(_BLANKS))
    if not found:
        raise _no_message(text)
    return _message(found)


class Reader:
    """Cuts what arrives into messages.

    >>> reader = Reader()
    >>> reader.feed(b"START BLACK3 2-2")
    >>> [reader.next(), reader.next(), reader.next()]
    [Start(color=-1), Played(move='c4'), None]
    >>> reader.feed(b"0")
    >>> reader.next()
    Played(move='pass')
    """

    def __init__(self, *, handle_first: bool = False) -> None:
        """Wait for messages; the reader of a server first waits for the client's handle."""
        self._text = ""
        self._awaits_handle = handle_first

    def feed(self, data: bytes) -> None:
        """Take bytes that arrived, up to a maximum that may wait to be read."""
        self._text += data.decode("ascii", "replace")
        if len(self._text) > _MOST_WAITING:
            raise FormatError(f"more than {_MOST_WAITING} bytes wait to be read")

    def next(self) -> Message | None:
        """Return the next message if it is complete; input that cannot become one is rejected."""
        if self._awaits_handle:
            return self.handle() if "\n" in self._text else None
        self._text = self._text.lstrip(_BLANKS)
        if found := _MESSAGE.match(self._text):
            self._text = self._text[found.end() :]
            return _message(found)
        if not _is_begun(self._text):
            raise _no_message(self._text)
        return None

    def handle(self) -> Handle | None:
        """Return the handle so far, for clients that do not send a line end."""
        if not self._awaits_handle or not self._text:
            return None
        self._awaits_handle = False
        line, _, self._text = self._text.partition("\n")
        return Handle(_name(line))


def first_board(size: int = 8, rules: Rules = "normal") -> Board:
    """Return the board at the start, on which White is to move."""
    cells, _, _ = Board(size, rules).to_string().partition(" ")
    return Board.parse(f"{cells} O", rules)


def _message(found: re.Match[str]) -> Message:
    color, row, column, passed, _ = found.groups()
    if color:
        return Start(WHITE if color == "WHITE" else -WHITE)
    if row:
        return Played(Move.at(int(row), int(column)))
    return Played(PASS) if passed else Close()


def _no_message(text: str) -> FormatError:
    expected = "expected a move such as '3 2', -20, close or START"
    return FormatError(f"{quoted(text, 20)} is no message of CS621: {expected}")


def _is_begun(text: str) -> bool:
    """Whether this may be the beginning of a message."""
    text = re.sub(r"[ \t]{1,8}", " ", text)
    return any(word.startswith(text) for word in _WORDS) or bool(re.fullmatch("[0-7] ?", text))


def _name(line: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in line)
    return " ".join(shown.split())[:LONGEST_HANDLE].strip() or "guest"
