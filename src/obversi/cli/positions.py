"""Games and positions on the command line: how they are named and read, and how analyses print."""

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from obversi import suites
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cli import options
from obversi.cli.options import SectionedCommand
from obversi.errors import FormatError
from obversi.formats.detect import FORMATS, read_path, read_text
from obversi.formats.lines import OnProblem, raise_problem
from obversi.formats.record import GameRecord, play
from obversi.formats.transcript import written_moves
from obversi.records import JsonObject, fields_object
from obversi.rules import Rules

STDIN = "-"
_SUITE = "suite:"
# Cells that begin with an empty one: sixteen or more of them, or fewer that are not a negative
# number.
_CELLS = re.compile(r"-(?:[-.XxBb*0OoWw1\s]{15}|(?!\d+$)[-.XxBb*0OoWw1\s]{3,}$)")
_BEGIN_OF_PATH = ("/", "./", "../")


class PositionCommand(SectionedCommand):
    """A command with a position as argument, which may begin with an empty cell."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write a blank before an empty first cell: a leading hyphen would look like an option."""
        return super().parse_args(ctx, [f" {arg}" if _CELLS.match(arg) else arg for arg in args])


def records(
    source: str,
    rules: Rules,
    size: int,
    format: str | None = None,
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read the games of a text, of the file with this name, of a suite, or of stdin."""
    if source.startswith(_SUITE):
        yield from suites.read(source.removeprefix(_SUITE))
    elif _names_file(source):
        yield from read_path(source, rules=rules, size=size, format=format, on_problem=on_problem)
    elif source != STDIN and format is None:
        yield from read_text(source, rules=rules, size=size, on_problem=on_problem)
    else:
        content = sys.stdin.buffer if source == STDIN else io.BytesIO(source.encode())
        # As a file it can be in any format, also a binary one.
        with tempfile.NamedTemporaryFile() as file:
            shutil.copyfileobj(content, file)
            file.flush()
            yield from read_path(
                file.name, rules=rules, size=size, format=format, on_problem=on_problem
            )


def boards(
    source: str | None,
    rules: Rules,
    size: int,
    on_problem: OnProblem = raise_problem,
) -> Iterator[Board]:
    """Read positions, each after the moves that come with it; without a source the start."""
    if source is None:
        yield Board(size, rules)
        return
    for record in records(source, rules, size, on_problem=on_problem):
        yield record.board()


def one_board(position: str | None, rules: Rules, size: int) -> Board:
    """Read a source that has one position."""
    both = list(islice(boards(position, rules, size), 2))
    if len(both) != 1:
        count = "several" if both else "none"
        raise FormatError(f"expected one game or position, found {count}", position or "")
    return both[0]


def readable_records(source: str | None, rules: Rules, size: int) -> tuple[list[GameRecord], int]:
    """Read what can be read, report and count the rest; without a source return the start."""
    if source is None:
        return [GameRecord(Board(size, rules))], 0
    problems = []

    def report(problem: FormatError) -> None:
        problems.append(problem)
        report_problem(source, problem)

    return list(records(source, rules, size, on_problem=report)), len(problems)


def report_problem(source: str | None, problem: FormatError) -> None:
    """Report on stderr, in one line, a part of a source that cannot be used."""
    place = "stdin: " if source == STDIN else f"{source}: " if _is_file(source) else ""
    click.echo(f"obversi: {' '.join(f'{place}{problem}'.split())}", err=True)


def exit_if_left_out(left_out: int, done: int) -> None:
    """End the command with status 1 if anything was left out, or 2 if nothing else was done."""
    if left_out:
        click.get_current_context().exit(1 if done else 2)


#: A position as the argument of a command, with the options for its game.
board_argument = options.grouped(
    "board",
    one_board,
    click.argument("position", required=False),
    options.rules_option,
    options.size_option,
)


def _start_board(position: str | None, moves: str, rules: Rules, size: int) -> Board:
    board = one_board(position, rules, size)
    for written in written_moves(moves):
        play(board, written)
    return board


#: The options for the first board of a game.
board_options = options.grouped(
    "board",
    _start_board,
    options.rules_option,
    options.size_option,
    click.option("--position", help="Start here: a board text, moves such as f5d6c3, or a file."),
    click.option(
        "--moves", default="", show_default=False, help="Play these moves first, such as f5d6c3."
    ),
)


def _names_file(source: str) -> bool:
    """Whether this is a file, or looks more like the name of one than like a game."""
    known = {ending for info in FORMATS.values() for ending in info.extensions}
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


_VALUE_FIELDS = ("margin", "bound", "exact", "depth", "selectivity")


def analysis_object(board: Board, analysis: Analysis) -> JsonObject:
    """Return a position and its analysis for JSON."""
    return {
        "position": board.to_string(),
        "size": board.size,
        "rules": board.rules,
        "move": str(analysis.move),
        **fields_object(analysis, *_VALUE_FIELDS, "nodes", "seconds"),
        "pv": [str(move) for move in analysis.pv],
        "lines": [
            {
                "move": str(line.move),
                **fields_object(line, *_VALUE_FIELDS),
                "pv": [str(move) for move in line.pv],
            }
            for line in analysis.lines
        ],
    }


def speed_text(nodes: int, seconds: float) -> str:
    """Write a speed in millions of nodes per second, if it can be measured."""
    return f"{nodes / seconds / 1e6:.1f}" if seconds else "-"
