"""Namespaces by bubblewrap: its command, and tests of what works on this machine."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from obversi.sandbox.owner import OWNER_VARIABLE, owner_mark
from obversi.sandbox.readable import hidden, inside_source, interpreter, packages, readable
from obversi.sandbox.settings import SandboxLimits

# The scratch folder inside namespaces. It is not /tmp, which would hide a Python installed there.
SCRATCH_INSIDE = "/scratch"
_USUAL_SCRATCH = Path("/tmp")

# The user and the group that own nothing.
NOBODY = 65534

_MEGABYTE = 1 << 20


@cache
def bubblewrap() -> str | None:
    """Return the path of bubblewrap, or None if it is not installed."""
    return shutil.which("bwrap")


def bubblewrap_command(
    command: Sequence[str],
    limits: SandboxLimits,
    *,
    keeps_user: bool = False,
    folder: Path | None = None,
    info_file: int | None = None,
) -> list[str]:
    """Return the command that runs another command in namespaces.

    With `keeps_user` there is no user namespace: the process starts as root, and becomes nobody
    itself. Without it, the process is nobody inside, and the current user outside. The scratch
    folder is `folder`, or in memory if that is None.

    The first process of the namespace belongs to bubblewrap, which writes its number to
    `info_file`. Linux ends it with us, and all others in the namespace with it.
    """
    options = [f"--unshare-{space}" for space in ("ipc", "pid", "net", "uts", "cgroup-try")]
    options += ["--hostname", "sandbox", "--die-with-parent", "--new-session"]
    options += ["--cap-drop", "ALL", "--unsetenv", OWNER_VARIABLE]
    if keeps_user:
        options += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", *_open_folders()]
    else:
        options += ["--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    options += _system_files()
    if folder is not None:
        options += ["--bind", str(folder), SCRATCH_INSIDE]
    else:
        size = str(int(limits.scratch_mb * _MEGABYTE))
        options += ["--perms", "0777", "--size", size, "--tmpfs", SCRATCH_INSIDE]
    if not any(path.is_relative_to(_USUAL_SCRATCH) for path in readable()):
        options += ["--symlink", SCRATCH_INSIDE, str(_USUAL_SCRATCH)]
    # In /proc, a process that is root outside could change settings of the whole machine. /dev and
    # / are in memory, without a limit on the size of files.
    options += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    options += ["--remount-ro", "/"]
    if info_file is not None:
        options += ["--info-fd", str(info_file)]
    return [str(bubblewrap()), *options, "--", *command]


def _system_files() -> list[str]:
    """Return the options that bind system files read-only, without this package."""
    options = []
    for path in readable():
        if path.is_symlink() and path.parent == Path("/"):
            options += ["--symlink", str(path.readlink()), str(path)]
        else:
            options += ["--ro-bind", str(path), str(path)]
    for folder in hidden():
        if any(folder.is_relative_to(path) for path in readable()):
            options += ["--tmpfs", str(folder), "--remount-ro", str(folder)]
    return options


def _open_folders() -> list[str]:
    """Return options that make the parent folders of these files readable for all users."""
    above = {folder for path in readable() for folder in path.parents if folder != Path("/")}
    folders = sorted(folder for folder in above if not folder.is_relative_to("/usr"))
    return [word for folder in folders for word in ("--perms", "0755", "--dir", str(folder))]


_SECONDS = 20.0

# Errors that may be gone a moment later: they say nothing about the machine.
_TEMPORARY_ERRORS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC)

# The bit of the capability CAP_KILL: signals to processes of other users.
_CAP_KILL = 1 << 5


@cache
def no_namespaces_reason() -> str:
    """Return why bubblewrap cannot be used here, or ""."""
    if sys.platform != "linux":
        return "only Linux has them"
    if bubblewrap() is None:
        return "the program bwrap is not installed"
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        return "this kernel has no /proc/PID/task/TID/children"
    if not _has_pidfd():
        return "this system has no pidfd (Linux 5.3 and later do)"
    if scratch_can_be_in_memory():
        return ""
    return _reason(bubblewrap_command(_python("pass"), SandboxLimits(), folder=_folder()))


@cache
def scratch_can_be_in_memory() -> bool:
    """Return whether bubblewrap can limit a scratch folder in memory (version 0.7 and later)."""
    return not _reason(bubblewrap_command(_python("pass"), SandboxLimits()))


@cache
def no_nobody_reason(in_namespaces: bool) -> str:
    """Return why a process cannot become nobody and still run this Python, or ""."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return "only root can become another user"
    if not _may_signal_others():
        return "root may not send signals to other users here, so it could not end the process"
    folders = [str(path) for path in (*packages(), Path(os.__file__).parent)]
    settings = {"user": NOBODY, "group": NOBODY, "folders": folders}
    if not in_namespaces:
        settings["folders"] = [*folders, tempfile.gettempdir()]
    command = _python(inside_source(), "try-nobody", json.dumps(settings))
    if in_namespaces:
        command = bubblewrap_command(command, SandboxLimits(), keeps_user=True, folder=_folder())
    return _reason(command)


def _has_pidfd() -> bool:
    """Return whether pidfds can be opened and used to send signals."""
    try:
        handle = os.pidfd_open(os.getpid())
    except OSError as error:
        if error.errno in _TEMPORARY_ERRORS:
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
    """Return whether this process has CAP_KILL, which containers may remove from root."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("CapEff:"):
                return bool(int(line.split()[1], 16) & _CAP_KILL)
    return True


def _folder() -> Path | None:
    """Return a folder to use as the scratch folder in tests, if it cannot be in memory."""
    return None if scratch_can_be_in_memory() else Path(tempfile.gettempdir())


def _python(program: str, *arguments: str) -> list[str]:
    return [str(interpreter()), "-P", "-s", "-S", "-B", "-c", program, *arguments]


def _reason(command: Sequence[str]) -> str:
    """Run a command, and return the last line of its errors if it fails."""
    mark = {OWNER_VARIABLE: owner_mark()}
    try:
        done = subprocess.run(
            command, env=mark, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return "a test of it hung"
    except OSError as error:
        if error.errno in _TEMPORARY_ERRORS:
            raise
        return f"it cannot be run: {error.strerror}"
    if done.returncode == 0:
        return ""
    words = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return words or f"a test of it ended with status {done.returncode}"
