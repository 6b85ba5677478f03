"""The processes under this one that play games."""

import os
from contextlib import suppress
from pathlib import Path


def processes_of_games() -> set[str]:
    """The children that play games, by their numbers, whichever thread has started them."""
    children: set[str] = set()
    for thread in Path(f"/proc/{os.getpid()}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            children.update((thread / "children").read_text().split())
    return {child for child in children if _plays_games(child)}


def _plays_games(process: str) -> bool:
    try:
        return b"game_process" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
