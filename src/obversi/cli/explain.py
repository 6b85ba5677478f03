"""``obversi explain``: the values that evaluations give a position and its moves, by features."""

from collections.abc import Iterator, Sequence

import click
from rich import box
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from obversi.board import Board
from obversi.cli import options
from obversi.cli.positions import PositionCommand, exit_if_left_out, readable_records
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal, print_json
from obversi.color import color_name
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.explain import Explanation, Judgement, column_texts, explain, number_text
from obversi.heuristics.reports import EVALUATIONS
from obversi.move import Move
from obversi.records import JsonObject
from obversi.rules import Rules

_BETWEEN_TABLES = 3
_WIDE_ENOUGH = 10_000


@click.command(
    "explain",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi explain f5d6c3 --evaluation r4         one, feature by feature",
        "obversi explain --rules reversed --move d3     all of them after d3",
        "obversi explain game.ggf --evaluation my.toml  weights of your own",
    ),
)
@click.argument("position", required=False)
@click.option(
    "--evaluation",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name, a .toml file of weights, or python:MODULE:NAME; may be repeated."
    f"  [default: {', '.join(EVALUATIONS)}]",
)
@click.option(
    "--move", "move_name", metavar="MOVE", help="Show the features right after this move."
)
@options.rules_option
@options.size_option
@options.terminal_option
@options.json_option
def explain_command(
    position: str | None,
    names: tuple[str, ...],
    move_name: str | None,
    rules: Rules,
    size: int,
    terminal: Terminal,
    as_json: bool,
) -> None:
    """Explain the values that evaluations give a position and each of its moves.

    POSITION is a board text (the cells row by row, then X or O to move), the moves of a game
    (f5d6c3), a file of games or positions, or - for stdin. Of a game its end is explained. A value
    is a sum of features of the position times their weights; larger is better for the
    player to move.
    """
    evaluations = [evaluation(name) for name in names or EVALUATIONS]
    move = None if move_name is None else Move(move_name)
    records, broken = readable_records(position, rules, size)
    for number, record in enumerate(records):
        explanation = _explanation(record.board(), move, evaluations)
        if as_json:
            print_json(_object(explanation, move))
            continue
        if number:
            terminal.say()
        _show(terminal, explanation, move)
    exit_if_left_out(broken, len(records))


def explanation_parts(
    explanation: Explanation, move: Move | None, console: Console
) -> Iterator[RenderableType]:
    """Return the features of each evaluation, then the moves.

    With a move only the features of the position after it are shown.
    """
    mover = color_name(explanation.board.turn)
    if move is not None:
        yield f"[bold]right after {move}[/], as {mover} sees it\n"
        yield from _side_by_side(explanation.moves[move], console)
        return
    yield f"[bold]the position[/], as {mover} sees it\n"
    yield from _side_by_side(explanation.position, console)
    if explanation.moves:
        yield f"[bold]right after each move[/], as {mover} sees it; * marks the best\n"
        yield from _move_tables(explanation, console)


def _width(table: Table, console: Console) -> int:
    return console.measure(table, options=console.options.update(width=_WIDE_ENOUGH)).maximum


def _spaced(table: Table) -> Padding:
    return Padding(table, (0, 0, 1, 0), expand=False)


def _table(*, with_sum: bool = False) -> Table:
    return Table(
        box=box.SIMPLE, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1), show_footer=with_sum
    )


# The features


def _side_by_side(judgements: Sequence[Judgement], console: Console) -> Iterator[RenderableType]:
    """Return a table for each evaluation, side by side if they fit."""
    row: list[Table] = []
    used = 0
    for table in map(_features_table, judgements):
        width = _width(table, console) + _BETWEEN_TABLES
        if row and used + width - _BETWEEN_TABLES > console.width:
            yield _one_row(row)
            row, used = [], 0
        row.append(table)
        used += width
    yield _one_row(row)


def _one_row(tables: Sequence[Table]) -> RenderableType:
    row = Table.grid(padding=(0, _BETWEEN_TABLES, 0, 0))
    row.add_row(*tables)
    return _spaced(row)


def _features_table(judgement: Judgement) -> Table:
    points = [feature.points for feature in judgement.features]
    *texts, value = column_texts([*points, judgement.value])
    table = _table(with_sum=True)
    table.add_column(f"[bold]{escape(judgement.name)}[/]")
    table.add_column("value", justify="right")
    table.add_column("weight", justify="right")
    table.add_column("points", f"[bold]{value}[/]", justify="right")
    for feature, text in zip(judgement.features, texts, strict=True):
        table.add_row(
            escape(feature.name), number_text(feature.value, 4), number_text(feature.weight), text
        )
    return table


# The moves


def _move_tables(explanation: Explanation, console: Console) -> Iterator[RenderableType]:
    """Return the table of all moves, split into several if it is too wide."""
    rest = range(len(explanation.names))
    while rest:
        count = len(rest)
        table = _moves_table(explanation, rest)
        while count > 1 and _width(table, console) > console.width:
            count -= 1
            table = _moves_table(explanation, rest[:count])
        yield _spaced(table)
        rest = rest[count:]


def _moves_table(explanation: Explanation, places: Sequence[int]) -> Table:
    table = _table()
    table.add_column("move")
    columns = []
    for place in places:
        table.add_column(escape(explanation.names[place]), justify="right")
        columns.append(_marked_values(explanation, place))
    for move, *cells in zip(explanation.moves, *columns, strict=True):
        table.add_row(f"[bold]{move}[/]", *cells)
    return table


def _marked_values(explanation: Explanation, place: int) -> list[str]:
    values, best = explanation.values(place), explanation.best(place)
    texts = column_texts(list(values.values()))
    return [
        f"[bold green]*{text}[/]" if move in best else text
        for move, text in zip(values, texts, strict=True)
    ]


def _explanation(board: Board, move: Move | None, evaluations: list[Evaluation]) -> Explanation:
    if move is not None:
        board.flips(move)  # rejects an illegal move
    answers = (1 + len(board.legal_moves)) * len(evaluations)
    with progress("explaining", answers) as step:
        return explain(board, *evaluations, on_step=step)


def _object(explanation: Explanation, move: Move | None) -> JsonObject:
    shown = explanation.to_object()
    if move is not None:
        shown["moves"] = [each for each in shown["moves"] if each["move"] == move]
    return shown


def _show(terminal: Terminal, explanation: Explanation, move: Move | None) -> None:
    terminal.draw(explanation.board)
    terminal.say()
    for part in explanation_parts(explanation, move, terminal.console):
        terminal.console.print(part)
