"""Anything, in any order, has an answer; and little is left when all are gone."""

import random
from typing import Any

import pytest
from game_room import GameRoom

from obversi.limit import Limit
from obversi.net.bounds import Bounds
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
        session.Ping(3),
        session.Analyse(moves="", limit=limit),
        session.Review(size=4, moves=chance.choice(["b1c1", "zz"])),
        session.Stop(target),
    ]
    return chance.choice(requests)


@pytest.mark.parametrize("seed", range(4))
def test_anything_in_any_order_has_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    room = GameRoom(bounds=Bounds(games_of_visitor=6, waiting_seconds=30, resting_games=2))
    guests = [room.guest(name) for name in ("Ann", "Ben", "Cara")]
    games: list[str] = []
    tokens: list[str] = []
    for number in range(250):
        room.thinkers.quick = chance.random() < 0.9
        room.thinkers.busy = int(chance.random() < 0.1)
        place = chance.randrange(len(guests))
        if guests[place].closed or chance.random() < 0.03:
            room.lobby.depart(guests[place])
            guests[place] = room.guest("Dora")
        request = any_request(chance, games[-6:], tokens[-6:])
        replies = room.ask(guests[place], request, number)
        silent = isinstance(
            request, session.Analyse | session.Review | session.Stop
        )  # until something is found
        assert silent or number in [told.id for told in guests[place].heard], request
        for reply in replies:
            if isinstance(reply, session.Start | session.Waiting):
                games.append(reply.game)
                tokens.extend([reply.token] if reply.token else [])
        room.time.pass_by(chance.random())
    for guest in guests:
        room.lobby.depart(guest)
    for _ in range(3):
        room.thinkers.quick = True
        room.time.pass_by(100)
        room.settle()
    assert room.lobby.visitors == room.time.alarms == 0
    assert room.lobby.games <= 2
    open_games = sum(record.margin() is None for record in room.store.records())
    assert open_games == room.lobby.games  # those that wait for their only player
    room.close()
