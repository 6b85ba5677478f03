"""Small tournaments on disk, and the app that shows them."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
from fastapi import FastAPI

from obversi.arena import (
    LocalPlayers,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
)
from obversi.arena.store.store import Store
from obversi.net.operations.measures import Measures
from obversi.net.workers.pool import EnginePool
from obversi.web.app import make_app
from obversi.web.services import Services
from obversi.web.settings import AppSettings

AGENTS = ("random", "greedy", "third=greedy:perfect=4")


class AppCaller:
    """Sends requests to an app in this process, without a server."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def get(self, path: str, **headers: str) -> httpx.Response:
        return asyncio.run(self.get_async(path, **headers))

    async def get_async(self, path: str, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost:8064"
        ) as client:
            return await client.get(path, headers=named)

    def settled(self, path: str) -> httpx.Response:
        """Return the reply as soon as no ratings are pending."""
        while (answer := self.get(path)).json().get("ratings") == "pending":
            pass
        return answer

    def json_of(self, path: str) -> Any:
        """Return the JSON of a successful reply."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def rejection(self, path: str) -> tuple[int, str]:
        """Return the status and the text of an error."""
        answer = self.settled(path)
        return answer.status_code, answer.json()["error"]["text"]


def app_of(**shown: Path | None) -> FastAPI:
    """Return the app that shows the tournaments of a file, or the report of a folder."""
    no_games: Any = SimpleNamespace(measures=Measures(), share=lambda *_: None)
    return make_app(Services(cast(EnginePool, None), AppSettings(**cast(Any, shown)), no_games))


def small_tournament(agents: tuple[str, ...] = AGENTS, **changes: Any) -> Tournament:
    """Return a tournament of quick agents on 4×4, of which no game is played."""
    options = {"size": 4, "rules": "reversed", "pairs": 2, **changes}
    openings = random_openings(4, size=options["size"], rules=options["rules"], seed=3, plies=2)
    settings = TournamentSettings(
        entrants=entrants(agents),
        form="round-robin",
        time=TimeControl(seconds=1, strict=False),
        seed=7,
        openings=openings.origin,
        **options,
    )
    return Tournament(settings, openings)


def play_some(
    path: Path, tournament: Tournament, most: int | None = None, name: str | None = None
) -> int:
    """Play a tournament, or its first games, into a file, and return its number there."""
    settings = tournament.settings
    identities = [{"description": entrant.description} for entrant in settings.entrants]
    with Store.open(path) as store:
        number = store.add_tournament(settings, tournament.openings, identities, name)
        for games in play_tournament(tournament, LocalPlayers()):
            store.add_games(number, games)
            if most is not None and len(tournament.games) >= most:
                return number
        assert tournament.ending is not None
        store.end(number, tournament.ending)
    return number


def rated(caller: AppCaller, number: int = 1) -> httpx.Response:
    """Return the reply with the standings of a tournament as soon as its ratings are ready."""
    return caller.settled(f"/api/arena/{number}")
