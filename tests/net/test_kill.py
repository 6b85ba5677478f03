"""A server that is killed: every game goes on where its players were told that it is."""

from pathlib import Path

from game_server import LineClient, Message, run
from server_process import server_process

GAMES = [("level=1", "normal"), ("random", "reversed"), ("greedy", "normal"), ("level=2", "normal")]


class Player:
    """Someone who remembers the last that was said of a game."""

    def __init__(self, client: LineClient, start: Message) -> None:
        self.client = client
        self.game, self.token = start["game"], start["token"]
        self.ply, self.board = start["ply"], start["board"]

    async def play(self, turns: int) -> None:
        """Make a move at each of so many turns."""
        while turns:
            message = await self.client.next()
            assert message is not None
            if message["type"] == "state":
                self.ply, self.board = message["ply"], message["board"]
            elif message["type"] == "turn":
                turns -= 1
                await self.client.say(type="move", game=self.game, move=message["legal"][0])
            assert message["type"] not in ("error", "end")


def test_every_game_is_there_after_a_kill(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    players: list[Player] = []

    async def before(address: str) -> None:
        for number, (against, rules) in enumerate(GAMES):
            client = await LineClient.connect(address)
            await client.say(type="join", against=against, rules=rules, size=4, color="black")
            player = Player(client, await client.hear("start"))
            await player.play(number)
            players.append(player)

    async def after(address: str) -> None:
        for player in players:
            client = await LineClient.connect(address)
            await client.say(type="rejoin", game=player.game, token=player.token)
            start = await client.hear("start")
            # The server may have moved on by then, but never back.
            assert start["ply"] >= player.ply
            if start["ply"] == player.ply:
                assert start["board"] == player.board
            assert (await client.go_on())["reason"] == "finished"

    with server_process(database) as server:
        run(before(server.addresses["lines"]))
        server.kill()
    with server_process(database) as server:
        assert server.process.stdout is not None
        server.process.stdout.readline()
        assert f"{len(GAMES)} of them go on" in server.process.stdout.readline()
        run(after(server.addresses["lines"]))
