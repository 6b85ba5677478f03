"""The files that pages are made of: small, and read again when they have changed."""

import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Final

from fastapi import Request
from starlette.responses import Response

from obversi.web.http.known import cached_headers, has_already, mark_of, same_as_before

__all__ = ["Files"]

# What a machine's own settings say of these may be anything, and browsers believe what they hear.
_KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was at some time, and made small for those who can read that."""

    content: bytes
    packed: bytes
    kind: str
    stamp: tuple[int, int]
    mark: str
    packed_mark: str


class Files:
    """The files of a folder, and none above it.

    A page has dozens: they are kept in memory, and asked for their age each time, which takes less
    than to hand them to a thread.
    """

    def __init__(self, folder: Path) -> None:
        """Begin with none in memory."""
        self._folder = folder.resolve()
        self._known: dict[Path, _File] = {}

    def response(self, name: str, request: Request, status: int = 200) -> Response | None:
        """Return a file, or that it is as it was; None if there is none of this name."""
        file = self._file(name)
        if file is None:
            return None
        is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
        content, mark = (file.packed, file.packed_mark) if is_packed else (file.content, file.mark)
        headers = {**cached_headers(mark), "Vary": "Accept-Encoding"}
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        if status == 200 and has_already(request, mark):
            return same_as_before(mark)
        return Response(content, status, headers, file.kind)

    def _file(self, name: str) -> _File | None:
        try:
            path = (self._folder / name).resolve()
            found = path.stat()
        except (OSError, ValueError):  # such as a zero byte in its name
            return None
        if not (path.is_relative_to(self._folder) and S_ISREG(found.st_mode)):
            return None
        stamp = found.st_mtime_ns, found.st_size
        known = self._known.get(path)  # names without end may lead to it
        if known is None or known.stamp != stamp:
            content = path.read_bytes()
            kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
            packed = gzip.compress(content, mtime=0)
            marks = mark_of(content), mark_of(packed)
            known = self._known[path] = _File(content, packed, kind, stamp, *marks)
        return known
