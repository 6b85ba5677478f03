"""Marks that tell whose something is, so that what a killed process left can be removed."""

import os
import platform
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["OWNER_VARIABLE", "is_gone", "owner_mark"]

# What tells a process whose it is, among its environment.
OWNER_VARIABLE: Final = "OBVERSI_SANDBOX"

# Where the time of the start stands in what Linux tells of a process, counted behind its name.
_START_FIELD: Final = 19


def owner_mark() -> str:
    """Return a mark of this process: its number, when it began, and where that number counts."""
    return f"{os.getpid()}-{_beginning(os.getpid())}-{_world()}"


def is_gone(mark: str) -> bool:
    """Return whether the process of a mark, or of a name that begins with one, has ended.

    Of processes in other worlds nothing is known: of other containers that share a folder with us,
    other machines, or this one before it was started anew.
    """
    number, beginning, world = (*mark.split("-"), "", "", "")[:3]
    if not (number.isdecimal() and beginning.isdecimal()) or world != _world():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return _beginning(int(number)) != int(beginning)


@cache
def _world() -> str:
    """Return what is the same for all who know the same processes by the same numbers."""
    known = platform.node()
    with suppress(OSError):
        known += Path("/proc/sys/kernel/random/boot_id").read_text()
        known += str(Path("/proc/self/ns/pid").stat().st_ino)
    return f"{zlib.crc32(known.encode()):08x}"


def _beginning(process: int) -> int:
    """Return when a process began, by the clock of the system; 0 where nobody tells."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[_START_FIELD])
