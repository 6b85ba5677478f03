"""A server that is killed: every game resumes in the last state that its players received."""

from pathlib import Path

from game_server import LineClient, Message, close_clients
from server_process import server_process

GAMES = [("level=1", "normal"), ("random", "reversed"), ("greedy", "normal"), ("level=2", "normal")]


class Player:
    """A player who stores the last state of a game."""

    def __init__(self, client: LineClient, start: Message) -> None:
        self.client = client
        self.game, self.token = start["game"], start["token"]
        self.ply, self.board = start["ply"], start["board"]

    async def play(self, turns: int) -> None:
        """Make a move at each of this number of turns."""
        while turns:
            message = await self.client.next()
            assert message is not None
            if message["type"] == "state":
                self.ply, self.board = message["ply"], message["board"]
            elif message["type"] == "turn":
                turns -= 1
                await self.client.send(type="move", game=self.game, move=message["legal"][0])
            assert message["type"] not in ("error", "end")


async def test_all_games_resume_after_a_kill(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    players: list[Player] = []

    async def before(address: str) -> None:
        for number, (against, rules) in enumerate(GAMES):
            client = await LineClient.connect(address)
            await client.send(type="join", against=against, rules=rules, size=4, color="black")
            player = Player(client, await client.receive("start"))
            await player.play(number)
            players.append(player)

    async def after(address: str) -> None:
        for player in players:
            client = await LineClient.connect(address)
            await client.send(type="rejoin", game=player.game, token=player.token)
            start = await client.receive("start")
            # The server may have moved on by then, but never back.
            assert start["ply"] >= player.ply
            if start["ply"] == player.ply:
                assert start["board"] == player.board
            assert (await client.finish_game())["reason"] == "finished"

    with server_process(database) as server:
        await before(server.addresses["lines"])
        server.kill()
        await close_clients()
    with server_process(database) as server:
        assert server.process.stdout is not None
        server.process.stdout.readline()
        assert f"{len(GAMES)} of them resume" in server.process.stdout.readline()
        await after(server.addresses["lines"])
        await close_clients()
