"""``obversi match``: which of two agents is the stronger."""

import json
import secrets
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from obversi.agents.description import make_agent
from obversi.arena.game import PlayedGame
from obversi.arena.match import Match, play_match
from obversi.cli.agents import agent_lines
from obversi.cli.match_progress import match_progress
from obversi.cli.match_report import MatchReport
from obversi.cli.options import examples, json_option
from obversi.cli.pairing_options import pairing_options
from obversi.cli.planned_openings import opening_notes, planned_openings
from obversi.cli.terminal import open_terminal
from obversi.errors import ObversiError, ObversiWarning
from obversi.formats import ggf
from obversi.machine import core_count
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
                "obversi match greedy random --size 6 --concurrency 2 --save games.ggf",
            ),
        ]
    ),
)
@pairing_options(games=100)
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
    seconds: float,
    rules: str,
    size: int,
    opening_file: Path | None,
    plies: int | None,
    seed: int | None,
    concurrency: int,
    save_file: Path | None,
    as_json: bool,
) -> None:
    """Let the agents A and B play each other, and tell how sure it is who is stronger.

    Every opening is played twice with colours swapped. All numbers are seen by A. After Ctrl-C the
    games played so far are counted.
    """
    pairs = (whole_number(games, "the number of games", 1) + 1) // 2
    whole_number(concurrency, "the concurrency", 1)
    seed = secrets.randbits(32) if seed is None else seed
    openings = planned_openings(
        games, size=size, rules=rules, path=opening_file, plies=plies, seed=seed
    )
    match = Match(a, b, openings, pairs, seconds, seed)
    notes = [*_agent_notes(match, concurrency), *opening_notes(openings, games)]
    played: list[PlayedGame] = []
    with _saving(save_file) as save:
        begin = time.perf_counter()
        try:
            with (
                match_progress(2 * pairs) as show,
                closing(play_match(match, concurrency)) as playing,
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


def _agent_notes(match: Match, concurrency: int) -> Iterator[str]:
    """Make each agent once, so that one that is not there stops the match before it begins."""
    threads = 1
    for letter, description in (("A", match.a), ("B", match.b)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ObversiWarning)
            agent = make_agent(description, seconds=match.seconds)
        yield from (f"{letter}: {warning.message}" for warning in caught)
        threads = max(threads, getattr(agent, "threads", 1))
    needed, cores = min(concurrency, 2 * match.pairs) * threads, core_count()
    if needed > cores:
        yield (
            f"{needed} threads at a time are more than the {cores} cores: "
            "agents get less out of their time"
        )
