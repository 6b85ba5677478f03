"""The child processes that play games."""

import os
from contextlib import suppress
from pathlib import Path


def game_processes() -> set[str]:
    """Return the process ids of the children that play games, of all threads."""
    children: set[str] = set()
    for thread in Path(f"/proc/{os.getpid()}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            children.update((thread / "children").read_text().split())
    return {child for child in children if _is_game_process(child)}


def _is_game_process(process: str) -> bool:
    try:
        return b"game_process" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
