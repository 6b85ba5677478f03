"""``obversi arena list``: the tournaments of a file."""

import json
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.arena.store import Store, StoredTournament
from obversi.cli.arena.options import database_option
from obversi.cli.options import examples, json_option
from obversi.cli.terminal import open_terminal

__all__ = ["list_command"]


@click.command(
    "list",
    short_help="List the tournaments that were begun.",
    epilog=examples(
        "obversi arena list",
        "obversi arena list --db other.db --json",
    ),
)
@database_option
@json_option
def list_command(database: Path, as_json: bool) -> None:
    """List the tournaments that were begun, the oldest first, and how far each of them is."""
    with Store.open(database, create=False) as store:
        tournaments = store.tournaments()
    if as_json:
        for stored in tournaments:
            click.echo(json.dumps(_object(stored)))
        return
    table = Table("", "name", box=box.SIMPLE_HEAD)
    table.add_column("what", no_wrap=True)
    table.add_column("agents")
    table.add_column("games", justify="right", no_wrap=True)
    table.add_column("begun", no_wrap=True)
    for stored in tournaments:
        settings = stored.settings
        table.add_row(
            str(stored.number),
            escape(stored.name or ""),
            f"{settings.form}, {settings.rules} {settings.size}×{settings.size}",
            _agents_text(stored),
            str(stored.games) if stored.ended else f"{stored.games} of {stored.planned}",
            stored.created[:10],
        )
    open_terminal().console.print(table)


def _agents_text(stored: StoredTournament) -> str:
    labels = [escape(entrant.label) for entrant in stored.settings.entrants]
    return ", ".join(labels) if len(labels) <= 3 else f"{labels[0]} and {len(labels) - 1} more"


def _object(stored: StoredTournament) -> dict[str, Any]:
    return {
        "tournament": stored.number,
        "name": stored.name,
        **stored.settings.to_object(),
        "created": stored.created,
        "version": stored.version,
        "ended": stored.ended,
        "games": stored.games,
        "planned_games": stored.planned,
    }
