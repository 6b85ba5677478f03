"""``obversi perft``: count lines of play."""

import time
from collections import Counter

import click

from obversi.board import Board
from obversi.cli import options
from obversi.cli.positions import one_board
from obversi.cli.progress import progress
from obversi.cli.terminal import open_terminal, print_json
from obversi.move import Move
from obversi.perft import perft, perft_parts
from obversi.records import JsonObject
from obversi.rules import Rules

# From the start 14 plies take a minute, and each more about ten times as long.
_DEEPEST = 20


@click.command(
    "perft",
    epilog=options.examples(
        "obversi perft                      3005288 lines of 9 plies",
        "obversi perft 11 --by-move         counted below each first move too",
        "obversi perft 6 --position f5d6    from the position after these moves",
    ),
)
@click.argument("depth", type=options.WholeRange(0, _DEEPEST), default=9)
@click.option("--position", help="A board text, moves such as f5d6c3, a file, or - for stdin.")
@options.rules_option
@options.size_option
@options.flag_option("--by-move", "Count below each first move too.")
@options.json_option
def perft_command(
    depth: int, position: str | None, rules: Rules, size: int, by_move: bool, as_json: bool
) -> None:
    """Count the lines of play of DEPTH plies, from 0 to 20, by default 9.

    A pass is one ply, and a game that is over earlier is one line; --json calls lines leaves. The
    numbers for the start are known, so that this checks the rules and measures their speed.
    """
    board = one_board(position, rules, size)
    begin = time.perf_counter()
    lines_below = _count_by_move(board, depth)
    lines = sum(lines_below.values()) if lines_below else 1
    seconds = time.perf_counter() - begin
    if as_json:
        report: JsonObject = {
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
        print_json(report)
        return
    terminal = open_terminal()
    if by_move:
        width = len(str(lines))
        for move, count in lines_below.items():
            terminal.say(f"{move:4}  {count:{width}}")
    speed = lines / seconds / 1e6
    what = f"{lines} line{'s'[: lines != 1]} of {depth} pl{'y' if depth == 1 else 'ies'}"
    terminal.say(f"{what} in {seconds:.3f} s, {speed:.1f} million a second")


def _count_by_move(board: Board, depth: int) -> dict[Move, int]:
    """Count the lines below each move, with a progress display."""
    parts = perft_parts(board, depth)
    counts: Counter[Move] = Counter()
    with progress(f"{depth} plies", len(parts)) as step:
        for move, after, rest in parts:
            counts[move] += perft(after, rest)
            step()
    return dict(counts)
