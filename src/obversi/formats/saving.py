"""Writing files so that a failure leaves the old file unchanged."""

import io
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

from obversi.arguments import file_path
from obversi.errors import FormatError, InputError
from obversi.formats import board_line, ggf, json_lines, obf, sgf, transcript, wthor, wthor_names
from obversi.formats.detect import FORMATS, checked_format, format_of_name
from obversi.formats.lines import placed
from obversi.formats.losses import OnLoss, ignore_loss, warn_of_loss
from obversi.formats.record import GameRecord, checked_record, checked_records
from obversi.formats.wthor import year_of
from obversi.formats.wthor_names import PLAYERS, TOURNAMENTS, name_file, read_names
from obversi.rules import Rules


def check_target(path: Path) -> None:
    """Reject a file that cannot be written, before the work whose result it will hold."""
    folder = path.parent
    if path.is_dir():
        raise FormatError(f"{path} cannot be written: it is a folder")
    if not folder.is_dir():
        raise FormatError(f"{path} cannot be written: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FormatError(f"{path} cannot be written: there is no permission to write in {folder}")


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield a new path in the same folder; the file written there replaces the target."""
    if target.exists() and not target.is_file():
        raise FormatError(f"{target} is not a file that could be replaced")
    if not target.parent.is_dir():
        raise FormatError(f"there is no folder {target.parent} to write {target.name} into")
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        yield partial
        if target.exists():
            shutil.copymode(target, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def write_whole(path: Path, text: str, *, durable: bool = False) -> None:
    """Write a text, in which a surrogate becomes a question mark.

    A `durable` file is on the disk before it replaces the old one, and so outlives a power cut.
    """
    target = path.resolve()
    with replacing(target) as partial:
        partial.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        if durable:
            synced(partial)
    if durable:
        synced(target.parent)


def synced(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def is_text(format: str) -> bool:
    """Whether the files of a format are text."""
    return format != "wthor"


def write_text(
    records: Iterable[GameRecord],
    file: TextIO,
    format: str,
    *,
    rules: Rules = "normal",
    size: int = 8,
    on_loss: OnLoss = warn_of_loss,
) -> int:
    """Write games to a text file, and return their number; the other arguments as `write_path`."""
    if format == "transcript":
        return transcript.write(records, file, size=size, rules=rules, on_loss=on_loss)
    if format == "obf":
        return obf.write(records, file, rules=rules, on_loss=on_loss)
    writers = {
        "board": board_line.write,
        "ggf": ggf.write,
        "sgf": sgf.write,
        "json": json_lines.write,
    }
    return writers[format](records, file, on_loss=on_loss)


def write_path(
    records: Iterable[GameRecord],
    path: str | Path,
    format: str | None = None,
    *,
    rules: Rules = "normal",
    size: int = 8,
    on_loss: OnLoss = warn_of_loss,
) -> int:
    """Write games to a file, in the format of its name, and return their number.

    A format that does not name rules and size is later read with `rules` and `size`, so games with
    other ones are an error there. `on_loss` is called with the other losses, by default it gives a
    `LossWarning`. For WTHOR the names are added to the files WTHOR.JOU and WTHOR.TRN beside it; its
    year is that of the first game's date, if it has one.
    """
    target = file_path(path).resolve()
    name = checked_format(format or format_to_write(target), writing=True)
    games = _games(checked_records(records))
    if not is_text(name):
        return _write_wthor(games, target, on_loss)
    with (
        replacing(target) as partial,
        partial.open("x", encoding="utf-8", errors="replace", newline="\n") as file,
    ):
        return write_text(games, file, name, rules=rules, size=size, on_loss=on_loss)


def _games(records: Iterator[GameRecord]) -> Iterator[GameRecord]:
    """Go through games; what is none is an error that names its place."""
    for number, record in enumerate(records, start=1):
        try:
            game = checked_record(record)
        except InputError as error:
            raise placed(error, f"record {number}") from None
        yield game


def format_to_write(path: Path) -> str:
    """Return the format to write a file in, by the extension of its name."""
    name = format_of_name(path)
    if name is None or not FORMATS[name].can_write:
        endings = [end for info in FORMATS.values() if info.can_write for end in info.extensions]
        raise FormatError(
            f"the ending of {path.name!r} names no format to write: expected {', '.join(endings)}"
        )
    return name


def check_writable(
    record: GameRecord,
    format: str,
    *,
    rules: Rules = "normal",
    size: int = 8,
    first: GameRecord | None = None,
) -> None:
    """Reject a game that cannot be written in a format, in a file whose first game is known."""
    if is_text(format):
        write_text([record], io.StringIO(), format, rules=rules, size=size, on_loss=ignore_loss)
    else:
        year = year_of((first or record).date)
        wthor.write([record], io.BytesIO(), year=year, on_loss=ignore_loss)


def _write_wthor(games: Iterator[GameRecord], target: Path, on_loss: OnLoss) -> int:
    first = list(islice(games, 1))
    players, tournaments = (names or () for names in read_names(target.parent))
    with replacing(target) as partial:
        with partial.open("xb") as file:
            written = wthor.write(
                chain(first, games),
                file,
                year=year_of(first[0].date if first else ""),
                players=players,
                tournaments=tournaments,
                on_loss=on_loss,
            )
        # Names are written before the games, because unused names do no harm.
        if len(written.players) > max(len(players), 1):
            with replacing(name_file(target.parent, PLAYERS)) as names, names.open("xb") as file:
                wthor_names.write_players(written.players, file)
        if len(written.tournaments) > max(len(tournaments), 1):
            place = name_file(target.parent, TOURNAMENTS)
            with replacing(place) as names, names.open("xb") as file:
                wthor_names.write_tournaments(written.tournaments, file)
    return written.games
