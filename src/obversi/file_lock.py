"""A lock of an open file against other processes; the system frees it when the file is closed.

On Unix it is the lock of the whole file. Windows locks bytes, which others cannot read then: it is
one byte that no file reaches.
"""

import importlib
import os
from typing import IO, Any

# The last megabyte that Windows can lock; a file need not be as long.
_FAR_BYTE = 0x7FF0_0000


def lock_file(file: IO[Any], *, shared: bool = False) -> None:
    """Lock a file, or raise a BlockingIOError if another process has locked it.

    With `shared` others may share the lock, on Unix.
    """
    try:
        import fcntl
    except ImportError:
        _lock_byte(file.fileno())
        return
    fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _lock_byte(number: int) -> None:
    try:
        msvcrt: Any = importlib.import_module("msvcrt")
    except ImportError:
        return  # neither Unix nor Windows, as in a browser: there are no other processes
    place = os.lseek(number, 0, os.SEEK_CUR)
    os.lseek(number, _FAR_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        raise BlockingIOError(*error.args) from error
    finally:
        os.lseek(number, place, os.SEEK_SET)
