"""The folder that a process may write to: how it is made, and how it is removed."""

import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from obversi.sandbox.bubblewrap import NOBODY
from obversi.sandbox.owner import is_gone, owner_mark

__all__ = ["is_scratch_folder", "new_scratch_folder", "remove_folder", "remove_stale_folders"]

_PREFIX: Final = "obversi-sandbox-"


def new_scratch_folder(user: int | None) -> Path:
    """Make an empty folder whose name tells whose it is, for a user if it is not for us."""
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{owner_mark()}-"))
    try:
        if user is not None:
            os.chown(folder, user, user)
    except OSError:
        folder.rmdir()
        raise
    return folder


def is_scratch_folder(path: Path) -> bool:
    """Return whether a path is that of a scratch folder, by its name."""
    return path.name.startswith(_PREFIX)


def remove_stale_folders() -> None:
    """Remove the folders of those who were killed before they could."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
            if is_gone(path.name.removeprefix(_PREFIX)) and _is_ours(path):
                remove_folder(path)


def remove_folder(folder: Path) -> None:
    """Remove a folder with whatever is in it, however deep and however locked.

    Folders in folders are moved up before they are emptied: nothing goes down deeper than that, and
    no path gets too long. All is done from folder to folder: no link is followed, nor one that
    takes the place of a folder meanwhile.
    """
    with suppress(OSError):
        above = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with _opened(folder.name, above) as opened:
                _empty(opened)
            os.rmdir(folder.name, dir_fd=above)
        finally:
            os.close(above)


def _empty(folder: int) -> None:
    while inner := [*os.scandir(folder)]:
        for entry in inner:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.name, dir_fd=folder)
                continue
            with _opened(entry.name, folder) as opened:
                _move_up(opened, folder)
            os.rmdir(entry.name, dir_fd=folder)


def _move_up(folder: int, above: int) -> None:
    """Move the folders in a folder to the one above, and remove what else is there."""
    for entry in [*os.scandir(folder)]:
        if not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.name, dir_fd=folder)
            continue
        with _opened(entry.name, folder):
            pass  # who moves a folder has to be allowed to write to it
        os.rename(entry.name, secrets.token_hex(16), src_dir_fd=folder, dst_dir_fd=above)


@contextmanager
def _opened(name: str, above: int) -> Iterator[int]:
    """Unlock and open a folder, not one that a link leads to."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    if sys.platform == "linux":
        # A locked one cannot be opened, and Linux unlocks no path without following links, but it
        # gives a handle of any folder, and a path that leads to what the handle is of.
        handle = os.open(name, flags | os.O_PATH, dir_fd=above)
        try:
            Path(f"/proc/self/fd/{handle}").chmod(0o700)
            folder = os.open(".", flags, dir_fd=handle)
        finally:
            os.close(handle)
    else:
        os.chmod(name, 0o700, dir_fd=above, follow_symlinks=False)
        folder = os.open(name, flags, dir_fd=above)
    try:
        yield folder
    finally:
        os.close(folder)


def _is_ours(path: Path) -> bool:
    """Return whether a path is what it looks like: others may write to that place too."""
    state = path.lstat()
    owners = {os.geteuid(), NOBODY} if os.geteuid() == 0 else {os.geteuid()}
    return stat.S_ISDIR(state.st_mode) and state.st_uid in owners
