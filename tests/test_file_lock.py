"""Locks of files, by the means of Unix and by those of Windows."""

import fcntl
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from obversi.file_lock import lock_file
from obversi.sqlite_file import ProcessLock, StorageError, is_locked


@pytest.fixture(params=["unix", "windows"], autouse=True)
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one system's module after the other."""
    if request.param == "unix":
        return
    locked_places = []

    def locking(file: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        locked_places.append(os.lseek(file, 0, os.SEEK_CUR))
        assert locked_places[-1] > 1 << 30  # behind all that others read
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None

    windows = ModuleType("msvcrt")
    vars(windows).update(LK_NBLCK=2, locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setitem(sys.modules, "fcntl", None)


def test_a_second_lock_is_rejected_until_the_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("ab") as first, path.open("ab") as second:
        lock_file(first)
        with pytest.raises(BlockingIOError):
            lock_file(second)
    with path.open("ab") as third:
        lock_file(third)


def test_what_is_written_after_the_lock_is_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_bytes(b"abc")
    with path.open("r+b") as file:
        assert file.read(1) == b"a"
        lock_file(file)
        assert file.read() == b"bc"
        file.write(b"d")
    assert path.read_bytes() == b"abcd"


def test_one_process_at_a_time_has_the_lock_beside_a_database(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    lock = ProcessLock(path, "it is in use")
    assert is_locked(path)
    with pytest.raises(StorageError, match=rf"it is in use \({os.getpid()}\)"):
        ProcessLock(path, "it is in use")
    lock.release()
    assert not is_locked(path)
    ProcessLock(path, "it is in use").release()


def test_a_lock_file_that_cannot_be_removed_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows removes no file that is open."""
    path = tmp_path / "lock"
    lock = ProcessLock(path, "it is in use")
    with monkeypatch.context() as patch:

        def fail(path: Path, missing_ok: bool = False) -> None:
            raise PermissionError(13, "Permission denied", str(path), missing_ok)

        patch.setattr(Path, "unlink", fail)
        lock.release()
    assert path.exists()
    assert not is_locked(path)
    ProcessLock(path, "it is in use").release()


def test_a_system_without_both_has_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with (tmp_path / "lock").open("ab") as first, (tmp_path / "lock").open("ab") as second:
        lock_file(first)
        lock_file(second)
