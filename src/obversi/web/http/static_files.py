"""The static files of pages, which are cached and read again when they have changed."""

import gzip
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from stat import S_ISREG

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

import obversi.weights
from obversi.web.http.content_policy import content_policy
from obversi.web.http.etags import etag_headers, etag_of, is_current, not_modified

# The machine's own table of types may be wrong for these.
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".obw": "application/octet-stream",
}

# Files that are compressed already.
_PACKED = frozenset({".obw", ".png"})


@dataclass(frozen=True, slots=True)
class _File:
    """The content of a file, plain and compressed."""

    content: bytes
    packed: bytes
    kind: str
    stamp: tuple[int, int]
    etag: str
    packed_etag: str


class Files:
    """The files of a folder.

    Starlette's StaticFiles has no content hashes as ETags, reads a file in a thread for each
    request and compresses it each time. A page has dozens of small files: they are cached in
    memory, with their compressed form, and only their modification time is checked.
    """

    def __init__(self, folder: Path) -> None:
        """Start with an empty cache."""
        self._folder = folder.resolve()
        self._known: dict[Path, _File] = {}

    def response(self, name: str, request: Request, status: int = 200) -> Response | None:
        """Return a file, or status 304 if the client has it; None if there is no such file."""
        file = self._file(name)
        if file is None:
            return None
        is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
        content, etag = (file.packed, file.packed_etag) if is_packed else (file.content, file.etag)
        headers = {**etag_headers(etag), "Vary": "Accept-Encoding"}
        if is_packed and content is not file.content:
            headers["Content-Encoding"] = "gzip"
        if status == 200 and is_current(request, etag):
            return not_modified(etag)
        return Response(content, status, headers, file.kind)

    def version(self) -> tuple[str, list[str]]:
        """Return a hash of all files, and their names."""
        paths = sorted(path for path in self._folder.rglob("*") if path.is_file())
        names = [path.relative_to(self._folder).as_posix() for path in paths]
        files = {name: self._file(name) for name in names}
        known = {name: file.etag for name, file in files.items() if file is not None}
        return etag_of(known).strip('"'), list(known)

    def text(self, name: str) -> str:
        """Return the content of a file that is there."""
        return (self._folder / name).read_text(encoding="utf-8")

    def _file(self, name: str) -> _File | None:
        try:
            path = (self._folder / name).resolve()
            found = path.stat()
        except (OSError, ValueError):  # such as a null byte in the name
            return None
        if not (path.is_relative_to(self._folder) and S_ISREG(found.st_mode)):
            return None
        stamp = found.st_mtime_ns, found.st_size
        known = self._known.get(path)  # many names can lead to one file
        if known is None or known.stamp != stamp:
            content = path.read_bytes()
            kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
            packed = content if path.suffix in _PACKED else gzip.compress(content, mtime=0)
            marks = etag_of(content), etag_of(packed)
            known = self._known[path] = _File(content, packed, kind, stamp, *marks)
        return known


# Static imports at the top of a module; dynamic ones are loaded later.
_IMPORT = re.compile(r'^(?:import|export|\})[^;\n]*?"(\.[^"]+\.js)";$', re.MULTILINE)

_MAIN = "js/main.js"


def page_modules(folder: Path, page: str) -> list[str]:
    """Return the modules that a page imports, such as ``js/main.js``, each once.

    A browser finds the imports of a module only when it has read it, several levels deep. With this
    list it can load all of them at once.
    """
    found: dict[str, None] = {}
    wanted = [_MAIN, f"js/{page}/page.js"]
    while wanted:
        name = wanted.pop(0)
        if name in found or not (folder / name).is_file():
            continue
        found[name] = None
        text = (folder / name).read_text(encoding="utf-8")
        wanted += [_joined(name, target) for target in _IMPORT.findall(text)]
    return list(found)


def _joined(name: str, target: str) -> str:
    """Return the path of an imported module, relative to the static folder."""
    parts = list(PurePosixPath(name).parent.parts)
    for part in PurePosixPath(target).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


#: The folder of the static files.
STATIC = Path(__file__).parent.parent / "static"

#: The files of that folder.
FILES = Files(STATIC)

# One HTML file serves all pages; the script shows the one of the address.
_INDEX = "index.html"
_FIRST = "play"
_FIRST_SCRIPT = "js/core/first.js"
#: The addresses of the pages.
PAGES = (
    "/",
    "/play",
    "/play/{game}",
    "/analyse",
    "/analyse/{study}",
    "/study",
    "/study/puzzles",
    "/study/puzzles/{puzzle}",
    "/study/perfect",
    "/study/openings",
    "/study/openings/training/{color}",
    "/study/rules",
    "/study/lessons",
    "/study/two",
    "/study/offline",
    "/study/lessons/{rules}/{lesson}",
    "/study/tree",
    "/arena",
    "/arena/{number}",
    "/arena/{number}/games/{game}",
    "/games",
    "/lab",
)

_FOR_PROGRAMS = ("/api", "/static", "/ws", "/lab/", "/openapi")

router = APIRouter()


def is_page(path: str) -> bool:
    """Whether this path is for a browser page, not for a program."""
    return not path.startswith(_FOR_PROGRAMS)


def missing_page(request: Request) -> Response:
    """Return the page for an unknown address, with status 404."""
    return _file(_INDEX, request, 404)


async def _page(request: Request) -> Response:
    response = _file(_INDEX, request)
    response.headers["Link"] = _preload_header(request.url.path.split("/")[1] or _FIRST)
    return response


# The page of a study for frames of other sites, which may not show any other page.
_EMBED = "embed.html"
_EMBED_HEADERS = {
    "Content-Security-Policy": content_policy("*"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}


async def _embedded(request: Request) -> Response:
    response = _file(_EMBED, request)
    response.headers.update(_EMBED_HEADERS)
    return response


@cache
def _preload_header(page: str) -> str:
    """Return the Link header that preloads the script, style sheet and modules of a page."""
    first = [f"</static/{_FIRST_SCRIPT}>; rel=preload; as=script"]
    if (STATIC / f"css/{page}.css").is_file():
        first.append(f"</static/css/{page}.css>; rel=preload; as=style")
    modules = (f"</static/{name}>; rel=modulepreload" for name in page_modules(STATIC, page))
    return ", ".join([*first, *modules])


# The weights of the engine, for pages that search themselves.
_WEIGHTS = Files(Path(obversi.weights.__file__).parent)


async def _weights(request: Request) -> Response:
    name = request.path_params["name"]
    response = _WEIGHTS.response(f"{name}.obw", request)
    if response is None:
        raise HTTPException(404)
    return response


async def _static(request: Request) -> Response:
    return _file(request.path_params["name"], request)


def _file(name: str, request: Request, status: int = 200) -> Response:
    response = FILES.response(name, request, status)
    if response is None:
        raise HTTPException(404)
    return response


router.add_route("/embed/{study}", _embedded, ["GET"], include_in_schema=False)
router.add_route("/static/weights/{name}.obw", _weights, ["GET"], include_in_schema=False)
router.add_route("/static/{name:path}", _static, ["GET"], include_in_schema=False)
for _path in PAGES:
    router.add_route(_path, _page, ["GET"], include_in_schema=False)
