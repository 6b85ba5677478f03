"""``obversi db import`` and ``obversi db export``."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import click

from obversi.cli import options
from obversi.cli.db.filters import filter_options
from obversi.cli.places import GameDatabasePath, game_database_argument, label_of
from obversi.cli.positions import PositionCommand, exit_if_left_out
from obversi.cli.progress import Bar, bar_progress, progress
from obversi.database.database import GameDatabase
from obversi.database.filters import GameFilter
from obversi.database.sources import check_source
from obversi.database.stored import StoredGame
from obversi.errors import FormatError, InputError
from obversi.formats.detect import FORMATS
from obversi.formats.record import GameRecord
from obversi.formats.saving import check_writable, format_to_write, write_path
from obversi.formats.wthor_names import PLAYERS, TOURNAMENTS
from obversi.rules import Rules

# Of one file; a file in a wrong format may have a problem in each line.
_MOST_PROBLEMS_SHOWN = 20


@click.command(
    "import",
    epilog=options.examples(
        "obversi db import my.db WTH_*.wtb",
        "obversi db import my.db games.ggf arena.db obversi-games.db",
        "obversi db import my.db anti.txt --rules reversed --size 6",
    ),
)
@game_database_argument
@click.argument("sources", nargs=-1, required=True, type=GameDatabasePath())
@options.rules_option
@options.size_option
@click.option(
    "--format", type=click.Choice(list(FORMATS)), help="Of files whose format is unclear."
)
def import_command(
    file: Path | str, sources: Sequence[Path | str], rules: Rules, size: int, format: str | None
) -> None:
    """Add the games of SOURCES to the database FILE, which is made if it does not exist.

    FILE may be the address of a PostgreSQL database, such as postgresql://host/name. A source is a
    file of games in any format, the database of an arena or of a game server, or another game
    database. Each source is added as a whole or not at all. Games that are there already are
    skipped, so the same command resumes an import that was interrupted.
    """
    names = (PLAYERS, TOURNAMENTS)  # read together with the games
    sources = [source for source in sources if Path(source).name.upper() not in names]
    if not sources:
        raise click.UsageError("the sources are only names of players and tournaments")
    for source in sources:
        check_source(source)
    done = left_out = 0
    with (
        GameDatabase.open(file, writing=True, create=True) as database,
        bar_progress(len(sources)) as bar,
    ):
        for number, source in enumerate(sources):
            label = label_of(source)
            show = partial(_show_progress, bar, number, Path(label).name)
            try:
                imported = database.add_file(
                    source, rules=rules, size=size, format=format, on_progress=show
                )
            except KeyboardInterrupt:
                with bar.paused():
                    click.echo(f"{label}: nothing was added; the same command resumes", err=True)
                raise
            done += imported.added + imported.duplicates
            left_out += len(imported.problems)
            with bar.paused():
                _show_problems([str(problem) for problem in imported.problems])
                click.echo(
                    f"{label}: added {imported.added:,}, there already {imported.duplicates:,}, "
                    f"problems {len(imported.problems):,}"
                )
    exit_if_left_out(left_out, done)


def _show_progress(bar: Bar, number: int, name: str, games: int) -> None:
    bar.show(f"{name}: {games:,} games", number)


def _show_problems(problems: Sequence[str]) -> None:
    for problem in problems[:_MOST_PROBLEMS_SHOWN]:
        click.echo(f"obversi: {' '.join(problem.split())}", err=True)
    if (more := len(problems) - _MOST_PROBLEMS_SHOWN) > 0:
        click.echo(f"obversi: and more problems: {more:,}", err=True)


@click.command(
    "export",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi db export my.db tiger.ggf --opening tiger",
        "obversi db export my.db 2001.wtb --years 2001",
        "obversi db export my.db mine.json --player ann",
    ),
)
@game_database_argument
@options.out_argument
@filter_options
def export_command(file: Path | str, out: Path, wanted: GameFilter) -> None:
    """Write the games of FILE that fulfil all conditions to OUT, in the format of its ending.

    Games that the format cannot hold are reported and left out. Transcripts and OBF do not name
    the rules: choose games with --rules reversed, and transcripts of smaller boards with --size.
    What a format does not keep of a game is reported.
    """
    format = format_to_write(out)
    rules, size = wanted.rules or "normal", wanted.size or 8
    problems: list[str] = []
    with GameDatabase.open(file) as database:
        total = database.games(wanted, limit=0).total
        with progress("exporting", total) as step:
            check = partial(check_writable, format=format, rules=rules, size=size)
            games = _writable(database.each_game(wanted), check, format, step, problems)
            first = next(games, None)
            if first is not None:  # without games, an existing file is not changed
                write_path(chain([first], games), out, format, rules=rules, size=size)
    _show_problems(problems)
    written = total - len(problems)
    if not total:
        raise InputError(f"no game of {label_of(file)} fulfils the conditions: nothing was written")
    click.echo(f"{out}: written {written:,}, left out {len(problems):,}")
    exit_if_left_out(len(problems), written)


def _writable(
    games: Iterator[StoredGame],
    check: Callable[[GameRecord], None],
    format: str,
    step: Callable[[], None],
    problems: list[str],
) -> Iterator[GameRecord]:
    """Yield the games that a format can hold, and collect the reasons for leaving out others."""
    years = set()
    for game in games:
        step()
        try:
            check(game.record)
        except FormatError as error:
            problems.append(f"game {game.number}: {error.reason}")
            continue
        years.add(game.year)
        if format == "wthor" and len(years) > 1:
            raise InputError(
                "a WTHOR file is for one year, but these games are of several: choose one "
                "with --years"
            )
        yield game.record
