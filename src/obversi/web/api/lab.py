"""Endpoints about the laboratory: the results of the package, and the report of a folder."""

import asyncio
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from shlex import quote

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from obversi.arena.store.rows import storable
from obversi.web.http.errors import RequestError
from obversi.web.http.etags import NOT_MODIFIED, etag_headers, etag_of, is_current, not_modified
from obversi.web.models import ReplyModel
from obversi.web.services import InjectedServices

_ADDRESS = "/lab/report.html"
_RESULTS_ADDRESS = "/lab/results.html"

# As in obversi.lab, whose import for only two names would load all of it.
_PAGE = "index.html"
_DEFAULT_FOLDER = Path("lab-results")
#: The page of results that is part of the package.
SHIPPED_RESULTS = files("obversi") / "lab" / "results.html"

# The page is one file that may come from anywhere: it may load nothing, and the sandbox keeps it
# away from the app's origin.
_CONTENT = "; ".join(
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

_BODY = re.compile(rb"<body\b[^>]*>", re.IGNORECASE)
_WAY_BACK = (
    b'<nav style="padding: 0.5rem 1rem"><a href="/lab">\xe2\x80\xb9 Back to Obversi</a></nav>'
)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_DEFAULT_TITLE = "The laboratory"
#: The text if there is no report.
NO_REPORT = "There is no lab report yet. Make one in a few minutes with:"
_HEAD = 4096

router = APIRouter()


class LabReport(ReplyModel):
    """The page of the lab: its path, its title, and its time in UTC."""

    path: str
    title: str
    made: str


class Lab(ReplyModel):
    """The lab's report, or a text and a command where there is none."""

    report: LabReport | None
    text: str | None
    command: str | None


@dataclass(frozen=True, slots=True)
class _Page:
    """The page in the folder."""

    content: bytes
    changed_ns: int


@router.get("/api/lab")
async def lab(services: InjectedServices) -> Lab:
    """Describe the lab's report."""
    folder = services.settings.lab
    page = await asyncio.to_thread(_read, folder, _HEAD)
    if page is None:
        return Lab(report=None, text=NO_REPORT, command=_command(folder))
    found = _TITLE.search(page.content.decode(errors="replace"))
    made = datetime.fromtimestamp(page.changed_ns // 1_000_000_000, UTC)
    report = LabReport(
        path=_ADDRESS,
        title=unescape(found[1]).strip() if found else _DEFAULT_TITLE,
        made=f"{made:%Y-%m-%dT%H:%M:%SZ}",
    )
    return Lab(report=report, text=None, command=None)


@router.get(_ADDRESS, response_class=HTMLResponse, responses=NOT_MODIFIED)
async def report(request: Request, services: InjectedServices) -> Response:
    """Return the page of the report."""
    folder = services.settings.lab
    page = await asyncio.to_thread(_read, folder)
    if page is None:
        text = f"there is no lab report yet: make one with {_command(folder)}"
        raise RequestError(text, status=HTTPStatus.NOT_FOUND)
    return _reply(request, page)


@router.get(_RESULTS_ADDRESS, response_class=HTMLResponse, responses=NOT_MODIFIED)
async def results(request: Request) -> Response:
    """Return the page of results that is part of the package."""
    return _reply(request, _Page(await asyncio.to_thread(SHIPPED_RESULTS.read_bytes), 0))


def _reply(request: Request, page: _Page) -> Response:
    content = _with_way_back(page.content)
    etag = etag_of(page.changed_ns, content)
    if is_current(request, etag):
        return not_modified(etag)
    headers = {**etag_headers(etag), "Content-Security-Policy": _CONTENT}
    return HTMLResponse(content, headers=headers)


def _with_way_back(content: bytes) -> bytes:
    """Put a link to the app's lab on top of a page."""
    found = _BODY.search(content)
    place = found.end() if found else 0
    return content[:place] + _WAY_BACK + content[place:]


def _read(folder: Path | None, most: int = -1) -> _Page | None:
    """Return the page, or at most this number of bytes of it, or None if there is none."""
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
    is_usual = folder is None or folder == _DEFAULT_FOLDER
    option = "" if is_usual else f" --out {storable(quote(str(folder)))}"
    return f"obversi lab all --quick{option}"
