"""``obversi train``: from nothing to a file of weights."""

from pathlib import Path

import click
from rich.markup import escape

from obversi.cli.options import examples, rules_option, size_option
from obversi.cli.terminal import open_terminal
from obversi.cli.training_options import cluster_option, device_option, threads_option
from obversi.cli.training_progress import training_progress
from obversi.cli.training_report import error_table, history_table
from obversi.errors import ObversiError
from obversi.training.generations import HAND_MADE, Generation, Tools, Training
from obversi.training.history import History
from obversi.training.page import training_page
from obversi.training.torch_extra import chosen_device
from obversi.training.training_settings import SETTINGS, training_setting
from obversi.weights.weights_file import read_weights, write_weights

__all__ = ["train_command"]


@click.command(
    "train",
    short_help="Learn an evaluation from nothing.",
    epilog=examples(
        "obversi train --size 6 --rules reversed --out my.obw",
        "obversi train --size 4 --minutes 1 --out tiny.obw",
        "obversi train --setting full --folder long --out best.obw",
    ),
)
@size_option
@rules_option
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file for the weights, such as my.obw.",
)
@click.option(
    "--setting",
    type=click.Choice(list(SETTINGS)),
    default="small",
    show_default=True,
    help="What is done: small takes ten minutes on two cores, full a day.",
)
@click.option("--minutes", type=float, help="Take about so long instead, with more or less of all.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where games and generations are kept.  [default: beside the weights]",
)
@threads_option
@device_option
@cluster_option
@click.option("--seed", type=int, help="Another number makes other games.  [default: 0]")
def train_command(
    size: int,
    rules: str,
    out: Path,
    setting: str,
    minutes: float | None,
    folder: Path | None,
    threads: int | None,
    device: str,
    cluster: str | None,
    seed: int | None,
) -> None:
    """Learn an evaluation from nothing, for one game: self-play, fitting, matches.

    The first generation plays without knowledge and learns from endgames that are solved; each of
    the next plays with what was learned, and replaces the one before only if it wins their match.
    At the end the weights play the strongest hand-made evaluation. After Ctrl-C, or whatever ends
    it, the same command goes on where it was.
    """
    place = out.with_name(f"{out.stem}-training") if folder is None else folder
    _check_writable(out, place)
    chosen_device(device)  # which says at once if something is missing
    training = Training.open(place, size, rules, training_setting(setting, size, minutes), seed)
    with training_progress() as watch:
        history = training.run(Tools(threads, device, cluster), watch)
    champion = training.champion()
    assert champion is not None
    write_weights(out, read_weights(champion.weights_path))
    _tell(training, champion, history, out)


def _check_writable(out: Path, folder: Path) -> None:
    """Complain before hours of work, not after them."""
    if not out.parent.is_dir():
        raise ObversiError(f"there is no folder {out.parent} to write {out.name} into")
    for path in (out, folder):
        if ":" in str(path.resolve()):
            raise ObversiError(f"{path} has a colon in its path, so no agent could name it")


def _tell(training: Training, champion: Generation, history: History, out: Path) -> None:
    console = open_terminal().console
    console.print(error_table(champion.phases()))
    console.print(history_table(history))
    game = f"{training.rules} {training.size}×{training.size}"
    options = f"--size {training.size} --rules {training.rules}"
    agent = f"engine:weights={out}"
    opponent = f"{HAND_MADE[training.rules]}:seconds=0.1"
    for line in (
        f"{out}: weights for {game}, of generation {champion.number}",
        _page_line(training, champion, history),
        f"to play against them:  obversi play human {agent} {options}",
        f"to match them:         obversi match {agent} {opponent} {options}",
    ):
        console.print(escape(line), soft_wrap=True)


def _page_line(training: Training, champion: Generation, history: History) -> str:
    """Write the page with curves, if they can be drawn, and say where it is."""
    title = f"{training.rules} {training.size}×{training.size}, generation {champion.number}"
    try:
        page = training_page(title, champion.phases(), history)
    except ObversiError as error:
        return f"there is no page with curves: {error}"
    path = training.folder / "report.html"
    path.write_text(page, encoding="utf-8")
    return f"{path}: a page with curves"
