"""``obversi training``: the steps of a training, one by one."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

import click

from obversi.board import checked_rules
from obversi.cli.options import examples, json_option, rules_option, size_option
from obversi.cli.progress import progress
from obversi.cli.standing_progress import standing_progress
from obversi.cli.terminal import open_terminal
from obversi.cli.training_options import cluster_option, device_option, threads_option
from obversi.cli.training_progress import training_progress
from obversi.cli.training_report import error_table, probcut_table
from obversi.errors import FormatError, ObversiError
from obversi.formats.problems import OnProblem, raise_problem
from obversi.numbers import whole_number
from obversi.training.fit import fit_weights
from obversi.training.from_files import Added, add_files
from obversi.training.games import GameData
from obversi.training.gate import Contest, engine_with, play_contest
from obversi.training.generate import generate
from obversi.training.page import training_page
from obversi.training.phase_report import PhaseReport
from obversi.training.plan import Plan
from obversi.training.positions import read_positions
from obversi.training.probcut import ProbcutPlan, with_probcut
from obversi.training.self_play import SelfPlay, SelfPlaySettings
from obversi.weights.weights_file import read_weights, write_weights

__all__ = ["training_command"]

_folders = click.argument(
    "folders", nargs=-1, required=True, type=click.Path(file_okay=False, path_type=Path)
)
_skip_damaged = click.option(
    "--skip-damaged", is_flag=True, help="Leave out files of games that are damaged."
)


@click.group(
    "training",
    invoke_without_command=True,
    short_help="Learn an evaluation step by step.",
    epilog=examples(
        "obversi training games g1 --size 6 --games 20000  self-play",
        "obversi training fit g1 --out new.obw             weights that fit the games",
        "obversi training gate new.obw old.obw             which are better",
    ),
)
@click.pass_context
def training_command(context: click.Context) -> None:
    """Do the steps of `obversi train` one by one, each with all its options."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@training_command.command(
    "games",
    short_help="Let the engine play against itself.",
    epilog=examples(
        "obversi training games g1 --size 6 --games 20000",
        "obversi training games g2 --weights my.obw --depth 6 --solve 14 --minutes 30",
        "obversi training games g2 --games 1000000 --cluster tcp://scheduler:8786",
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@size_option
@rules_option
@click.option(
    "--weights",
    "weights_file",
    type=click.Path(path_type=Path),
    help="What the engine judges positions by.",
)
@click.option("--depth", default=0, show_default=True, help="Plies to search; 0: without weights.")
@click.option("--solve", default=12, show_default=True, help="From so many empties on perfect.")
@click.option("--games", type=int, help="Go on until the folder has so many.")
@click.option("--minutes", type=float, help="Go on for so long.")
@click.option("--noise", default=10, show_default=True, help="Percent of moves by chance.")
@click.option(
    "--siblings", default=25, show_default=True, help="Percent of endgames tried by other moves."
)
@click.option("--random-least", type=int, help="Random moves at first, the fewest.")
@click.option("--random-most", type=int, help="Random moves at first, the most.")
@click.option("--seed", default=0, show_default=True, help="Another number makes other games.")
@threads_option
@cluster_option
def games_step(
    folder: Path,
    size: int,
    rules: str,
    weights_file: Path | None,
    depth: int,
    solve: int,
    games: int | None,
    minutes: float | None,
    noise: int,
    siblings: int,
    random_least: int | None,
    random_most: int | None,
    seed: int,
    threads: int | None,
    cluster: str | None,
) -> None:
    """Let the engine play against itself, into FOLDER, which goes on where it was.

    Of the games are kept all moves, what they were searched to be worth, and exact margins near
    the end.
    """
    settings = SelfPlaySettings(
        depth=depth,
        solve=solve,
        seed=seed,
        random_least=random_least,
        random_most=random_most,
        noise=noise,
        siblings=siblings,
    )
    if games is None and minutes is None:
        raise click.UsageError("self-play needs an end: give --games or --minutes")
    weights = None if weights_file is None else read_weights(weights_file)
    SelfPlay.of(size, checked_rules(rules), settings, weights)  # before a folder is made
    data = GameData.open_or_create(folder, size, rules)
    seconds = None if minutes is None else 60 * minutes
    playing = generate(
        *(data, weights, settings), games=games, seconds=seconds, threads=threads, cluster=cluster
    )
    with training_progress() as watch:
        watch.begin("playing", 100)
        for reached in playing:
            in_games = reached.games / reached.planned if reached.planned else 0.0
            in_time = reached.seconds / seconds if seconds else 0.0
            watch.reach(int(100 * min(max(in_games, in_time), 1)))
        watch.say(
            f"{folder}: {reached.games:,} games, {reached.played:,} of them new, "
            f"{reached.speed:,.0f} a second"
        )


@training_command.command(
    "add",
    short_help="Add games from files.",
    epilog=examples(
        "obversi training add g1 games.ggf",
        "obversi training add g1 WTH_2001.wtb WTH_2002.wtb",
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@size_option
@rules_option
def add_step(folder: Path, files: Sequence[Path], size: int, rules: str) -> None:
    """Add games from FILES, in any format, to the games in FOLDER.

    Only games from the usual start that were played to their end tell what positions are worth.
    """
    data = GameData.open_or_create(folder, size, rules)
    added = Added(0, {})
    with progress("adding games") as step:
        for reached in add_files(data, files):
            added = reached
            step()
    click.echo(f"{folder}: {added.games:,} games were added")
    for reason, count in sorted(added.skipped.items()):
        click.echo(f"left out, {reason}: {count:,}")


@training_command.command(
    "fit",
    short_help="Fit weights to games.",
    epilog=examples(
        "obversi training fit g1 g2 --out new.obw",
        "obversi training fit g1 --out new.obw --method network --device cuda",
    ),
)
@_folders
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The weights."
)
@click.option("--patterns", default="standard", show_default=True, help="Which set of patterns.")
@click.option("--phases", type=int, help="Parts of the game with weights of their own.")
@click.option(
    "--method",
    type=click.Choice(["ridge", "network"]),
    default="ridge",
    show_default=True,
    help="Least squares, or small networks that are put into tables.",
)
@click.option("--ridge", default=Plan.ridge, show_default=True, help="How much weights are held.")
@click.option("--iterations", default=Plan.iterations, show_default=True, help="Rounds a phase.")
@click.option(
    "--blend", default=0.0, show_default=True, help="Share of searched margins in what is learned."
)
@click.option(
    "--close", type=float, help="Discs of margin with which an early position counts half."
)
@click.option(
    "--close-empties",
    default=Plan.close_empties,
    show_default=True,
    help="With so many empties or fewer all count alike.",
)
@click.option(
    "--start",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Weights to go on from: what is rarely seen stays.",
)
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with curves into this file, such as fit.html.",
)
@_skip_damaged
@threads_option
@device_option
def fit_step(
    folders: Sequence[Path],
    out: Path,
    patterns: str,
    phases: int | None,
    method: str,
    ridge: float,
    iterations: int,
    blend: float,
    close: float | None,
    close_empties: int,
    start: Path | None,
    page: Path | None,
    skip_damaged: bool,
    threads: int | None,
    device: str,
) -> None:
    """Fit weights to the games in FOLDERS, and tell how far off they are on games held out."""
    plan = Plan(
        phases=phases,
        method=method,  # type: ignore[arg-type]
        ridge=ridge,
        iterations=iterations,
        blend=blend,
        close=close,
        close_empties=close_empties,
        device=device,
    )
    before = None if start is None else read_weights(start)
    data = [GameData.open(folder) for folder in folders]
    size, rules = data[0].size, data[0].rules
    with training_progress() as watch:
        watch.begin("reading games", 100)
        positions = read_positions(
            data,
            threads=threads,
            on_problem=_on_problem(skip_damaged),
            on_progress=lambda done, total: watch.reach(100 * done // max(total, 1)),
        )
        reports: list[PhaseReport] = []

        def count(report: PhaseReport) -> None:
            reports.append(report)
            watch.reach(len(reports))

        divisions = plan.full_division(size), plan.light_division(size)
        watch.begin("fitting", sum(division.phases for division in divisions))
        begin = time.monotonic()
        fitted = fit_weights(positions, size, rules, plan, patterns, count, before)
        watch.say(f"{len(positions):,} positions, {time.monotonic() - begin:.0f} s")
    write_weights(out, fitted.weights)
    open_terminal().console.print(error_table(fitted.reports))
    if page is not None:
        page.write_text(training_page(f"{rules} {size}×{size}", fitted.reports), encoding="utf-8")
    click.echo(f"{out}: weights without Multi-ProbCut, which `obversi training probcut` adds")


@training_command.command(
    "probcut",
    short_help="Fit Multi-ProbCut to weights.",
    epilog=examples(
        "obversi training probcut new.obw g2",
        "obversi training probcut new.obw g2 --depths 12 --exact 20 --minutes 20",
    ),
)
@click.argument("weights_file", metavar="WEIGHTS", type=click.Path(path_type=Path))
@_folders
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Another file for the result.  [default: WEIGHTS itself]",
)
@click.option("--depths", default=8, show_default=True, help="Plies of the deepest search.")
@click.option("--exact", default=16, show_default=True, help="Empty squares to solve from.")
@click.option("--each", default=200, show_default=True, help="Positions a number of empties.")
@click.option("--minutes", type=float, help="Stop searching after so long.")
@click.option("--seed", default=0, show_default=True, help="Another number: other positions.")
@_skip_damaged
@threads_option
@json_option
def probcut_step(
    weights_file: Path,
    folders: Sequence[Path],
    out: Path | None,
    depths: int,
    exact: int,
    each: int,
    minutes: float | None,
    seed: int,
    skip_damaged: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Fit Multi-ProbCut to WEIGHTS by searches of positions from the games in FOLDERS.

    Tells the mean and the deviation of what deep searches found beyond shallow ones, and in
    brackets what the fitted model says of them; in discs.
    """
    plan = ProbcutPlan(
        depths=whole_number(depths, "the number of depths", 3),
        exact_empties=whole_number(exact, "the number of empty squares", 0),
        each=each,
        seconds=None if minutes is None else 60 * minutes,
        seed=seed,
    )
    weights = read_weights(weights_file)
    data = [GameData.open(folder) for folder in folders]
    for folder in data:
        if (folder.size, folder.rules) != (weights.size, weights.rules):
            raise ObversiError(f"{weights_file} is for {weights.game}, {folder.folder} is not")
    with training_progress() as watch:
        positions = read_positions(data, threads=threads, on_problem=_on_problem(skip_damaged))
        watch.begin("searching", 100)
        fitted = with_probcut(
            weights,
            positions,
            plan,
            threads=threads,
            on_progress=lambda done, total: watch.reach(100 * done // total),
        )
    write_weights(weights_file if out is None else out, fitted.weights)
    if as_json:
        click.echo(json.dumps(fitted.to_object()))
    else:
        open_terminal().console.print(probcut_table(fitted))


@training_command.command(
    "gate",
    short_help="Match new weights against old ones.",
    epilog=examples(
        "obversi training gate new.obw old.obw",
        "obversi training gate new.obw old.obw --games 2000 --limit nodes=2000",
    ),
)
@click.argument("new", type=click.Path(path_type=Path))
@click.argument("old", type=click.Path(path_type=Path))
@click.option("--games", default=400, show_default=True, help="Two from each opening.")
@click.option(
    "--limit",
    default="seconds=0.05",
    show_default=True,
    help="What each has for a move: seconds=, nodes= or depth=.",
)
@click.option("--seed", default=0, show_default=True, help="Another number: other openings.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the games in this file, and go on with those that are there.",
)
@threads_option
@json_option
def gate_step(
    new: Path,
    old: Path,
    games: int,
    limit: str,
    seed: int,
    keep: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Let engines with NEW and OLD weights play, to tell whether the new are better.

    They are if the lower end of the score's 95 % interval is above one half.
    """
    weights, others = read_weights(new), read_weights(old)
    if (weights.size, weights.rules) != (others.size, others.rules):
        raise ObversiError(f"{new} is for {weights.game}, {old} for {others.game}")
    contest = Contest(
        a=engine_with(new, limit),
        b=engine_with(old, limit),
        size=weights.size,
        rules=weights.rules,
        pairs=(whole_number(games, "the number of games", 1) + 1) // 2,
        seed=seed,
    )
    with standing_progress(2 * contest.pairs) as show:
        result = play_contest(contest, kept=keep, threads=threads, on_progress=show)
    if as_json:
        click.echo(json.dumps({**result.to_object(), "replaces": result.proves_a}))
        return
    click.echo(f"{new} against {old}: {result}")
    click.echo("the new ones are better" if result.proves_a else "it is not shown that they are")


def _on_problem(skip_damaged: bool) -> OnProblem:
    def skip(problem: FormatError) -> None:
        click.echo(f"obversi: left out: {problem}", err=True)

    return skip if skip_damaged else raise_problem
