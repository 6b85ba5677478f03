"""Learned weights: the files that come with the package, one a size and rule set, and others."""

from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from obversi import _core
from obversi.errors import ObversiError
from obversi.weights.weights_file import (
    Tables,
    WeightsFile,
    read_evaluation,
    read_weights,
    write_weights,
)

__all__ = [
    "Tables",
    "WeightsFile",
    "evaluation",
    "read_evaluation",
    "read_weights",
    "shipped_path",
    "write_weights",
]


def shipped_path(size: int, rules: str) -> Path:
    """Return where the weights for boards of a size and rules are, if there are any."""
    return Path(__file__).parent / f"{size}x{size}-{rules}.obw"


# Several threads that read the same at once would take as many times as long.
_READING: Final[dict[tuple[int, str], Lock]] = {}


def evaluation(size: int, rules: str) -> _core.Evaluation | None:
    """Return the evaluation for boards of a size and rules, read once, or None if there is none."""
    with _READING.setdefault((size, rules), Lock()):
        return _read_once(size, rules)


@cache
def _read_once(size: int, rules: str) -> _core.Evaluation | None:
    path = shipped_path(size, rules)
    if not path.exists():
        return None
    found = read_evaluation(path)
    if (found.size, found.reversed) != (size, rules == "reversed"):
        raise ObversiError(f"the weights in {path} are for another board or other rules")
    return found
