"""``obversi puzzles make``: a file of puzzles, from games of the engine or from one's own."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from random import Random

import click

from obversi.board import Board
from obversi.cli import options
from obversi.cli.positions import readable_records
from obversi.cli.progress import progress
from obversi.color import BLACK, WHITE, Color
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.formats.record import GameRecord
from obversi.puzzles.collecting import (
    chosen_puzzles,
    played_games,
    puzzles_in,
    reachable_positions,
    wipe_out_games,
)
from obversi.puzzles.making import mistake_steps, rated
from obversi.puzzles.puzzle import Puzzle, write_puzzles
from obversi.puzzles.solution import margins_by, run_steps
from obversi.rules import Rules

# The number for each game of the engine: they are quick, and few of them have a wipe-out.
_WIPE_OUT_GAMES = 6


@click.command(
    "make",
    epilog=options.examples(
        "obversi puzzles make mine.txt my.ggf --player anna    from her mistakes",
        "obversi puzzles make new.txt --size 6                 from engine games",
    ),
)
@options.file_argument
@click.argument("games", nargs=-1)
@options.rules_option
@options.size_option
@click.option("--player", help="Only the mistakes of this player; part of a name will do.")
@click.option(
    "--count",
    type=options.WholeRange(1, 100_000),
    default=200,
    help="The most puzzles to write.",
)
@click.option(
    "--engine-games",
    type=options.MILLION,
    default=1000,
    help="How many games the engine plays, if no GAMES are given.",
)
@click.option("--seed", type=options.SEED, default=1, help="For the games of the engine.")
def make_command(
    file: Path,
    games: Sequence[str],
    rules: Rules,
    size: int,
    player: str | None,
    count: int,
    engine_games: int,
    seed: int,
) -> None:
    """Write puzzles to FILE: positions with 4 to 12 empty squares and one best move.

    With GAMES, which are files of games, each puzzle is a position in which a player missed the
    best move; only games of these rules and this size count. Without GAMES the engine plays games
    against itself and weaker players, and themes and numbers of empty squares are chosen in equal
    shares. On 4×4 all positions that a game can reach are considered instead.
    """
    if file.exists():
        raise InputError(f"{file} exists already: choose another name")
    if player is not None and not games:
        raise click.UsageError("--player needs GAMES: the games of the engine have no names")
    with Engine(hash_mb=1) as engine:
        if games:
            found = _from_mistakes(engine, _records(games, rules, size), player)[:count]
        else:
            found = chosen_puzzles(_from_engine(engine, rules, size, engine_games, seed), count)
        with progress("rating puzzles", len(found)) as step:
            puzzles = []
            for puzzle in found:
                puzzles.append(rated(engine, puzzle))
                step()
    puzzles.sort(key=lambda puzzle: (puzzle.rating, puzzle.start.to_string()))
    file.write_text("".join(write_puzzles(puzzles, rules)), encoding="utf-8")
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    numbers = ", ".join(f"{theme} {number}" for theme, number in sorted(themes.items()))
    click.echo(f"{file}: {len(puzzles)} puzzles" + (f" ({numbers})" if numbers else ""))


def _from_engine(engine: Engine, rules: Rules, size: int, games: int, seed: int) -> list[Puzzle]:
    random = Random(f"{rules} {size} {seed}")
    seen: set[tuple[int, int]] = set()
    if size == 4:
        positions = [*reachable_positions(Board(size, rules))]
        random.shuffle(positions)
        sources: Iterable[Iterable[Board]] = ([board] for board in positions)
        total = len(positions)
    else:
        sources, total = played_games(engine, rules, size, games, random), games
    if rules == "reversed" and size != 4:
        extra = _WIPE_OUT_GAMES * games
        sources = chain(sources, wipe_out_games(engine, size, extra, random))
        total += extra
    pool: list[Puzzle] = []
    with progress("looking for puzzles", total) as step:
        for source in sources:
            pool += puzzles_in(engine, source, seen)
            step()
    return pool


def _records(games: Sequence[str], rules: Rules, size: int) -> list[GameRecord]:
    found = [record for name in games for record in readable_records(name, rules, size)[0]]
    return [record for record in found if (record.rules, record.size) == (rules, size)]


def _from_mistakes(
    engine: Engine, records: Sequence[GameRecord], player: str | None
) -> list[Puzzle]:
    puzzles: dict[tuple[int, int], Puzzle] = {}
    with progress("looking for mistakes", len(records)) as step:
        for record in records:
            for color in _colors(record, player):
                steps = mistake_steps(record, color)
                for found in run_steps(steps, lambda board: margins_by(engine, board)):
                    puzzles.setdefault(found.puzzle.start.canonical().bits, found.puzzle)
            step()
    return [*puzzles.values()]


def _colors(record: GameRecord, player: str | None) -> list[Color]:
    names: dict[Color, str] = {BLACK: record.black, WHITE: record.white}
    if player is None:
        return [*names]
    return [color for color, name in names.items() if player.lower() in name.lower()]
