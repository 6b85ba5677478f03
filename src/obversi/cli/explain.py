"""``obversi explain``: what evaluations see in a position and in its moves."""

import json
from typing import Any

import click

from obversi.board import Board
from obversi.cli.explanation_report import explanation_parts
from obversi.cli.options import examples, json_option, rules_option, size_option, unicode_option
from obversi.cli.positions import PositionCommand, readable_records
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal, open_terminal
from obversi.heuristics import EVALUATIONS, Evaluation, Explanation, evaluation, explain
from obversi.move import Move

__all__ = ["explain_command"]

_SOME_BROKEN, _NOTHING_EXPLAINED = 1, 2


@click.command(
    "explain",
    short_help="Tell what evaluations see in a position, term by term.",
    cls=PositionCommand,
    epilog=examples(
        "obversi explain f5d6c3 --evaluation r4         one, feature by feature",
        "obversi explain --rules reversed --move d3     what all see after d3",
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
@click.option("--move", "move_name", metavar="MOVE", help="Show the terms right after this move.")
@rules_option
@size_option
@unicode_option
@json_option
@click.pass_context
def explain_command(
    context: click.Context,
    position: str | None,
    names: tuple[str, ...],
    move_name: str | None,
    rules: str,
    size: int,
    unicode: bool | None,
    as_json: bool,
) -> None:
    """Tell what evaluations see in a position, and in each of its moves.

    POSITION is a board text (the cells row by row, then X or O to move), the moves of a game
    (f5d6c3), a file of games or positions, or - for stdin. Of a game its end is explained. A value
    is a sum of terms, each a feature of the position times its weight; larger is better for the
    player to move.
    """
    evaluations = [evaluation(name) for name in names or EVALUATIONS]
    move = None if move_name is None else Move(move_name)
    terminal = open_terminal(unicode)
    found, broken = readable_records(position, rules, size)
    for number, record in enumerate(found):
        explanation = _explanation(record.board(), move, evaluations)
        if as_json:
            click.echo(json.dumps(_object(explanation, move)))
            continue
        if number:
            terminal.say()
        _show(terminal, explanation, move)
    if broken:
        context.exit(_SOME_BROKEN if found else _NOTHING_EXPLAINED)


def _explanation(board: Board, move: Move | None, evaluations: list[Evaluation]) -> Explanation:
    if move is not None:
        board.flips(move)  # refuses what cannot be played
    answers = (1 + len(board.legal_moves)) * len(evaluations)
    with progress("explaining", answers) as step:
        return explain(board, *evaluations, on_step=step)


def _object(explanation: Explanation, move: Move | None) -> dict[str, Any]:
    told = explanation.to_object()
    if move is not None:
        told["moves"] = [each for each in told["moves"] if each["move"] == move]
    return told


def _show(terminal: Terminal, explanation: Explanation, move: Move | None) -> None:
    terminal.draw(explanation.board)
    terminal.say()
    for part in explanation_parts(explanation, move, terminal.console):
        terminal.console.print(part)
