"""PGN-like games as PlayOK and Edax write them: headers in brackets, then numbered moves."""

import re
from collections.abc import Iterator
from typing import TextIO

from obversi.board import Board
from obversi.errors import FormatError, ObversiError
from obversi.formats.lines import (
    LONGEST_LINE,
    OnProblem,
    numbered_lines,
    placed,
    quoted,
    raise_problem,
)
from obversi.formats.record import BrokenGameError, GameRecord, record_from_moves
from obversi.formats.transcript import written_moves
from obversi.rules import Rules

_HEADER = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
# An open comment extends to the end. Without this rule the search for the end of a comment would
# begin again at each bracket, which takes quadratic time.
_COMMENT = re.compile(r"\{[^}]*(\}|\Z)|;[^\n]*")
_MARK = re.compile(r"\$\d+|[!?]+")
_RESULT = re.compile(r"(?:^|(?<=\s))(\d{1,2}-\d{1,2}|1/2-1/2|\*)\s*$")


def parse(text: str, *, size: int = 8, rules: Rules = "normal") -> GameRecord:
    """Read one game."""
    record, doubt = _parse(text, size, rules)
    if doubt:
        raise doubt
    return record


def read(
    file: TextIO,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read game after game: a new one begins with headers, or after a result.

    A start in an unknown notation is a problem, and replaced by the usual start.
    """
    for number, text in enumerate(_game_texts(file, on_problem), start=1):
        try:
            record, doubt = _parse(text, size, rules)
        except ObversiError as error:
            on_problem(placed(error, f"record {number}"))
            continue
        if doubt:
            on_problem(placed(doubt, f"record {number}"))
        yield record


def _parse(text: str, size: int, rules: Rules) -> tuple[GameRecord, FormatError | None]:
    """Read one game; the returned error is about a start in an unknown notation."""
    headers, moves = _headers_and_moves(text)
    open_comment = any(found[1] == "" for found in _COMMENT.finditer(moves))
    main_line, open_bracket = _without_variations(_COMMENT.sub(" ", moves))
    plain = _MARK.sub("", main_line).strip()
    if ending := _RESULT.search(plain):
        plain = plain[: ending.start()]
        headers.setdefault("Result", ending[1])
    if not headers and not plain:
        raise FormatError("there is no game: expected headers or moves")
    start, doubt = _start(headers.get("FEN"), size, rules)
    try:
        record = record_from_moves(
            written_moves(plain),
            start,
            black=headers.pop("Black", ""),
            white=headers.pop("White", ""),
            place=headers.pop("Site", ""),
            date=headers.pop("Date", ""),
            result=_margin(headers.get("Result", ""), start),
            tags=headers,
        )
    except FormatError as error:
        raise doubt or error from None
    if open_comment or open_bracket:
        what = "comment {" if open_comment else "bracket ("
        raise BrokenGameError(f"a {what} is not closed", "", record)
    return record, doubt


def _game_texts(file: TextIO, on_problem: OnProblem) -> Iterator[str]:
    """Collect the lines of each game; a text that is too long is cut, and so not a game."""
    lines: list[str] = []
    length = 0
    has_moves = in_comment = False
    for _, line in numbered_lines(file, on_problem):
        text = line.lstrip()
        # A whole header ends an open comment, which would otherwise include all later games.
        is_header = bool(_HEADER.match(text)) or (not in_comment and text.startswith("["))
        if is_header and has_moves:
            yield "".join(lines)
            lines, length, has_moves, in_comment = [], 0, False, False
        if length < LONGEST_LINE:
            lines.append(line)
            length += len(line)
        if is_header or not line.strip():
            continue
        has_moves = True
        in_comment = line.rfind("{") > line.rfind("}") or (in_comment and "}" not in line)
        if not in_comment and _RESULT.search(_COMMENT.sub(" ", line).rstrip()):
            yield "".join(lines)
            lines, length, has_moves = [], 0, False
    if "".join(lines).strip():
        yield "".join(lines)


def _headers_and_moves(text: str) -> tuple[dict[str, str], str]:
    headers: dict[str, str] = {}
    stripped = text.strip()
    place = 0
    while stripped.startswith("[", place):
        found = _HEADER.match(stripped, place)
        if not found:
            start = quoted(stripped[place : place + 100])
            raise FormatError(f'{start} is no header: expected one such as [Black "name"]')
        headers[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        place = found.end()
    return headers, stripped[place:]


def _without_variations(moves: str) -> tuple[str, bool]:
    """Leave out the parts in round brackets, which may be nested or left open."""
    kept, depth = [], 0
    for part in re.split(r"([()])", moves):
        if part == "(":
            depth += 1
        elif part == ")" and depth:
            depth -= 1
        elif depth == 0:
            kept.append(part)
    return " ".join(kept), depth > 0


def _start(text: str | None, size: int, rules: Rules) -> tuple[Board, FormatError | None]:
    """Return the position of a FEN header, or the usual one and the error in the header."""
    if text is None:
        return Board(size, rules), None
    try:
        return Board.parse(text, rules), None
    except ObversiError as error:
        reason = f"the start {quoted(text, 80)} is not understood: {error}"
        return Board(size, rules), FormatError(reason)


def _margin(result: str, start: Board) -> int | None:
    """Return the margin for black from a count such as 33-31, in which black's discs are first."""
    text = result.replace(" ", "")
    if text == "1/2-1/2":
        return 0
    counts = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
    if not counts:
        return None
    black, white = int(counts[1]), int(counts[2])
    if black + white <= 1:  # 1-0 names only the winner
        return None
    squares = start.size**2
    if black + white > squares:
        raise FormatError(f"the result {text} counts more discs than there are squares")
    if black == white:
        return 0
    margin = squares - 2 * white if black > white else 2 * black - squares
    return margin if start.rules == "normal" else -margin
