"""The options of ``obversi db`` that choose games."""

from typing import Any

import click

from obversi.cli import options
from obversi.cli.options import section
from obversi.cli.positions import one_board
from obversi.database.filters import RESULTS, GameFilter
from obversi.rules import RULES
from obversi.size import SIZES


def _numbers(text: str | None, what: str, example: str) -> tuple[int | None, int | None]:
    """Read a range such as 1990-1999, 1990-, -1999 or 1990."""
    if text is None:
        return None, None
    first, hyphen, last = text.partition("-")
    try:
        least, most = (int(part) if part else None for part in (first, last if hyphen else first))
    except ValueError:
        raise click.UsageError(
            f"{text!r} is no range of {what}: expected one such as {example}"
        ) from None
    return least, most


def _game_filter(
    years: str | None, margin: str | None, position: str | None, **conditions: Any
) -> GameFilter:
    first_year, last_year = _numbers(years, "years", "1990-1999")
    least_margin, most_margin = _numbers(margin, "margins", "2-10")
    rules, size = conditions["rules"], conditions["size"]
    return GameFilter(
        first_year=first_year,
        last_year=last_year,
        least_margin=least_margin,
        most_margin=most_margin,
        position=None if position is None else one_board(position, rules or "normal", size or 8),
        **conditions,
    )


_grouped_conditions = options.grouped(
    "wanted",
    _game_filter,
    click.option("--player", default="", help="A part of the name of a player."),
    click.option("--black", default="", help="A part of the name of black."),
    click.option("--white", default="", help="A part of the name of white."),
    click.option("--years", metavar="A-B", help="Years, such as 1990-1999 or 2001."),
    click.option("--event", default="", help="A part of the name of the event."),
    click.option("--result", type=click.Choice(RESULTS), help="Who won."),
    click.option("--margin", metavar="A-B", help="Discs that the winner won by, such as 2-10."),
    click.option("--opening", default="", help="A part of the name of the opening."),
    click.option("--position", help="Games that reach it: moves, or a board text."),
    click.option("--move", help="The move that was played in the position."),
    click.option("--rules", type=click.Choice(RULES), help="The rules of the games."),
    click.option(
        "--size",
        type=click.Choice([str(size) for size in SIZES]),
        callback=options.reading(int),
        help="Squares along an edge.",
    ),
)

#: Conditions on games: a `GameFilter`.
filter_options = section("Conditions", _grouped_conditions)
