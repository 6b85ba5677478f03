"""``obversi arena ladder``: the agents that come with the package, on one scale."""

from pathlib import Path

import click

from obversi.agents.levels.ratings import ratings_text
from obversi.arena.counting import counted_standings
from obversi.arena.ladder import LADDER_ANCHOR, ladder_openings, ladder_page, ladder_settings
from obversi.arena.level_ladder import level_ladder_settings, measured_ratings
from obversi.arena.levels_page import levels_page
from obversi.arena.statistics.standings import Standings
from obversi.arena.store import Store, StoredTournament
from obversi.arena.tournament.settings import TournamentSettings
from obversi.cli.agent_checks import check_agents
from obversi.cli.arena.options import (
    changed_option,
    cluster_option,
    concurrency_option,
    database_option,
)
from obversi.cli.arena.places import Places
from obversi.cli.arena.playing import play_on
from obversi.cli.arena.telling import Telling, check_folder
from obversi.cli.options import examples, size_option
from obversi.cli.progress import progress
from obversi.formats.replacing import write_whole

__all__ = ["ladder_command"]

_RULES = ("normal", "reversed")

# On others nobody shows them.
_RATED_SIZE = 8


@click.command(
    "ladder",
    short_help="Rate all agents that come with the package.",
    epilog=examples(
        "obversi arena ladder --pairs 5",
        "obversi arena ladder --pairs 50 --out docs/ladder.md --db ladder.db",
        "obversi arena ladder --levels --pairs 40 --out docs/levels.md",
    ),
)
@click.option("--levels", is_flag=True, help="Rate the levels of the engine instead.")
@click.option("--pairs", default=20, show_default=True, help="Pairs of games when two meet.")
@size_option
@click.option("--seed", default=1, show_default=True, help="Another number makes other games.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the result as a page of Markdown.",
)
@click.option(
    "--ratings",
    "ratings_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="Write the ratings of the levels, which others show.",
)
@database_option
@concurrency_option
@cluster_option
@changed_option
def ladder_command(
    levels: bool,
    pairs: int,
    size: int,
    seed: int,
    out: Path | None,
    ratings_file: Path | None,
    database: Path,
    concurrency: int | None,
    cluster: str | None,
    changed: bool,
) -> None:
    """Let all agents that come with the package meet in both rule sets, and rate them.

    With --levels these are the levels of the engine, which meet those of about their strength.
    Each game is kept as it ends: the same command goes on where it was.
    """
    places = Places(concurrency, cluster)
    if ratings_file is not None and not (levels and size == _RATED_SIZE):
        raise click.UsageError("--ratings is for --levels, on 8×8")
    for path in (out, ratings_file):
        if path is not None:
            check_folder(path)
    settings_of, name, page = (
        (level_ladder_settings, "levels", levels_page)
        if levels
        else (ladder_settings, "ladder", ladder_page)
    )
    results: list[tuple[StoredTournament, Standings]] = []
    with Store.open(database) as store:
        for rules in _RULES:
            settings = settings_of(rules, size, pairs, seed)
            number = _play(store, settings, f"{name}, {rules} rules", places, changed)
            results.append(_result(store, number))
    if ratings_file is not None:
        write_whole(ratings_file, ratings_text(measured_ratings(results)))
    if out is not None:
        write_whole(out, page(results))


def _play(
    store: Store, settings: TournamentSettings, name: str, places: Places, changed: bool
) -> int:
    """Begin the ladder of these rules or go on with it, and return its number when it is over."""
    checked = check_agents(settings)
    openings = ladder_openings(settings.rules, settings.size, settings.pairs, settings.seed)
    stored = store.find_or_add(
        settings,
        openings,
        checked.identities,
        name,
        same_seed=True,
    )
    telling = Telling(anchor=settings.entrants[LADDER_ANCHOR.agent].label)
    if stored.ended is None:
        play_on(store, stored, checked, places, telling, changed=changed)
    else:
        telling.tell(store, stored.number)
    return stored.number


def _result(store: Store, number: int) -> tuple[StoredTournament, Standings]:
    stored = store.tournament(number)
    with progress("rating the agents"):
        return stored, counted_standings(stored, store.games(number), anchor=LADDER_ANCHOR)
