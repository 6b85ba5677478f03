"""Games in texts and files of any kind: what can be read is kept, and the rest is told."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from obversi.errors import FormatError
from obversi.formats import detect, read_text, wthor
from obversi.formats.catalogue import format_of_name
from obversi.formats.detect import looks_like_wthor
from obversi.formats.problems import OnProblem, quoted
from obversi.formats.record import BrokenGameError, GameRecord
from obversi.size import SIZES
from obversi.web.games.pasted import plain_text

__all__ = ["MOST_GAMES", "Reading", "Trouble", "read_file", "read_pasted"]

#: So many games of a text or a file are kept.
MOST_GAMES: Final = 200

# The rest is counted as far as that takes no time worth mentioning.
_MOST_COUNTED: Final = 2000
_MOST_TROUBLES: Final = 50

_AFTER: Final = ",;|/>→–. \t\r\n"

# So many moves of a game fit no other board.
_NO_CHANCE: Final = 6

# Moves in the midst of words: so many of them are no chance.
_MOVES: Final = re.compile(
    r"(?<![a-z0-9])(?:(?:\d{1,3}\.\s*)?[a-h][1-8][\s,;|/>→–-]*){3,}(?![a-z0-9])", re.IGNORECASE
)


class _EnoughError(Exception):
    """So much was found that the rest is not read."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that could not be read, and where it is."""

    text: str
    place: str


@dataclass(slots=True)
class Reading:
    """What was found in a text or a file; `format` is empty if it is in none."""

    format: str
    games: list[GameRecord] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    left_out: int = 0
    #: Whether some game could not be read to its end.
    breaks_off: bool = False
    _found: int = 0

    def take(self, read: Callable[[OnProblem], Iterator[GameRecord]]) -> None:
        """Keep the games that a reader finds, and of those that break off what came before."""
        try:
            for record in read(self._meet):
                self._keep(record)
                self._count()
        except _EnoughError:
            text = f"there are more than {_MOST_COUNTED} games or problems: the rest was not read"
            self.troubles.append(Trouble(text, ""))

    def _count(self) -> None:
        self._found += 1
        if self._found >= _MOST_COUNTED:
            raise _EnoughError

    def _meet(self, problem: FormatError) -> None:
        self._count()
        place = problem.place
        if not isinstance(problem, BrokenGameError):
            self._tell(problem.reason, place)
            return
        self.breaks_off = True
        self._keep(problem.kept)
        if problem.number is not None:
            move = f"move {problem.number}"
            is_inside = place.startswith(("line", "record"))
            place = f"{place}, {move}" if is_inside else move
        self._tell(problem.why, place)

    def _keep(self, record: GameRecord) -> None:
        if len(self.games) < MOST_GAMES:
            self.games.append(record)
        else:
            self.left_out += 1

    def _tell(self, text: str, place: str) -> None:
        if len(self.troubles) < _MOST_TROUBLES:
            self.troubles.append(Trouble(text, place))


def read_pasted(text: str, rules: str, size: int) -> Reading:
    """Read whatever somebody has pasted; moves may stand among words that are none.

    Moves that cannot be played on a board of that size, but all of them on another, are of a game
    on that one.
    """
    pasted = plain_text(text)
    reading = _read_plain(pasted.text, rules, size)
    if reading.format == "transcript" and reading.breaks_off:
        others = (_read_plain(pasted.text, rules, other) for other in SIZES if other != size)
        reading = next(filter(_is_convincing, others), reading)
    if pasted.note:
        reading.troubles.append(Trouble(pasted.note, ""))
    return reading


def _is_convincing(reading: Reading) -> bool:
    """Whether so many moves could be played that this is no chance."""
    lengths = [len(record.moves) for record in reading.games]
    return not reading.breaks_off and min(lengths, default=0) >= _NO_CHANCE


def _read_plain(text: str, rules: str, size: int) -> Reading:
    try:
        reading = Reading(detect(text))
    except FormatError as problem:
        found = _MOVES.search(text)
        if found is None:
            return Reading("", troubles=[Trouble(problem.reason, "")])
        reading = Reading("transcript")
        for left_out in (text[: found.start()], text[found.end() :]):
            if left_out.strip():
                words = f"{quoted(left_out.strip())} is no part of a game: it is left out"
                reading.troubles.append(Trouble(words, ""))
        text = found[0]
    if reading.format == "transcript":
        text = text.rstrip(_AFTER)
    reading.take(lambda on_problem: read_text(text, rules=rules, size=size, on_problem=on_problem))
    return reading if len(reading.games) != 1 else _without_lines(reading)


def read_file(data: bytes, name: str, rules: str, size: int) -> Reading:
    """Read a file that somebody has dropped, of games as text or of WTHOR."""
    if format_of_name(Path(name)) == "wthor" or looks_like_wthor(data[:16], len(data)):
        reading = Reading("wthor")
        reading.take(lambda on_problem: wthor.read(io.BytesIO(data), on_problem=on_problem))
        return reading
    if b"\0" in data:
        why = "the file is neither text nor WTHOR: it holds zero bytes"
        return Reading("", troubles=[Trouble(why, "")])
    return read_pasted(data.decode("utf-8-sig", errors="replace"), rules, size)


def _without_lines(reading: Reading) -> Reading:
    """Leave out in which line or record of a text something is, if there is one game alone."""
    for at, trouble in enumerate(reading.troubles):
        place = re.sub(r"^(?:line|record) 1(?:, |$)", "", trouble.place)
        reading.troubles[at] = Trouble(trouble.text, place)
    return reading
