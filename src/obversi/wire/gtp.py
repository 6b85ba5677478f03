"""GTP, the Go Text Protocol in its second version, for Reversi.

A command is a line, ``[id] name arguments``. A response begins with ``=`` if the command succeeded
and with ``?`` if not, then the id, then a text; a blank line ends it. Vertices are squares such as
``d3``, or ``pass``.
"""

import re
from dataclasses import dataclass

from obversi.color import BLACK, WHITE, Color
from obversi.errors import FormatError
from obversi.formats.lines import quoted
from obversi.rules import Rules

#: The commands that every program has to know.
REQUIRED = (
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove"),
)

#: The names of the rules for `set_game`.
GAMES: dict[Rules, str] = {"normal": "Othello", "reversed": "Anti-Othello"}

#: A command of our own: ``reversi-rules normal`` or ``reversi-rules reversed``.
RULES_COMMAND = "reversi-rules"

_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_ID = re.compile(r"[0-9]{1,10}")
_HEAD = re.compile(r"([=?])([0-9]{0,10})(?:\s+(.*))?", re.DOTALL)
# All control characters but the ends of lines, which are gone already, and the tab.
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Command:
    """A command to a program.

    >>> str(Command("play", ("black", "d3"), id=7))
    '7 play black d3'
    """

    name: str
    arguments: tuple[str, ...] = ()
    id: int | None = None

    def __str__(self) -> str:
        words = [*([] if self.id is None else [str(self.id)]), self.name, *self.arguments]
        return _clean(" ".join(words))


@dataclass(frozen=True, slots=True)
class Response:
    r"""The response of a program; its text ends with a blank line and has no other one.

    >>> str(Response(True, "d3", id=7))
    '=7 d3\n\n'
    """

    success: bool
    text: str = ""
    id: int | None = None

    def __str__(self) -> str:
        head = f"{'=' if self.success else '?'}{'' if self.id is None else self.id}"
        lines = [cleaned for line in self.text.splitlines() if (cleaned := _clean(line).rstrip())]
        return " ".join([head, "\n".join(lines)]).rstrip() + "\n\n"

    def answering(self, command: Command) -> "Response":
        """Return the response to this command, or reject one to another.

        Edax writes a blank before the id. Some programs leave it out.
        """
        if self.id == command.id or command.id is None:
            return self
        if self.id is not None:
            raise FormatError(f"it answers command {self.id} instead of command {command.id}")
        first, _, rest = self.text.partition(" ")
        text = rest.lstrip() if first == str(command.id) else self.text
        return Response(self.success, text, command.id)


class ResponseReader:
    r"""Makes responses from lines.

    >>> reader = ResponseReader()
    >>> [reader.feed(line) for line in ("=1 name", "version", "")][-1]
    Response(success=True, text='name\nversion', id=1)
    """

    def __init__(self) -> None:
        """Wait for the first line of a response."""
        self._lines: list[str] = []

    def feed(self, line: str) -> Response | None:
        """Take a line, and return the response that it ends; blank lines before one are ignored.

        A first line that does not begin a response is rejected; the next line may begin one.
        """
        if line.strip():
            if not self._lines:
                _head(line)
            self._lines.append(line)
            return None
        if not self._lines:
            return None
        text, self._lines = "\n".join(self._lines), []
        return parse_response(text)


def parse_command(line: str) -> Command | None:
    """Read a command, or return None for a line with only blanks and a comment.

    >>> parse_command("7 play b D3 # the first move")
    Command(name='play', arguments=('b', 'D3'), id=7)
    """
    words = _clean(line.partition("#")[0]).split()
    if not words:
        return None
    number = None
    if _ID.fullmatch(words[0]):
        number = int(words.pop(0))
        if not words:
            raise FormatError(f"there is no command after the id {number}")
    return Command(words[0], tuple(words[1:]), number)


def parse_response(text: str) -> Response:
    """Read a response, with or without the blank line that ends it."""
    sign, number, rest = _head(text.strip("\r\n"))
    return Response(sign == "=", rest.strip(), int(number) if number else None)


def parse_color(text: str) -> Color:
    """Read a colour: black, white, b or w, in upper or lower case."""
    try:
        return _COLORS[text.lower()]
    except KeyError:
        raise FormatError(f"{quoted(text)} is no colour: expected black or white") from None


def parse_command_list(text: str) -> frozenset[str]:
    """Read the answer to `list_commands`; Egaroucid begins each of its lines like a response."""
    names = (re.sub(r"^[=?][0-9]*\s*", "", line.strip()) for line in text.splitlines())
    return frozenset(name for name in names if name)


def seconds_text(seconds: float, *, whole: bool = False) -> str:
    """Write a time: the protocol has whole seconds only, but some programs read fractions."""
    if whole:
        return str(int(seconds) or int(seconds > 0))
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _head(text: str) -> tuple[str, str, str]:
    found = _HEAD.fullmatch(text)
    if not found:
        raise FormatError(f"{quoted(text)} is no response: expected = or ? at its beginning")
    return found[1], found[2], found[3] or ""


def _clean(text: str) -> str:
    return _CONTROL.sub("", text.replace("\t", " "))
