"""The client for programs asks for the same game again."""

import asyncio

import pytest
from far_clients import client_of, play_out
from game_server import run, serving

import obversi as ob
from obversi.net.client import Client, ConnectionLostError, JoinedGame, RefusedError
from obversi.wire import session


async def resigned(ada: Client, bob: Client) -> tuple[JoinedGame, JoinedGame]:
    """Return a game of two as each of them sees it, over before anybody moved."""
    waiting = await ada.join(color="black", rules="reversed", size=4, private=True)
    taken = await bob.accept(waiting.id)
    await taken.resign()
    await waiting.finished()
    return waiting, taken


def test_two_play_again() -> None:
    async def test() -> None:
        async with (
            serving() as server,
            client_of(server, "ada") as ada,
            client_of(server, "bob") as bob,
        ):
            first, second = await resigned(ada, bob)
            again, other = await asyncio.gather(ada.rematch(first), bob.rematch(second))
            assert again.id == other.id != first.id
            assert (again.color, other.color) == (ob.WHITE, ob.BLACK)
            assert again.token
            assert other.token
            assert again.board.rules == "reversed"
            ends = await asyncio.gather(play_out(again), play_out(other))
            assert ends[0] == ends[1]

    run(test())


@pytest.mark.parametrize("how", ["declines", "goes"])
def test_one_who_does_not_want_to_refuses(how: str) -> None:
    async def test() -> None:
        async with serving() as server, client_of(server, "ada") as ada:
            async with client_of(server, "bob") as bob:
                first, second = await resigned(ada, bob)
                asked = asyncio.create_task(ada.rematch(first))
                while how == "declines" and not asked.done():  # who declines first is asked anyway
                    await bob.ask(session.Decline(second.id), session.RematchNews)
                    await asyncio.sleep(0.02)
            text = "does not want a rematch" if how == "declines" else "has gone"
            with pytest.raises(RefusedError, match=f"the other player {text}"):
                await asked

    run(test())


def test_who_hangs_up_waits_no_longer() -> None:
    async def test() -> None:
        async with serving() as server, client_of(server, "bob") as bob:
            async with client_of(server, "ada") as ada:
                first, _ = await resigned(ada, bob)
                asked = asyncio.create_task(ada.rematch(first))
                await asyncio.sleep(0.1)
            with pytest.raises(ConnectionLostError):
                await asked

    run(test())
