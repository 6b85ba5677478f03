"""``obversi match``: which of two agents is stronger."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter

import click

from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import PlayedGame
from obversi.arena.match import Match, play_match
from obversi.arena.tournament.settings import Sprt
from obversi.arena.tournament.tournament import Tournament
from obversi.arguments import chosen_seed, whole_number
from obversi.cli import options
from obversi.cli.agent_checks import check_agents, core_notes
from obversi.cli.agents import agent_lines
from obversi.cli.game_options import (
    USUAL_SECONDS,
    OpeningChoice,
    game_options,
    odd_notes,
    opening_notes,
    pairing_options,
    pairs_of_games,
)
from obversi.cli.match_report import MatchReport
from obversi.cli.options import SectionedCommand
from obversi.cli.progress import score_progress
from obversi.cli.terminal import print_report
from obversi.errors import InputError
from obversi.formats import ggf


@click.command(
    "match",
    cls=SectionedCommand,
    epilog="\n\n".join(
        [
            agent_lines(),
            options.COMMANDS_FOR_GAMES,
            options.examples(
                "obversi match engine greedy --time 0.01       100 games of short searches",
                "obversi match engine:depth=6 engine:depth=4 --rules reversed --games 400",
                "obversi match engine r4:depth=4 --clock 10+0.1 --balanced 2 --concurrency 2",
            ),
        ]
    ),
)
@pairing_options(100, game_options)
@click.option(
    "--concurrency",
    type=options.THREADS,
    default=1,
    help="Play this number of games at a time, each in its own process.",
)
@options.file_option("--save", "save_file", help="Append each game to this GGF file as it ends.")
@options.json_option
def match_command(
    a: str,
    b: str,
    games: int,
    time: TimeControl,
    adjudicate: int,
    sprt: Sprt | None,
    opening_choice: OpeningChoice,
    seed: int | None,
    concurrency: int,
    save_file: Path | None,
    as_json: bool,
) -> None:
    """Let the agents A and B play each other, and show how sure it is which is stronger.

    Every opening is played twice with colours swapped. All numbers are from A's point of view.
    After Ctrl-C the games played so far are counted.
    """
    pairs = pairs_of_games(games)
    whole_number(concurrency, "the concurrency", 1)
    seed = chosen_seed(seed)
    openings = opening_choice.openings(pairs, seed)
    match = Match(
        *(a, b, openings, pairs, time.seconds or USUAL_SECONDS, seed),
        clock=time if time.seconds is None else None,
        adjudicate=adjudicate,
        sprt=sprt,
    )
    settings = match.settings()
    checked = check_agents(settings, identify=False)
    tournament = Tournament(settings, openings, threads=checked.threads)
    notes = [
        *checked.notes,
        *core_notes(checked.threads, min(concurrency, 2 * pairs)),
        *odd_notes(games),
        *opening_notes(openings, pairs),
    ]
    played: list[PlayedGame] = []
    score: Counter[float] = Counter()
    with _saving(save_file) as save:
        begin = perf_counter()
        try:
            with (
                score_progress(2 * pairs) as show,
                closing(play_match(tournament, concurrency)) as playing,
            ):
                for game in playing:
                    save(game)
                    played.append(game)
                    score[game.points] += 1
                    show(score[1], score[0.5], score[0])
        finally:  # also after Ctrl-C
            elapsed = perf_counter() - begin
            report = MatchReport(match, settings.time, played, elapsed, concurrency, notes)
            print_report(report, as_json)


@contextmanager
def _saving(path: Path | None) -> Iterator[Callable[[PlayedGame], None]]:
    if path is None:
        yield lambda _game: None
        return
    if path.suffix.lower() != ".ggf":
        raise InputError(f"games of a match are saved as GGF: {path.name!r} must end in .ggf")
    losses: set[str] = set()
    with path.open("a", encoding="utf-8", errors="replace", newline="\n") as file:

        def save(game: PlayedGame) -> None:
            file.write(ggf.dump(game.record, on_loss=losses.add) + "\n")
            file.flush()

        yield save
    for loss in sorted(losses):
        click.echo(f"obversi: {path}: {loss}", err=True)
