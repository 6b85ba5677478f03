"""``obversi show``: look at positions."""

import json
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

import click

from obversi.board import Board
from obversi.cli.drawing import disc_counts, turned_by_move
from obversi.cli.options import (
    examples,
    json_option,
    rules_option,
    size_option,
    unicode_option,
)
from obversi.cli.positions import PositionCommand, boards, one_board
from obversi.cli.terminal import Terminal, open_terminal
from obversi.color import color_name
from obversi.errors import FormatError
from obversi.formats.json_lines import outcome_object

__all__ = ["show_command"]

_SOME_BROKEN = 1


@click.command(
    "show",
    short_help="Show a position and its moves.",
    cls=PositionCommand,
    epilog=examples(
        "obversi show                         the start",
        "obversi show f5d6c3 --json           after these moves, for another program",
        "obversi show game.ggf --svg a.svg    the end of a game, as a picture",
    ),
)
@click.argument("position", required=False)
@rules_option
@size_option
@unicode_option
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw into this file.")
@json_option
@click.pass_context
def show_command(
    context: click.Context,
    position: str | None,
    rules: str,
    size: int,
    unicode: bool | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show a position: the board, whose turn it is, the moves, and what is wrong with it.

    POSITION is a board text (the cells row by row, then X or O to move), the moves of a game
    (f5d6c3), a file of games or positions, or - for stdin. Of a game its end is shown.
    """
    broken: list[FormatError] = []
    found: Iterable[Board] = boards(position, rules, size, broken.append)
    if svg is not None:
        board = one_board(position, rules, size)
        svg.write_text(board.svg() + "\n", encoding="utf-8")
        found = [board]
    terminal = open_terminal(unicode)
    shown = 0
    for shown, board in enumerate(found, start=1):
        if as_json:
            click.echo(json.dumps(_report(board)))
            continue
        if shown > 1:
            terminal.say()
        _show(terminal, board)
    if broken and not shown:
        raise broken[0]
    for problem in broken:
        click.echo(f"obversi: {position}: {problem}", err=True)
    if broken:
        context.exit(_SOME_BROKEN)


def _show(terminal: Terminal, board: Board) -> None:
    terminal.draw(board)
    terminal.say(disc_counts(board))
    if moves := turned_by_move(board):
        terminal.say(fill(moves, width=terminal.console.width))
    if problems := board.problems():
        terminal.say("this position cannot come about in a game:")
        for problem in problems:
            terminal.say(f"- {problem}")


def _report(board: Board) -> dict[str, object]:
    return {
        "board": board.to_string(),
        "size": board.size,
        "rules": board.rules,
        "turn": color_name(board.turn),
        "legal_moves": [str(move) for move in board.legal_moves],
        "black": len(board.black),
        "white": len(board.white),
        "is_over": board.is_over,
        "outcome": outcome_object(board.outcome()),
        "problems": board.problems(),
    }
