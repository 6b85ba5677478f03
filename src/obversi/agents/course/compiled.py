"""The files that Numba has compiled of a submission, passed from its usability test to its games.

The files come from untrusted code: here they are only checked, stored and sent back to the same
submission.
"""

import base64
import binascii
import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from obversi.agents.course.source_files import Files, zip_bytes

_MOST_BYTES = 4 << 20
_MOST_FILES = 500
# The number of a folder with Python files, and a name that Numba makes.
_PATH = re.compile(r"\d{1,3}/\w[\w.<>+-]*\.nb[ic]", re.ASCII)


def compiled_files(ask: Callable[[int], Mapping[str, Any]]) -> dict[str, bytes]:
    """Return the files that a process has; `ask` returns the part that begins at a byte.

    The result is empty if any of them is not such a file, or if they are too large.
    """
    data = b""
    try:
        while True:
            answer = ask(len(data))
            part, total = base64.b64decode(str(answer["part"]), validate=True), answer["total"]
            if not isinstance(total, int) or not len(data) < total <= _MOST_BYTES or not part:
                return {}
            data += part
            if len(data) >= total:
                return _files(data)
    except (KeyError, ValueError, TypeError, RecursionError, binascii.Error):
        return {}


def _files(data: bytes) -> dict[str, bytes]:
    header, _, contents = data.partition(b"\n")
    found: dict[str, bytes] = {}
    begin = 0
    for path, size in json.loads(header):
        if not (isinstance(path, str) and _PATH.fullmatch(path) and len(path) < 200):
            return {}
        if not (isinstance(size, int) and 0 <= size <= len(contents) - begin):
            return {}
        found[path] = contents[begin : begin + size]
        begin += size
    return found if len(found) <= _MOST_FILES else {}


def compiled_zip(files: Files) -> bytes:
    """Return the files as they are stored."""
    return zip_bytes(files)


def read_compiled(path: Path) -> dict[str, bytes]:
    """Read stored files; without them, or if they are damaged, everything is compiled again."""
    try:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            return {
                name: archive.read(name) for name in archive.namelist() if _PATH.fullmatch(name)
            }
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError):
        return {}
