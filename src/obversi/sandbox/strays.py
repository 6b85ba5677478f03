"""Processes that nothing else would end: found by what they were started with."""

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from obversi.sandbox.owner import OWNER_VARIABLE, is_gone
from obversi.sandbox.scratch import is_scratch_folder

__all__ = ["kill_orphans_once", "kill_strays"]

# Each round kills all that are there; those that start others meanwhile are met in the next one.
_MOST_ROUNDS: Final = 50


def kill_strays(scratch: Path) -> None:
    """Kill every process that was given this scratch folder."""
    if sys.platform != "linux" or not is_scratch_folder(scratch):
        return
    mark = b"TMPDIR=" + os.fsencode(scratch)
    for _ in range(_MOST_ROUNDS):
        found = [number for number in _processes() if mark in _environment(number)]
        for number in found:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not found:
            return


@cache
def kill_orphans_once() -> None:
    """Kill what others had begun to start when they were killed; it is looked for once.

    The first process of new namespaces waits for bubblewrap, which has started it and ends with its
    owner; in between it waits for ever.
    """
    for number in _processes() if sys.platform == "linux" else ():
        if _is_bubblewrap(number):
            with suppress(OSError):
                _kill_if_orphan(number)


def _kill_if_orphan(process: int) -> None:
    handle = os.pidfd_open(process)  # so that it is still the same process that is killed
    try:
        beginning = f"{OWNER_VARIABLE}=".encode()
        for variable in _environment(process):
            if variable.startswith(beginning):
                mark = variable.removeprefix(beginning).decode("ascii", "replace")
                if is_gone(mark):
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
    finally:
        os.close(handle)


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208 - quick


def _is_bubblewrap(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/comm").read_bytes() == b"bwrap\n"
    return False


def _environment(process: int) -> list[bytes]:
    """Return what a process was started with; nothing of one that has ended."""
    try:
        return Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
