"""Files with one record a line, read without ever holding more than a line."""

from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from obversi.errors import FormatError, ObversiError
from obversi.formats.problems import OnProblem, placed
from obversi.formats.record import GameRecord

__all__ = ["LONGEST_LINE", "numbered_lines", "read_lines", "write_lines"]

LONGEST_LINE = 1 << 20


def numbered_lines(file: TextIO, on_problem: OnProblem) -> Iterator[tuple[int, str]]:
    """Go through the lines with their numbers; one that is too long is a problem and left out."""
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
            on_problem(FormatError(f"this is no text: {error.reason}", f"line {number}"))
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
    records: Iterable[GameRecord], file: TextIO, dump: Callable[[GameRecord], str]
) -> int:
    """Write each record on a line and return how many there were."""
    count = 0
    for count, record in enumerate(records, start=1):
        try:
            line = dump(record)
        except ObversiError as error:
            raise placed(error, f"record {count}") from error
        file.write(line + "\n")
    return count
