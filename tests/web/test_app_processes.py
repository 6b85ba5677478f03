"""The app in two processes with one database: persons, studies and games are known to both."""

from contextlib import AsyncExitStack
from typing import Any

import httpx
from game_server import LineClient
from postgres_server import PostgresServer
from redis_server import RedisServer
from web_app import app_server

STUDY = {"title": "Tiger", "nodes": [{}, {"parent": 0, "move": "f5"}]}


async def test_two_apps_know_the_same(postgres: PostgresServer, bus: RedisServer) -> None:
    place = postgres.new_place()
    async with AsyncExitStack() as stack:
        settings: dict[str, Any] = {"studies": place, "bus": bus.address, "lines_port": 0}
        apps = [await stack.enter_async_context(app_server(place, **settings)) for _ in range(2)]
        one, two = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://{app.address}"))
            for app in apps
        ]
        key = (await one.post("/api/person", json={"name": "Ann"})).json()["key"]
        headers = {"Authorization": f"Bearer {key}"}
        assert (await two.get("/api/person", headers=headers)).json()["name"] == "Ann"
        study = (await one.post("/api/studies", json={"study": STUDY})).json()
        found = (await two.get(f"/api/studies/{study['id']}")).json()
        assert found["study"]["title"] == "Tiger"
        # A game at one of them is played by programs at the other.
        ann, ben = [await LineClient.connect(app.games.address, "") for app in apps]
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            await client.send(type="hello", version=1, name=name, key=key if name == "Ann" else "")
            await client.receive("welcome")
        await ann.send(type="join", against="anyone", size=4, private=True, color="black")
        game = (await ann.receive("waiting"))["game"]
        await ben.send(type="accept", game=game)
        turn = await ann.receive("turn")
        await ann.send(type="move", game=game, move=turn["legal"][0])
        await ben.receive("state")
        await ben.send(type="resign", game=game)
        assert (await ann.receive("end"))["winner"] == "black"
        games = (await two.get("/api/person/games", headers=headers)).json()["games"]
        assert [(each["id"], each["opponent"]) for each in games] == [(game, "Ben")]
