"""The client for programs asks for the same game again."""

import asyncio

import pytest
from game_server import serving
from remote_clients import client_of, play_out

import obversi as ob
from obversi.net.client import Client
from obversi.net.client_connection import ConnectionLostError, RejectedError
from obversi.net.online_game import JoinedGame
from obversi.wire import session


async def resigned(ada: Client, bob: Client) -> tuple[JoinedGame, JoinedGame]:
    """Return a game of two as each of them sees it, over before the first move."""
    waiting = await ada.join(color="black", rules="reversed", size=4, private=True)
    taken = await bob.accept(waiting.id)
    await taken.resign()
    await waiting.finished()
    return waiting, taken


async def offered(
    client: Client, game: JoinedGame, monkeypatch: pytest.MonkeyPatch
) -> asyncio.Task[JoinedGame]:
    """Offer a rematch, and return the task that waits for it once the server has the offer."""
    received = asyncio.Event()
    take = client.take

    def take_and_notify(reply: session.Reply) -> None:
        take(reply)
        if isinstance(reply, session.RematchEvent):
            received.set()

    monkeypatch.setattr(client, "take", take_and_notify)
    task = asyncio.create_task(client.rematch(game))
    await received.wait()
    return task


async def test_two_play_again() -> None:
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


@pytest.mark.parametrize("how", ["declines", "goes"])
async def test_a_declined_rematch_raises(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server, client_of(server, "ada") as ada:
        async with client_of(server, "bob") as bob:
            first, second = await resigned(ada, bob)
            offer = await offered(ada, first, monkeypatch)
            if how == "declines":
                await bob.ask(session.Decline(second.id), session.RematchEvent)
        text = "does not want a rematch" if how == "declines" else "has gone"
        with pytest.raises(RejectedError, match=f"the other player {text}"):
            await offer


async def test_a_closed_client_does_not_wait_for_a_rematch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server, client_of(server, "bob") as bob:
        async with client_of(server, "ada") as ada:
            first, _ = await resigned(ada, bob)
            offer = await offered(ada, first, monkeypatch)
        with pytest.raises(ConnectionLostError):
            await offer
