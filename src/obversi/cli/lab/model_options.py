"""What the commands that measure agents and evaluations have in common."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import click
from rich.console import RenderableType

from obversi.cli.lab.options import board_size_option
from obversi.cli.lab.progress import lab_progress
from obversi.cli.options import json_option, rules_option
from obversi.cli.terminal import open_terminal
from obversi.figures import new_figure, png, svg
from obversi.formats.replacing import replacing
from obversi.lab.step import Watch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Measurement", "measuring", "model_options", "tell"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_FIGURES: Final = (".png", ".svg")


class Measurement(Protocol):
    """What a measure returns: plain data that draws itself."""

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""

    def draw(self) -> "Figure":
        """Draw it, by Matplotlib."""


def model_options(games: int, unit: str) -> Callable[[Decorated], Decorated]:
    """Add ``--rules`` to ``--json``; `unit` says what ``--games`` counts, and it has a default."""
    options = (
        rules_option,
        board_size_option,
        click.option(
            "--games",
            type=click.IntRange(min=1),
            default=games,
            show_default=True,
            help=f"How many {unit}.",
        ),
        click.option(
            "--seed", type=int, default=1, show_default=True, help="Another number: other chance."
        ),
        click.option("--threads", type=int, help="Cores to work on.  [default: all]"),
        click.option(
            "--figure",
            type=click.Path(dir_okay=False, path_type=Path),
            callback=lambda _context, _option, path: _checked_figure(path),
            help="Draw it into this file, PNG or SVG by its ending.",
        ),
        json_option,
    )

    def add(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@contextmanager
def measuring(name: str) -> Iterator[Watch]:
    """Hand out what is told which share of a measurement is done, and show it."""
    with lab_progress(1) as progress, progress.watching(name, 1) as on_progress:
        yield lambda share: on_progress("measuring", share)


def tell(
    measured: Measurement,
    parts: Callable[[], Iterator[RenderableType]],
    figure: Path | None,
    as_json: bool,
) -> None:
    """Draw a measurement where that was asked for, and print it."""
    if figure is not None:
        drawn = measured.draw()
        title = (drawn.get_suptitle() or drawn.axes[0].get_title()).strip()
        content = png(drawn) if figure.suffix == ".png" else svg(drawn, title).encode()
        with replacing(figure.resolve()) as partial:
            partial.write_bytes(content)
    if as_json:
        click.echo(json.dumps(measured.to_object(), allow_nan=False))
        return
    console = open_terminal().console
    for part in parts():
        console.print(part, soft_wrap=isinstance(part, str))
    if figure is not None:
        click.echo(f"the figure is in {figure}")


def _checked_figure(path: Path | None) -> Path | None:
    """Refuse a file that could not be drawn into, before anything is measured."""
    if path is not None and path.suffix not in _FIGURES:
        raise click.BadParameter(f"{path} is no figure: expected {' or '.join(_FIGURES)}")
    if path is not None and not path.resolve().parent.is_dir():
        raise click.BadParameter(f"there is no folder {path.resolve().parent}")
    if path is not None:
        new_figure()  # says what is missing
    return path
