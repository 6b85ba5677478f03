"""``obversi arena show``: how a tournament stands, or how it ended."""

from pathlib import Path

import click

from obversi.arena.store import Store
from obversi.cli.arena.options import (
    anchor_option,
    database_option,
    model_option,
    report_option,
    which_argument,
)
from obversi.cli.arena.telling import Telling
from obversi.cli.options import examples, json_option

__all__ = ["show_command"]


@click.command(
    "show",
    short_help="Tell how a tournament stands.",
    epilog=examples(
        "obversi arena show                        the last one",
        "obversi arena show 3 --anchor random      ratings on which random has 0",
        "obversi arena show 3 --report page.html   a page to look at all games",
    ),
)
@which_argument
@database_option
@anchor_option
@model_option
@report_option
@json_option
def show_command(
    which: str | None,
    database: Path,
    anchor: str | None,
    model: str,
    report_file: Path | None,
    as_json: bool,
) -> None:
    """Tell how a tournament stands, also while another process plays it.

    WHICH is its number or its name; without it, the last one.
    """
    telling = Telling(as_json, anchor, report_file, model)
    with Store.open(database, create=False) as store:
        stored = store.tournament(which)
        telling.check(stored.settings.entrants)
        telling.tell(store, stored.number)
