"""``obversi match``: which of two agents is the stronger."""

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from obversi.arena.game.played import PlayedGame
from obversi.arena.game.time_control import TimeControl
from obversi.arena.match import Match, play_match
from obversi.arena.tournament.settings import Sprt
from obversi.arena.tournament.tournament import Tournament
from obversi.cli.agent_checks import check_agents, core_notes
from obversi.cli.agents import agent_lines
from obversi.cli.game_options import (
    USUAL_SECONDS,
    adjudicate_option,
    clock_option,
    sprt_option,
    time_control,
)
from obversi.cli.match_progress import match_progress
from obversi.cli.match_report import MatchReport
from obversi.cli.options import examples, json_option
from obversi.cli.pairing_options import pairing_options
from obversi.cli.planned_openings import (
    OpeningChoice,
    odd_notes,
    opening_notes,
    pairs_of_games,
)
from obversi.cli.terminal import open_terminal
from obversi.errors import ObversiError
from obversi.formats import ggf
from obversi.numbers import whole_number

__all__ = ["match_command"]


@click.command(
    "match",
    short_help="Let two agents play, and tell who is stronger.",
    epilog="\n\n".join(
        [
            agent_lines(),
            examples(
                "obversi match engine greedy --time 0.01       100 games of quick thinking",
                "obversi match engine:depth=6 engine:depth=4 --rules reversed --games 400",
                "obversi match engine r4:depth=4 --clock 10+0.1 --balanced 2 --concurrency 2",
            ),
        ]
    ),
)
@pairing_options(100, clock_option, adjudicate_option, sprt_option)
@click.option(
    "--concurrency",
    type=int,
    default=1,
    show_default=True,
    help="Play so many games at a time, each in a process of its own.",
)
@click.option(
    "--save",
    "save_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add each game to this GGF file as it ends.",
)
@json_option
def match_command(
    a: str,
    b: str,
    games: int,
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
    concurrency: int,
    save_file: Path | None,
    as_json: bool,
) -> None:
    """Let the agents A and B play each other, and tell how sure it is who is stronger.

    Every opening is played twice with colours swapped. All numbers are seen by A. After Ctrl-C the
    games played so far are counted. To keep the games and go on another day, and for more than two
    agents, there is `obversi arena`.
    """
    pairs = pairs_of_games(games)
    whole_number(concurrency, "the concurrency", 1)
    seed = secrets.randbits(32) if seed is None else seed
    control = time_control(seconds, clock)
    choice = OpeningChoice(size, rules, opening_file, balanced, plies, from_start)
    openings = choice.openings(pairs, seed)
    match = Match(
        *(a, b, openings, pairs, control.seconds or USUAL_SECONDS, seed),
        clock=clock,
        adjudicate=adjudicate,
        sprt=sprt,
    )
    settings = match.settings()
    checked = check_agents(settings)
    tournament = Tournament(settings, openings, threads=checked.threads)
    notes = [
        *checked.notes,
        *core_notes(checked.threads, min(concurrency, 2 * pairs)),
        *odd_notes(games),
        *opening_notes(openings, pairs),
    ]
    played: list[PlayedGame] = []
    with _saving(save_file) as save:
        begin = time.perf_counter()
        try:
            with (
                match_progress(2 * pairs) as show,
                closing(play_match(tournament, concurrency)) as playing,
            ):
                for game in playing:
                    save(game)
                    played.append(game)
                    show(played)
        finally:  # whatever breaks it off, what was played is told
            elapsed = time.perf_counter() - begin
            _tell(MatchReport(match, played, elapsed, concurrency, notes), as_json)


def _tell(report: MatchReport, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.to_object()))
        return
    console = open_terminal().console
    for part in report.parts():
        console.print(part, soft_wrap=isinstance(part, str))


@contextmanager
def _saving(path: Path | None) -> Iterator[Callable[[PlayedGame], None]]:
    """Hand out what adds a game to a file, where it stays whatever happens afterwards."""
    if path is None:
        yield lambda _game: None
        return
    if path.suffix.lower() != ".ggf":
        raise ObversiError(f"games of a match are saved as GGF: {path.name!r} has to end in .ggf")
    with path.open("a", encoding="utf-8", errors="replace", newline="\n") as file:

        def save(game: PlayedGame) -> None:
            file.write(ggf.dump(game.record) + "\n")
            file.flush()

        yield save
