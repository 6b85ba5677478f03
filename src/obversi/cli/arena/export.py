"""``obversi arena export``: a tournament as a file for people or for other programs."""

from pathlib import Path

import click

from obversi.arena.statistics.ratings import USUAL_MODEL
from obversi.arena.store import EXPORTS, Store, export
from obversi.cli.arena.options import database_option, model_option
from obversi.cli.arena.telling import write_page
from obversi.cli.arena.tournament_report import TournamentReport
from obversi.cli.options import examples
from obversi.cli.progress import progress
from obversi.errors import ObversiError

__all__ = ["export_command"]

_PAGES = (".html", ".htm")


@click.command(
    "export",
    short_help="Write a tournament to a file.",
    epilog=examples(
        "obversi arena export 3 games.ggf     every game with its times and values",
        "obversi arena export 3 games.csv     a line a game, for a table",
        "obversi arena export 3 page.html     a page with all results and boards",
    ),
)
@click.argument("which")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@model_option
def export_command(which: str, file: Path, database: Path, model: str) -> None:
    """Write the tournament WHICH, a number or a name, to FILE.

    Its ending says as what: .ggf, .csv, .json or .html. Only the page, .html, has ratings.
    """
    ending = file.suffix.lower()
    if ending not in (*EXPORTS, *_PAGES):
        expected = ", ".join((*EXPORTS, _PAGES[0]))
        raise ObversiError(f"the ending of {file.name!r} names no export: expected {expected}")
    if model != USUAL_MODEL and ending not in _PAGES:
        raise ObversiError(f"--model is for pages: there are no ratings in {file.name!r}")
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
