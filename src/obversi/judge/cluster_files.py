"""Files of a contest that travel to the workers of a cluster, to each of them once."""

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from obversi.arena.playing.cluster_worker import this_worker
from obversi.errors import InputError, ObversiError
from obversi.formats.saving import replacing
from obversi.judge.folder import DIVIDERS

_making_folder = Lock()


class MissingFilesError(ObversiError):
    """A worker does not have a file that it should have: it may have been restarted."""


@dataclass(frozen=True, slots=True)
class ContestFile:
    """A file, by its name and the SHA-256 of its content."""

    name: str
    digest: str


def path_on_worker(file: ContestFile) -> Path:
    """Return where a file is on this worker."""
    path = _place(file)
    if not path.is_file():
        raise MissingFilesError(f"{file.name} is not there")
    return path


def store_on_worker(files: Iterable[ContestFile], contents: Mapping[str, bytes]) -> None:
    """Store the files whose contents are given, by their digests."""
    for file in files:
        if file.digest in contents:
            path = _place(file)
            path.parent.mkdir(exist_ok=True)
            with replacing(path) as partial:  # several tasks may bring the same file
                partial.write_bytes(contents[file.digest])


def _place(file: ContestFile) -> Path:
    with _making_folder:  # two threads must not make one each
        folder = _folder_of(this_worker().local_directory)
    return folder / file.digest / file.name


@cache
def _folder_of(worker: str) -> Path:
    """Make a folder that only this user can read; Dask deletes it with that of the worker."""
    folder = tempfile.mkdtemp(prefix="judge-", dir=worker)
    if any(divider in folder for divider in DIVIDERS):
        raise InputError(
            f"the path of the worker's folder, {folder}, has one of {' '.join(DIVIDERS)} in it: "
            "start the worker with another --local-directory"
        )
    return Path(folder)
