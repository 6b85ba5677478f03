"""Anything, in any order, has an answer; and little is left when all are gone."""

import random
from typing import Any

import pytest
from simulated_server import SimulatedServer

from obversi.limit import Limit
from obversi.net.limits import ServerLimits
from obversi.wire import session
from obversi.wire.session import Request


def any_request(chance: random.Random, games: list[str], tokens: list[str]) -> Request:
    game, token = chance.choice([*games, "g-x"]), chance.choice([*tokens, "x"])
    clock = chance.choice([None, None, session.ClockSetting(3, 1)])
    against = chance.choice(["anyone", "anyone", "greedy", "level=3", "myself", "x"])
    settings: dict[str, Any] = {
        "rules": chance.choice(["normal", "reversed"]),
        "size": 4,
        "clock": clock,
        "moves": chance.choice(["", "", "b1", "b1c1", "zz"]),
    }
    side: Any = chance.choice(["black", "white"])
    color: Any = chance.choice(["any", "black", "white"])
    limit = Limit(depth=3)
    target: Any = chance.choice([1, "a"])
    requests: list[Request] = [
        session.Hello(1, "Ann"),
        session.Join(against, color, **settings, private=chance.random() < 0.2),
        session.Join(against, color, **settings),
        session.Accept(game),
        session.Arrange(chance.choice(["greedy", "y"]), "level=3", **settings),
        session.Watch(game),
        session.Leave(game),
        *[session.Play(game, chance.choice(["b1", "c1", "a2", "d3", "a1"])) for _ in "1234"],
        session.Resign(game),
        *[session.ChangeSeat(game, side, who) for who in ("me", "me", "greedy", "level=3", "x")],
        session.Undo(game),
        session.Undo(game),
        session.Redo(game),
        session.Rejoin(game, token),
        session.Rematch(game),
        session.Rematch(game),
        session.Decline(game),
        session.ListGames(),
        session.ListGames(follow=True),
        session.Say(game, session.Phrase.HELLO),
        session.Ping(3),
        session.Analyse(moves="", limit=limit),
        session.Review(size=4, moves=chance.choice(["b1c1", "zz"])),
        session.Stop(target),
    ]
    return chance.choice(requests)


@pytest.mark.parametrize("seed", range(4))
def test_anything_in_any_order_has_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    server = SimulatedServer(
        limits=ServerLimits(games_per_client=6, absence_seconds=30, paused_games=2)
    )
    clients = [server.connect(name) for name in ("Ann", "Ben", "Cara")]
    games: list[str] = []
    tokens: list[str] = []
    for number in range(250):
        server.engines.quick = chance.random() < 0.9
        server.engines.busy = int(chance.random() < 0.1)
        place = chance.randrange(len(clients))
        if clients[place].closed or chance.random() < 0.03:
            server.game_server.disconnect(clients[place])
            clients[place] = server.connect("Dora")
        request = any_request(chance, games[-6:], tokens[-6:])
        replies = server.request(clients[place], request, number)
        silent = isinstance(
            request, session.Analyse | session.Review | session.Stop
        )  # until something is found
        assert silent or number in [envelope.id for envelope in clients[place].received], request
        for reply in replies:
            if isinstance(reply, session.Start | session.Waiting):
                games.append(reply.game)
                tokens.extend([reply.token] if reply.token else [])
        server.time.advance(chance.random())
    for client in clients:
        server.game_server.disconnect(client)
    for _ in range(3):
        server.engines.quick = True
        server.time.advance(100)
        server.settle()
    assert server.game_server.sessions == server.time.alarms == 0
    assert server.game_server.games <= 2
    open_games = sum(record.margin() is None for record in server.store.records())
    assert open_games == server.game_server.games  # those that wait for their only player
    server.close()
