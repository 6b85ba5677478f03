"""Marks that name the owner of sandboxes, so that leftovers of a killed owner can be removed."""

import os
import platform
import signal
import sys
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

# What the names of scratch folders and control groups begin with.
SANDBOX_PREFIX = "obversi-sandbox-"

# The environment variable that holds the mark of the owner.
OWNER_VARIABLE = "OBVERSI_SANDBOX"

# The field of /proc/PID/stat with the start time, counted after the process name.
_START_FIELD = 19


def owner_mark() -> str:
    """Return the mark of this process: its number, its start time and its machine."""
    return f"{os.getpid()}-{_start_time(os.getpid())}-{_machine()}"


def is_gone(mark: str) -> bool:
    """Return whether the process of a mark, or of a name that begins with one, has ended.

    False if that is unknown: the mark may come from another container that shares a folder, from
    another machine, or from this machine before its last start.
    """
    number, started, machine = (*mark.split("-"), "", "", "")[:3]
    if not (number.isdecimal() and started.isdecimal()) or machine != _machine():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return _start_time(int(number)) != int(started)


@cache
def _machine() -> str:
    """Return a text that is the same for all processes that share process numbers."""
    known = platform.node()
    with suppress(OSError):
        known += Path("/proc/sys/kernel/random/boot_id").read_text()
        known += str(Path("/proc/self/ns/pid").stat().st_ino)
    return f"{zlib.crc32(known.encode()):08x}"


def _start_time(process: int) -> int:
    """Return the start time of a process, in ticks of the system; 0 if it is unknown."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[_START_FIELD])


# Each round kills all processes that exist; children started meanwhile are found in the next.
_MOST_ROUNDS = 50


def kill_strays(scratch: Path) -> None:
    """Kill every process that was given this scratch folder."""
    if sys.platform != "linux" or not scratch.name.startswith(SANDBOX_PREFIX):
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
    """Kill sandboxes that were just starting when their owners were killed; done once.

    The first process of new namespaces waits for bubblewrap, which started it and dies with its
    owner. If that happens too early, it waits for ever.
    """
    for number in _processes() if sys.platform == "linux" else ():
        if _is_bubblewrap(number):
            with suppress(OSError):
                _kill_if_orphan(number)


def _kill_if_orphan(process: int) -> None:
    handle = os.pidfd_open(process)  # makes sure that the killed process is still the same
    try:
        prefix = f"{OWNER_VARIABLE}=".encode()
        for variable in _environment(process):
            if variable.startswith(prefix):
                mark = variable.removeprefix(prefix).decode("ascii", "replace")
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
    """Return the environment of a process; empty if the process has ended."""
    try:
        return Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
