"""Small books for the tests of `obversi book`, and what a command printed."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from obversi.book.file import write
from obversi.book.graph import Graph
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.rules import Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]

STEPS = (
    *("show", "stats", "report", "grow", "add", "solve", "deepen"),
    *("verify", "merge", "import", "export", "prune"),
)
SHALLOW = ("--depth", "2", "--deeper-before", "0", "--round", "10", "--threads", "1")
PLAN = GrowthPlan(depth=2, deeper_before=0, round=10)


def make(path: Path, size: int, rules: Rules, count: int) -> Graph:
    with BookStore.create(path, size, rules, {}) as store:
        for _ in grow(store, PLAN, positions=count, threads=1):
            pass
        return store.graph()


def make_books(folder: Path) -> Path:
    """Fill a folder with small books of three games: working copies and compact files."""
    games: list[tuple[str, int, Rules]] = [
        *(("6", 6, "normal"), ("r6", 6, "reversed"), ("8", 8, "normal")),
    ]
    for name, size, rules in games:
        write(folder / f"{name}.obb", make(folder / f"{name}.db", size, rules, 40))
    return folder


def good(result: Result) -> str:
    """Return what a command printed that went well."""
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def complaint(result: Result) -> str:
    """Return the one line of a command that failed."""
    assert result.exit_code == 2
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    return line
