"""Prove the margins of suites once more, with plain code: the rules and alpha-beta, nothing else.

It shares no line with the search of the core. A margin stands if the move is worth at least that
much and not more; a proof needs only the answers yes and no.
"""

import argparse
import sys
import time
from pathlib import Path

from measure import options, report

import obversi as ob
from obversi import suites
from obversi.cli.progress import progress
from obversi.formats import GameRecord, obf

# Whether the mover of a position gets at least this margin.
Known = dict[tuple[ob.Board, int], bool]

# With fewer empty squares it is quicker to find out again than to remember.
FEWEST_REMEMBERED = 5


def main() -> None:
    arguments = parsed_options()
    begin = time.perf_counter()
    checked: dict[str, dict[str, object]] = {}
    for name in suites.SUITES:
        with (arguments.folder / f"{name}.obf").open(encoding="utf-8") as file:
            records = list(obf.read(file, rules=suites.rules_of(name)))
        chosen = [record for record in records if len(record.start.empty) <= arguments.most_empties]
        wrong = []
        with progress(name, len(chosen)) as step:
            for record in chosen:
                wrong += wrong_margins(record)
                step()
        moves = sum(len(record.values) for record in chosen)
        checked[name] = {"positions": len(chosen), "moves": moves, "wrong": wrong}
    figures = {"most_empties": arguments.most_empties, "suites": checked}
    seconds = round(time.perf_counter() - begin, 1)
    report("check_suites", {**figures, "seconds": seconds}, arguments.save)
    sys.exit(any(suite["wrong"] for suite in checked.values()))


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--folder", type=Path, default=suites.path_of(suites.SUITES[0]).parent, help="of the files"
    )
    parser.add_argument(
        "--most-empties", type=int, default=12, help="the longest to check (%(default)s)"
    )
    return parser.parse_args()


def wrong_margins(record: GameRecord) -> list[str]:
    """Return the moves whose margin cannot be proven, and what else is not as it should be."""
    board = record.start.copy()
    text = board.to_string()
    if set(record.values) != set(map(str, board.legal_moves)):
        return [f"{text}: the moves are not the legal ones"]
    wrong = []
    known: Known = {}
    for move, margin in record.values.items():
        board.push(move)
        # The other side is to move now: it gets -margin, and not more.
        proven = reaches(board, -margin, known) and not reaches(board, -margin + 1, known)
        board.pop()
        if not proven:
            wrong.append(f"{text}: {move} {margin:+d}")
    return wrong


def reaches(board: ob.Board, margin: int, known: Known) -> bool:
    """Return whether the mover gets at least this margin."""
    if board.is_over:
        return board.margin() >= margin
    if len(board.empty) < FEWEST_REMEMBERED:
        return any(answered(board, move, margin, known) for move in board.legal_moves)
    key = (board.copy(stack=False), margin)
    if key not in known:
        known[key] = any(answered(board, move, margin, known) for move in fastest_first(board))
    return known[key]


def answered(board: ob.Board, move: str, margin: int, known: Known) -> bool:
    """Return whether the mover gets at least this margin by a move."""
    board.push(move)
    holds = not reaches(board, 1 - margin, known)
    board.pop()
    return holds


def fastest_first(board: ob.Board) -> list[ob.Move]:
    """Return the moves, those first that leave the other side the fewest: less to try."""

    def replies(move: str) -> int:
        board.push(move)
        count = len(board.legal_moves)
        board.pop()
        return count

    return sorted(board.legal_moves, key=replies)


if __name__ == "__main__":
    main()
