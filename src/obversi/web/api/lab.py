"""The lab's report, by HTTP."""

import asyncio
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from http import HTTPStatus
from pathlib import Path
from shlex import quote
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from obversi.arena.store.game_row import storable
from obversi.web.http.errors import RequestError
from obversi.web.http.known import SAME, cached_headers, has_already, mark_of, same_as_before
from obversi.web.models import Answer
from obversi.web.services import ServicesHere

__all__ = ["router"]

_ADDRESS: Final = "/lab/report.html"

# As the lab names them. To ask the lab would load all of it, for two names.
_PAGE: Final = "index.html"
_USUAL_FOLDER: Final = Path("lab-results")

# The page is one file with all that it needs. It may come from anywhere, so that it stands apart
# from the app: nothing is loaded, and to what the app may do it has no access.
_CONTENT: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "script-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    )
)

_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_USUAL_TITLE: Final = "The laboratory"
_ABSENCE: Final = "The lab has no report yet. This makes one in some minutes:"
_HEAD: Final = 4096

router = APIRouter()


class LabReport(Answer):
    """The page of the lab: where it is, what it is called, and when it was made, in UTC."""

    path: str
    title: str
    made: str


class Lab(Answer):
    """The lab's report, or what is said where there is none, and the command that makes one."""

    report: LabReport | None
    text: str | None
    command: str | None


@dataclass(frozen=True, slots=True)
class _Page:
    """The page as the folder has it."""

    content: bytes
    changed_ns: int


@router.get("/api/lab")
async def lab(services: ServicesHere) -> Lab:
    """Return whether the lab has a report."""
    folder = services.settings.lab
    page = await asyncio.to_thread(_read, folder, _HEAD)
    if page is None:
        return Lab(report=None, text=_ABSENCE, command=_command(folder))
    found = _TITLE.search(page.content.decode(errors="replace"))
    made = datetime.fromtimestamp(page.changed_ns // 1_000_000_000, UTC)
    report = LabReport(
        path=_ADDRESS,
        title=unescape(found[1]).strip() if found else _USUAL_TITLE,
        made=f"{made:%Y-%m-%dT%H:%M:%SZ}",
    )
    return Lab(report=report, text=None, command=None)


@router.get(_ADDRESS, response_class=HTMLResponse, responses=SAME)
async def report(request: Request, services: ServicesHere) -> Response:
    """Return the page, which stands by itself."""
    folder = services.settings.lab
    page = await asyncio.to_thread(_read, folder)
    if page is None:
        text = f"the lab has no report yet: {_command(folder)} makes one in some minutes"
        raise RequestError(text, status=HTTPStatus.NOT_FOUND)
    mark = mark_of(page.changed_ns, page.content)
    if has_already(request, mark):
        return same_as_before(mark)
    headers = {**cached_headers(mark), "Content-Security-Policy": _CONTENT}
    return HTMLResponse(page.content, headers=headers)


def _read(folder: Path | None, most: int = -1) -> _Page | None:
    """Return the page, or so many bytes of it, or None if there is none."""
    if folder is None:
        return None
    try:
        path = folder / _PAGE
        with path.open("rb") as file:
            return _Page(file.read(most), path.stat().st_mtime_ns)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise RequestError(
            f"the lab's report cannot be read: {error.strerror or error}",
            status=HTTPStatus.CONFLICT,
        ) from error


def _command(folder: Path | None) -> str:
    """Return a command that makes the report."""
    is_usual = folder is None or folder == _USUAL_FOLDER
    option = "" if is_usual else f" --out {storable(quote(str(folder)))}"
    return f"obversi lab all --quick{option}"
