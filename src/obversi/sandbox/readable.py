"""What code in a sandbox may read: the system's libraries and Python, and nothing of anyone."""

import os
import site
import sys
from functools import cache
from pathlib import Path

__all__ = ["hidden", "interpreter", "packages", "readable"]

# Where systems have their programs and libraries; the last two are of Nix and Guix.
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/nix/store", "/gnu/store"),
)
_SETTINGS = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")


def interpreter() -> Path:
    """Return the Python that runs inside: ours, not the link to it of a virtual environment."""
    return Path(sys.executable).resolve()


@cache
def packages() -> tuple[Path, ...]:
    """Return the folders of installed packages that we import from, in their order."""
    known = {*site.getsitepackages(), site.getusersitepackages()}
    names = ("site-packages", "dist-packages")
    paths = [path for path in sys.path if path in known or Path(path).name in names]
    return tuple(Path(path) for path in dict.fromkeys(paths) if Path(path).is_dir())


@cache
def hidden() -> tuple[Path, ...]:
    """Return the folders of this package, which nobody inside has to read.

    One that is worked on is here, and what was compiled for it is with the other packages.
    """
    here = Path(__file__).resolve().parent.parent
    found = [here, *(path / here.name for path in packages())]
    return tuple(dict.fromkeys(path for path in found if path.is_dir()))


@cache
def readable() -> tuple[Path, ...]:
    """Return the files and folders that may be read, the system's first.

    Links such as /lib, which leads to /usr/lib on many systems, are among them.
    """
    # Not all that Python was installed beside: that may be the folder of a user.
    libraries = [
        Path(prefix) / name
        for prefix in (sys.base_prefix, sys.base_exec_prefix)
        for name in ("lib", "lib64", sys.platlibdir)
    ]
    python = [*libraries, Path(os.__file__).parent, interpreter().parent]
    paths = [*map(Path, (*_SYSTEM, *_SETTINGS)), *python, *packages()]
    found: list[Path] = []
    for path in paths:
        if path.exists() and not any(path.is_relative_to(other) for other in found):
            found.append(path)
    return tuple(found)
