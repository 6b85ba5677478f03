"""``obversi convert``: write games in another format."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click

from obversi.cli.options import examples, rules_option, size_option
from obversi.cli.positions import STDIN, PositionCommand, records
from obversi.cli.progress import progress
from obversi.errors import FormatError
from obversi.formats.detect import FORMATS
from obversi.formats.record import GameRecord
from obversi.formats.saving import check_writable, format_to_write, is_text, write_path, write_text
from obversi.rules import Rules

_SOME_SKIPPED = 1
_TO_WRITE = [name for name, info in FORMATS.items() if info.can_write]
_FORMAT_LINES = [f"  {name:10}  {info.description}" for name, info in FORMATS.items()]


@click.command(
    "convert",
    cls=PositionCommand,
    epilog="\n".join(["\b", "Formats:", *_FORMAT_LINES])
    + "\n\n"
    + examples(
        "obversi convert WTH_2001.wtb games.ggf            format by extension",
        "obversi convert games.ggf --to transcript         to the terminal",
        "obversi convert - a.json --from pgn < mine.txt    from stdin",
    ),
)
@click.argument("source", metavar="INPUT")
@click.argument("target", metavar="[OUTPUT]", required=False, type=click.Path(path_type=Path))
@click.option("--to", type=click.Choice(_TO_WRITE), help="The format to write.")
@click.option("--from", "from_", type=click.Choice(list(FORMATS)), help="The format to read.")
@rules_option
@size_option
def convert_command(
    source: str, target: Path | None, to: str | None, from_: str | None, rules: Rules, size: int
) -> None:
    """Write the games and positions of INPUT in another format.

    INPUT is a file, a text such as f5d6c3, or - for stdin. Without OUTPUT the games are printed;
    with it --to is only needed if its extension is not known. --rules and --size are for formats
    that do not name them, of INPUT and OUTPUT. What cannot be read or written is reported and left
    out, and the exit status is 1 then. What a format does not keep of a game is reported.
    """
    if to is None:
        if target is None:
            raise click.UsageError("without OUTPUT, --to must name the format")
        to = format_to_write(target)
    if target is None and not is_text(to):
        raise click.UsageError(f"{to} is not a text format: name a file as OUTPUT")
    if target and target.exists() and Path(source).exists() and target.samefile(source):
        raise click.UsageError(f"{source} cannot be both INPUT and OUTPUT")
    tally = _Tally("stdin" if source == STDIN else source, rules, size)
    games = records(source, rules, size, from_, tally.skip)
    if target is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # as files are written
        write_text(tally.writable(games, to), sys.stdout, to, rules=rules, size=size)
    else:
        with progress("converting") as step:
            writable = tally.writable(games, to, step)
            first = next(writable, None)
            if first is not None:  # without games, an existing file is not changed
                write_path(chain([first], writable), target, to, rules=rules, size=size)
    click.echo(tally.summary, err=True)
    if tally.skipped:
        click.get_current_context().exit(_SOME_SKIPPED)


@dataclass(slots=True)
class _Tally:
    """Counts the games that were written and skipped."""

    name: str
    rules: Rules
    size: int
    written: int = 0
    skipped: int = 0

    @property
    def summary(self) -> str:
        read = self.written + self.skipped
        return f"{read} read, {self.written} written, {self.skipped} skipped"

    def skip(self, problem: FormatError) -> None:
        self.skipped += 1
        click.echo(f"obversi: {' '.join(f'{self.name}: {problem}'.split())}", err=True)

    def writable(
        self, games: Iterable[GameRecord], format: str, step: Callable[[], None] = lambda: None
    ) -> Iterator[GameRecord]:
        """Yield the games that a format can hold, and skip the others."""
        first = None
        for game in games:
            step()
            try:
                check_writable(game, format, rules=self.rules, size=self.size, first=first)
            except FormatError as error:
                place = f"game {self.written + self.skipped + 1}"
                self.skip(FormatError(error.reason, place))
            else:
                self.written += 1
                first = first or game
                yield game
