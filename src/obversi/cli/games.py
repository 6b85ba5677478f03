"""``obversi games``: thousands of games between two agents, and what they looked like."""

import json
import secrets
from pathlib import Path

import click

from obversi.arena.bulk import BulkGames, BulkInterrupted, play_bulk
from obversi.cli.game_options import USUAL_SECONDS
from obversi.cli.games_report import GamesReport
from obversi.cli.options import examples, json_option
from obversi.cli.pairing_options import pairing_options
from obversi.cli.planned_openings import (
    OpeningChoice,
    odd_notes,
    opening_notes,
    pairs_of_games,
)
from obversi.cli.standing_progress import standing_progress
from obversi.cli.terminal import open_terminal

__all__ = ["games_command"]


@click.command(
    "games",
    epilog=examples(
        "obversi games greedy random --games 100000",
        "obversi games random random --plies 0 --rules reversed --rounds all",
        "obversi games r4:depth=4 greedy:perfect=12 --size 6 --json",
    ),
)
@pairing_options(1000)
@click.option("--threads", type=int, help="Cores to play on.  [default: all]")
@click.option(
    "--solved",
    type=click.IntRange(0, 20),
    default=0,
    metavar="N",
    help="End games with N empty squares, by what perfect play leads to; 12 is quick.",
)
@click.option(
    "--rounds",
    type=click.Choice(["some", "all"]),
    default="some",
    show_default=True,
    help="Which lines of the table by the number of discs are shown.",
)
@json_option
def games_command(
    a: str,
    b: str,
    games: int,
    seconds: float | None,
    rules: str,
    size: int,
    opening_file: Path | None,
    balanced: float | None,
    from_start: bool,
    plies: int | None,
    seed: int | None,
    threads: int | None,
    solved: int,
    rounds: str,
    as_json: bool,
) -> None:
    """Let the agents A and B play thousands of games inside the core.

    Tells who is stronger, as a match does, and what the games looked like as discs came on the
    board: legal moves, positions looked at for a move, and the corners and stable discs of those
    who won and lost in the end. `obversi agents` lists who can play. After Ctrl-C the games played
    so far are counted.
    """
    seed = secrets.randbits(32) if seed is None else seed
    limit = USUAL_SECONDS if seconds is None else seconds
    choice = OpeningChoice(size, rules, opening_file, balanced, plies, from_start)
    pairs = pairs_of_games(games)
    openings = choice.openings(pairs, seed)
    notes = [*odd_notes(games), *opening_notes(openings, pairs)]
    if solved:
        notes.append(f"games end with {solved} empty squares, as if both sides played perfectly")

    def tell(played: BulkGames) -> None:
        _tell(GamesReport(played, limit, rounds == "all", notes), as_json)

    try:
        with standing_progress(games + games % 2) as show:
            played = play_bulk(
                *(a, b, games),
                size=openings.size,
                rules=openings.rules,
                openings=openings,
                seconds=limit,
                seed=seed,
                threads=threads,
                solved=solved,
                on_progress=show,
            )
    except BulkInterrupted as stopped:
        tell(stopped.played)
        raise
    tell(played)


def _tell(report: GamesReport, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.to_object()))
        return
    console = open_terminal().console
    for part in report.parts():
        console.print(part, soft_wrap=isinstance(part, str))
