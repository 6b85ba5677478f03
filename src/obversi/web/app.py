"""The app as FastAPI has it: its pages, and what they ask for."""

from typing import Any, Final

from fastapi import FastAPI
from starlette.middleware import Middleware

from obversi import __version__
from obversi.web.api import (
    about,
    agents,
    arena,
    explain,
    lab,
    line,
    openings,
    perfect,
    puzzles,
    read,
    starts,
    write,
)
from obversi.web.http import pages
from obversi.web.http.errors import Failures, handle_errors
from obversi.web.http.heads import Heads
from obversi.web.http.limits import RequestLimits
from obversi.web.http.security import Guard, OwnNames, SafeHeaders
from obversi.web.models import ErrorAnswer
from obversi.web.services import Services

__all__ = ["ROUTERS", "make_app"]

#: The parts of the app.
ROUTERS: Final = (
    pages.router,
    line.router,
    read.router,
    write.router,
    explain.router,
    agents.router,
    starts.router,
    about.router,
    openings.router,
    puzzles.router,
    perfect.router,
    arena.router,
    lab.router,
)

# Refusals are JSON where the answer itself is a page, too.
_REFUSAL: Final = {
    "model": ErrorAnswer,
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}},
}
_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {**_REFUSAL, "description": "The request is refused, with a reason."},
    422: {**_REFUSAL, "description": "A field of the request is wrong."},
}


def make_app(services: Services) -> FastAPI:
    """Return the app, whose WebSocket is beside it: see `obversi.web.http.socket`."""
    settings = services.settings
    own = OwnNames.of(settings.host, settings.sites)
    app = FastAPI(
        title="Obversi",
        version=__version__,
        docs_url=None,  # these pages load from elsewhere
        redoc_url=None,
        responses=_REFUSALS,
        redirect_slashes=False,
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Failures),
            Middleware(Guard, own=own),
            Middleware(RequestLimits),
            Middleware(Heads),
        ],
    )
    app.state.services = services
    handle_errors(app)
    for router in ROUTERS:
        app.include_router(router)
    return app
