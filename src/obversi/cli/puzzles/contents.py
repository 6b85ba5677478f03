"""``obversi puzzles list`` and ``show``; and how the commands name puzzles."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from obversi.cli import options
from obversi.cli.terminal import Terminal, print_json
from obversi.errors import InputError
from obversi.puzzles import daily_puzzle, find_puzzle, shipped_set
from obversi.puzzles.puzzle import Puzzle, read_puzzles
from obversi.puzzles.themes import THEMES
from obversi.records import JsonObject
from obversi.rules import Rules

file_option = options.file_option("--file", help="Take the puzzles of this file, by number.")


def named_puzzle(name: str, file: Path | None) -> Puzzle:
    """Return the puzzle of a name, of the day, or of a number in a file."""
    if file is None:
        return daily_puzzle(datetime.now(UTC).date()) if name == "daily" else find_puzzle(name)
    puzzles = _read(file)
    if not (name.isascii() and name.isdecimal() and 1 <= int(name) <= len(puzzles)):
        raise InputError(f"{file} has no puzzle {name!r}: expected a number to {len(puzzles)}")
    return puzzles[int(name) - 1]


def _read(file: Path) -> Sequence[Puzzle]:
    with file.open(encoding="utf-8") as lines:
        return list(read_puzzles(lines))


@click.command(
    "list",
    epilog=options.examples(
        "obversi puzzles list                           the normal game on 8×8",
        "obversi puzzles list --theme parity --size 6   one theme of another size",
    ),
)
@options.rules_option
@options.size_option
@click.option("--theme", type=click.Choice([*THEMES]), help="Only puzzles with this theme.")
@file_option
@options.json_option
def list_command(
    rules: Rules, size: int, theme: str | None, file: Path | None, as_json: bool
) -> None:
    """List puzzles, with their ratings and themes; those of the package have the easiest first."""
    found = shipped_set(rules, size) if file is None else _read(file)
    shown = [puzzle for puzzle in found if theme is None or theme in puzzle.themes]
    if as_json:
        for puzzle in shown:
            print_json(_object(puzzle, with_solution=False))
        return
    click.echo("name     empty  moves  rating  themes")
    for puzzle in shown:
        click.echo(
            f"{puzzle.name:8} {puzzle.empties:5} {puzzle.moves_to_find:6} {puzzle.rating:7}"
            f"  {', '.join(puzzle.themes)}"
        )
    click.echo(f"{len(shown)} puzzle{'s'[: len(shown) != 1]}")


def _object(puzzle: Puzzle, *, with_solution: bool) -> JsonObject:
    found: JsonObject = {
        "name": puzzle.name,
        "rules": puzzle.start.rules,
        "size": puzzle.start.size,
        "board": puzzle.start.to_string(),
        "empties": puzzle.empties,
        "moves": puzzle.moves_to_find,
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
    }
    return found | ({"solution": list(puzzle.solution)} if with_solution else {})


@click.command(
    "show",
    epilog=options.examples(
        "obversi puzzles show n8-1              the first one of the normal game",
        "obversi puzzles show r6-20 --solution  with its moves",
    ),
)
@click.argument("name")
@options.flag_option("--solution", "Show the moves of the solution and the themes.")
@file_option
@options.terminal_option
@options.json_option
def show_command(
    name: str, solution: bool, file: Path | None, terminal: Terminal, as_json: bool
) -> None:
    """Show a puzzle.

    NAME is a name of the list, such as n8-1 (normal, 8×8) or r6-20 (reversed, 6×6), or daily. With
    --file it is the number of a puzzle in that file.
    """
    puzzle = named_puzzle(name, file)
    if as_json:
        print_json(_object(puzzle, with_solution=solution))
        return
    terminal.draw(puzzle.start)
    terminal.say_words(puzzle.task)
    if solution:
        terminal.say(f"solution: {' '.join(puzzle.solution)}")
        for words in puzzle.theme_words():
            terminal.say_words(words)
