"""The levels of the engine as a table: who they are, and how strong."""

import json
from typing import Any, Final

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.agents.levels import LEVELS, Level
from obversi.cli.terminal import open_terminal

__all__ = ["LEVELS_NAME", "tell_levels"]

# What they are asked for by, where the names of agents are.
LEVELS_NAME: Final = "levels"


def tell_levels(as_json: bool) -> None:
    """Print all levels with their ratings in both rule sets."""
    if as_json:
        for level in LEVELS["normal"]:
            click.echo(json.dumps(_object(level)))
        return
    table = Table("level", "name", "how it plays", *LEVELS, box=box.SIMPLE_HEAD)
    for column in (table.columns[0], *table.columns[3:]):
        column.justify = "right"
    for level in LEVELS["normal"]:
        ratings = (_rating(level, rules) for rules in LEVELS)
        table.add_row(f"[bold]{level.number}[/]", level.name, escape(level.words), *ratings)
    console = open_terminal().console
    console.print(table)
    console.print("Ratings are Elo above random play on 8×8, by the rules.")
    console.print("For example: engine:level=5")


def _rating(level: Level, rules: str) -> str:
    rating = level.rating(rules)
    return "" if rating is None else str(rating.rating)


def _object(level: Level) -> dict[str, Any]:
    measured = {rules: level.rating(rules) for rules in LEVELS}
    return {
        "level": level.number,
        "name": level.name,
        "words": level.words,
        "agent": f"engine:level={level.number}",
        "ratings": {
            rules: rating and {"rating": rating.rating, "low": rating.low, "high": rating.high}
            for rules, rating in measured.items()
        },
    }
