"""A mark that a tournament is being played, which ends with the process that set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from obversi.arena.store.process_lock import ProcessLock, is_held

__all__ = ["played_now", "playing_lock"]


@contextmanager
def playing_lock(database: Path, number: int) -> Iterator[None]:
    """Keep other processes from playing the same tournament meanwhile."""
    lock = ProcessLock(
        database.with_name(f"{_start_of_name(database)}{number}"),
        f"tournament {number} of {database} is being played by another process",
    )
    try:
        yield
    finally:
        lock.release()


def played_now(database: Path) -> set[int]:
    """Return the tournaments of a database that some process is playing."""
    beginning = _start_of_name(database)
    return {
        int(number)
        for path in database.parent.glob(f"{escape(beginning)}*")
        if (number := path.name.removeprefix(beginning)).isdecimal() and is_held(path)
    }


def _start_of_name(database: Path) -> str:
    return f"{database.name}-playing-"
