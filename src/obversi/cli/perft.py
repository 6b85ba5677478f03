"""``obversi perft``: count lines of play."""

import json
import time
from collections import Counter
from collections.abc import Iterator

import click

from obversi.board import Board
from obversi.cli.options import examples, json_option, rules_option, size_option
from obversi.cli.positions import one_board
from obversi.cli.progress import progress
from obversi.cli.terminal import open_terminal
from obversi.move import Move
from obversi.numbers import whole_number
from obversi.perft import perft

__all__ = ["perft_command"]

# The work is cut into the lines of so many plies, for a bar that moves: 56 of them at the start.
_PLIES_CUT_OFF = 3


@click.command(
    "perft",
    epilog=examples(
        "obversi perft                      3005288 lines of 9 plies",
        "obversi perft 11 --by-move         counted below each first move too",
        "obversi perft 6 --position f5d6    from the position after these moves",
    ),
)
@click.argument("depth", type=int, default=9)
@click.option("--position", help="A board text, moves such as f5d6c3, a file, or - for stdin.")
@rules_option
@size_option
@click.option("--by-move", is_flag=True, help="Count below each first move too.")
@json_option
def perft_command(
    depth: int, position: str | None, rules: str, size: int, by_move: bool, as_json: bool
) -> None:
    """Count the lines of play of DEPTH plies (9 unless told otherwise).

    A pass is one ply, and a game that is over earlier is one line. The numbers for the start are
    known, so that this checks the rules and measures their speed at once.
    """
    board = one_board(position, rules, size)
    begin = time.perf_counter()
    lines_below = count_by_move(board, depth)
    lines = sum(lines_below.values()) if lines_below else 1
    seconds = time.perf_counter() - begin
    if as_json:
        report: dict[str, object] = {
            "position": board.to_string(),
            "size": board.size,
            "rules": board.rules,
            "depth": depth,
            "leaves": lines,
            "seconds": seconds,
            "leaves_per_second": lines / seconds,
        }
        if by_move:
            report["by_move"] = {str(move): count for move, count in lines_below.items()}
        click.echo(json.dumps(report))
        return
    terminal = open_terminal()
    if by_move:
        width = len(str(lines))
        for move, count in lines_below.items():
            terminal.say(f"{move:4}  {count:{width}}")
    speed = lines / seconds / 1e6
    what = f"{lines} line{'s'[: lines != 1]} of {depth} pl{'y' if depth == 1 else 'ies'}"
    terminal.say(f"{what} in {seconds:.3f} s, {speed:.1f} million a second")


def count_by_move(board: Board, depth: int) -> dict[Move, int]:
    """Count the lines below each move; there are none at depth 0 and when the game is over."""
    plies = min(whole_number(depth, "the depth", 0), _PLIES_CUT_OFF)
    parts = [(line[0], after, depth - plies) for line, after in _lines(board, plies) if line]
    counts: Counter[Move] = Counter()
    with progress(f"{depth} plies", len(parts)) as step:
        for move, after, rest in parts:
            counts[move] += perft(after, rest)
            step()
    return dict(counts)


def _lines(board: Board, plies: int) -> Iterator[tuple[list[Move], Board]]:
    """Go through the lines of so many plies, or fewer where the game is over."""
    if plies == 0 or board.is_over:
        yield [], board
        return
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        for line, end in _lines(after, plies - 1):
            yield [move, *line], end
