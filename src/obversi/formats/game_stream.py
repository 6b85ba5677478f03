"""Games that begin with a bracket, found in a stream of text a piece at a time."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TextIO

from obversi.errors import FormatError, ObversiError
from obversi.formats.problems import OnProblem, placed
from obversi.formats.record import GameRecord

__all__ = ["game_texts", "read_games"]

_CHUNK = 1 << 16
_LONGEST_START = 40
_LONGEST_GAME = 1 << 20


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
        on_problem(FormatError(f"this is no text: {error.reason}", f"record {number + 1}"))
    else:
        if number == 0 and not blank:
            on_problem(FormatError(f"there is no game in the text: expected {expected}"))


def game_texts(chunks: Iterable[str], start: re.Pattern[str]) -> Iterator[str]:
    """Go through the games, each from its start to where the next begins.

    So one open bracket cannot swallow the rest of a file. Of a game that goes on and on, which is
    none, the beginning is handed out.
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
