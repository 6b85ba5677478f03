"""``obversi arena run`` and ``resume``: play a stored tournament."""

from math import ceil, log2
from pathlib import Path

import click

from obversi.arena.game.plan import TimeControl
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import (
    FORMS,
    FORMS_OF_ROUNDS,
    Sprt,
    TournamentSettings,
    entrants,
)
from obversi.arguments import chosen_seed
from obversi.cli import options
from obversi.cli.agent_checks import check_agents
from obversi.cli.arena.consent import ask_consent, remember_consent, trust_option
from obversi.cli.arena.playing import Workers, change_notes, play_on, worker_options
from obversi.cli.arena.report import (
    ReportSettings,
    changed_option,
    database_option,
    report_options,
    which_argument,
)
from obversi.cli.game_options import OpeningChoice, game_options, odd_notes, pairs_of_games
from obversi.cli.options import SectionedCommand, section
from obversi.errors import InputError

_USUAL_PAIRS = 10
_USUAL_PAIRS_OF_TEST = 2000


_tournament_options = section(
    "Tournament",
    click.option(
        "--form",
        type=click.Choice(list(FORMS)),
        default="round-robin",
        help="Which agents play each other: each each, the first the others, in each round those "
        "with about the same score, or in each round each the one ranked just above.",
    ),
    click.option(
        "--pairs",
        type=options.PAIRS,
        help="Pairs of games of two agents.  "
        f"[default: {_USUAL_PAIRS}; with --sprt at most {_USUAL_PAIRS_OF_TEST}]",
    ),
    click.option(
        "--games",
        type=options.GAMES,
        help="The same in games: two per pair, with colours swapped.",
    ),
    click.option(
        "--rounds",
        type=options.WholeRange(1, 10_000),
        help="For swiss and race.  [default: as many as a knockout has]",
    ),
)

_store_options = section(
    "Storage",
    database_option,
    click.option("--name", help="The name of the tournament."),
    options.flag_option("--new", "Start a new one even if the same was played before."),
    changed_option,
)


@click.command(
    "run",
    cls=SectionedCommand,
    epilog=options.examples(
        "obversi arena run greedy r4:depth=2 old=engine:depth=2 --pairs 50",
        "obversi arena run mine=python:mine.py:best greedy random --form gauntlet",
        "obversi arena run new=engine:weights=my.obw engine --sprt 0,20 --time 0.02",
    ),
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT AGENT...")
@_tournament_options
@game_options
@section("Where games are played", worker_options)
@_store_options
@section("Report", report_options)
def run_command(
    agents: tuple[str, ...],
    form: str,
    pairs: int | None,
    games: int | None,
    rounds: int | None,
    time: TimeControl,
    adjudicate: int,
    sprt: Sprt | None,
    opening_choice: OpeningChoice,
    seed: int | None,
    workers: Workers,
    database: Path,
    name: str | None,
    new: bool,
    changed: bool,
    report: ReportSettings,
) -> None:
    """Let agents play a tournament, and rate them.

    AGENT is a description, see `obversi agents`, or LABEL=DESCRIPTION. Every opening is played
    twice with colours swapped. Each game is stored as it ends: after Ctrl-C or a crash the same
    command resumes the tournament.
    """
    opening_size, origin = opening_choice.planned()
    settings = TournamentSettings(
        entrants=entrants(agents),
        form=form,
        size=opening_size,
        rules=opening_choice.rules,
        pairs=_pairs(pairs, games, sprt),
        time=time,
        seed=chosen_seed(seed),
        openings=origin,
        rounds=_rounds(rounds, form, len(agents)),
        adjudicate=adjudicate,
        sprt=sprt,
    )
    report.check(settings.entrants)
    checked = check_agents(settings)
    identities = checked.identities
    with Store.open(database) as store:
        stored = None if new else store.find(settings, name=name, same_seed=seed is not None)
        if stored is None:
            openings = opening_choice.openings(settings.pairs * settings.rounds, settings.seed)
            if new:
                stored = store.tournament(
                    store.add_tournament(settings, openings, identities, name)
                )
            else:  # finding openings may take long: another process may have started the same
                stored = store.find_or_add(
                    settings, openings, identities, name, same_seed=seed is not None
                )
        if stored.ended is not None:
            report.print(store, stored.number, list(change_notes(store, stored, identities)))
            click.echo("this tournament is over: --new plays it again", err=True)
            return
        _check_openings(opening_choice, store, stored)
        remember_consent(stored)
        notes = list(odd_notes(games))
        play_on(store, stored, checked, workers, report, notes, changed=changed)


def _pairs(pairs: int | None, games: int | None, sprt: Sprt | None) -> int:
    if pairs is not None and games is not None:
        raise click.UsageError("--games and --pairs mean the same: leave one out")
    if games is not None:
        return pairs_of_games(games)
    if pairs is not None:
        return pairs
    return _USUAL_PAIRS if sprt is None else _USUAL_PAIRS_OF_TEST


def _rounds(rounds: int | None, form: str, agents: int) -> int:
    if rounds is not None:
        return rounds
    return ceil(log2(agents)) if form in FORMS_OF_ROUNDS and agents > 1 else 1


def _check_openings(choice: OpeningChoice, store: Store, stored: StoredTournament) -> None:
    if choice.opening_file is not None:
        now = choice.openings(1, stored.settings.seed)
        if now.boards != store.openings(stored.number).boards:
            raise InputError(
                f"the openings of {choice.opening_file} have changed since tournament "
                f"{stored.number} began: --new starts another one"
            )


@click.command(
    "resume",
    epilog=options.examples(
        "obversi arena resume                      the last one",
        "obversi arena resume 3 --concurrency 1",
    ),
)
@which_argument
@database_option
@worker_options
@changed_option
@trust_option
@report_options
def resume_command(
    which: str | None,
    database: Path,
    workers: Workers,
    changed: bool,
    trust: bool,
    report: ReportSettings,
) -> None:
    """Resume an interrupted tournament, and print the result.

    WHICH is its number or its name; without it, the last one. A file that was not made here may
    name any program as an agent: such commands are shown, and run only with your consent.
    """
    with Store.open(database, create=False) as store:
        stored = store.tournament(which)
        settings = stored.settings
        report.check(settings.entrants)
        if stored.ended is not None:
            report.print(store, stored.number)
            click.echo("this tournament is over: there is nothing left to play", err=True)
            return
        ask_consent(stored, database, trust=trust)
        checked = check_agents(settings)
        play_on(store, stored, checked, workers, report, changed=changed)
