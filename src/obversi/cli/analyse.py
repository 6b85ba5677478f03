"""``obversi analyse``: the values of moves, in a position or throughout a game."""

import json
import sys
from collections import Counter

import click

from obversi.analysis import Analysis, margin_text
from obversi.board import Board
from obversi.cli import options
from obversi.cli.positions import (
    PositionCommand,
    analysis_object,
    exit_if_left_out,
    readable_records,
    report_problem,
)
from obversi.cli.progress import Steps, progress
from obversi.color import BLACK, WHITE, color_name
from obversi.engine import Engine, Top
from obversi.errors import FormatError
from obversi.formats.record import GameRecord
from obversi.limit import Limit
from obversi.outcome import winning_words
from obversi.records import JsonObject
from obversi.review import AnalysedMove, analysed_moves
from obversi.rules import Rules

_HEAD = " ply  player  move  value  best  value  loss  depth"


@click.command(
    "analyse",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi analyse f5d6c3d3c4 --seconds 0.2    a game, move by move",
        "obversi analyse game.ggf --depth 12 --json  the same, for another program",
        "obversi analyse --top all --steps           all first moves, by depth",
        "obversi analyse --stream <requests.jsonl    requests in JSON, one per line",
    ),
)
@click.argument("position", required=False)
@options.rules_option
@options.size_option
@options.limit_options(seconds=1)
@options.top_option
@options.engine_options(hash_mb=64)
@options.flag_option("--steps", "Print the result of each depth.")
@options.flag_option("--stream", "Answer requests in JSON on stdin, one per line.")
@options.json_option
def analyse_command(
    position: str | None,
    rules: Rules,
    size: int,
    limit: Limit,
    top: Top,
    threads: int,
    hash_mb: int,
    steps: bool,
    stream: bool,
    as_json: bool,
) -> None:
    """Show the best moves, their margins for the mover in discs, and how the game may continue.

    POSITION is a board text, the moves of a game (f5d6c3), a file of games or positions, or - for
    stdin; without it, the start. In a game every move played is compared with the best one: the
    loss is the difference. --stream is for other programs: see docs/board-programs.md.
    """
    if stream:
        if position is not None or steps:
            what = "position" if position is not None else "--steps"
            raise click.UsageError(f"--stream takes requests on stdin, no {what} beside them")

        _answer_requests(threads, hash_mb, rules, size, limit, top)
        return
    records, left_out = readable_records(position, rules, size)
    if steps and any(record.moves for record in records):
        raise click.UsageError("--steps is for positions, and this is a game")
    analysed = 0
    count = sum(len(record.moves) + 1 for record in records)
    with Engine(threads, hash_mb) as engine, progress("analysing", count) as step:
        analyst = _Analyst(engine, limit, top, as_json, step)
        for number, record in enumerate(records, start=1):
            if record.start.is_over:
                left_out += 1
                report_problem(position, FormatError("the game is over", f"position {number}"))
                continue
            if analysed and not as_json:
                step.say("")
            analysed += 1
            if record.moves:
                analyst.go_through(record)
            else:
                analyst.look_at(record.start, steps)
    exit_if_left_out(left_out, analysed)


class _Analyst:
    """Analyses positions and games, and prints each result at once."""

    def __init__(self, engine: Engine, limit: Limit, top: Top, as_json: bool, step: Steps) -> None:
        self._engine = engine
        self._limit = limit
        self._top = top
        self._as_json = as_json
        self._step = step

    def look_at(self, board: Board, steps: bool) -> None:
        """Analyse a position, and print each depth if `steps` is set."""
        if not self._as_json:
            self._step.say(board.status())
        if steps:
            for analysis in self._engine.stream(board, self._limit, self._top):
                self._print(board, analysis)
        else:
            self._print(board, self._engine.analyse(board, self._limit, self._top))
        self._step()

    def go_through(self, record: GameRecord) -> None:
        """Analyse every position of a game, and print the loss of each move."""
        if not self._as_json:
            players = f"{record.black or 'black'} against {record.white or 'white'}"
            self._step.say(f"{players} ({winning_words(record.rules)})\n{_HEAD}")
        losses: Counter[int] = Counter()
        for analysed in analysed_moves(record, self._analysis):
            self._step.say(self._object(analysed) if self._as_json else self._row(analysed))
            if analysed.played is not None:
                losses[analysed.board.turn] += analysed.played.loss
        if not self._as_json:
            self._step.say(f"discs given away: black {losses[BLACK]}, white {losses[WHITE]}")

    def _analysis(self, board: Board) -> Analysis:
        analysis = self._engine.analyse(board, self._limit, self._top)
        self._step()
        return analysis

    def _print(self, board: Board, analysis: Analysis) -> None:
        if self._as_json:
            self._step.say(json.dumps(analysis_object(board, analysis)))
        else:
            self._step.say(str(analysis))

    def _object(self, analysed: AnalysedMove) -> str:
        report: JsonObject = {"ply": analysed.ply, "turn": color_name(analysed.board.turn)}
        if analysed.played is not None:
            report |= {
                "played": str(analysed.played.move),
                "played_margin": analysed.played.margin,
                "loss": analysed.played.loss,
            }
        return json.dumps(report | analysis_object(analysed.board, analysed.analysis))

    def _row(self, analysed: AnalysedMove) -> str:
        played, analysis = analysed.played, analysed.analysis
        move, value, loss = "", "", ""
        if played is not None:
            move, value, loss = played.move, margin_text(played.margin), str(played.loss)
        row = (
            f"{analysed.ply:4}  {color_name(analysed.board.turn):6}  {move:4}  {value:>5}"
            f"  {analysis.move:4}  {margin_text(analysis.margin):>5}  {loss:>4}  {analysis.reach}"
        )
        lines = [] if self._top == 1 else analysis.lines
        return "\n".join([row, *(f"      {line}" for line in lines)])


def _answer_requests(
    threads: int, hash_mb: int, rules: Rules, size: int, limit: Limit, top: Top
) -> None:
    """Answer the requests on stdin until its end; all but the first two are their defaults."""
    # Other analyses start faster without these.
    from obversi.serve.analysis import AnalysisSession
    from obversi.serve.incoming import LineWriter, incoming_lines, is_file, reader
    from obversi.wire.analysis_lines import Defaults

    defaults = Defaults(rules, size, limit, top)
    with (
        Engine(threads, hash_mb) as engine,
        AnalysisSession(engine, LineWriter(sys.stdout), defaults) as session,
    ):
        is_whole = is_file(sys.stdin)
        for line in incoming_lines(reader(sys.stdin)):
            if is_whole:  # a file, which does not grow while it is read
                session.wait_for_room()
            session.handle(line)
        session.finish()
