"""``obversi arena run``: play a tournament, or go on with it."""

import secrets
from math import ceil, log2
from pathlib import Path

import click

from obversi.arena.game.time_control import TimeControl
from obversi.arena.store import Store, StoredTournament
from obversi.arena.tournament.settings import (
    FORMS,
    FORMS_OF_ROUNDS,
    Sprt,
    TournamentSettings,
    entrants,
)
from obversi.cli.agent_checks import check_agents
from obversi.cli.arena.changes import change_notes
from obversi.cli.arena.options import (
    anchor_option,
    changed_option,
    cluster_option,
    concurrency_option,
    database_option,
    model_option,
    report_option,
)
from obversi.cli.arena.places import Places
from obversi.cli.arena.playing import play_on
from obversi.cli.arena.telling import Telling
from obversi.cli.game_options import (
    adjudicate_option,
    clock_option,
    opening_options,
    seed_option,
    sprt_option,
    time_control,
    time_option,
)
from obversi.cli.options import examples, json_option, rules_option, size_option
from obversi.cli.planned_openings import OpeningChoice, odd_notes, pairs_of_games
from obversi.errors import ObversiError

__all__ = ["run_command"]

_USUAL_PAIRS = 10
_USUAL_PAIRS_OF_TEST = 2000


@click.command(
    "run",
    short_help="Play a tournament, or go on with it.",
    epilog=examples(
        "obversi arena run greedy r4:depth=2 old=engine:depth=2 --pairs 50",
        "obversi arena run mine=python:mine.py:best greedy random --form gauntlet",
        "obversi arena run new=engine:weights=my.obw engine --sprt 0,20 --time 0.02",
    ),
)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT AGENT...")
@click.option(
    "--form",
    type=click.Choice(list(FORMS)),
    default="round-robin",
    show_default=True,
    help="Who meets whom: everyone everyone, the first the others, in each round those that have "
    "done as well so far, or in each round everyone the one just ahead.",
)
@click.option(
    "--pairs",
    type=int,
    help="Pairs of games when two meet.  "
    f"[default: {_USUAL_PAIRS}; with --sprt at most {_USUAL_PAIRS_OF_TEST}]",
)
@click.option("--games", type=int, help="The same as games: two a pair, with colours swapped.")
@click.option(
    "--rounds", type=int, help="Of Swiss or a race.  [default: as many as a knockout has]"
)
@time_option
@clock_option
@adjudicate_option
@sprt_option
@rules_option
@size_option
@opening_options
@seed_option
@concurrency_option
@cluster_option
@database_option
@click.option("--name", help="What to call the tournament.")
@click.option("--new", is_flag=True, help="Begin anew even if the same was played before.")
@changed_option
@anchor_option
@model_option
@report_option
@json_option
def run_command(
    agents: tuple[str, ...],
    form: str,
    pairs: int | None,
    games: int | None,
    rounds: int | None,
    seconds: float | None,
    clock: TimeControl | None,
    adjudicate: int,
    sprt: Sprt | None,
    rules: str,
    size: int,
    opening_file: Path | None,
    balanced: float | None,
    from_start: bool,
    plies: int | None,
    seed: int | None,
    concurrency: int | None,
    cluster: str | None,
    database: Path,
    name: str | None,
    new: bool,
    changed: bool,
    anchor: str | None,
    model: str,
    report_file: Path | None,
    as_json: bool,
) -> None:
    """Let agents play a tournament, and tell who is how strong.

    AGENT is a description as `obversi agents` tells, or LABEL=DESCRIPTION. Every opening is played
    twice with colours swapped. Each game is kept as it ends: after Ctrl-C or worse the same command
    goes on where it was.
    """
    places, telling = Places(concurrency, cluster), Telling(as_json, anchor, report_file, model)
    choice = OpeningChoice(size, rules, opening_file, balanced, plies, from_start)
    found_size, origin = choice.planned()
    settings = TournamentSettings(
        entrants=entrants(agents),
        form=form,
        size=found_size,
        rules=rules,
        pairs=_pairs(pairs, games, sprt),
        time=time_control(seconds, clock),
        seed=secrets.randbits(32) if seed is None else seed,
        openings=origin,
        rounds=_rounds(rounds, form, len(agents)),
        adjudicate=adjudicate,
        sprt=sprt,
    )
    telling.check(settings.entrants)
    checked = check_agents(settings)
    identities = checked.identities
    with Store.open(database) as store:
        stored = None if new else store.find(settings, name=name, same_seed=seed is not None)
        if stored is None:
            openings = choice.openings(settings.pairs * settings.rounds, settings.seed)
            if new:
                stored = store.tournament(
                    store.add_tournament(settings, openings, identities, name)
                )
            else:  # to find openings may take long: another process may have begun the same
                stored = store.find_or_add(
                    settings, openings, identities, name, same_seed=seed is not None
                )
        if stored.ended is not None:
            telling.tell(store, stored.number, list(change_notes(store, stored, identities)))
            click.echo("this tournament is over: --new plays it again", err=True)
            return
        _refuse_other_openings(choice, store, stored)
        notes = list(odd_notes(games))
        play_on(store, stored, checked, places, telling, notes, changed=changed)


def _pairs(pairs: int | None, games: int | None, sprt: Sprt | None) -> int:
    if pairs is not None and games is not None:
        raise click.UsageError("--games and --pairs are the same: leave one out")
    if games is not None:
        return pairs_of_games(games)
    if pairs is not None:
        return pairs
    return _USUAL_PAIRS if sprt is None else _USUAL_PAIRS_OF_TEST


def _rounds(rounds: int | None, form: str, agents: int) -> int:
    """Return the rounds; unless told, as many as a knockout would need where there are some."""
    if rounds is not None:
        return rounds
    return ceil(log2(agents)) if form in FORMS_OF_ROUNDS and agents > 1 else 1


def _refuse_other_openings(choice: OpeningChoice, store: Store, stored: StoredTournament) -> None:
    """Refuse to go on with a file of openings that has changed."""
    if choice.path is not None:
        now = choice.openings(1, stored.settings.seed)
        if now.boards != store.openings(stored.number).boards:
            raise ObversiError(
                f"the openings of {choice.path} have changed since tournament {stored.number} "
                "began: --new begins another one"
            )
