"""ETags: a client that has the current reply gets status 304."""

from hashlib import blake2b
from typing import Any

from fastapi import Request
from starlette.responses import Response

#: The reply 304 in the OpenAPI schema.
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {
    304: {"description": "The ETag of the request is that of the current reply."}
}


def etag_of(*parts: object) -> str:
    """Return the ETag of a reply that depends on these parts.

    >>> etag_of("tournament", 3) == etag_of("tournament", 3), etag_of(1, 2) == etag_of(12)
    (True, False)
    """
    return f'"{blake2b(repr(parts).encode(errors="replace"), digest_size=12).hexdigest()}"'


def is_current(request: Request, etag: str) -> bool:
    """Return whether the client has the reply with this ETag."""
    values = ",".join(request.headers.getlist("If-None-Match")).split(",")
    etags = {value.strip().removeprefix("W/") for value in values}
    return etag in etags or "*" in etags


def etag_headers(etag: str) -> dict[str, str]:
    """Return headers that let a browser cache a reply but revalidate it each time."""
    return {"ETag": etag, "Cache-Control": "no-cache"}


def constant_json(request: Request, content: bytes, packed: bytes, etag: str) -> Response:
    """Return JSON that is constant, compressed by gzip if the client takes that."""
    if is_current(request, etag):
        return not_modified(etag)
    headers = etag_headers(etag) | {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        content, headers = packed, headers | {"Content-Encoding": "gzip"}
    return Response(content, headers=headers, media_type="application/json")


def not_modified(etag: str) -> Response:
    """Return the reply 304, without a body."""
    return Response(status_code=304, headers=etag_headers(etag))
