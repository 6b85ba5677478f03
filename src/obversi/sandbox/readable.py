"""Files that code in a sandbox may read: libraries and Python, for bubblewrap and Landlock."""

import os
import site
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

# Programs and libraries of the system; the last two are for Nix and Guix.
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/nix/store", "/gnu/store"),
)
_SETTINGS = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")


def interpreter() -> Path:
    """Return the Python that runs inside: ours, without the link of a virtual environment."""
    return Path(sys.executable).resolve()


@cache
def inside_source() -> str:
    """Return the text of the script that runs first inside a sandbox."""
    return Path(__file__).with_name("inside.py").read_text(encoding="utf-8")


@cache
def packages() -> tuple[Path, ...]:
    """Return the folders of installed packages that we import from, in their order."""
    known = {*site.getsitepackages(), site.getusersitepackages()}
    names = ("site-packages", "dist-packages")
    paths = [path for path in sys.path if path in known or Path(path).name in names]
    return tuple(Path(path) for path in dict.fromkeys(paths) if Path(path).is_dir())


@cache
def hidden() -> tuple[Path, ...]:
    """Return the folders of this package, which code inside may not read.

    In an editable installation the compiled part lies beside the other packages.
    """
    here = Path(__file__).resolve().parent.parent
    found = [here, *(path / here.name for path in packages())]
    return tuple(dict.fromkeys(path for path in found if path.is_dir()))


@cache
def readable() -> tuple[Path, ...]:
    """Return the readable files and folders, the system's first.

    They include links such as /lib, which leads to /usr/lib on many systems.
    """
    # Only these folders of the prefix: the prefix may be the home folder of a user.
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


# Files that libraries read: about the process, the processor, the memory, and random bytes.
_LOOKED_AT = (
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu"),
    *("/dev/zero", "/dev/random", "/dev/urandom", "/dev/full"),
)


def landlock_rules(scratch: str) -> dict[str, list[str]]:
    """Return the paths that may be listed, read and written, for `inside.landlock`."""
    without = {path.resolve() for path in hidden()}
    rules: dict[str, list[str]] = {
        "list": [],
        "read": [*_LOOKED_AT],
        "write": [scratch, "/dev/null"],
    }
    for path in readable():
        for right, allowed in _around(path.resolve(), without):
            rules[right].append(str(allowed))
    return rules


def _around(path: Path, without: set[Path]) -> Iterator[tuple[str, Path]]:
    """Allow a folder without some inner ones: rules hold for subfolders, so they avoid those."""
    if not any(folder.is_relative_to(path) for folder in without):
        yield "read", path
    elif path not in without:
        yield "list", path
        for inner in path.iterdir():
            if not inner.is_symlink():
                yield from _around(inner, without)
