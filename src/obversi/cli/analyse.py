"""``obversi analyse``: what moves are worth, in a position or through a game."""

import json
from collections import Counter

import click

from obversi.analysis import Analysis, margin_text
from obversi.board import Board
from obversi.cli.analysis_report import analysis_object
from obversi.cli.options import (
    engine_options,
    examples,
    json_option,
    rules_option,
    size_option,
    top_option,
)
from obversi.cli.positions import PositionCommand, readable_records, report_problem
from obversi.cli.progress import Steps, progress
from obversi.color import BLACK, WHITE, color_name
from obversi.engine import Engine, Top
from obversi.errors import FormatError
from obversi.formats import GameRecord
from obversi.limit import Limit
from obversi.outcome import winning_words
from obversi.review import AnalysedMove, analysed_moves

__all__ = ["analyse_command"]

_SOME_LEFT_OUT, _NOTHING_ANALYSED = 1, 2
_HEAD = " ply  player  move  value  best  value  loss  depth"


@click.command(
    "analyse",
    short_help="Tell what moves are worth, and how the game may go on.",
    cls=PositionCommand,
    epilog=examples(
        "obversi analyse f5d6c3d3c4 --seconds 0.2    a game, move by move",
        "obversi analyse game.ggf --depth 12 --json  the same, for another program",
        "obversi analyse --top all --steps           all first moves, ever deeper",
        "obversi analyse --stream <requests.jsonl    requests in JSON, one a line",
    ),
)
@click.argument("position", required=False)
@rules_option
@size_option
@click.option("--seconds", type=float, help="Time for each position.  [default: 1]")
@click.option("--depth", type=int, help="Plies to look ahead.")
@click.option("--nodes", type=int, help="Positions to look at, for each that is analysed.")
@top_option
@engine_options(hash_mb=64)
@click.option("--steps", is_flag=True, help="Print what is known after each step of deepening.")
@click.option("--stream", is_flag=True, help="Answer requests in JSON on stdin, one a line.")
@json_option
@click.pass_context
def analyse_command(
    context: click.Context,
    position: str | None,
    rules: str,
    size: int,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    top: Top,
    threads: int,
    hash_mb: int,
    steps: bool,
    stream: bool,
    as_json: bool,
) -> None:
    """Tell what the best moves are worth to the mover, in discs, and how the game may go on.

    POSITION is a board text, the moves of a game (f5d6c3), a file of games or positions, or - for
    stdin; without it, the start. Of a game every move played is compared with the best one: the
    loss is what it gave away. With --stream, other programs ask: see docs/board-programs.md.
    """
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    if stream:
        if position is not None or steps:
            what = "position" if position is not None else "--steps"
            raise click.UsageError(f"--stream takes requests on stdin, no {what} beside them")
        # Only those who ask by JSON wait for what answers them.
        from obversi.cli.analysis_stream import answer_requests

        answer_requests(threads, hash_mb, rules, size, limit, top)
        return
    found, left_out = readable_records(position, rules, size)
    if steps and any(record.moves for record in found):
        raise click.UsageError("--steps is for positions, and this is a game")
    analysed = 0
    count = sum(len(record.moves) + 1 for record in found)
    with Engine(threads, hash_mb) as engine, progress("analysing", count) as step:
        analyst = _Analyst(engine, limit, top, as_json, step)
        for number, record in enumerate(found, start=1):
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
    if left_out:
        context.exit(_SOME_LEFT_OUT if analysed else _NOTHING_ANALYSED)


class _Analyst:
    """Analyses positions and games, and prints what comes out as soon as it is known."""

    def __init__(self, engine: Engine, limit: Limit, top: Top, as_json: bool, step: Steps) -> None:
        self._engine = engine
        self._limit = limit
        self._top = top
        self._as_json = as_json
        self._step = step

    def look_at(self, board: Board, steps: bool) -> None:
        """Analyse a position, and tell every step on the way if that is wanted."""
        if not self._as_json:
            self._step.say(board.status())
        if steps:
            for analysis in self._engine.stream(board, self._limit, self._top):
                self._tell(board, analysis)
        else:
            self._tell(board, self._engine.analyse(board, self._limit, self._top))
        self._step()

    def go_through(self, record: GameRecord) -> None:
        """Analyse every position of a game, and tell what each move gave away."""
        if not self._as_json:
            self._step.say(f"{_heading(record)}\n{_HEAD}")
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

    def _tell(self, board: Board, analysis: Analysis) -> None:
        if self._as_json:
            self._step.say(json.dumps(analysis_object(board, analysis)))
        else:
            self._step.say(str(analysis))

    def _object(self, analysed: AnalysedMove) -> str:
        report: dict[str, object] = {"ply": analysed.ply, "turn": color_name(analysed.board.turn)}
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


def _heading(record: GameRecord) -> str:
    players = f"{record.black or 'black'} against {record.white or 'white'}"
    return f"{players} ({winning_words(record.rules)})"
