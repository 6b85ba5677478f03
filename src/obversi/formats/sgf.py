"""SGF, the format of Go programs, which has Othello as its game 2.

A game is ``(;GM[2]SZ[8]RU[Normal]PB[…]PW[…]AB[e4][d5]AW[d4][e5]PL[B]RE[?];B[f5];W[d6])``. A game
record has the first of its variations; `obversi.formats.sgf_tree` has all of them, with comments.
`dump` writes several.
``RU[Reversed]`` marks a game in which fewest discs win.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, quoted, raise_problem, read_games, write_lines
from obversi.formats.losses import Losses, OnLoss, check_result, warn_of_loss, writable
from obversi.formats.record import BrokenGameError, GameRecord, play, played_moves
from obversi.move import Move
from obversi.rules import Rules
from obversi.size import checked_size
from obversi.squares import SquareSet

_PART = re.compile(r"\s*+(?:([;()])|([A-Za-z]++)\s*+((?:\[(?:\\.|[^\]\\])*+\]\s*+)++))", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*+)\]", re.DOTALL)
_LINE_END = re.compile("\r\n|\n\r|\r")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SHOWN = 1000  # more than error messages quote


def properties(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the properties of a game with their values, and the signs ``(``, ``;``, ``)``.

    An unreadable part or a missing end is a `FormatError`.

    >>> [name for name, _ in properties("(;GM[2];B[f5](;W[d6])(;W[f6]))")]
    ['(', ';', 'GM', ';', 'B', '(', ';', 'W', ')', '(', ';', 'W', ')', ')']
    """
    if not text.startswith("("):
        raise FormatError(f"{quoted(text)} is no SGF: expected (;GM[2]…)")
    place = depth = 0
    while found := _PART.match(text, place):
        place = found.end()
        sign, name, values = found.groups()
        if name:
            # Older files write Black for B.
            yield re.sub("[a-z]", "", name), [_plain(value) for value in _VALUE.findall(values)]
            continue
        yield sign, []
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return
    rest = text[place : place + _SHOWN].strip()
    raise FormatError(
        f"{quoted(rest)} cannot be read: expected a property such as B[f5]"
        if rest
        else "the game is cut off: expected ) at the end"
    )


def main_line(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the properties of the first line of a game, each with its values.

    >>> list(main_line("(;GM[2]AB[e4][d5];B[f5](;W[d6])(;W[f6]))"))
    [('GM', ['2']), ('AB', ['e4', 'd5']), ('B', ['f5']), ('W', ['d6'])]
    """
    for name, values in properties(text):
        if name == ")":
            return
        if values:
            yield name, values


def _plain(value: str) -> str:
    """Return a value without escapes; an escaped line end is removed."""
    lines = _LINE_END.sub("\n", value)
    return _ESCAPED.sub(lambda found: found[1].strip("\n"), lines).strip()


# The beginning of a game, which is not that of a variation.
_START = re.compile(r"\(\s{0,8};\s{0,8}(?=(?:AP|CA|DT|EV|FF|GM|GN|PB|PC|PW|RE|RU|ST|SZ)\s{0,8}\[)")
_OTHELLO = "2"
#: The colours of moves by the names of their properties.
COLORS = {"B": BLACK, "W": WHITE}
_DISCS = {"AB": "X", "AW": "O"}
_LETTERS = "abcdefgh"
_RESULT = re.compile(r"([BW])\+(\d{1,2})(?:\.0+)?")
_DRAWS = ("0", "draw")
_WRITABLE_RESULT = re.compile(r"[BW]\+[\w.]*|0|draw|void|\?|", re.IGNORECASE | re.ASCII)

# Properties about the notation, or with a field of their own in a record.
_OF_NO_MEANING = {"AP", "CA", "FF", "GM", "PL", "RU", "ST", "SZ", "AB", "AW", "AE"}

# The text properties of SGF about a game, and which of them can have several lines.
_TEXTS = frozenset(
    [
        *("AN", "BR", "BT", "C", "CP", "EV", "GC", "GN", "KM"),
        *("N", "ON", "OT", "RO", "SO", "TM", "US", "WR", "WT"),
    ]
)
_TEXTS_OF_LINES = frozenset({"C", "GC"})
_PARTS = {
    "PC": "the place",
    "DT": "the date",
    "PB": "the players' names",
    "PW": "the players' names",
}
_NAME = "SGF"


def parse(text: str, *, size: int = 8, rules: Rules = "normal") -> GameRecord:
    """Read the one game in a text; `size` and `rules` are used only if the game names none."""
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


def dump(
    record: GameRecord,
    others: Iterable[GameRecord] = (),
    *,
    on_loss: OnLoss = warn_of_loss,
) -> str:
    """Write a game on one line; `others` are variations of it, from the same start.

    Only the moves of the others are written.

    >>> from obversi.formats.record import record_from_moves
    >>> first, second = record_from_moves(["f5", "d6"]), record_from_moves(["f5", "f6"])
    >>> dump(first, [second]).partition("RE")[2]
    '[?];B[f5](;W[d6])(;W[f6]))'
    """
    losses = Losses()
    text = _text(record, losses, others)
    losses.report(_NAME, on_loss)
    return text


def _text(record: GameRecord, losses: Losses, others: Iterable[GameRecord] = ()) -> str:
    lines = [list(_moves(record))]
    for other in others:
        if other.start != record.start:
            raise FormatError("a variation does not begin where the game begins")
        lines.append(list(_moves(other)))
    main = lines[0]
    if any(len(line) > len(main) and line[: len(main)] == main for line in lines):
        losses.add("where the game ends, as a variation goes on from there")
    return "".join(["(", header(record, losses), _tree(lines), ")"])


def header(record: GameRecord, losses: Losses, title: str = "") -> str:
    """Return the first node of a game: its properties and its start position."""
    check_result(record)
    start = record.start
    if not (start.black or start.white):
        raise FormatError("SGF has no board without discs: it would be read as the usual start")
    losses.add_parts(record, *_PARTS.values())
    names = [name for name in record.tags if name in _TEXTS]
    losses.add_tags(record, "RE", *names)
    texts = {name: record.tags[name] for name in names}
    if title:
        losses.changed("the tag 'GN'", texts.get("GN", title), title)
        texts["GN"] = title
    known = {"PC": record.place, "DT": record.date}
    texts |= {name: text for name, text in known.items() if text}
    texts |= {"PB": record.black, "PW": record.white}
    return "".join(
        [
            f";FF[4]GM[2]CA[UTF-8]SZ[{record.size}]RU[{record.rules.capitalize()}]",
            *(_text_property(name, text, losses) for name, text in texts.items()),
            _setup("AB", start.black),
            _setup("AW", start.white),
            f"PL[{'B' if start.turn == BLACK else 'W'}]",
            f"RE[{_result_text(record, losses)}]",
        ]
    )


def _text_property(name: str, text: str, losses: Losses) -> str:
    has_lines = name in _TEXTS_OF_LINES
    losses.changed(_PARTS.get(name, f"the tag {name!r}"), text, kept_text(text, has_lines))
    return f"{name}[{escaped(text, keep_lines=has_lines)}]"


def write(records: Iterable[GameRecord], file: TextIO, *, on_loss: OnLoss = warn_of_loss) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, _text, _NAME, on_loss)


def _parse_game(text: str, size: int, rules: Rules) -> GameRecord:
    root: dict[str, list[str]] = {}
    written: list[tuple[Color, str]] = []
    broken: FormatError | None = None
    try:
        for name, values in main_line(text):
            if name in COLORS:
                written.append((COLORS[name], values[0]))
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
            play(board, square_of(square), color)
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
            move = Move(square_of(square[:20]))
            if move.is_pass or move.row >= size or move.column >= size:
                raise FormatError(f"{name}[{square}] is no square of the {size}×{size} board")
            cells[size * move.row + move.column] = disc
    mover = _first(root, "PL").upper()
    first = written[0][0] if written else BLACK
    is_white = mover.startswith("W") if mover else first == WHITE
    return Board.parse(f"{''.join(cells)} {'O' if is_white else 'X'}", rules)


def _first(root: dict[str, list[str]], name: str) -> str:
    return root.get(name, [""])[0]


def square_of(written: str) -> str:
    """Return a square by its name; its row may also be a letter, as on boards of Go."""
    if re.fullmatch("[a-h]{2}", written):
        return f"{written[0]}{_LETTERS.index(written[1]) + 1}"
    return "pass" if written in ("", "tt") else written


def _result(tags: dict[str, str], size: int) -> int | None:
    """Take the result out of the tags, unless it is more than a margin, such as ``B+Time``."""
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
        yield move_text(played.move, color)
        color = -color


def move_text(move: Move, color: Color) -> str:
    """Return the node of a move.

    >>> move_text(Move("f5"), BLACK)
    ';B[f5]'
    """
    return f";{'B' if color == BLACK else 'W'}[{'PA' if move.is_pass else move}]"


def _result_text(record: GameRecord, losses: Losses) -> str:
    """Return the original result text of the record if it is still true, or else the margin."""
    kept = record.tags.get("RE")
    if kept is not None:
        is_true = _result({"RE": kept}, record.size) == record.result
        if is_true and _WRITABLE_RESULT.fullmatch(kept):
            return kept
        losses.add("the tag 'RE'")
    margin = record.margin()
    if margin is None:
        return "?"
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}"


# A reader would also find the beginning of a game inside a text.
_INNER_START = re.compile(r"(\(\s{0,8});")


def escaped(text: str, *, keep_lines: bool = False) -> str:
    """Escape the special letters of a value; line ends become blanks unless kept."""
    plain = kept_text(text, keep_lines)
    return _INNER_START.sub(r"\1\;", plain.replace("\\", "\\\\").replace("]", "\\]"))


def kept_text(text: str, keep_lines: bool) -> str:
    """Return a text as a reader will get it."""
    whole = writable(text)
    return (whole if keep_lines else whole.replace("\n", " ")).strip()
