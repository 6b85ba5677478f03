"""``obversi training``: the steps of a training one by one."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from obversi.arguments import whole_number
from obversi.cli import options
from obversi.cli.progress import progress, score_progress
from obversi.cli.terminal import open_terminal
from obversi.cli.train import check_device, error_table, probcut_table, training_progress
from obversi.errors import FormatError, InputError
from obversi.figures import warn_without_figures
from obversi.formats.lines import OnProblem, raise_problem
from obversi.formats.saving import check_target
from obversi.rules import Rules
from obversi.training.fit import fit_weights
from obversi.training.from_files import Added, add_files
from obversi.training.games import GameData
from obversi.training.gate import GateMatch, engine_with, play_gate_match
from obversi.training.generate import generate
from obversi.training.generations import TrainingProgress
from obversi.training.page import training_page
from obversi.training.phases import FitPlan, PhaseReport
from obversi.training.positions import Positions, read_positions
from obversi.training.probcut import ProbcutPlan, with_probcut
from obversi.training.self_play import SelfPlay, SelfPlaySettings
from obversi.training.teacher import Teacher, TeacherPlan, taught, train_teacher
from obversi.weights import read_weights, write_weights

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
    epilog=options.examples(
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
    epilog=options.examples(
        "obversi training games g1 --size 6 --games 20000",
        "obversi training games g2 --weights my.obw --depth 6 --solve 14 --minutes 30",
        "obversi training games g2 --games 1000000 --cluster tcp://scheduler:8786",
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@options.size_option
@options.rules_option
@options.file_option("--weights", "weights_file", help="The weights of the engine.")
@click.option("--depth", default=0, help="Plies to search; 0: without weights.")
@click.option("--solve", default=12, help="Empties from which play is perfect.")
@click.option("--games", type=int, help="Games that the folder is to have.")
@click.option("--minutes", type=float, help="Maximum time.")
@click.option("--noise", default=10, help="Percentage of random moves.")
@click.option("--siblings", default=25, help="Percentage of endgames with other moves.")
@click.option("--random-least", type=int, help="Minimum of random first moves.")
@click.option("--random-most", type=int, help="Maximum of random first moves.")
@click.option("--seed", default=0, help="Another number gives other games.")
@options.threads_option
@options.cluster_option
def games_step(
    folder: Path,
    size: int,
    rules: Rules,
    weights_file: Path | None,
    games: int | None,
    minutes: float | None,
    threads: int | None,
    cluster: str | None,
    **self_play: Any,
) -> None:
    """Let the engine play against itself, and add the games to FOLDER.

    Stored are all moves, their values by the search, and exact margins near the end.
    """
    settings = SelfPlaySettings(**self_play)
    if games is None and minutes is None:
        raise click.UsageError("self-play needs an end: give --games or --minutes")
    weights = None if weights_file is None else read_weights(weights_file)
    SelfPlay.of(size, rules, settings, weights)  # checks them before a folder is made
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
    epilog=options.examples(
        "obversi training add g1 games.ggf", "obversi training add g1 WTH_2001.wtb WTH_2002.wtb"
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@options.size_option
@options.rules_option
def add_step(folder: Path, files: Sequence[Path], size: int, rules: Rules) -> None:
    """Add games from FILES, in any format, to the games in FOLDER.

    Only finished games from the initial position are used.
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
    "teacher",
    short_help="Train a network that labels positions.",
    epilog=options.examples(
        "obversi training teacher g1 g2 --out teacher.pt",
        "obversi training teacher g1 --width 128 --blocks 8 --out teacher.pt",
    ),
)
@_folders
@options.file_option("--out", required=True, help="The file of the network.")
@click.option("--width", default=TeacherPlan.width, help="Planes of each layer.")
@click.option("--blocks", default=TeacherPlan.blocks, help="Residual blocks of two layers.")
@click.option("--epochs", default=TeacherPlan.epochs, help="Times that each position is learned.")
@click.option("--batch", default=TeacherPlan.batch, help="Positions of a step.")
@click.option("--rate", default=TeacherPlan.rate, help="The highest learning rate.")
@click.option(
    "--blend", default=TeacherPlan.blend, help="Share of searched margins in the targets."
)
@click.option("--seed", default=TeacherPlan.seed, help="Another number gives another network.")
@_skip_damaged
@options.threads_option
@options.device_option
def teacher_step(
    folders: Sequence[Path], out: Path, skip_damaged: bool, threads: int | None, **plan: Any
) -> None:
    """Train a large network on the games in FOLDERS, which labels positions for a fit.

    It needs a GPU for millions of positions.
    """
    settings = TeacherPlan(**plan)
    check_target(out)
    check_device(settings.device)
    data = [GameData.open(folder) for folder in folders]
    with training_progress() as watch:
        positions = _read(data, threads, skip_damaged, watch)
        watch.begin("training", 100)
        begin = time.monotonic()
        network, error = train_teacher(
            positions, data[0].size, data[0].rules, settings, _percent(watch)
        )
        watch.say(f"{len(positions):,} positions, {time.monotonic() - begin:.0f} s")
    network.write(out)
    click.echo(f"{out}: mean square error {error:.1f} on held-out games")


@training_command.command(
    "fit",
    short_help="Fit weights to games.",
    epilog=options.examples(
        "obversi training fit g1 g2 --out new.obw",
        "obversi training fit g1 --out new.obw --method network --device cuda",
        "obversi training fit g1 --out new.obw --teacher teacher.pt --variations 3",
    ),
)
@_folders
@options.file_option("--out", required=True, help="The file of the weights.")
@click.option("--patterns", default="standard", help="The set of patterns.")
@click.option("--phases", type=int, help="Number of phases with their own weights.")
@click.option(
    "--method",
    type=click.Choice(["ridge", "network"]),
    default="ridge",
    help="Least squares for tables, or a network over the same patterns.",
)
@click.option("--ridge", default=FitPlan.ridge, help="Strength of the ridge.")
@click.option("--iterations", default=FitPlan.iterations, help="Rounds of a phase.")
@click.option("--epochs", default=FitPlan.epochs, help="Times that a network learns each position.")
@click.option("--blend", default=0.0, help="Share of searched margins in the targets.")
@click.option(
    "--close", type=float, help="Discs of value with which an early position counts half."
)
@click.option(
    "--close-empties",
    default=FitPlan.close_empties,
    help="With at most this number of empties all count the same.",
)
@options.file_option("--start", help="Weights to start from: rare patterns keep theirs.")
@options.file_option("--teacher", help="A network that labels all positions without exact margins.")
@click.option(
    "--variations", default=0, help="Positions after random moves, for each that is labelled."
)
@options.file_option("--page", help="Write a page with curves to this file, such as fit.html.")
@_skip_damaged
@options.threads_option
@options.device_option
def fit_step(
    folders: Sequence[Path],
    out: Path,
    patterns: str,
    start: Path | None,
    teacher: Path | None,
    variations: int,
    page: Path | None,
    skip_damaged: bool,
    threads: int | None,
    **fit: Any,
) -> None:
    """Fit weights to the games in FOLDERS, and show their errors on held-out games."""
    if variations and teacher is None:
        raise click.UsageError("variations have no labels: give --teacher too")
    whole_number(variations, "the number of variations", 0)
    plan = FitPlan(**fit)
    for path in filter(None, (out, page)):
        check_target(path)
    check_device(plan.device)
    if page is not None:
        warn_without_figures("the same command")
    before = None if start is None else read_weights(start)
    data = [GameData.open(folder) for folder in folders]
    size, rules = data[0].size, data[0].rules
    network = None if teacher is None else Teacher.read(teacher, plan.device)
    if network is not None and (network.size, network.rules) != (size, rules):
        raise InputError(f"{teacher} is for {network.rules} {network.size}×{network.size}")
    with training_progress() as watch:
        positions = _read(data, threads, skip_damaged, watch)
        if network is not None:
            watch.begin("labelling", 100)
            positions = taught(positions, network, variations, on_progress=_percent(watch))
        reports: list[PhaseReport] = []

        def count(report: PhaseReport) -> None:
            reports.append(report)
            watch.reach(len(reports))

        divisions = plan.full_division(size), plan.light_division(size)
        phases = sum(division.phases for division in divisions)

        def count_trained(done: int, total: int) -> None:
            watch.reach(100 * done // total)
            if done == total:
                watch.begin("fitting", phases)

        begin = time.monotonic()
        if plan.method == "network":
            watch.begin("training", 100)
        else:
            watch.begin("fitting", phases)
        fitted = fit_weights(positions, size, rules, plan, patterns, count, before, count_trained)
        watch.say(f"{len(positions):,} positions, {time.monotonic() - begin:.0f} s")
    write_weights(out, fitted.weights)
    open_terminal().console.print(error_table(fitted.reports))
    if page is not None:
        page.write_text(training_page(f"{rules} {size}×{size}", fitted.reports), encoding="utf-8")
    click.echo(f"{out}: weights without Multi-ProbCut, which `obversi training probcut` adds")


@training_command.command(
    "probcut",
    short_help="Fit Multi-ProbCut to weights.",
    epilog=options.examples(
        "obversi training probcut new.obw g2",
        "obversi training probcut new.obw g2 --depths 12 --exact 20 --minutes 20",
    ),
)
@click.argument("weights_file", metavar="WEIGHTS", type=click.Path(path_type=Path))
@_folders
@options.file_option("--out", help="Another file for the result.  [default: WEIGHTS itself]")
@click.option("--depths", default=8, help="Plies of the deepest search.")
@click.option("--exact", default=16, help="Empty squares of solved positions.")
@click.option("--each", default=200, help="Positions for each number of empties.")
@click.option("--minutes", type=float, help="Maximum time of the searches.")
@click.option("--seed", default=0, help="Another number gives other positions.")
@_skip_damaged
@options.threads_option
@options.json_option
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

    The table has the mean and the deviation of the difference between deep and shallow searches,
    and in brackets those of the fitted model; in discs.
    """
    plan = ProbcutPlan(
        depths=whole_number(depths, "the number of depths", 3),
        exact_empties=whole_number(exact, "the number of empty squares", 0),
        each=each,
        seconds=None if minutes is None else 60 * minutes,
        seed=seed,
    )
    weights = read_weights(weights_file)
    check_target(weights_file if out is None else out)
    data = [GameData.open(folder) for folder in folders]
    for folder in data:
        if (folder.size, folder.rules) != (weights.size, weights.rules):
            raise InputError(f"{weights_file} is for {weights.game}, {folder.folder} is not")
    with training_progress() as watch:
        positions = _read(data, threads, skip_damaged, watch)
        watch.begin("searching", 100)
        fitted = with_probcut(
            weights,
            positions,
            plan,
            threads=threads,
            on_progress=_percent(watch),
        )
    write_weights(weights_file if out is None else out, fitted.weights)
    if as_json:
        click.echo(json.dumps(fitted.to_object()))
    else:
        open_terminal().console.print(probcut_table(fitted))


@training_command.command(
    "gate",
    short_help="Match new weights against old ones.",
    epilog=options.examples(
        "obversi training gate new.obw old.obw",
        "obversi training gate new.obw old.obw --games 2000 --limit nodes=2000",
    ),
)
@click.argument("new", type=click.Path(path_type=Path))
@click.argument("old", type=click.Path(path_type=Path))
@click.option("--games", default=400, help="Two from each opening.")
@click.option(
    "--limit", default="seconds=0.05", help="The limit of a move: seconds=, nodes= or depth=."
)
@click.option("--seed", default=0, help="Another number gives other openings.")
@options.file_option("--keep", help="Store the games in this file, and resume after stored ones.")
@options.threads_option
@options.json_option
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
    """Let engines with NEW and OLD weights play, and decide whether the new are better.

    They are if the lower end of the score's 95 % interval is above one half.
    """
    weights, others = read_weights(new), read_weights(old)
    if (weights.size, weights.rules) != (others.size, others.rules):
        raise InputError(f"{new} is for {weights.game}, {old} for {others.game}")
    match = GateMatch(
        a=engine_with(new, limit),
        b=engine_with(old, limit),
        size=weights.size,
        rules=weights.rules,
        pairs=(whole_number(games, "the number of games", 1) + 1) // 2,
        seed=seed,
    )
    with score_progress(2 * match.pairs) as show:
        result = play_gate_match(match, path=keep, threads=threads, on_progress=show)
    if as_json:
        click.echo(json.dumps({**result.to_object(), "replaces": result.proves_a}))
        return
    click.echo(f"{new} against {old}: {result}")
    click.echo(
        "the new ones are better" if result.proves_a else "the new ones are not proved to be better"
    )


def _read(
    data: Sequence[GameData], threads: int | None, skip_damaged: bool, watch: TrainingProgress
) -> Positions:
    watch.begin("reading games", 100)
    return read_positions(
        data, threads=threads, on_problem=_on_problem(skip_damaged), on_progress=_percent(watch)
    )


def _percent(watch: TrainingProgress) -> Callable[[int, int], None]:
    return lambda done, total: watch.reach(100 * done // max(total, 1))


def _on_problem(skip_damaged: bool) -> OnProblem:
    def skip(problem: FormatError) -> None:
        click.echo(f"obversi: left out: {problem}", err=True)

    return skip if skip_damaged else raise_problem
