"""Text files of games: one game a line, or games in brackets one after another."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NoReturn, TextIO

from obversi.errors import FormatError, ObversiError
from obversi.formats.losses import Losses, OnLoss
from obversi.formats.record import BrokenGameError, GameRecord

# Called with each problem of a file.
OnProblem = Callable[[FormatError], None]

_LONGEST_REASON = 400


def raise_problem(problem: FormatError) -> NoReturn:
    """Stop at the first problem: the default of every reader."""
    raise problem from None


def placed(error: ObversiError, place: str) -> FormatError:
    """Return the error with the line or the record where it occurred."""
    if isinstance(error, BrokenGameError):
        return error.at(place)
    reason = str(error)
    if len(reason) > _LONGEST_REASON:
        reason = reason[:_LONGEST_REASON] + "…"
    return FormatError(reason, place)


def quoted(text: str, longest: int = 30) -> str:
    """Return a text in quotes, cut if it is long, for use in a message."""
    return repr(text if len(text) <= longest else text[:longest] + "…")


# Control characters, marks that change the direction of writing, unusual line ends, characters
# without a width, and lone surrogates.
_CONTROL_CHARACTERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""Replace every control character by a dot, before texts from elsewhere are shown.

    >>> visible("red: \x1b[31m, \u202edesrever\r\nand a new line")
    'red: ·[31m, ·desrever\nand a new line'
    """
    return _CONTROL_CHARACTERS.sub("·", text.replace("\r\n", "\n"))


LONGEST_LINE = 1 << 20


def numbered_lines(file: TextIO, on_problem: OnProblem) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; a line that is too long is a problem and left out."""
    number = 0
    while True:
        number += 1
        try:
            line = file.readline(LONGEST_LINE)
            too_long = len(line) == LONGEST_LINE and not line.endswith("\n")
            rest = line if too_long else "\n"
            while rest and not rest.endswith("\n"):
                rest = file.readline(LONGEST_LINE)
        except UnicodeDecodeError as error:
            on_problem(FormatError(f"this is not text: {error.reason}", f"line {number}"))
            return
        if not line:
            return
        if too_long:
            reason = f"a line of more than {LONGEST_LINE} characters is no game"
            on_problem(FormatError(reason, f"line {number}"))
        else:
            yield number, line


def read_lines(
    file: TextIO,
    parse: Callable[[str], GameRecord],
    on_problem: OnProblem,
    comment: str | None = None,
) -> Iterator[GameRecord]:
    """Parse each line that is neither blank nor a comment."""
    for number, line in numbered_lines(file, on_problem):
        text = line.strip()
        if not text or (comment and text.startswith(comment)):
            continue
        try:
            record = parse(text)
        except ObversiError as error:
            on_problem(placed(error, f"line {number}"))
            continue
        yield record


def write_lines(
    records: Iterable[GameRecord],
    file: TextIO,
    dump: Callable[[GameRecord, Losses], str],
    format: str,
    on_loss: OnLoss,
) -> int:
    """Write each record on a line and return their number; report the losses of all."""
    losses = Losses()
    count = 0
    for count, record in enumerate(records, start=1):
        try:
            line = dump(record, losses)
            if len(line) > _LONGEST_WRITTEN:
                raise FormatError(
                    f"a game of {len(line)} characters is not read again: at most "
                    f"{_LONGEST_WRITTEN} are"
                )
        except ObversiError as error:
            raise placed(error, f"record {count}") from None
        file.write(line + "\n")
    losses.report(format, on_loss)
    return count


_CHUNK = 1 << 16
_LONGEST_START = 40
_LONGEST_GAME = 1 << 20
_LONGEST_WRITTEN = min(LONGEST_LINE, _LONGEST_GAME) - _LONGEST_START


def read_games(
    file: TextIO,
    start: re.Pattern[str],
    parse: Callable[[str], GameRecord],
    expected: str,
    on_problem: OnProblem,
) -> Iterator[GameRecord]:
    """Read game after game, wherever lines end; text between games is left out."""
    number = 0
    blank = True

    def chunks() -> Iterator[str]:
        nonlocal blank
        while chunk := file.read(_CHUNK):
            blank = blank and chunk.isspace()
            yield chunk

    try:
        for number, text in enumerate(game_texts(chunks(), start), start=1):
            try:
                record = parse(text)
            except ObversiError as error:
                on_problem(placed(error, f"record {number}"))
                continue
            yield record
    except UnicodeDecodeError as error:
        on_problem(FormatError(f"this is not text: {error.reason}", f"record {number + 1}"))
    else:
        if number == 0 and not blank:
            on_problem(FormatError(f"there is no game in the text: expected {expected}"))


def game_texts(chunks: Iterable[str], start: re.Pattern[str]) -> Iterator[str]:
    """Yield the games, each from its start to the start of the next one.

    So one open bracket cannot include the rest of a file. A game without an end is cut after its
    beginning.
    """
    pending = ""
    for chunk in chunks:
        pending += chunk
        starts = [found.start() for found in start.finditer(pending)]
        for first, following in pairwise(starts):
            yield pending[first:following]
        if not starts:
            pending = pending[-_LONGEST_START:]
        elif len(pending) - starts[-1] > _LONGEST_GAME:
            yield pending[starts[-1] : starts[-1] + _LONGEST_GAME]
            pending = pending[-_LONGEST_START:]
        else:
            pending = pending[starts[-1] :]
    if start.match(pending):
        yield pending
