"""The client for programs at games of its own: seats, moves that are taken back, reviews."""

import pytest
from game_server import serving
from remote_clients import Relay, client_of, play_out

import obversi as ob
from obversi.formats import record_from_moves
from obversi.net.client import Client
from obversi.net.client_connection import RejectedError
from obversi.net.online_game import Interruption
from obversi.rules import Rules
from obversi.wire.session import EndReason, Start


@pytest.mark.parametrize("rules", ["normal", "reversed"])
async def test_a_game_for_both_colors_with_changed_seats_and_undo(rules: Rules) -> None:
    async with serving() as server, client_of(server) as client:
        game = await client.join("myself", size=4, rules=rules)
        assert game.token
        for move in ("b1", "a1", "a2"):
            await game.play(move)
        await game.undo()
        await game.undo()
        assert game.board.move_stack == ["b1"]
        await game.redo()
        assert (await anext(game.turns())).move_stack == ["b1", "a1"]
        assert game.color == ob.BLACK
        await game.seat(ob.WHITE, "greedy")
        assert game.start is not None
        assert (game.start.agents, game.start.ahead) == (("white",), "a2")
        with pytest.raises(RejectedError, match="did you mean 'greedy'"):
            await game.seat(ob.WHITE, "gredy")
        assert (await play_out(game)).reason == EndReason.FINISHED


async def test_a_review_is_answered_by_its_last_report() -> None:
    async with serving() as server, client_of(server) as client:
        record = record_from_moves(["b1", "a3"], ob.Board(4))
        report = await client.review(record, ob.Limit(seconds=2))
        assert (report.final, report.done) == (True, 3)
        assert [(entry.move, entry.loss) for entry in report.entries] == [("b1", 0), ("a3", 22)]
        assert [point.margin for point in report.margins] == [-10, -10, 12]
        late = record_from_moves([], record.board())
        assert (await client.review(late)).margins == ((0, 12, True),)


async def test_the_owner_of_two_agents_is_the_owner_after_a_reconnection() -> None:
    async with (
        serving() as server,
        Relay(server.address).open() as relay,
        Client("127.0.0.1", relay.port, "ada") as client,
    ):
        game = await client.arrange("level=12", "level=12")
        assert game.token
        relay.cut()
        texts: list[str] = []
        while "connected again" not in texts:
            event = await game.next_event()
            texts += [event.text] if isinstance(event, Interruption) else []
        while not isinstance(event, Start):
            event = await game.next_event()
        assert (event.yours, event.keeper) == ((), True)
        await game.seat(ob.BLACK)
        assert game.color == ob.BLACK
