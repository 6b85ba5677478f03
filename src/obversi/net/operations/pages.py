"""Pages for the operator of a server: health, readiness and metrics."""

import json
from typing import NamedTuple

from obversi.net.game_server import GameServer
from obversi.net.operations.exposition import exposition
from obversi.net.operations.readiness import Readiness
from obversi.net.workers.pool import EnginePool

HEALTH = "/healthz"
READINESS = "/readyz"
METRICS = "/metrics"

_JSON = "application/json"


class OperatorPage(NamedTuple):
    """The reply to a request for a page."""

    status: int
    kind: str
    body: bytes


class OperatorPages:
    """The pages of a server."""

    def __init__(self, game_server: GameServer, engines: EnginePool) -> None:
        """Show this game server and its engines."""
        self._game_server, self._engines = game_server, engines
        self._readiness = Readiness(game_server)

    def page(self, path: str) -> OperatorPage:
        """Return the page of a path."""
        if path == HEALTH:
            return _json(200, {"status": "ok"})
        if path == READINESS:
            problem = self._readiness.problem()
            if problem:
                return _json(503, {"ready": False, "reason": problem})
            return _json(200, {"ready": True})
        if path == METRICS:
            body, kind = exposition(self._game_server, self._engines)
            return OperatorPage(200, kind, body)
        return _json(404, {"error": f"the pages are {HEALTH}, {READINESS} and {METRICS}"})


def _json(status: int, answer: dict[str, object]) -> OperatorPage:
    return OperatorPage(status, _JSON, json.dumps(answer).encode())
