"""SGF, the format of Go programs, which has Othello as its game 2.

A game is ``(;GM[2]SZ[8]RU[Normal]PB[…]PW[…]AB[e4][d5]AW[d4][e5]PL[B]RE[?];B[f5];W[d6])``. A game
record has the first of its variations; `variations` returns all of them, and `dump` writes several.
``RU[Reversed]`` marks a game in which fewest discs win.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, quoted, raise_problem, read_games, write_lines
from obversi.formats.record import BrokenGameError, GameRecord, play, played_moves
from obversi.move import Move
from obversi.rules import Rules
from obversi.size import checked_size
from obversi.squares import SquareSet

__all__ = ["dump", "main_line", "parse", "read", "variations", "write"]

_PART = re.compile(r"\s*+(?:([;()])|([A-Za-z]++)\s*+((?:\[(?:\\.|[^\]\\])*+\]\s*+)++))", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_MOST_LINES = 200
_LONGEST = 200  # moves of a line
_SHOWN = 1000  # more than is quoted of what cannot be read


def main_line(text: str) -> Iterator[tuple[str, list[str]]]:
    """Go through the properties of a game, each with its values.

    >>> list(main_line("(;GM[2]AB[e4][d5];B[f5](;W[d6])(;W[f6]))"))
    [('GM', ['2']), ('AB', ['e4', 'd5']), ('B', ['f5']), ('W', ['d6'])]
    """
    if not text.startswith("("):
        raise FormatError(f"{quoted(text)} is no SGF: expected (;GM[2]…)")
    place = 1
    while found := _PART.match(text, place):
        sign, name, values = found.groups()
        if sign == ")":
            return
        if name:
            # Older files write Black for B.
            yield re.sub("[a-z]", "", name), [_plain(value) for value in _VALUE.findall(values)]
        place = found.end()
    rest = text[place : place + _SHOWN].strip()
    raise FormatError(
        f"{quoted(rest)} cannot be read: expected a property such as B[f5]"
        if rest
        else "the game is cut off: expected ) at the end"
    )


def variations(text: str) -> list[list[str]]:
    """Return the moves of each variation, the first one first, passes as ``pass``.

    What cannot be read ends them, as do more lines and moves than a study has.

    >>> variations("(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]))")
    [['f5', 'd6', 'c3'], ['f5', 'f6']]
    """
    found: list[list[str]] = []
    open_at: list[int] = []  # the number of moves at each bracket that is open
    line: list[str] = []
    is_end = True  # whether a line ends at the next closing bracket
    place = 0
    while len(found) < _MOST_LINES and len(line) < _LONGEST and (part := _PART.match(text, place)):
        place = part.end()
        sign, name, values = part.groups()
        if sign == "(":
            open_at.append(len(line))
        elif sign == ")":
            if is_end:
                found.append(line.copy())
            is_end = False
            del line[open_at.pop() if open_at else 0 :]
            if not open_at:
                break
        elif name and re.sub("[a-z]", "", name) in _COLORS:
            square = _square(_plain(_VALUE.findall(values)[0]))
            line.append("pass" if square.upper() == "PA" else square)
            is_end = True
    return found


def _plain(value: str) -> str:
    """Return a value without what guards its letters; a guarded line end is none."""
    return _ESCAPED.sub(lambda found: found[1].strip("\n"), value).strip()


# What stands at the beginning of a game, and of no variation.
_START = re.compile(r"\(\s{0,8};\s{0,8}(?=(?:AP|CA|DT|EV|FF|GM|GN|PB|PC|PW|RE|RU|ST|SZ)\s{0,8}\[)")
_OTHELLO = "2"
_COLORS = {"B": BLACK, "W": WHITE}
_DISCS = {"AB": "X", "AW": "O"}
_LETTERS = "abcdefgh"
_RESULT = re.compile(r"([BW])\+(\d{1,2})(?:\.0+)?")
_DRAWS = ("0", "draw")

# What says how a game is written, or has a place of its own in a record.
_OF_NO_MEANING = {"AP", "CA", "FF", "GM", "PL", "RU", "ST", "SZ", "AB", "AW", "AE"}


def parse(text: str, *, size: int = 8, rules: Rules = "normal") -> GameRecord:
    """Read the one game in a text; `size` and `rules` count only if the game names none."""
    return _parse_game(text.strip().removeprefix("\ufeff"), size, rules)


def read(
    file: TextIO,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read game after game, wherever lines end; text between games is left out."""
    return read_games(
        file, _START, lambda text: _parse_game(text, size, rules), "(;GM[2]…)", on_problem
    )


def dump(record: GameRecord, others: Iterable[GameRecord] = ()) -> str:
    """Write a game on one line; `others` are variations of it, from the same start.

    >>> from obversi.formats.record import record_from_moves
    >>> first, second = record_from_moves(["f5", "d6"]), record_from_moves(["f5", "f6"])
    >>> dump(first, [second]).partition("RE")[2]
    '[?];B[f5](;W[d6])(;W[f6]))'
    """
    start = record.start
    root = [
        f"(;FF[4]GM[2]CA[UTF-8]SZ[{record.size}]RU[{record.rules.capitalize()}]",
        f"PC[{_escaped(record.place)}]" if record.place else "",
        f"DT[{_escaped(record.date)}]" if record.date else "",
        f"PB[{_escaped(record.black)}]PW[{_escaped(record.white)}]",
        _setup("AB", start.black),
        _setup("AW", start.white),
        f"PL[{'B' if start.turn == BLACK else 'W'}]",
        f"RE[{_result_text(record)}]",
    ]
    return "".join([*root, _tree([list(_moves(each)) for each in (record, *others)]), ")"])


def write(records: Iterable[GameRecord], file: TextIO) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, dump)


def _parse_game(text: str, size: int, rules: Rules) -> GameRecord:
    root: dict[str, list[str]] = {}
    written: list[tuple[Color, str]] = []
    broken: FormatError | None = None
    try:
        for name, values in main_line(text):
            if name in _COLORS:
                written.append((_COLORS[name], values[0]))
            elif not written:
                root.setdefault(name, []).extend(values)
            elif name in _DISCS:
                raise FormatError(f"{name} sets discs up after the first move")
    except FormatError as error:
        broken = error
    if broken and not written:
        raise broken
    start = _start(root, written, size, rules)
    board = start.copy()
    wrong = None
    for number, (color, square) in enumerate(written, start=1):
        try:
            play(board, _square(square), color)
        except FormatError as error:
            broken, wrong = error, number
            break
    tags = {name: "\n".join(root[name]) for name in root if name not in _OF_NO_MEANING}
    record = GameRecord(
        start,
        played_moves(board, {}),
        black=tags.pop("PB", ""),
        white=tags.pop("PW", ""),
        place=tags.pop("PC", ""),
        date=tags.pop("DT", ""),
        result=_result(tags, start.size),
        tags=tags,
    )
    if broken:
        raise BrokenGameError(broken.reason, broken.place, record, wrong) from broken
    return record


def _start(
    root: dict[str, list[str]], written: list[tuple[Color, str]], size: int, rules: Rules
) -> Board:
    """Return the position before the first move: the usual one if no discs are set up."""
    game = _first(root, "GM") or _OTHELLO
    if game != _OTHELLO:
        raise FormatError(f"GM[{game[:30]}] is another game: expected GM[2], Othello")
    if given := _first(root, "SZ"):
        size = checked_size(int(given) if re.fullmatch("[0-9]{1,3}", given) else 0)
    if given := _first(root, "RU"):
        rules = "reversed" if given.lower() == "reversed" else "normal"
    if not _DISCS.keys() & root.keys():
        return Board(size, rules)
    cells = ["-"] * size**2
    for name, disc in _DISCS.items():
        for square in root.get(name, []):
            move = Move(_square(square[:20]))
            if move.is_pass or move.row >= size or move.column >= size:
                raise FormatError(f"{name}[{square}] is no square of a {size}×{size} board")
            cells[size * move.row + move.column] = disc
    mover = _first(root, "PL").upper()
    first = written[0][0] if written else BLACK
    is_white = mover.startswith("W") if mover else first == WHITE
    return Board.parse(f"{''.join(cells)} {'O' if is_white else 'X'}", rules)


def _first(root: dict[str, list[str]], name: str) -> str:
    return root.get(name, [""])[0]


def _square(written: str) -> str:
    """Return a square by its name, also where its row is a letter as on boards of Go."""
    if re.fullmatch("[a-h]{2}", written):
        return f"{written[0]}{_LETTERS.index(written[1]) + 1}"
    return "pass" if written in ("", "tt") else written


def _result(tags: dict[str, str], size: int) -> int | None:
    """Take the result out of the tags, unless it says more than the margin, such as ``B+Time``."""
    text = tags.get("RE", "")
    found = _RESULT.fullmatch(text)
    margin = int(found[2]) if found else 0
    if margin > size**2 or not (found or text.lower() in ("", "?", *_DRAWS)):
        return None
    tags.pop("RE", None)
    if found:
        return margin if found[1] == "B" else -margin
    return 0 if text.lower() in _DRAWS else None


def _setup(tag: str, squares: SquareSet) -> str:
    return tag + "".join(f"[{square}]" for square in squares) if squares else ""


def _tree(lines: Sequence[Sequence[str]]) -> str:
    """Write the moves that lines have in common, then each variation in brackets."""
    following: dict[str, list[Sequence[str]]] = {}
    for line in lines:
        if line:
            following.setdefault(line[0], []).append(line[1:])
    parts = [move + _tree(rest) for move, rest in following.items()]
    return "".join(parts if len(parts) < 2 else (f"({part})" for part in parts))


def _moves(record: GameRecord) -> Iterable[str]:
    color = record.start.turn
    for played in record.moves:
        square = "PA" if played.move.is_pass else str(played.move)
        yield f";{'B' if color == BLACK else 'W'}[{square}]"
        color = -color


def _result_text(record: GameRecord) -> str:
    margin = record.margin()
    if margin is None:
        return "?"
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}"


def _escaped(text: str) -> str:
    """Guard the letters that end a value or escape; line ends become blanks."""
    plain = " ".join(text.split())
    return plain.replace("\\", "\\\\").replace("]", "\\]")
