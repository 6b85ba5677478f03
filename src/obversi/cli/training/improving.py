"""``obversi training probcut`` and ``gate``: the search with new weights, and their match."""

from collections.abc import Sequence
from pathlib import Path

import click

from obversi.cli import options
from obversi.cli.progress import score_progress
from obversi.cli.terminal import open_terminal, print_json
from obversi.cli.train import probcut_table, training_progress
from obversi.cli.training.reading import (
    folders_argument,
    percent,
    positions_of,
    skip_damaged_option,
)
from obversi.errors import InputError
from obversi.formats.saving import check_target
from obversi.training.game_files import GameData
from obversi.training.gate import GateMatch, engine_with, play_gate_match
from obversi.training.probcut import ProbcutPlan, with_probcut
from obversi.weights import read_weights, write_weights


@click.command(
    "probcut",
    epilog=options.examples(
        "obversi training probcut new.obw g2",
        "obversi training probcut new.obw g2 --depths 12 --exact 20 --minutes 20",
    ),
)
@click.argument("weights_file", metavar="WEIGHTS", type=click.Path(path_type=Path))
@folders_argument
@options.file_option("--out", help="Another file for the result.  [default: WEIGHTS itself]")
@click.option(
    "--depths", type=options.WholeRange(3, 30), default=8, help="Plies of the deepest search."
)
@click.option(
    "--exact", type=options.WholeRange(0, 30), default=16, help="Empty squares of solved positions."
)
@click.option(
    "--each",
    type=options.MILLION,
    default=200,
    help="Positions for each number of empties.",
)
@options.minutes_option("Maximum time of the searches.")
@options.seed_option("other positions", 0)
@skip_damaged_option
@options.threads_option
@options.json_option
def probcut_command(
    weights_file: Path,
    folders: Sequence[Path],
    out: Path | None,
    depths: int,
    exact: int,
    each: int,
    seconds: float | None,
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
        depths=depths,
        exact_empties=exact,
        each=each,
        seconds=seconds,
        seed=seed,
    )
    weights = read_weights(weights_file)
    check_target(weights_file if out is None else out)
    data = [GameData.open(folder) for folder in folders]
    for folder in data:
        if (folder.size, folder.rules) != (weights.size, weights.rules):
            raise InputError(f"{weights_file} is for {weights.game}, {folder.folder} is not")
    with training_progress() as watch:
        positions = positions_of(data, 1.0, threads, skip_damaged, watch)
        watch.begin("searching", 100)
        fitted = with_probcut(
            weights,
            positions,
            plan,
            threads=threads,
            on_progress=percent(watch),
        )
    write_weights(weights_file if out is None else out, fitted.weights)
    if as_json:
        print_json(fitted.to_object())
    else:
        open_terminal().console.print(probcut_table(fitted))


@click.command(
    "gate",
    epilog=options.examples(
        "obversi training gate new.obw old.obw",
        "obversi training gate new.obw old.obw --games 2000 --limit nodes=2000",
    ),
)
@click.argument("new", type=click.Path(path_type=Path))
@click.argument("old", type=click.Path(path_type=Path))
@click.option("--games", type=options.GAMES, default=400, help="Two from each opening.")
@click.option(
    "--limit", default="seconds=0.05", help="The limit of a move: seconds=, nodes= or depth=."
)
@options.seed_option("other openings", 0)
@options.file_option("--keep", help="Store the games in this file, and resume after stored ones.")
@options.threads_option
@options.json_option
def gate_command(
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
        pairs=(games + 1) // 2,
        seed=seed,
    )
    with score_progress(2 * match.pairs) as show:
        result = play_gate_match(match, path=keep, threads=threads, on_progress=show)
    if as_json:
        print_json({**result.to_object(), "replaces": result.proves_a})
        return
    click.echo(f"{new} against {old}: {result}")
    click.echo(
        "the new ones are better" if result.proves_a else "the new ones are not proved to be better"
    )
