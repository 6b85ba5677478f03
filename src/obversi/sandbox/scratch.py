"""The scratch folder of a sandbox: created, measured and removed."""

import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from obversi.sandbox.bubblewrap import NOBODY
from obversi.sandbox.owner import SANDBOX_PREFIX, is_gone, owner_mark


def new_scratch_folder(user: int | None) -> Path:
    """Create an empty folder with the owner mark in its name, for another user if one is given."""
    folder = Path(tempfile.mkdtemp(prefix=f"{SANDBOX_PREFIX}{owner_mark()}-"))
    try:
        if user is not None:
            os.chown(folder, user, user)
    except OSError:
        folder.rmdir()
        raise
    return folder


def remove_stale_folders() -> None:
    """Remove the folders of owners that were killed."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{SANDBOX_PREFIX}*"):
            if is_gone(path.name.removeprefix(SANDBOX_PREFIX)) and _is_ours(path):
                remove_folder(path)


def remove_folder(folder: Path) -> None:
    """Remove a folder with all its content, however deep and whatever its permissions.

    Inner folders are moved up before they are emptied, so no path gets too long. All calls are
    relative to open folders: no link is followed, not even one that replaces a folder meanwhile.
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
    """Move the folders in a folder to the one above, and remove its files."""
    for entry in [*os.scandir(folder)]:
        if not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.name, dir_fd=folder)
            continue
        with _opened(entry.name, folder):
            pass  # opening unlocks it: a folder can be moved only if it is writable
        os.rename(entry.name, secrets.token_hex(16), src_dir_fd=folder, dst_dir_fd=above)


@contextmanager
def _opened(name: str, above: int) -> Iterator[int]:
    """Make a folder accessible and open it, without following a link."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    if sys.platform == "linux":
        # Linux cannot change a mode without following links. But O_PATH opens any folder, and
        # /proc/self/fd leads to exactly that folder.
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
    """Return whether a path is a folder of our users: others may write to /tmp too."""
    state = path.lstat()
    owners = {os.geteuid(), NOBODY} if os.geteuid() == 0 else {os.geteuid()}
    return stat.S_ISDIR(state.st_mode) and state.st_uid in owners


_BLOCK = 512

# Deeper folders count as an attempt to hide files.
_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class ScratchUse:
    """The use of a scratch folder; hidden files are those that cannot be counted."""

    size: int
    files: int
    is_hidden: bool = False


def own_file_system_use(process: int, scratch: str) -> ScratchUse | None:
    """Return the use of a scratch folder that is a file system of its own."""
    try:
        system = os.statvfs(f"/proc/{process}/root{scratch}")
    except OSError:
        return None
    used = (system.f_blocks - system.f_bfree) * system.f_frsize
    return ScratchUse(used, system.f_files - system.f_ffree)


def folder_use(folder: str, inside: str, process: int, most_files: int) -> ScratchUse:
    """Return the use of a folder, with removed files that are still open or mapped.

    `inside` is the path of the folder inside the sandbox. Counting stops at too many files.
    """
    counting = _Counting(*_removed(inside, process), most_files)
    counting.count(folder, None, 0)
    return ScratchUse(counting.size, counting.files, counting.is_hidden)


@dataclass(slots=True)
class _Counting:
    size: int
    files: int
    most_files: int
    is_hidden: bool = False

    def count(self, name: str, above: int | None, depth: int) -> None:
        """Count a folder by its name in the one above: whole paths can be too long."""
        try:
            folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
        except (FileNotFoundError, NotADirectoryError):  # removed meanwhile
            return
        except OSError:
            self.is_hidden = True
            return
        try:
            inner = self._count_entries(folder)
            self.is_hidden |= bool(inner) and depth == _DEEPEST
            for each in inner if depth < _DEEPEST else ():
                self.count(each, folder, depth + 1)
        finally:
            os.close(folder)

    def _count_entries(self, folder: int) -> list[str]:
        """Count the entries of a folder, and return the folders among them."""
        folders = []
        with os.scandir(folder) as entries:
            for entry in entries:
                self.files += 1
                if self.files > self.most_files:
                    return []
                with suppress(OSError):
                    self.size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.name)
        return folders


def _removed(folder: str, process: int) -> tuple[int, int]:
    """Return bytes and number of the removed files that the process still holds."""
    found: dict[str, int] = {}
    with suppress(OSError):
        for file in os.scandir(f"/proc/{process}/fd"):
            with suppress(OSError):
                state = file.stat()
                if not state.st_nlink and str(Path(file).readlink()).startswith(folder):
                    found[str(state.st_ino)] = state.st_blocks * _BLOCK
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/maps").read_text(errors="replace").splitlines():
            if folder in line and line.endswith("(deleted)"):
                place, _, _, _, number = line.split()[:5]
                first, _, last = place.partition("-")
                mapped = int(last, 16) - int(first, 16)
                found[number] = max(found.get(number, 0), mapped)
    return sum(found.values()), len(found)
