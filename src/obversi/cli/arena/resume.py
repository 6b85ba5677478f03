"""``obversi arena resume``: go on with a tournament."""

from pathlib import Path

import click

from obversi.arena.store import Store
from obversi.cli.agent_checks import check_agents
from obversi.cli.arena.options import (
    anchor_option,
    changed_option,
    cluster_option,
    concurrency_option,
    database_option,
    model_option,
    report_option,
    which_argument,
)
from obversi.cli.arena.places import Places
from obversi.cli.arena.playing import play_on
from obversi.cli.arena.telling import Telling
from obversi.cli.options import examples, json_option

__all__ = ["resume_command"]


@click.command(
    "resume",
    short_help="Go on with a tournament.",
    epilog=examples(
        "obversi arena resume                      the last one that was begun",
        "obversi arena resume 3 --concurrency 1",
    ),
)
@which_argument
@database_option
@concurrency_option
@cluster_option
@changed_option
@anchor_option
@model_option
@report_option
@json_option
def resume_command(
    which: str | None,
    database: Path,
    concurrency: int | None,
    cluster: str | None,
    changed: bool,
    anchor: str | None,
    model: str,
    report_file: Path | None,
    as_json: bool,
) -> None:
    """Go on with a tournament that was broken off, and tell what came of it.

    WHICH is its number or its name; without it, the last one.
    """
    places, telling = Places(concurrency, cluster), Telling(as_json, anchor, report_file, model)
    with Store.open(database, create=False) as store:
        stored = store.tournament(which)
        settings = stored.settings
        telling.check(settings.entrants)
        if stored.ended is not None:
            telling.tell(store, stored.number)
            click.echo("this tournament is over: there is nothing left to play", err=True)
            return
        checked = check_agents(settings)
        play_on(store, stored, checked, places, telling, changed=changed)
