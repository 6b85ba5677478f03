"""The pages of the app, and the files that they are made of."""

from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from obversi.web.http.files import Files
from obversi.web.http.modules import early_modules

__all__ = ["STATIC", "is_page", "missing_page", "router"]

#: The folder of the files that pages are made of.
STATIC: Final = Path(__file__).parent.parent / "static"

_FILES: Final = Files(STATIC)

# One file shows them all, by their address; at the root it is the first.
_INDEX: Final = "index.html"
_FIRST: Final = "play"
_THEME: Final = "js/core/theme_first.js"
_PAGES: Final = (
    "/",
    "/play",
    "/play/{game}",
    "/analyse",
    "/study",
    "/study/puzzles",
    "/study/puzzles/{puzzle}",
    "/study/perfect",
    "/study/openings",
    "/study/rules",
    "/arena",
    "/arena/{number}",
    "/arena/{number}/games/{game}",
    "/lab",
)

_FOR_PROGRAMS: Final = ("/api", "/static", "/ws", "/lab/", "/openapi")

router = APIRouter()


def is_page(path: str) -> bool:
    """Whether somebody who asks for this address wants a page, rather than a short answer."""
    return not path.startswith(_FOR_PROGRAMS)


def missing_page(request: Request) -> Response:
    """Return the page for an address at which there is none: it says so."""
    return _file(_INDEX, request, 404)


async def _page(request: Request) -> Response:
    response = _file(_INDEX, request)
    response.headers["Link"] = _early(request.url.path.split("/")[1] or _FIRST)
    return response


@cache
def _early(page: str) -> str:
    """Return what tells a browser to load the modules of a page before it knows of them.

    First come the one script that everything waits for, and the looks of the page.
    """
    first = [f"</static/{_THEME}>; rel=preload; as=script"]
    if (STATIC / f"css/{page}.css").is_file():
        first.append(f"</static/css/{page}.css>; rel=preload; as=style")
    modules = (f"</static/{name}>; rel=modulepreload" for name in early_modules(STATIC, page))
    return ", ".join([*first, *modules])


async def _static(request: Request) -> Response:
    return _file(request.path_params["name"], request)


def _file(name: str, request: Request, status: int = 200) -> Response:
    response = _FILES.response(name, request, status)
    if response is None:
        raise HTTPException(404)
    return response


router.add_route("/static/{name:path}", _static, ["GET"], include_in_schema=False)
for _path in _PAGES:
    router.add_route(_path, _page, ["GET"], include_in_schema=False)
