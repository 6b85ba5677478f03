"""What evaluations see in a position, as tables for the terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from obversi.color import color_name
from obversi.heuristics.explain import Explanation, Judgement, column_texts, number_text
from obversi.move import Move

__all__ = ["explanation_parts"]

_BETWEEN_TABLES: Final = 3
_WIDE_ENOUGH: Final = 10_000


def explanation_parts(
    explanation: Explanation, move: Move | None, console: Console
) -> Iterator[RenderableType]:
    """Return what is shown, from top to bottom: the terms of each evaluation, then the moves.

    With a move the terms are those of the position right after it, and of no other move.
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
        box=box.SIMPLE,
        show_edge=False,
        pad_edge=False,
        padding=(0, 0, 0, 1),
        show_footer=with_sum,
    )


# The terms


def _side_by_side(judgements: Sequence[Judgement], console: Console) -> Iterator[RenderableType]:
    """Return a table for each evaluation, as many beside each other as there is room for."""
    row: list[Table] = []
    used = 0
    for table in map(_terms_table, judgements):
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


def _terms_table(judgement: Judgement) -> Table:
    """Return what adds up to the value, term by term."""
    points = [term.points for term in judgement.terms]
    *texts, value = column_texts([*points, judgement.value])
    table = _table(with_sum=True)
    table.add_column(f"[bold]{escape(judgement.name)}[/]")
    table.add_column("value", justify="right")
    table.add_column("weight", justify="right")
    table.add_column("points", f"[bold]{value}[/]", justify="right")
    for term, text in zip(judgement.terms, texts, strict=True):
        table.add_row(escape(term.name), number_text(term.value, 4), number_text(term.weight), text)
    return table


# The moves


def _move_tables(explanation: Explanation, console: Console) -> Iterator[RenderableType]:
    """Return the table of all moves, cut into as many as there must be to show it."""
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
    """Return what some of the evaluations say of every move."""
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
