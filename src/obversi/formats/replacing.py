"""A new file in the place of an old one, there whole or not at all."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.errors import FormatError

__all__ = ["replacing", "synced", "write_whole"]


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Hand out a new path in the same folder; what is written there replaces the target."""
    if target.exists() and not target.is_file():
        raise FormatError(f"{target} is no file that could be replaced")
    if not target.parent.is_dir():
        raise FormatError(f"there is no folder {target.parent} to write {target.name} into")
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        yield partial
        if target.exists():
            shutil.copymode(target, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def write_whole(path: Path, text: str, *, durable: bool = False) -> None:
    """Write a text, in which half a character becomes a question mark.

    What is `durable` is on the disk before it is in its place, and so outlives a power cut.
    """
    target = path.resolve()
    with replacing(target) as partial:
        partial.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        if durable:
            synced(partial)
    if durable:
        synced(target.parent)


def synced(path: Path) -> None:
    """Wait until a file, or what a folder holds, is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
