"""What Landlock leaves to code in a sandbox."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from obversi.sandbox.readable import hidden, readable

__all__ = ["landlock_rules"]

# What libraries look at: themselves, the processor, the memory of the machine, chance.
_LOOKED_AT: Final = (
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu"),
    *("/dev/zero", "/dev/random", "/dev/urandom", "/dev/full"),
)


def landlock_rules(scratch: str) -> dict[str, list[str]]:
    """Return the paths that may be listed, read and written, as the inside takes them."""
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
    """Let a folder be read but for some within: rules hold for all beneath, so they go around."""
    if not any(folder.is_relative_to(path) for folder in without):
        yield "read", path
    elif path not in without:
        yield "list", path
        for inner in path.iterdir():
            if not inner.is_symlink():
                yield from _around(inner, without)
