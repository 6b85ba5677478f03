"""``obversi arena list``, ``show`` and ``export``: stored tournaments and their results."""

from pathlib import Path

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.arena.statistics.ratings import USUAL_MODEL
from obversi.arena.store.export import EXPORTS, export
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament
from obversi.cli.arena.report import (
    ReportSettings,
    TournamentReport,
    database_option,
    model_option,
    report_options,
    which_argument,
    write_page,
)
from obversi.cli.options import FILE, examples, json_option
from obversi.cli.progress import progress
from obversi.cli.terminal import open_terminal, print_json
from obversi.errors import InputError
from obversi.records import JsonObject, fields_object


@click.command(
    "list", epilog=examples("obversi arena list", "obversi arena list --db other.db --json")
)
@database_option
@json_option
def list_command(database: Path, as_json: bool) -> None:
    """List the tournaments, the oldest first, with the number of games played."""
    with Store.open(database, create=False) as store:
        tournaments = store.tournaments()
    if as_json:
        for stored in tournaments:
            print_json(_object(stored))
        return
    table = Table("", "name", box=box.SIMPLE_HEAD)
    table.add_column("what", no_wrap=True)
    table.add_column("agents")
    table.add_column("games", justify="right", no_wrap=True)
    table.add_column("begun", no_wrap=True)
    for stored in tournaments:
        settings = stored.settings
        labels = [escape(entrant.label) for entrant in settings.entrants]
        more = f"{labels[0]} and {len(labels) - 1} more"
        table.add_row(
            str(stored.number),
            escape(stored.name or ""),
            f"{settings.form}, {settings.rules} {settings.size}×{settings.size}",
            ", ".join(labels) if len(labels) <= 3 else more,
            str(stored.games) if stored.ended else f"{stored.games} of {stored.planned}",
            stored.created[:10],
        )
    open_terminal().console.print(table)


def _object(stored: StoredTournament) -> JsonObject:
    return {
        "tournament": stored.number,
        "name": stored.name,
        **stored.settings.to_object(),
        **fields_object(stored, "created", "version", "ended", "games"),
        "planned_games": stored.planned,
    }


@click.command(
    "show",
    epilog=examples(
        "obversi arena show                        the last one",
        "obversi arena show 3 --anchor random      ratings with 0 for random",
        "obversi arena show 3 --report page.html   a page with all games",
    ),
)
@which_argument
@database_option
@report_options
def show_command(which: str | None, database: Path, report: ReportSettings) -> None:
    """Show the standings of a tournament, also while another process plays it.

    WHICH is its number or its name; without it, the last one.
    """
    with Store.open(database, create=False) as store:
        stored = store.tournament(which)
        report.check(stored.settings.entrants)
        report.print(store, stored.number)


_PAGES = (".html", ".htm")


@click.command(
    "export",
    epilog=examples(
        "obversi arena export 3 games.ggf     every game with times and values",
        "obversi arena export 3 games.csv     a line per game, for a spreadsheet",
        "obversi arena export 3 page.html     a page with all results and boards",
    ),
)
@click.argument("which")
@click.argument("file", type=FILE)
@database_option
@model_option
def export_command(which: str, file: Path, database: Path, model: str) -> None:
    """Write the tournament WHICH, a number or a name, to FILE.

    Its extension names the format: .ggf, .csv, .json or .html. Only the page, .html, has ratings.
    """
    ending = file.suffix.lower()
    if ending not in (*EXPORTS, *_PAGES):
        expected = ", ".join((*EXPORTS, _PAGES[0]))
        raise InputError(f"the extension of {file.name!r} is not known: expected {expected}")
    if model != USUAL_MODEL and ending not in _PAGES:
        raise InputError(f"--model is for pages: there are no ratings in {file.name!r}")
    with Store.open(database, create=False) as store:
        stored = store.tournament(which)
        if ending in _PAGES:
            with progress("rating the agents"):
                games = store.games(stored.number)
                write_page(store, TournamentReport(stored, games, model=model), file)
            count = len(games)
        else:
            identities = store.identities(stored.number)
            count = export(stored, store.each_game(stored.number), file, identities)
    click.echo(f"{file}: {count} games of {stored.title}")
