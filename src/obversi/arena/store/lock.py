"""A mark that a tournament is being played, which ends with the process that set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.arena.store.process_lock import ProcessLock

__all__ = ["playing_lock"]


@contextmanager
def playing_lock(database: Path, number: int) -> Iterator[None]:
    """Keep other processes from playing the same tournament meanwhile."""
    lock = ProcessLock(
        database.with_name(f"{database.name}-playing-{number}"),
        f"tournament {number} of {database} is being played by another process",
    )
    try:
        yield
    finally:
        lock.release()
