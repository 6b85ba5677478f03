"""The learned weights that come with the package: a compressed file for each size and rule set."""

import zlib
from functools import cache
from pathlib import Path

from obversi import _core
from obversi.errors import ObversiError

__all__ = ["evaluation"]

_FOLDER = Path(__file__).parent


@cache
def evaluation(size: int, rules: str) -> _core.Evaluation | None:
    """Return the evaluation for boards of a size and rules, read once, or None if there is none."""
    path = _FOLDER / f"{size}x{size}-{rules}.obw"
    if not path.exists():
        return None
    try:
        found = _core.Evaluation(zlib.decompress(path.read_bytes()))
    except (zlib.error, ValueError) as error:
        raise ObversiError(f"the weights in {path} cannot be used: {error}") from error
    if (found.size, found.reversed) != (size, rules == "reversed"):
        raise ObversiError(f"the weights in {path} are for another board or other rules")
    return found
