"""Games and positions on the command line: a text, a game's moves, a file, a suite, or stdin."""

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import click

from obversi import formats, suites
from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats.record import play
from obversi.formats.transcript import written_moves

__all__ = [
    "STDIN",
    "PositionCommand",
    "after_moves",
    "boards",
    "one_board",
    "readable_records",
    "records",
    "report_problem",
]

STDIN: Final = "-"
_SUITE: Final = "suite:"
_BEGIN_OF_CELLS: Final = re.compile(r"-[-.XxBb*0OoWw1\s]{15}")
_BEGIN_OF_PATH: Final = ("/", "./", "../")


class PositionCommand(click.Command):
    """A command with a position as argument, which may begin with an empty cell."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write an empty first cell as a dot: with a hyphen the board would look like an option."""
        dotted = ["." + arg[1:] if _BEGIN_OF_CELLS.match(arg) else arg for arg in args]
        return super().parse_args(ctx, dotted)


def records(
    source: str,
    rules: str,
    size: int,
    format: str | None = None,
    on_problem: formats.OnProblem = formats.raise_problem,
) -> Iterator[formats.GameRecord]:
    """Read the games of a text, of the file with this name, of a suite, or of stdin."""
    if source.startswith(_SUITE):
        yield from suites.read(source.removeprefix(_SUITE))
    elif _names_file(source):
        yield from formats.read_path(
            source, rules=rules, size=size, format=format, on_problem=on_problem
        )
    elif source != STDIN and format is None:
        yield from formats.read_text(source, rules=rules, size=size, on_problem=on_problem)
    else:
        content = sys.stdin.buffer if source == STDIN else io.BytesIO(source.encode())
        # As a file it can be in any format, even one that is no text.
        with tempfile.NamedTemporaryFile() as file:
            shutil.copyfileobj(content, file)
            file.flush()
            yield from formats.read_path(
                file.name, rules=rules, size=size, format=format, on_problem=on_problem
            )


def boards(
    source: str | None,
    rules: str,
    size: int,
    on_problem: formats.OnProblem = formats.raise_problem,
) -> Iterator[Board]:
    """Read positions, each after the moves that come with it; without a source the start."""
    if source is None:
        yield Board(size, rules)
        return
    for record in records(source, rules, size, on_problem=on_problem):
        yield record.board()


def one_board(source: str | None, rules: str, size: int) -> Board:
    """Read a source that has one position."""
    found = list(islice(boards(source, rules, size), 2))
    if len(found) != 1:
        count = "several" if found else "none"
        raise FormatError(f"expected one game or position, found {count}", source or "")
    return found[0]


def readable_records(
    source: str | None, rules: str, size: int
) -> tuple[list[formats.GameRecord], int]:
    """Read what can be read, report the rest on stderr, and count it; no source is the start."""
    if source is None:
        return [formats.GameRecord(Board(size, rules))], 0
    problems = []

    def report(problem: FormatError) -> None:
        problems.append(problem)
        report_problem(source, problem)

    return list(records(source, rules, size, on_problem=report)), len(problems)


def report_problem(source: str | None, problem: FormatError) -> None:
    """Say on stderr, in one line, which part of a source cannot be used."""
    place = "stdin: " if source == STDIN else f"{source}: " if _is_file(source) else ""
    click.echo(f"obversi: {' '.join(f'{place}{problem}'.split())}", err=True)


def after_moves(board: Board, moves: str) -> Board:
    """Return the board after the moves of a text such as f5d6c3."""
    after = board.copy()
    for written in written_moves(moves):
        play(after, written)
    return after


def _names_file(source: str) -> bool:
    """Whether this is a file, or looks like the name of one more than like a game."""
    known = {ending for info in formats.FORMATS.values() for ending in info.extensions}
    if source == STDIN:
        return False
    if source.startswith(_BEGIN_OF_PATH) or Path(source).suffix.lower() in known:
        return True
    return _is_file(source)


def _is_file(source: str | None) -> bool:
    try:
        return source is not None and Path(source).is_file()
    except OSError:  # a pasted game can be too long for a name
        return False
