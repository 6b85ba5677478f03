"""Small tournaments on disk, and the app that shows them, for tests of what it answers."""

import asyncio
from pathlib import Path
from typing import Any, cast

import httpx
from fastapi import FastAPI

from obversi.arena import (
    PlayersHere,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
)
from obversi.arena.store import Store
from obversi.net.thinkers import Thinkers
from obversi.web.app import make_app
from obversi.web.services import Services
from obversi.web.settings import AppSettings

__all__ = ["AGENTS", "Asker", "app_of", "play_some", "rated", "small_tournament"]

AGENTS = ("random", "greedy", "third=greedy:perfect=4")


class Asker:
    """Asks an app without a server."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def get(self, path: str, **headers: str) -> httpx.Response:
        return asyncio.run(self.ask(path, **headers))

    async def ask(self, path: str, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost:8064"
        ) as client:
            return await client.get(path, headers=named)

    def told(self, path: str) -> Any:
        """Return what is answered to a question that can be answered."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refusal(self, path: str) -> tuple[int, str]:
        """Return how a question is refused."""
        answer = self.get(path)
        return answer.status_code, answer.json()["error"]["text"]


def app_of(**shown: Path | None) -> FastAPI:
    """Return the app that shows the tournaments of a file, or the report of a folder."""
    return make_app(Services(cast(Thinkers, None), AppSettings(**cast(Any, shown))))


def small_tournament(agents: tuple[str, ...] = AGENTS, **changes: Any) -> Tournament:
    """Return a tournament of quick agents on 4×4, of which no game is played."""
    told = {"size": 4, "rules": "reversed", "pairs": 2, **changes}
    openings = random_openings(4, size=told["size"], rules=told["rules"], seed=3, plies=2)
    settings = TournamentSettings(
        entrants=entrants(agents),
        form="round-robin",
        time=TimeControl(seconds=1, strict=False),
        seed=7,
        openings=openings.origin,
        **told,
    )
    return Tournament(settings, openings)


def play_some(
    path: Path, tournament: Tournament, most: int | None = None, name: str | None = None
) -> int:
    """Play a tournament, or so many games of it, into a file, and return its number there."""
    settings = tournament.settings
    identities = [{"description": entrant.description} for entrant in settings.entrants]
    with Store.open(path) as store:
        number = store.add_tournament(settings, tournament.openings, identities, name)
        for games in play_tournament(tournament, PlayersHere()):
            store.add_games(number, games)
            if most is not None and len(tournament.games) >= most:
                return number
        assert tournament.ending is not None
        store.end(number, tournament.ending)
    return number


def rated(asker: Asker, number: int = 1) -> httpx.Response:
    """Return how a tournament stands when its ratings are counted, however long that takes."""
    while (answer := asker.get(f"/api/arena/{number}")).json().get("ratings") == "pending":
        pass
    return answer
