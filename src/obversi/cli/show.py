"""``obversi show``: look at positions."""

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

import click

from obversi.board import Board
from obversi.cli import options
from obversi.cli.charts import disc_counts, turned_by_move
from obversi.cli.positions import PositionCommand, boards, exit_if_left_out, one_board
from obversi.cli.terminal import Terminal, print_json
from obversi.color import color_name
from obversi.errors import FormatError
from obversi.formats.json_lines import outcome_object
from obversi.records import JsonObject
from obversi.rules import Rules


@click.command(
    "show",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi show                         the start",
        "obversi show f5d6c3 --json           after these moves, for another program",
        "obversi show game.ggf --svg a.svg    the end of a game, as a picture",
    ),
)
@click.argument("position", required=False)
@options.rules_option
@options.size_option
@options.terminal_option
@options.file_option("--svg", help="Draw into this file.")
@options.json_option
def show_command(
    position: str | None,
    rules: Rules,
    size: int,
    terminal: Terminal,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show a position: the board, whose turn it is, the moves, and what is wrong with it.

    POSITION is a board text (the cells row by row, then X or O to move), the moves of a game
    (f5d6c3), a file of games or positions, or - for stdin. Of a game the last position is shown.
    """
    broken: list[FormatError] = []
    found: Iterable[Board] = boards(position, rules, size, broken.append)
    if svg is not None:
        board = one_board(position, rules, size)
        svg.write_text(board.svg() + "\n", encoding="utf-8")
        found = [board]
    shown = 0
    for shown, board in enumerate(found, start=1):
        if as_json:
            print_json(_report(board))
            continue
        if shown > 1:
            terminal.say()
        _show(terminal, board)
    if broken and not shown:
        raise broken[0]
    for problem in broken:
        click.echo(f"obversi: {position}: {problem}", err=True)
    exit_if_left_out(len(broken), shown)


def _show(terminal: Terminal, board: Board) -> None:
    terminal.draw(board)
    terminal.say(disc_counts(board))
    if moves := turned_by_move(board):
        terminal.say(fill(moves, width=terminal.console.width))
    if problems := board.problems():
        terminal.say("this position is impossible in a game:")
        for problem in problems:
            terminal.say(f"- {problem}")


def _report(board: Board) -> JsonObject:
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
