"""``obversi arena ladder``: ratings of all agents of the package on one scale."""

from pathlib import Path

import click

from obversi.agents.levels import ratings_text
from obversi.arena.ladder import LADDER_ANCHOR, ladder_openings, ladder_page, ladder_settings
from obversi.arena.level_ladder import level_ladder_settings, levels_page, measured_ratings
from obversi.arena.statistics.standings import Standings, counted_standings
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings
from obversi.cli import options
from obversi.cli.agent_checks import check_agents
from obversi.cli.arena.playing import Workers, play_on, worker_options
from obversi.cli.arena.report import ReportSettings, changed_option, database_option
from obversi.cli.progress import progress
from obversi.formats.saving import check_target, write_whole
from obversi.rules import RULES

# Ratings are only shown for this size.
_RATED_SIZE = 8


@click.command(
    "ladder",
    epilog=options.examples(
        "obversi arena ladder --pairs 5",
        "obversi arena ladder --pairs 50 --out docs/ladder.md --db ladder.db",
        "obversi arena ladder --levels --pairs 40 --out docs/levels.md",
    ),
)
@options.flag_option("--levels", "Rate the levels of the engine instead.")
@click.option("--pairs", type=options.PAIRS, default=20, help="Pairs of games of two agents.")
@options.size_option
@options.seed_option()
@options.file_option("--out", help="Write the result as a Markdown page.")
@options.file_option(
    "--ratings",
    "ratings_file",
    metavar="FILE.json",
    help="Write the ratings of the levels, which other commands show.",
)
@database_option
@worker_options
@changed_option
def ladder_command(
    levels: bool,
    pairs: int,
    size: int,
    seed: int,
    out: Path | None,
    ratings_file: Path | None,
    database: Path,
    workers: Workers,
    changed: bool,
) -> None:
    """Let all agents of the package play each other under both rules, and rate them.

    With --levels the levels of the engine play, each against those of about its strength. Each
    game is stored as it ends: the same command resumes the tournaments.
    """
    if ratings_file is not None and not (levels and size == _RATED_SIZE):
        raise click.UsageError("--ratings is for --levels, on 8×8")
    for path in (out, ratings_file):
        if path is not None:
            check_target(path)
    settings_of, name, page = (
        (level_ladder_settings, "levels", levels_page)
        if levels
        else (ladder_settings, "ladder", ladder_page)
    )
    results: list[tuple[StoredTournament, Standings]] = []
    with Store.open(database) as store:
        for rules in RULES:
            settings = settings_of(rules, size, pairs, seed)
            number = _play(store, settings, f"{name}, {rules} rules", workers, changed)
            stored = store.tournament(number)
            with progress("rating the agents"):
                rated = counted_standings(stored, store.games(number), anchor=LADDER_ANCHOR)
            results.append((stored, rated))
    if ratings_file is not None:
        write_whole(ratings_file, ratings_text(measured_ratings(results)))
    if out is not None:
        write_whole(out, page(results))


def _play(
    store: Store, settings: TournamentSettings, name: str, workers: Workers, changed: bool
) -> int:
    """Play or resume the ladder of these rules, and return its number."""
    checked = check_agents(settings)
    openings = ladder_openings(settings.rules, settings.size, settings.pairs, settings.seed)
    stored = store.find_or_add(settings, openings, checked.identities, name, same_seed=True)
    report = ReportSettings(anchor=settings.entrants[LADDER_ANCHOR.agent].label)
    if stored.ended is None:
        play_on(store, stored, checked, workers, report, changed=changed)
    else:
        report.print(store, stored.number)
    return stored.number
