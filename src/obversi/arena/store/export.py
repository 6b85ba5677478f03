"""Stored tournaments as files for other programs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from obversi.arena.game.played import PlayedGame
from obversi.arena.store import csv_export, ggf_export, json_export
from obversi.arena.store.stored import StoredTournament
from obversi.errors import ObversiError
from obversi.formats.replacing import replacing

__all__ = ["EXPORTS", "export"]

Identities = Sequence[Mapping[str, Any]]
Writer = Callable[[StoredTournament, Identities, Iterable[PlayedGame], TextIO], int]

EXPORTS: Final[Mapping[str, Writer]] = {
    ".ggf": ggf_export.write,
    ".csv": csv_export.write,
    ".json": json_export.write,
}


def export(
    stored: StoredTournament,
    games: Iterable[PlayedGame],
    path: str | Path,
    identities: Identities = (),
) -> int:
    """Write games to a file in the format that its name tells, and return how many there were.

    A file of that name is replaced when all is written. JSON keeps the identities of the agents.
    """
    target = Path(path).resolve()
    writer = EXPORTS.get(target.suffix.lower())
    if writer is None:
        raise ObversiError(
            f"the ending of {target.name!r} names no export: expected {', '.join(EXPORTS)}"
        )
    try:
        with (
            replacing(target) as partial,
            partial.open("x", encoding="utf-8", errors="replace", newline="") as file,
        ):
            return writer(stored, identities, games, file)
    except OSError as error:
        raise ObversiError(f"{path} cannot be written: {error.strerror or error}") from error
