"""The FastAPI app: its pages, its API and its middleware."""

from typing import Any

from fastapi import FastAPI
from starlette.middleware import Middleware

from obversi import __version__
from obversi.net.operations.pages import OperatorPages
from obversi.net.proxies import TrustedProxies
from obversi.web.api import (
    about,
    arena,
    evaluations,
    explorer,
    games,
    lab,
    perfect_play,
    person,
    person_games,
    puzzle_packs,
    puzzles,
    ratings,
    runs,
    search_tree,
    studies,
)
from obversi.web.explorer.game_databases import GameDatabases
from obversi.web.http import offline, operator_pages, static_files
from obversi.web.http.errors import FailureLog, handle_errors
from obversi.web.http.forwarded_clients import ForwardedClients
from obversi.web.http.head_requests import HeadRequests
from obversi.web.http.limits import RequestLimits
from obversi.web.http.request_measures import RequestMeasures
from obversi.web.http.security import Guard, OwnNames, SafeHeaders
from obversi.web.models import ErrorReply
from obversi.web.services import Services

#: The routers of the app, one for each family of endpoints.
ROUTERS = (
    static_files.router,
    offline.router,
    operator_pages.router,
    games.router,
    evaluations.router,
    about.router,
    person.router,
    person_games.router,
    puzzle_packs.router,
    puzzles.router,
    ratings.router,
    perfect_play.router,
    studies.router,
    explorer.router,
    search_tree.router,
    arena.router,
    lab.router,
    runs.router,
)

# Errors are JSON, even where the reply itself is a page.
_ERROR = {
    "model": ErrorReply,
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorReply"}}},
}
_ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {**_ERROR, "description": "The request is rejected, with a reason."},
    422: {**_ERROR, "description": "A field of the request is wrong."},
}


def make_app(services: Services) -> FastAPI:
    """Return the app, whose WebSocket is beside it: see `obversi.web.http.protocol`."""
    settings = services.settings
    own = OwnNames.of(settings.host, settings.sites)
    app = FastAPI(
        title="Obversi",
        version=__version__,
        docs_url=None,  # these pages load scripts from other hosts
        redoc_url=None,
        responses=_ERRORS,
        redirect_slashes=False,
        middleware=[
            Middleware(ForwardedClients, proxies=TrustedProxies(settings.proxies)),
            Middleware(RequestMeasures, measures=services.game_server.measures),
            Middleware(SafeHeaders),
            Middleware(FailureLog),
            Middleware(Guard, own=own),
            Middleware(RequestLimits, share=services.game_server.share),
            Middleware(HeadRequests),
        ],
    )
    app.state.services = services
    app.state.operator_pages = OperatorPages(services.game_server, services.engines)
    app.state.studies = studies.Studies.open(settings.studies)
    app.state.game_databases = settings.game_database and GameDatabases(settings.game_database)
    for name, buckets in {
        "persons": services.new_persons,
        "exports": services.exports,
        "studies": app.state.studies.new,
    }.items():
        services.game_server.share(name, buckets)
    handle_errors(app)
    for router in ROUTERS:
        app.include_router(router)
    return app
