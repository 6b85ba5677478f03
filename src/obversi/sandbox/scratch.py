"""The folder that a process may write to: how it is made, and how it is removed."""

import os
import stat
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from obversi.sandbox.bubblewrap import NOBODY
from obversi.sandbox.owner import is_gone, owner_mark

__all__ = ["new_scratch_folder", "remove_folder", "remove_stale_folders"]

_PREFIX: Final = "obversi-sandbox-"


def new_scratch_folder(user: int | None) -> Path:
    """Make an empty folder whose name tells whose it is, for a user if it is not for us."""
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{owner_mark()}-"))
    if user is not None:
        os.chown(folder, user, user)
    return folder


def remove_stale_folders() -> None:
    """Remove the folders of those who were killed before they could."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
            if is_gone(path.name.removeprefix(_PREFIX)) and _is_ours(path):
                remove_folder(path)


def remove_folder(folder: Path) -> None:
    """Remove a folder with whatever is in it, however deep and however locked.

    Folders in folders are moved up before they are emptied: nothing goes down deeper than that, no
    path gets too long, and no link is followed.
    """
    names = (folder / f"{os.getpid()}-{number}" for number in count())
    with suppress(OSError):
        folder.chmod(0o700)
        while inner := [*os.scandir(folder)]:
            for entry in inner:
                if not entry.is_dir(follow_symlinks=False):
                    Path(entry).unlink()
                    continue
                Path(entry).chmod(0o700)
                for deeper in [*os.scandir(entry)]:
                    if deeper.is_dir(follow_symlinks=False):
                        Path(deeper).chmod(0o700)
                        free = next(name for name in names if not os.path.lexists(name))
                        Path(deeper).rename(free)
                    else:
                        Path(deeper).unlink()
                Path(entry).rmdir()
        folder.rmdir()


def _is_ours(path: Path) -> bool:
    """Return whether a path is what it looks like: others may write to that place too."""
    state = path.lstat()
    owners = {os.geteuid(), NOBODY} if os.geteuid() == 0 else {os.geteuid()}
    return stat.S_ISDIR(state.st_mode) and state.st_uid in owners
