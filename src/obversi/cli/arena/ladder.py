"""``obversi arena ladder``: the agents that come with the package, on one scale."""

from pathlib import Path

import click

from obversi.arena.ladder import LADDER_ANCHOR, ladder_openings, ladder_page, ladder_settings
from obversi.arena.statistics.standings import Standings
from obversi.arena.store import Store, StoredTournament
from obversi.cli.agent_checks import check_agents
from obversi.cli.arena.counting import counted_standings
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


@click.command(
    "ladder",
    short_help="Rate all agents that come with the package.",
    epilog=examples(
        "obversi arena ladder --pairs 5",
        "obversi arena ladder --pairs 50 --out docs/ladder.md --db ladder.db",
    ),
)
@click.option("--pairs", default=20, show_default=True, help="Pairs of games when two meet.")
@size_option
@click.option("--seed", default=1, show_default=True, help="Another number makes other games.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the result as a page of Markdown.",
)
@database_option
@concurrency_option
@cluster_option
@changed_option
def ladder_command(
    pairs: int,
    size: int,
    seed: int,
    out: Path | None,
    database: Path,
    concurrency: int | None,
    cluster: str | None,
    changed: bool,
) -> None:
    """Let all agents that come with the package meet in both rule sets, and rate them.

    Each game is kept as it ends: the same command goes on where it was.
    """
    places = Places(concurrency, cluster)
    if out is not None:
        check_folder(out)
    results: list[tuple[StoredTournament, Standings]] = []
    with Store.open(database) as store:
        for rules in _RULES:
            number = _play(store, rules, size, pairs, seed, places, changed)
            results.append(_result(store, number))
    if out is not None:
        write_whole(out, ladder_page(results))


def _play(
    store: Store, rules: str, size: int, pairs: int, seed: int, places: Places, changed: bool
) -> int:
    """Begin the ladder of these rules or go on with it, and return its number when it is over."""
    settings = ladder_settings(rules, size, pairs, seed)
    checked = check_agents(settings)
    stored = store.find_or_add(
        settings,
        ladder_openings(rules, size, pairs, seed),
        checked.identities,
        f"ladder, {rules} rules",
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
