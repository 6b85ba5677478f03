"""The command of bubblewrap: a process in namespaces of its own."""

import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.owner import OWNER_VARIABLE
from obversi.sandbox.readable import hidden, readable

__all__ = ["NOBODY", "SCRATCH_INSIDE", "bubblewrap", "bubblewrap_command"]

# The scratch folder of every process in namespaces of its own. The usual place would hide a Python
# that is installed there, as one that is only tried out often is.
SCRATCH_INSIDE: Final = "/scratch"
_USUAL_SCRATCH: Final = Path("/tmp")

# The number of the user, and of the group, that own nothing.
NOBODY: Final = 65534

_MEGABYTE: Final = 1 << 20


@cache
def bubblewrap() -> str | None:
    """Return where bubblewrap is, if it is installed."""
    return shutil.which("bwrap")


def bubblewrap_command(
    command: Sequence[str],
    limits: SandboxLimits,
    *,
    keeps_user: bool = False,
    folder: Path | None = None,
    info_file: int | None = None,
) -> list[str]:
    """Return the command that runs another one in namespaces, and tells its number at a file.

    With `keeps_user` there is no namespace for users: the process begins as root, and becomes
    nobody by itself. Without it, it is nobody as far as it sees, and we as far as others see. The
    scratch folder is a folder of ours, or without one in memory.

    The first process of the namespace is bubblewrap's own, and the one that is told: Linux ends it
    with us, and all others in the namespace with it.
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
    # In /proc whoever is root outside could write settings of the whole machine. The other two are
    # in memory, where files could be written without an end.
    options += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    options += ["--remount-ro", "/"]
    if info_file is not None:
        options += ["--info-fd", str(info_file)]
    return [str(bubblewrap()), *options, "--", *command]


def _system_files() -> list[str]:
    """Return how the files of the system come inside: not to be written, and without ours."""
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
    """Return folders on the way to those files, which only root could go through otherwise."""
    above = {folder for path in readable() for folder in path.parents if folder != Path("/")}
    folders = sorted(folder for folder in above if not folder.is_relative_to("/usr"))
    return [word for folder in folders for word in ("--perms", "0755", "--dir", str(folder))]
