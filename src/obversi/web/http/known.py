"""Answers that a browser has already: it is told that they are still the same."""

from hashlib import blake2b
from typing import Any, Final

from fastapi import Request
from starlette.responses import Response

__all__ = ["SAME", "cached_headers", "has_already", "mark_of", "same_as_before"]

#: What the schema says of those who are told that nothing has changed.
SAME: Final[dict[int | str, dict[str, Any]]] = {
    304: {"description": "The answer is the one that the ETag of the request names."}
}


def mark_of(*parts: object) -> str:
    """Return the ETag of an answer that is decided by these parts.

    >>> mark_of("tournament", 3) == mark_of("tournament", 3), mark_of(1, 2) == mark_of(12)
    (True, False)
    """
    return f'"{blake2b(repr(parts).encode(errors="replace"), digest_size=12).hexdigest()}"'


def has_already(request: Request, mark: str) -> bool:
    """Say whether a request names the answer of this ETag as one that it has."""
    named = ",".join(request.headers.getlist("If-None-Match")).split(",")
    told = {name.strip().removeprefix("W/") for name in named}
    return mark in told or "*" in told


def cached_headers(mark: str) -> dict[str, str]:
    """Return what lets a browser keep an answer, and ask each time whether it is still right."""
    return {"ETag": mark, "Cache-Control": "no-cache"}


def same_as_before(mark: str) -> Response:
    """Return the answer for who has it already."""
    return Response(status_code=304, headers=cached_headers(mark))
