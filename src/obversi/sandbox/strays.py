"""Processes that a sandbox has started, where no other layer finds them all."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["kill_strays"]

# Each round kills all that are there; those that start others meanwhile are met in the next one.
_MOST_ROUNDS = 50


def kill_strays(scratch: str) -> None:
    """Kill every process that was given this scratch folder."""
    if sys.platform != "linux":
        return
    mark = b"\0TMPDIR=" + os.fsencode(scratch) + b"\0"
    for _ in range(_MOST_ROUNDS):
        found = [number for number in _processes() if mark in _environment(number)]
        for number in found:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not found:
            return


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208 - quick


def _environment(process: int) -> bytes:
    """Return what a process was started with; nothing of one that has ended."""
    try:
        return b"\0" + Path(f"/proc/{process}/environ").read_bytes() + b"\0"
    except OSError:
        return b""
