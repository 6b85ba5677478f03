"""How much of its scratch folder a process uses."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["ScratchUse", "folder_use", "own_file_system_use"]

_BLOCK: Final = 512

# Nobody needs folders in folders as deep as that, unless to hide something.
_DEEPEST: Final = 32


@dataclass(frozen=True, slots=True)
class ScratchUse:
    """What is in a scratch folder; some of it may be hidden, so that it cannot be counted."""

    size: int
    files: int
    is_hidden: bool = False


def own_file_system_use(process: int, scratch: str) -> ScratchUse | None:
    """Return what is used of a scratch folder that is a file system of the process's own."""
    try:
        system = os.statvfs(f"/proc/{process}/root{scratch}")
    except OSError:
        return None
    used = (system.f_blocks - system.f_bfree) * system.f_frsize
    return ScratchUse(used, system.f_files - system.f_ffree)


def folder_use(folder: str, inside: str, process: int, most_files: int) -> ScratchUse:
    """Return what is in a folder, and what was removed from it but is still open or mapped.

    The process knows the folder as `inside`. One with too many files is not counted to its end.
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
        """Count a folder by its name in the one above: whole paths can be too long to be said."""
        try:
            folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
        except (FileNotFoundError, NotADirectoryError):  # it was removed just now
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
        """Count what is in a folder, and return the folders among that."""
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
    """Return the bytes and the number of files that only the process still has."""
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
