"""``obversi train``: from nothing to a file of weights."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from obversi.cli import options
from obversi.cli.progress import Steps, progress, score_progress
from obversi.cli.terminal import number_table, open_terminal
from obversi.errors import InputError
from obversi.extras import require
from obversi.formats.saving import check_target
from obversi.rules import Rules
from obversi.training.generations import HAND_MADE, Generation, Tools, Training, TrainingProgress
from obversi.training.history import TrainingHistory
from obversi.training.phases import PhaseReport
from obversi.training.probcut import ProbcutFit, predicted
from obversi.training.torch_extra import chosen_device
from obversi.training.training_settings import SETTINGS, training_setting
from obversi.weights import read_weights, write_weights


@click.command(
    "train",
    epilog=options.examples(
        "obversi train --size 6 --rules reversed --out my.obw",
        "obversi train --size 4 --minutes 1 --out tiny.obw",
        "obversi train --setting full --folder long --out best.obw",
    ),
)
@options.size_option
@options.rules_option
@options.file_option("--out", required=True, help="The file for the weights, such as my.obw.")
@click.option(
    "--setting",
    type=click.Choice(list(SETTINGS)),
    default="small",
    help="The amount of work: small takes ten minutes on two cores, full a day.",
)
@click.option(
    "--minutes",
    type=options.MINUTES,
    help="Take about this time instead, with more or less work.",
)
@options.folder_option(
    "--folder", help="Where games and generations are stored.  [default: next to the weights]"
)
@options.grouped(
    "tools", Tools, options.threads_option, options.device_option, options.cluster_option
)
@click.option(
    "--seed", type=options.SEED, help="Repeat the games of another run.  [default: random]"
)
def train_command(
    size: int,
    rules: Rules,
    out: Path,
    setting: str,
    minutes: float | None,
    folder: Path | None,
    tools: Tools,
    seed: int | None,
) -> None:
    """Learn an evaluation from nothing, for one game: self-play, fitting, matches.

    The first generation plays without knowledge and learns from solved endgames; each later one
    plays with what was learned, and replaces the one before only if it wins their match. At the
    end the weights play the strongest hand-made evaluation. After Ctrl-C or a crash the same
    command resumes.

    This command is the one to begin with. `obversi training` does single steps with all their
    options: for games of your own, other settings, or work on several machines.
    """
    place = out.with_name(f"{out.stem}-training") if folder is None else folder
    _check_writable(out, place)
    check_device(tools.device)
    from obversi.figures import warn_without_figures  # of the extra, as the page is

    warn_without_figures("obversi train with the same options")
    training = Training.open(place, size, rules, training_setting(setting, size, minutes), seed)
    with training_progress() as watch:
        history = training.run(tools, watch)
    champion = training.champion()
    assert champion is not None
    write_weights(out, read_weights(champion.weights_path))
    _report(training, champion, history, out)


def check_device(name: str) -> None:
    """Raise an error before the work if a package of the extra is missing, or this device."""
    with progress("loading PyTorch"):
        chosen_device(name)
    require("the page about the weights", "train", "jinja2")


def error_table(reports: Sequence[PhaseReport]) -> Table:
    """Show the errors of the weights, phase by phase, from the start of the game."""
    table = number_table("empty", "positions", "spread", "error", "held out", "error there")
    for report in sorted(reports, key=lambda report: (report.evaluation, report.phase)):
        if report.evaluation == "full":
            table.add_row(
                f"{report.most_empties}-{report.least_empties}",
                f"{report.positions:,}",
                f"{report.spread:.2f}",
                f"{report.fitted_error:.2f}",
                f"{report.held_out:,}",
                f"{report.held_out_error:.2f}",
            )
    return table


def history_table(history: TrainingHistory) -> Table:
    """Show the generations and their matches."""
    table = number_table("generation", "games", "error", "score", "95 %", "margin", "kept")
    for record in history.generations:
        match = record.match
        low, high = match.interval if match is not None else (0.0, 0.0)
        table.add_row(
            str(record.number),
            f"{record.games:,}",
            f"{record.held_out_error:.2f}",
            *(
                ("", "", "")
                if match is None
                else (f"{match.score:.1%}", f"{low:.1%} to {high:.1%}", f"{match.margin:+.1f}")
            ),
            "yes" if record.replaces else "no",
        )
    return table


def probcut_table(fit: ProbcutFit) -> Table:
    """Show how deep searches differ from shallow ones, and in brackets the model."""
    table = number_table("empty", "shallow", "deep", "positions", "mean", "deviation")
    for cell in fit.cells:
        mean, deviation = predicted(fit.weights.probcut, cell)
        is_used = abs(2 * cell.shallow - cell.deep) <= 2 if cell.kind == 0 else True
        if not is_used:
            continue
        table.add_row(
            f"{cell.most_empties}-{cell.least_empties}" if cell.kind == 0 else str(cell.deep),
            str(cell.shallow),
            str(cell.deep) if cell.kind == 0 else "end",
            f"{cell.positions:,}",
            f"{cell.mean:+.2f} ({mean:+.2f})",
            f"{cell.deviation:.2f} ({deviation:.2f})",
        )
    return table


def _check_writable(out: Path, folder: Path) -> None:
    """Check the paths before hours of work."""
    check_target(out)
    for path in (out, folder):
        if ":" in str(path.resolve()):
            raise InputError(f"{path} has a colon in its path, so that agents cannot name it")


def _report(training: Training, champion: Generation, history: TrainingHistory, out: Path) -> None:
    console = open_terminal().console
    console.print(error_table(champion.phases()))
    console.print(history_table(history))
    game = f"{training.rules} {training.size}×{training.size}"
    flags = f"--size {training.size} --rules {training.rules}"
    agent = f"engine:weights={out}"
    opponent = f"{HAND_MADE[training.rules]}:seconds=0.1"
    for line in (
        f"{out}: weights for {game}, of generation {champion.number}",
        _page_line(training, champion, history),
        f"to play against them:  obversi play human {agent} {flags}",
        f"to match them:         obversi match {agent} {opponent} {flags}",
    ):
        console.print(escape(line), soft_wrap=True)


def _page_line(training: Training, champion: Generation, history: TrainingHistory) -> str:
    """Write the page with curves, and say where it is."""
    from obversi.training.page import training_page

    title = f"{training.rules} {training.size}×{training.size}, generation {champion.number}"
    path = training.folder / "report.html"
    path.write_text(training_page(title, champion.phases(), history), encoding="utf-8")
    return f"{path}: a page with curves"


@contextmanager
def training_progress() -> Iterator[TrainingProgress]:
    """Yield what shows a bar for each step of a training, and prints its results on stdout."""
    with ExitStack() as bar:
        yield _Bars(bar)


class _Bars(TrainingProgress):
    """Shows one bar at a time; the stack closes it."""

    def __init__(self, bar: ExitStack) -> None:
        self._bar = bar
        self._steps = Steps()
        self._done = 0

    def begin(self, step: str, total: int) -> None:
        self._bar.close()
        self._steps = self._bar.enter_context(progress(step, total))
        self._done = 0

    def reach(self, done: int) -> None:
        while self._done < done:
            self._steps()
            self._done += 1

    def begin_match(self, games: int) -> None:
        self._bar.close()
        self._show = self._bar.enter_context(score_progress(games))

    def stand(self, wins: int, draws: int, losses: int) -> None:
        self._show(wins, draws, losses)

    def say(self, text: str) -> None:
        self._bar.close()
        click.echo(text)
