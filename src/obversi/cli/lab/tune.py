"""``obversi lab tune``: better weights for an evaluation."""

from pathlib import Path

import click

from obversi.cli.lab.options import board_size_option
from obversi.cli.lab.tuning_progress import tuning_progress
from obversi.cli.lab.tuning_report import tell_study
from obversi.cli.options import examples, json_option
from obversi.cli.training_options import cluster_option, threads_option
from obversi.errors import ObversiError
from obversi.lab.tuning.methods import METHODS
from obversi.lab.tuning.objectives import OBJECTIVES, objective
from obversi.lab.tuning.run import tune
from obversi.lab.tuning.study_folder import StudyFolder

__all__ = ["tune_command"]


@click.command(
    "tune",
    short_help="Search for better weights of an evaluation.",
    epilog=examples(
        "obversi lab tune r2-position --target 0.853 --out ten",
        "obversi lab tune r2 --seconds 240 --out sixteen",
        "obversi lab tune r2 --objective neighbours --require win-rate=0.85 --out n",
        "obversi lab tune python:mine.py:mine --seconds 600 --out mine",
    ),
)
@click.argument("source", metavar="EVALUATION")
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that keeps the study.",
)
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="cma",
    show_default=True,
    help="How to search.",
)
@click.option(
    "--objective",
    "goal",
    type=click.Choice(list(OBJECTIVES)),
    default="win-rate",
    show_default=True,
    help="What to make as good as can be.",
)
@click.option(
    "--require",
    multiple=True,
    metavar="GOAL=NUMBER",
    help="What a candidate has to be worth by another goal, such as neighbours=0.",
)
@click.option("--target", type=float, help="Stop when the goal is surely as good as this.")
@click.option(
    "--seconds", type=float, help="Search for so long in all, without the final.  [default: 60]"
)
@click.option("--generations", type=int, help="Search so many generations in all.")
@click.option("--patience", type=int, help="Stop after so many generations without progress.")
@click.option(
    "--rules",
    type=click.Choice(["normal", "reversed"]),
    help="Most discs win, or reversed: fewest do.  [default: as the evaluation has it]",
)
@board_size_option
@click.option("--games", type=int, help="Games or positions a candidate.")
@click.option("--population", type=int, help="Candidates a generation.")
@click.option("--spread", type=float, help="How far the first ones differ, as a share of ranges.")
@click.option("--depth", type=int, help="Plies to look ahead in games.  [default: 1]")
@click.option(
    "--solved",
    type=int,
    help="Both sides play the last so many squares perfectly, 20 at most, also in the matches at "
    "the end.  [default: 12 for r2, else 0]",
)
@click.option("--from-nothing", is_flag=True, help="Begin in the middle of all ranges.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another number: other luck.")
@threads_option
@cluster_option
@click.option("--new", is_flag=True, help="Begin again, and put aside the study that is there.")
@json_option
def tune_command(
    source: str,
    out: Path,
    method: str,
    goal: str,
    require: tuple[str, ...],
    target: float | None,
    seconds: float | None,
    generations: int | None,
    patience: int | None,
    rules: str | None,
    size: int,
    games: int | None,
    population: int | None,
    spread: float | None,
    depth: int | None,
    solved: int | None,
    from_nothing: bool,
    seed: int,
    threads: int | None,
    cluster: str | None,
    new: bool,
    as_json: bool,
) -> None:
    """Search for weights with which EVALUATION is better, and show what they are worth.

    EVALUATION is a name, a file of weights, or python:MODULE:NAME for a function that makes an
    evaluation of numbers. Each measurement is kept at once: after Ctrl-C or worse the same command
    goes on where it was, also with another end. Then the best are measured in fresh games, for the
    best of a search was lucky too, and the winner plays a match against the start. Its weights are
    in best.toml, for any agent: file:STUDY/best.toml.
    """
    if ":" in str(out.resolve()):
        raise ObversiError(f"{out} has a colon in its path, so no agent could name what is in it")
    try:
        with tuning_progress(objective(goal), target) as watch:
            study = tune(
                source,
                method=method,
                objective=goal,
                require=require,
                target=target,
                seconds=seconds,
                generations=generations,
                patience=patience,
                rules=rules,
                size=size,
                games=games,
                population=population,
                spread=spread,
                depth=depth,
                solved=solved,
                from_nothing=from_nothing,
                seed=seed,
                threads=threads,
                cluster=cluster,
                folder=out,
                new=new,
                watch=watch,
            )
    except KeyboardInterrupt:
        click.echo(f"what was measured is in {out}: the same command goes on from there", err=True)
        raise
    tell_study(study, StudyFolder(out), as_json)
