"""Finding the games in a stream of text, a piece at a time."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

__all__ = ["game_texts"]

# A game begins with "(;" and a tag. The same found inside of a game means that the game before it
# was broken off, so that one open bracket cannot swallow the rest of a file.
_START = re.compile(r"\(;(?=\s{0,8}[A-Za-z]{1,8}\[)")
_LONGEST_START = 20
_LONGEST_GAME = 1 << 20


def game_texts(chunks: Iterable[str]) -> Iterator[str]:
    """Go through the games, each from its ``(;`` to where the next begins.

    Of a game that goes on and on, which is none, the beginning is handed out.
    """
    pending = ""
    for chunk in chunks:
        pending += chunk
        starts = [found.start() for found in _START.finditer(pending)]
        for start, end in pairwise(starts):
            yield pending[start:end]
        if not starts:
            pending = pending[-_LONGEST_START:]
        elif len(pending) - starts[-1] > _LONGEST_GAME:
            yield pending[starts[-1] : starts[-1] + _LONGEST_GAME]
            pending = pending[-_LONGEST_START:]
        else:
            pending = pending[starts[-1] :]
    if _START.match(pending):
        yield pending
