"""The client for programs, at a server of this process: games, rejections, lost connections."""

import asyncio
import gc
import random
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from game_server import LineClient, serving
from remote_clients import Relay, client_of, play_out

import obversi as ob
from obversi.net.agent_player import AgentPlayer
from obversi.net.client import Client
from obversi.net.client_connection import (
    ConnectionLostError,
    ProtocolError,
    ReconnectingLink,
    RejectedError,
)
from obversi.net.online_game import Event, Interruption, JoinedGame
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import ClockSetting, End, EndReason, ErrorCode, Start, State, Turn


async def all_events(game: JoinedGame) -> list[Event]:
    events: list[Event] = []
    while not events or not isinstance(events[-1], End):
        events.append(await game.next_event())
    return events


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize(("size", "clock"), [(4, None), (6, ClockSetting(300.0, 2.0))])
async def test_a_whole_game_against_an_agent(
    size: int, rules: Rules, clock: ClockSetting | None
) -> None:
    async with serving() as server, client_of(server) as client:
        assert client.welcome.server == f"obversi {ob.__version__}"
        assert "greedy" in [offer.description for offer in client.welcome.agents]
        game = await client.join("greedy", color="white", rules=rules, size=size, clock=clock)
        assert game.token
        end = await play_out(game)
        assert game.color == ob.WHITE
        assert end.reason == EndReason.FINISHED
        assert game.board.rules == rules
        outcome = game.board.outcome()
        assert outcome is not None
        assert (outcome.margin, outcome.black) == (end.margin, end.black_discs)
        events = await all_events(game)
        assert isinstance(events[0], Start)
        moves = [event.move for event in events if isinstance(event, State)]
        assert moves == [str(move) for move in game.board.move_stack]
        if clock is not None:
            assert (game.clock, game.seconds_left(ob.BLACK)) == (clock, game.clocks.black)  # type: ignore[union-attr]


async def test_two_clients_play_and_a_third_watches() -> None:
    async with (
        serving() as server,
        client_of(server, "ada") as ada,
        client_of(server, "bob") as bob,
        client_of(server, "eve") as eve,
    ):
        waiting = await ada.join(color="black", size=4, private=True)
        assert waiting.start is None
        assert waiting.token
        assert await bob.games() == ()
        taken = await bob.accept(waiting.id)
        await waiting.begun()
        assert (waiting.color, taken.color) == (ob.BLACK, ob.WHITE)
        seen = await eve.watch(waiting.id)
        assert seen.color is None
        assert seen.token is None
        ends = await asyncio.gather(play_out(waiting), play_out(taken), seen.finished())
        assert ends[0] == ends[1] == ends[2]
        assert seen.board == waiting.board == taken.board
        again = await bob.join(size=4)
        [entry] = await ada.games()
        assert (entry.game, entry.waiting) == (again.id, True)
        await again.leave()
        assert (await again.finished()).reason == EndReason.WITHDRAWN
        with pytest.raises(ob.ObversiError, match="over before it began"):
            await again.begun()
        arranged = await eve.arrange("random", "greedy", size=4, rules="reversed")
        assert (await arranged.finished()).reason == EndReason.FINISHED


async def test_a_rejected_request_raises_and_the_game_continues() -> None:
    async with serving() as server, client_of(server) as client:
        with pytest.raises(RejectedError, match="did you mean 'greedy'") as rejected:
            await client.join("gredy")
        assert rejected.value.code == ErrorCode.AGENT
        with pytest.raises(RejectedError, match="'color' cannot be 'red'"):
            await client.join("greedy", color="red")
        with pytest.raises(RejectedError, match="there is no game 'g-none'"):
            await client.watch("g-none")
        game = await client.join("greedy", color="black", size=4)
        with pytest.raises(RejectedError) as rejected:
            await game.play("a1")
        assert rejected.value.code == ErrorCode.ILLEGAL
        with pytest.raises(RejectedError, match="token"):
            await client.rejoin(game.id, "none")
        await game.play(game.board.legal_moves[0])
        assert (await anext(game.turns())).ply == 2
        await game.undo()
        assert game.board.ply == 0
        report = await client.analyse(game.board, ob.Limit(depth=12))
        assert (report.exact, report.turn) == (True, "black")
        await game.resign()
        assert (await game.finished()).winner == "white"
        found = await client.rejoin(game.id, str(game.token))
        assert (await found.finished()).reason == EndReason.RESIGN


async def test_the_client_reconnects_and_the_game_continues() -> None:
    async with (
        serving() as server,
        Relay(server.address).open() as relay,
        Client("127.0.0.1", relay.port, "ada") as client,
    ):
        game = await client.join("random", color="black", size=6)
        rng = random.Random(1)
        cuts = {4, 10}
        async for board in game.turns():
            if board.ply in cuts:
                cuts.remove(board.ply)
                relay.cut()
            # It may be lost: the state that the server sends afterwards counts.
            await game.play(rng.choice(board.legal_moves))
        assert (await game.finished()).reason == EndReason.FINISHED
        assert not cuts
        events = await all_events(game)
        texts = [event.text for event in events if isinstance(event, Interruption)]
        assert texts.count("connected again") == 2
        assert len([event for event in events if isinstance(event, Start)]) == 3
        assert any(isinstance(event, Turn) for event in events)


async def test_finished_games_are_forgotten() -> None:
    async with serving() as server, client_of(server) as client:
        games = [await client.join("greedy", color="black", size=4) for _ in range(3)]
        for game in games[:2]:
            await game.resign()
        over = await client.watch(games[0].id)
        assert (await over.finished()).reason == EndReason.RESIGN
        seen = await client.arrange("level=12", "level=12")
        await seen.leave()
        kept = weakref.WeakSet([*games, over, seen])
        rest = games[2]
        del game, games, over, seen
        gc.collect()
        assert list(kept) == [rest]


async def test_a_move_is_not_the_reply_to_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    take = ReconnectingLink._take
    states: list[session.ReplyEnvelope] = []
    has_moved = asyncio.Event()

    def take_state_first(link: ReconnectingLink, envelope: session.ReplyEnvelope) -> None:
        if isinstance(envelope.reply, session.State):
            states.append(envelope)
            has_moved.set()
        if isinstance(envelope.reply, session.Left):
            take(link, states[-1])
        take(link, envelope)

    monkeypatch.setattr(ReconnectingLink, "_take", take_state_first)
    async with serving() as server, client_of(server) as client:
        game = await client.arrange("level=12", "level=12")
        await has_moved.wait()
        await game.leave()


@pytest.mark.parametrize("request_name", ["play", "resign", "undo", "redo"])
async def test_a_request_lost_with_its_connection_is_sent_again(request_name: str) -> None:
    async with (
        serving() as server,
        Relay(server.address).open() as relay,
        Client("127.0.0.1", relay.port, "ada") as client,
    ):
        game = await client.join("random", color="black", size=4)
        await game.play("b1")
        board = await anext(game.turns())
        moves = board.legal_moves[:1] if request_name == "play" else []
        if request_name == "redo":
            await game.undo()
        relay.delivers = False
        request = asyncio.create_task(getattr(game, request_name)(*moves))
        await relay.dropped.wait()
        relay.delivers = True
        relay.cut()
        await request
        if request_name == "resign":
            assert (await game.finished()).reason == EndReason.RESIGN
        elif request_name == "undo":
            assert game.board.ply == 0
        elif request_name == "redo":
            assert game.board == board
        else:
            assert game.board.move_stack[2] == moves[0]


async def test_a_failed_reconnection_raises_for_all_games() -> None:
    async with serving() as server:
        async with Relay(server.address).open() as relay:
            client = await Client("127.0.0.1", relay.port, reconnect_seconds=0.01).__aenter__()
            game = await client.join("random", color="black", size=4)
        with pytest.raises(ConnectionLostError, match="no connection to 127"):
            await game.finished()
        for waiting in (game.play("b1"), client.games()):
            with pytest.raises(ConnectionLostError):
                await waiting
        await client.close()
        # A client that has the token can rejoin.
        async with client_of(server) as again:
            rejoined = await again.rejoin(game.id, str(game.token))
            assert (await play_out(rejoined)).reason == EndReason.FINISHED


async def test_a_closing_server_gives_its_reason_and_the_client_waits(tmp_path: Path) -> None:
    games = tmp_path / "games.db"
    async with serving(games) as server:
        client = await client_of(server).__aenter__()
        game = await client.join("greedy", color="black", size=4)
    port = int(server.address.rpartition(":")[2])
    async with serving(games, port=port):
        assert (await play_out(game)).reason == EndReason.FINISHED
        events = await all_events(game)
        texts = [event.text for event in events if isinstance(event, Interruption)]
        assert texts[0].startswith("the server hangs up: the test is over")
        assert texts[1] == "connected again"
        await client.close()


async def test_a_seat_taken_by_another_connection_is_not_taken_back() -> None:
    async with serving() as server, client_of(server) as first, client_of(server) as second:
        game = await first.join("greedy", color="black", size=4)
        taken = await second.rejoin(game.id, str(game.token))
        with pytest.raises(ConnectionLostError, match="by another connection"):
            await game.finished()
        assert (await play_out(taken)).reason == EndReason.FINISHED


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n", "is not a game server of Obversi"),
        (b"START BLACK\n", "is not a game server of Obversi"),
        (b'{"type":"pong","number":1}\n', "answers 'hello' with 'pong'"),
        (b"x" * (1 << 18), "sends lines of more than"),
    ],
)
async def test_another_kind_of_server_is_a_protocol_error(said: bytes, reason: str) -> None:
    closed = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(said)
        await reader.read()
        writer.close()
        closed.set()

    other = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = other.sockets[0].getsockname()[1]
    with pytest.raises(ProtocolError, match=reason):
        await Client("127.0.0.1", port).__aenter__()
    await closed.wait()
    other.close()


async def test_the_client_stays_within_the_message_rate() -> None:
    async with (
        # As usual a server can be late for a second's messages; all at once are too many.
        serving(messages_per_second=100, burst=200) as server,
        client_of(server) as client,
    ):
        await asyncio.gather(*(client.games() for _ in range(250)))


async def test_local_agents_choose_moves(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def worth(board):\n    raise LookupError('no idea')\n")

    with ThreadPoolExecutor(1) as thread:
        seats = AgentPlayer("engine:depth=1", thread), AgentPlayer("mcts", thread, seconds=0.01)
        for each in seats:
            board = ob.Board(4, "reversed")
            await each.begin(4, "reversed", ob.BLACK)
            assert await each.choose(board) in board.legal_moves
            assert board.ply == 0
            await each.begin(4, "normal", ob.BLACK, clock=1.0)
            assert await each.choose(ob.Board(4), 0.5) in ob.Board(4).legal_moves
    with pytest.raises(ob.ObversiError, match="did you mean 'greedy'"):
        AgentPlayer("gredy", ThreadPoolExecutor(1))


async def test_the_lines_of_the_client_are_those_of_the_docs() -> None:
    """What the codec writes is received by a server that is nothing but a script."""

    async with serving() as server:
        plain = await LineClient.connect(server.address, "bob")
        async with client_of(server) as client:
            game = await client.join(color="black", size=4)
            await plain.send(type="accept", game=game.id)
            await game.begun()
            end, theirs = await asyncio.gather(play_out(game), plain.finish_game())
            assert theirs["reason"] == end.reason
        await plain.close()


async def test_the_example_in_the_docs_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "connect.md"
    example = page.read_text().partition("```python\n")[2].partition("```")[0]
    assert len(example.splitlines()) <= 16
    names: dict[str, Any] = {}
    before, _, last = example.rpartition("asyncio.run(main())\n")
    assert last == ""

    async with serving() as server:
        port = server.address.rpartition(":")[2]
        assert "6464" in before
        exec(before.replace("localhost", "127.0.0.1").replace("6464", port), names)
        await names["main"]()
