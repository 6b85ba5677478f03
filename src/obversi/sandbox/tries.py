"""What has to be tried on a machine before it is relied on; each is tried once."""

import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from obversi.sandbox.bubblewrap import NOBODY, bubblewrap, bubblewrap_command
from obversi.sandbox.inside import script
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.owner import OWNER_VARIABLE, owner_mark
from obversi.sandbox.readable import interpreter, packages

__all__ = ["no_namespaces_reason", "no_nobody_reason", "scratch_can_be_in_memory"]

_SECONDS: Final = 20.0

# What may be otherwise a moment later: nothing can be said of the machine then.
_PASSING: Final = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC)

# The right to send signals to processes of other users, as Linux counts rights.
_RIGHT_TO_KILL: Final = 1 << 5


@cache
def no_namespaces_reason() -> str:
    """Return why bubblewrap cannot be used here, or ""."""
    if sys.platform != "linux":
        return "only Linux has them"
    if bubblewrap() is None:
        return "the program bwrap is not installed"
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        return "this kernel does not tell which processes another one has started"
    if not _gives_handles():
        return "this system gives no handles of processes (Linux 5.3 and later do)"
    if scratch_can_be_in_memory():
        return ""
    return _reason(bubblewrap_command(_python("pass"), SandboxLimits(), folder=_folder()))


@cache
def scratch_can_be_in_memory() -> bool:
    """Return whether bubblewrap can limit what is written to memory, as it does since 0.7."""
    return not _reason(bubblewrap_command(_python("pass"), SandboxLimits()))


@cache
def no_nobody_reason(in_namespaces: bool) -> str:
    """Return why a process cannot become nobody, with Python as it is installed, or ""."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return "only root can become another user"
    if not _may_signal_others():
        return "root may not send signals to other users here, and so could not end it"
    folders = [str(path) for path in (*packages(), Path(os.__file__).parent)]
    settings = {"user": NOBODY, "group": NOBODY, "folders": folders}
    if not in_namespaces:
        settings["folders"] = [*folders, tempfile.gettempdir()]
    command = _python(f"{script('nobody')}\ntry_out({json.dumps(settings)})")
    if in_namespaces:
        command = bubblewrap_command(command, SandboxLimits(), keeps_user=True, folder=_folder())
    return _reason(command)


def _gives_handles() -> bool:
    """Return whether processes that are not our children can be held and signalled."""
    try:
        handle = os.pidfd_open(os.getpid())
    except OSError as error:
        if error.errno in _PASSING:
            raise
        return False
    except AttributeError:
        return False
    try:
        signal.pidfd_send_signal(handle, 0)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _may_signal_others() -> bool:
    """Return whether we have kept a right of root that containers may take away."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("CapEff:"):
                return bool(int(line.split()[1], 16) & _RIGHT_TO_KILL)
    return True


def _folder() -> Path | None:
    """Return a folder of ours to show as the scratch folder, where it cannot be in memory."""
    return None if scratch_can_be_in_memory() else Path(tempfile.gettempdir())


def _python(program: str) -> list[str]:
    return [str(interpreter()), "-P", "-s", "-S", "-B", "-c", program]


def _reason(command: Sequence[str]) -> str:
    """Run a command, and return the last that it says if it fails."""
    mark = {OWNER_VARIABLE: owner_mark()}
    try:
        done = subprocess.run(
            command, env=mark, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return "it was tried, and hung"
    except OSError as error:
        if error.errno in _PASSING:
            raise
        return f"it cannot be run: {error.strerror}"
    if done.returncode == 0:
        return ""
    words = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return words or f"it was tried, and ended with status {done.returncode}"
