"""Makes the tables: ``python -m obversi.perfect.making FOLDER`` solves what they need.

What was solved is kept in the folder, so that it can be stopped and goes on where it was; when
nothing is left to solve, the tables of the package are written.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from obversi.board import Board
from obversi.engine import Engine
from obversi.formats.saving import replacing
from obversi.limit import Limit
from obversi.machine import core_count
from obversi.outcome import winning_words
from obversi.perfect.table import SIZE, Table, key_of, path_of, read_values, written
from obversi.rules import Rules

__all__ = ["ALLOWANCES", "Plan", "main", "next_of_line", "plan"]

# However much was given away.
_ALL: Final = sys.maxsize

#: How many discs both sides together may have given away at most, by ply, in positions all of whose
#: moves are in the table. The first plies are whole. In the reversed game margins are closer to
#: each other, and solving takes several times as long.
ALLOWANCES: Final = {
    "normal": (*[_ALL] * 6, 6, 2, 0, 0),
    "reversed": (*[_ALL] * 6, 2, 0),
}

# How far a move is looked at to judge what it gives away.
_JUDGED_DEPTH: Final = 10

# With so few empty squares all moves are solved in a second or two.
_LINE_EMPTIES: Final = {"normal": 22, "reversed": 20}


class Plan(NamedTuple):
    """Positions all of whose moves are in a table, by ply, and the others in it, to be solved."""

    opened: list[list[Board]]
    closed: list[Board]


def plan(rules: Rules) -> Plan:
    """Choose the positions of a table, by what a short search says that moves give away."""
    chosen = Plan([], [])
    with Engine() as engine:
        given_away = {Board(SIZE, rules).canonical(): 0}
        for limit in ALLOWANCES[rules]:
            opened = {board: given for board, given in given_away.items() if given <= limit}
            chosen.opened.append(list(opened))
            chosen.closed.extend(board for board in given_away if board not in opened)
            given_away = {}
            for board, given in opened.items():
                for after, loss in _judged(engine, board):
                    given_away[after] = min(given + loss, given_away.get(after, sys.maxsize))
    chosen.closed.extend(given_away)
    return chosen


def next_of_line(table: Table, rules: Rules) -> list[Board]:
    """Return what is missing for the best line from the start to go on by a ply, if it is to."""
    board = Board(SIZE, rules)
    for move in table.best_line(board):
        board.push(move)
    if board.is_over or len(board.empty) <= _LINE_EMPTIES[rules]:
        return []
    return [after for after in _successors(board) if key_of(after) not in table.values]


def _judged(engine: Engine, board: Board) -> Iterator[tuple[Board, int]]:
    """Go through what can come of a position, with the discs that the move gives away."""
    found = engine.analyse(board, Limit(depth=_JUDGED_DEPTH), top="all")
    margins = {line.move: line.margin for line in found.lines}
    for after in _successors(board):
        yield after.canonical(), found.margin - margins[after.peek()]


def _successors(board: Board) -> Iterator[Board]:
    """Go through what can come of a position, but for games that are over then."""
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if not after.is_over:
            yield after


_HASH_MB: Final = 256

_HEAD: Final = """\
% Obversi's table of {rules} Reversi on {size}×{size}, {won}.
% A position a line, with the exact margin of its mover, in discs; empty squares at the end count
% for the winner. Of the positions that are each other mirrored or turned there is one.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the tables, as far as there is time."""
    asked = _options(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + asked.seconds
    for rules in asked.rules:
        _make(rules, asked.folder / f"{rules}.txt", asked.processes, deadline)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="for what was solved")
    both = ("normal", "reversed")
    parser.add_argument("--rules", nargs="+", choices=both, default=both)
    parser.add_argument("--processes", type=int, default=core_count(), help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=inf, help="begin nothing new after these")
    return parser.parse_args(arguments)


def _make(rules: Rules, path: Path, processes: int, deadline: float) -> None:
    found = read_values(path.read_text(encoding="utf-8").splitlines()) if path.exists() else {}
    wanted = plan(rules)
    more: list[Board] = []
    while True:
        wanted.closed.extend(more)
        missing = [board for board in wanted.closed if key_of(board) not in found]
        if time.monotonic() < deadline:
            _solve(missing, found, path, processes, deadline)
        if left := sum(key_of(board) not in found for board in missing):
            print(f"{rules}: {left} positions are left to solve", file=sys.stderr)
            return
        table = _table(wanted, found)
        if not (more := next_of_line(table, rules)):
            break
    _write(table, rules)


def _solve(
    missing: list[Board], found: dict[str, int], path: Path, processes: int, deadline: float
) -> None:
    """Solve positions in several processes, and keep each as soon as it is solved."""
    # The long ones first, so that no process is left alone with one at the end.
    missing.sort(key=lambda board: -len(board.empty))
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        tasks = [pool.submit(_solved, board) for board in missing]
        done = 0
        for task in as_completed(tasks):
            if task.cancelled():
                continue
            done += 1
            key, margin = task.result()
            found[key] = margin
            with path.open("a", encoding="utf-8") as file:
                file.write(written(key, margin))
            print(f"{done} of {len(missing)} are solved", file=sys.stderr, flush=True)
            if time.monotonic() > deadline:
                for waiting in tasks:
                    waiting.cancel()


def _solved(board: Board) -> tuple[str, int]:
    return key_of(board), _engine().solve(board).margin


@cache
def _engine() -> Engine:
    """Return the engine of this process, which remembers what it found in earlier positions."""
    return Engine(hash_mb=_HASH_MB)


def _table(wanted: Plan, found: Mapping[str, int]) -> Table:
    """Return all positions of a plan: what is not solved follows from what comes of it."""
    values = {key_of(board): found[key_of(board)] for board in wanted.closed}
    table = Table(values)
    for board in (board for boards in reversed(wanted.opened) for board in boards):
        margins = table.margins(board)
        assert margins is not None
        values[key_of(board)] = max(margins.values())
    return table


def _write(table: Table, rules: Rules) -> None:
    with replacing(path_of(rules)) as partial, partial.open("x", encoding="utf-8") as file:
        file.write(_HEAD.format(rules=rules, size=SIZE, won=winning_words(rules)))
        # As games go: the start first.
        for key in sorted(table.values, key=lambda key: (-key.count("-"), key)):
            file.write(written(key, table.values[key]))


if __name__ == "__main__":
    main()
