"""``obversi training teacher`` and ``fit``: networks and weights that fit games."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from obversi.cli import options
from obversi.cli.options import SectionedCommand, section
from obversi.cli.terminal import open_terminal
from obversi.cli.train import check_device, error_table, training_progress
from obversi.cli.training.reading import (
    folders_argument,
    lambda_option,
    percent,
    positions_of,
    skip_damaged_option,
)
from obversi.errors import InputError
from obversi.extras import require
from obversi.formats.saving import check_target
from obversi.training.fit import fit_weights
from obversi.training.game_files import GameData
from obversi.training.phases import FitPlan, PhaseReport
from obversi.training.teacher import Teacher, TeacherPlan, taught, train_teacher
from obversi.weights import read_weights, write_weights

_EPOCHS = options.WholeRange(1, 1000)


@click.command(
    "teacher",
    epilog=options.examples(
        "obversi training teacher g1 g2 --out teacher.pt",
        "obversi training teacher g1 --width 128 --blocks 8 --out teacher.pt",
    ),
)
@folders_argument
@options.file_option("--out", required=True, help="The file of the network.")
@click.option(
    "--width",
    type=options.WholeRange(1, 4096),
    default=TeacherPlan.width,
    help="Planes of each layer.",
)
@click.option(
    "--blocks",
    type=options.WholeRange(1, 1000),
    default=TeacherPlan.blocks,
    help="Residual blocks of two layers.",
)
@click.option(
    "--epochs",
    type=_EPOCHS,
    default=TeacherPlan.epochs,
    help="Times that each position is learned.",
)
@click.option(
    "--batch",
    type=options.MILLION,
    default=TeacherPlan.batch,
    help="Positions of a step.",
)
@click.option(
    "--rate",
    type=options.FiniteRange(0, 1, min_open=True),
    default=TeacherPlan.rate,
    help="The highest learning rate.",
)
@lambda_option
@options.seed_option("another network", TeacherPlan.seed)
@skip_damaged_option
@options.threads_option
@options.device_option
def teacher_command(
    folders: Sequence[Path],
    out: Path,
    td_lambda: float,
    skip_damaged: bool,
    threads: int | None,
    **plan: Any,
) -> None:
    """Train a large network on the games in FOLDERS, which labels positions for a fit.

    It needs a GPU for millions of positions.
    """
    settings = TeacherPlan(**plan)
    check_target(out)
    data = [GameData.open(folder) for folder in folders]
    check_device(settings.device)
    with training_progress() as watch:
        positions = positions_of(data, td_lambda, threads, skip_damaged, watch)
        watch.begin("training", 100)
        begin = time.monotonic()
        network, error = train_teacher(
            positions, data[0].size, data[0].rules, settings, percent(watch)
        )
        watch.say(f"{len(positions):,} positions, {time.monotonic() - begin:.0f} s")
    network.write(out)
    click.echo(f"{out}: mean square error {error:.1f} on held-out games")


_fit_options = section(
    "The fit",
    click.option("--patterns", default="standard", help="The set of patterns."),
    click.option(
        "--phases",
        type=options.WholeRange(1, 60),
        help="Number of phases with their own weights.",
    ),
    click.option(
        "--method",
        type=click.Choice(["ridge", "network"]),
        default="ridge",
        help="Least squares for tables, or a network over the same patterns.",
    ),
    click.option(
        "--ridge",
        type=options.FiniteRange(0, 1e12, min_open=True),
        default=FitPlan.ridge,
        help="Strength of the ridge.",
    ),
    click.option(
        "--iterations",
        type=options.WholeRange(1, 10_000),
        default=FitPlan.iterations,
        help="Rounds of a phase.",
    ),
    click.option(
        "--epochs",
        type=_EPOCHS,
        default=FitPlan.epochs,
        help="Times that a network learns each position.",
    ),
    click.option(
        "--decay",
        type=options.FiniteRange(0, 100),
        default=FitPlan.decay,
        help="Weight decay of a network: more for fewer positions.",
    ),
    lambda_option,
    click.option(
        "--close",
        type=options.FiniteRange(0, 64, min_open=True),
        help="Discs of value with which an early position counts half.",
    ),
    click.option(
        "--close-empties",
        type=options.PLIES,
        default=FitPlan.close_empties,
        help="With at most this number of empties all count the same.",
    ),
)

_label_options = section(
    "Weights and labels of others",
    options.file_option("--start", help="Weights to start from: rare patterns keep theirs."),
    options.file_option(
        "--teacher", help="A network that labels all positions without exact margins."
    ),
    click.option(
        "--variations",
        type=options.WholeRange(0, 100),
        default=0,
        help="Positions after random moves, for each that is labelled.",
    ),
)


@click.command(
    "fit",
    cls=SectionedCommand,
    epilog=options.examples(
        "obversi training fit g1 g2 --out new.obw",
        "obversi training fit g1 --out new.obw --method network --device cuda",
        "obversi training fit g1 --out new.obw --teacher teacher.pt --variations 3",
    ),
)
@folders_argument
@options.file_option("--out", required=True, help="The file of the weights.")
@_fit_options
@_label_options
@options.file_option("--page", help="Write a page with curves to this file, such as fit.html.")
@skip_damaged_option
@options.threads_option
@options.device_option
def fit_command(
    folders: Sequence[Path],
    out: Path,
    patterns: str,
    start: Path | None,
    teacher: Path | None,
    variations: int,
    page: Path | None,
    td_lambda: float,
    skip_damaged: bool,
    threads: int | None,
    **fit: Any,
) -> None:
    """Fit weights to the games in FOLDERS, and show their errors on held-out games."""
    if variations and teacher is None:
        raise click.UsageError("variations have no labels: give --teacher too")
    plan = FitPlan(**fit)
    for path in filter(None, (out, page)):
        check_target(path)
    if page is not None:
        require("the page", "train", "jinja2")
        from obversi.figures import warn_without_figures

        warn_without_figures("the same command")
    before = None if start is None else read_weights(start)
    data = [GameData.open(folder) for folder in folders]
    check_device(plan.device)
    size, rules = data[0].size, data[0].rules
    network = None if teacher is None else Teacher.read(teacher, plan.device)
    if network is not None and (network.size, network.rules) != (size, rules):
        raise InputError(f"{teacher} is for {network.rules} {network.size}×{network.size}")
    with training_progress() as watch:
        positions = positions_of(data, td_lambda, threads, skip_damaged, watch)
        if network is not None:
            watch.begin("labelling", 100)
            positions = taught(positions, network, variations, on_progress=percent(watch))
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
        from obversi.training.page import training_page

        page.write_text(training_page(f"{rules} {size}×{size}", fitted.reports), encoding="utf-8")
    click.echo(f"{out}: weights without Multi-ProbCut, which `obversi training probcut` adds")
