"""``obversi solve``: the exact margins of positions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import click

from obversi.analysis import Analysis, Bound, count_text, margin_text
from obversi.board import Board
from obversi.cli import options
from obversi.cli.positions import (
    PositionCommand,
    analysis_object,
    exit_if_left_out,
    readable_records,
    report_problem,
    speed_text,
)
from obversi.cli.progress import progress
from obversi.color import BLACK
from obversi.engine import Engine, Top
from obversi.errors import FormatError
from obversi.formats.record import GameRecord
from obversi.rules import Rules

_HEAD = "   #  empty  margin  move           nodes   seconds    Mn/s"


@click.command(
    "solve",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi solve ends.obf --threads 2         every position of a file",
        "obversi solve --size 4 --rules reversed    a whole game from its start",
        "obversi solve suite:reversed-8x8 --json    endgames of the package",
    ),
)
@click.argument("positions", required=False)
@options.rules_option
@options.size_option
@options.flag_option("--wld", "Only find the winner, which is faster.")
@click.option(
    "--window",
    nargs=2,
    type=options.WholeRange(-64, 64),
    metavar="A B",
    help="Treat all margins up to A as A, and all from B on as B.",
)
@options.flag_option("--all-moves", "Find the margin of every legal move.")
@options.engine_options(hash_mb=256)
@options.json_option
def solve_command(
    positions: str | None,
    rules: Rules,
    size: int,
    wld: bool,
    window: tuple[int, int] | None,
    all_moves: bool,
    threads: int,
    hash_mb: int,
    as_json: bool,
) -> None:
    """Find the margin of positions for the mover, with perfect play to the end of the game.

    POSITIONS is a file, OBF or any other, a board text, the moves of a game, suite:NAME for a suite
    of the package, or - for stdin; of a game the last position is solved. If the file has known
    margins, they are compared. What cannot be read is reported and left out, and the exit status
    is 1 then.
    """
    if wld and window:
        raise click.UsageError("--wld is a window itself: leave out --window")
    if positions is None and size == 8:
        raise click.UsageError("name POSITIONS: the start of 8×8 is too far from the end")
    records, left_out = readable_records(positions, rules, size)
    table = _SolveTable(as_json, wld, any(_Known.of(record) for record in records))
    with Engine(threads, hash_mb) as engine, progress("solving", len(records)) as step:
        for number, record in enumerate(records, start=1):
            board = record.board()
            if board.is_over:
                left_out += 1
                report_problem(positions, FormatError("the game is over", f"position {number}"))
            else:
                top: Top = "all" if all_moves else 1
                analysis = engine.solve(board, window=window, wld=wld, top=top)
                step.say(table.row(number, board, analysis, _Known.of(record)))
            step()
    if not as_json and table.solved:
        click.echo(table.totals())
    exit_if_left_out(left_out, table.solved)


@dataclass(frozen=True, slots=True)
class _Known:
    """The results for a position in a file: the margin for its mover, and those of its moves."""

    margin: int
    values: Mapping[str, int]

    @staticmethod
    def of(record: GameRecord) -> "_Known | None":
        if record.moves:
            return None
        if record.values:
            return _Known(max(record.values.values()), record.values)
        if record.result is None:
            return None
        margin = record.result if record.start.turn == BLACK else -record.result
        return _Known(margin, {})

    def agrees(self, analysis: Analysis) -> bool:
        return _fits(self.margin, analysis.margin, analysis.bound) and all(
            _fits(self.values[line.move], line.margin, line.bound)
            for line in analysis.lines
            if line.move in self.values
        )


def _fits(known: int, margin: int, bound: Bound) -> bool:
    if bound == "at_least":
        return known >= margin
    return known <= margin if bound == "at_most" else known == margin


class _SolveTable:
    """The rows of the solved positions, and their totals."""

    def __init__(self, as_json: bool, wld: bool, has_known: bool) -> None:
        self._as_json = as_json
        self._wld = wld
        self._has_known = has_known
        self._nodes = 0
        self._seconds = 0.0
        self._compared = 0
        self._agreed = 0
        self.solved = 0

    def row(self, number: int, board: Board, analysis: Analysis, known: _Known | None) -> str:
        """Return the row of a position, with the head of the table before the first."""
        self.solved += 1
        self._nodes += analysis.nodes
        self._seconds += analysis.seconds
        agrees = known is not None and known.agrees(analysis)
        self._compared += known is not None
        self._agreed += agrees
        if self._as_json:
            report = analysis_object(board, analysis)
            if known is not None:
                report |= {"known_margin": known.margin, "agrees": agrees}
            return json.dumps(report)
        head = [_HEAD + ("  known" if self._has_known else "")] if self.solved == 1 else []
        row = (
            f"{number:4}  {len(board.empty):5}  {self._value(analysis.margin, analysis.bound):>6}"
            f"  {analysis.move:4}  {analysis.nodes:14,}  {analysis.seconds:8.3f}"
            f"  {speed_text(analysis.nodes, analysis.seconds):>6}"
        )
        if known is not None:
            row += f"  {known.margin:+d} {'agrees' if agrees else 'DIFFERS'}"
        lines = [*head, row]
        if len(analysis.lines) > 1:
            values = (
                f"{line.move} {self._value(line.margin, line.bound)}" for line in analysis.lines
            )
            lines.append(f"      {', '.join(values)}")
        return "\n".join([*lines, f"      {' '.join(analysis.pv)}"])

    def totals(self) -> str:
        positions = count_text(self.solved, "position")
        nodes = count_text(self._nodes, "node")
        speed = speed_text(self._nodes, self._seconds)
        text = f"{positions}, {nodes} in {self._seconds:.2f} s, {speed} Mn/s"
        if self._compared:
            text += f"; {self._agreed} of {self._compared} agree with what is known"
        return text

    def _value(self, margin: int, bound: Bound) -> str:
        if not self._wld:
            return margin_text(margin, bound)
        return "win" if margin > 0 else "loss" if margin < 0 else "draw"
