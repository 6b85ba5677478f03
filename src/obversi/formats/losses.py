"""The losses of writing a game in a format: an error if the game would change, else a warning."""

import re
import warnings
from collections.abc import Callable, Mapping

from obversi.color import BLACK
from obversi.errors import FormatError, ObversiWarning
from obversi.formats.record import GameRecord

#: Called with a text about the losses of a written file.
OnLoss = Callable[[str], None]


class LossWarning(ObversiWarning):
    """A format has no place for some part of a game other than position, rules and moves."""


def warn_of_loss(text: str) -> None:
    """Warn with a `LossWarning`: the default of every writer."""
    warnings.warn(text, LossWarning, stacklevel=4)


def ignore_loss(text: str) -> None:
    """Do nothing."""


_PARTS: Mapping[str, Callable[[GameRecord], object]] = {
    "the players' names": lambda record: record.black or record.white,
    "the place": lambda record: record.place,
    "the date": lambda record: record.date,
    "the values of moves": lambda record: any(each.value is not None for each in record.moves),
    "the times of moves": lambda record: any(each.seconds is not None for each in record.moves),
    "the exact margins of moves": lambda record: record.values,
}


class Losses:
    """Counts the parts of games, trees or files that are lost in writing or reading."""

    def __init__(self) -> None:
        """Start without losses."""
        self._counts: dict[str, int] = {}

    def add(self, what: str, count: int = 1) -> None:
        """Count something that is lost."""
        if count:
            self._counts[what] = self._counts.get(what, 0) + count

    def add_parts(self, record: GameRecord, *kept: str) -> None:
        """Count the parts of a record, other than its tags and result, that are not kept."""
        for part, has in _PARTS.items():
            if part not in kept and has(record):
                self.add(part)

    def add_tags(self, record: GameRecord, *kept: str) -> None:
        """Count the tags of a record that are not kept."""
        for name in record.tags:
            if name not in kept:
                self.add(f"the tag {name[:20]!r}")

    def add_result(self, record: GameRecord) -> None:
        """Count a result of an unfinished game; reject one that contradicts the last position."""
        if record.result is None:
            return
        outcome = record.board().outcome()
        if outcome is None:
            self.add("the result")
        elif outcome.margin_for(BLACK) != record.result:
            raise FormatError(
                f"the result {record.result:+d} is not that of the last position, "
                f"{outcome.margin_for(BLACK):+d}, and cannot be written"
            )

    def changed(self, what: str, before: str, after: str) -> str:
        """Return a text as it is written, and count a loss if it differs from the original."""
        if before != after:
            self.add(f"some characters of {what}")
        return after

    def texts(self) -> list[str]:
        """Return a text for each kind of loss.

        >>> losses = Losses()
        >>> losses.add("the property V", 2)
        >>> losses.texts()
        ['not kept: the property V (2 times)']
        """
        return [f"not kept: {each}" for each in self._counted()]

    def report(self, format: str, on_loss: OnLoss) -> None:
        """Report all losses with one text, if there are any.

        >>> losses = Losses()
        >>> losses.add("the date")
        >>> losses.add("the place", 3)
        >>> losses.report("a transcript", print)
        a transcript does not keep: the date, the place (3 times)
        """
        if self._counts:
            on_loss(f"{format} does not keep: {', '.join(self._counted())}")

    def _counted(self) -> list[str]:
        return [
            what + (f" ({count} times)" if count > 1 else "")
            for what, count in self._counts.items()
        ]


def check_result(record: GameRecord) -> None:
    """Reject a result that no reader accepts."""
    if record.result is not None and abs(record.result) > record.size**2:
        raise FormatError(
            f"the result {record.result} is impossible: the board has {record.size**2} squares"
        )


_LINE_END = re.compile("\r\n|\n\r|\r")


def writable(text: str) -> str:
    r"""Return a text as a text file keeps it: half characters and NUL bytes are question marks.

    >>> writable("a\0b\udcff\r\nc")
    'a?b?\nc'
    """
    whole = text.encode("utf-8", "replace").decode().replace("\0", "?")
    return _LINE_END.sub("\n", whole)
