"""Sessions with a game server, from the first request to the last."""

import asyncio
import shlex
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.cli.online.agent import play_by_agent
from obversi.cli.online.prompt import play_by_prompt, show_event
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal
from obversi.color import color_name
from obversi.errors import ObversiError
from obversi.net.agent_player import AgentPlayer
from obversi.net.client import Client
from obversi.net.cs621_client import Cs621Client
from obversi.net.online_game import JoinedGame, OnlineGame
from obversi.rules import Rules
from obversi.wire.session import ANYONE, ClockSetting, End, GameEntry


def game_table(entries: Sequence[GameEntry]) -> Table:
    """Make a table of the games in the order of the server: open ones first."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for heading in ("game", "black", "white", "rules", "size", "clock", "moves", "seen by"):
        # Names may be wrapped; the id of a game is to be copied.
        is_name = heading in ("black", "white")
        table.add_column(heading, no_wrap=not is_name, overflow="fold")
    for entry in entries:
        clock = entry.clock
        table.add_row(
            escape(entry.game),
            _player(entry.black),
            _player(entry.white),
            entry.rules,
            f"{entry.size}×{entry.size}",
            "" if clock is None else f"{clock.seconds:g}+{clock.increment:g}",
            "waits" if entry.waiting else str(entry.ply),
            str(entry.watchers),
        )
    return table


def _player(name: str | None) -> str:
    if name is None:
        return "[dim]free[/]"
    is_level = name.startswith("engine:level=")
    return escape(name.removeprefix("engine:") if is_level else name)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of a server, and the name of the client."""

    host: str
    port: int
    name: str

    def client(self) -> Client:
        """Return a client of the server."""
        return Client(self.host, self.port, self.name)

    def command(self, *options: str) -> str:
        """Return a command for the server."""
        return shlex.join(["obversi", "connect", self.host, str(self.port), *options])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRequest:
    """The game to play: a new one, an open one, or one to continue."""

    against: str
    color: str
    rules: Rules
    size: int
    clock: ClockSetting | None
    moves: str
    private: bool
    accept: str | None
    rejoin: tuple[str, str] | None

    async def send(self, client: Client) -> JoinedGame:
        """Send the request."""
        if self.rejoin is not None:
            return await client.rejoin(*self.rejoin)
        if self.accept is not None:
            return await client.accept(self.accept)
        return await client.join(
            self.against,
            color=self.color,
            rules=self.rules,
            size=self.size,
            clock=self.clock,
            moves=self.moves,
            private=self.private,
        )


class Results:
    """Counts games that were won, drawn and lost."""

    def __init__(self) -> None:
        """Start without games."""
        self._counts: Counter[str] = Counter()

    def add(self, game: OnlineGame, end: End) -> str:
        """Count a game, and return a line about it."""
        own = "" if game.color is None else color_name(game.color)
        result = "drawn" if end.winner is None else "won" if end.winner == own else "lost"
        self._counts[result] += 1
        start = game.start
        other = "" if start is None else start.white if own == "black" else start.black
        return f"game {self._counts.total()}: {own} against {other}, {result}: {end.text}"

    def __str__(self) -> str:
        counts = [f"{self._counts[result]} {result}" for result in ("won", "drawn", "lost")]
        return f"{self._counts.total()} games: {', '.join(counts)}"


# No table of games is wider; without a terminal it is not wrapped.
_WIDE_ENOUGH = 400

# A reachable server answers at once.
_SECONDS_TO_WITHDRAW = 3.0


async def play_as_person(terminal: Terminal, address: ServerAddress, request: GameRequest) -> None:
    """Play a game at the prompt; after leaving it, print the command to come back."""
    async with address.client() as client:
        game = await request.send(client)
        _print_waiting(terminal, address, request, game)
        try:
            await play_by_prompt(terminal, game)
        finally:
            await _leave(terminal, address, game)


async def play_as_agent(
    terminal: Terminal, address: ServerAddress, request: GameRequest, agent: AgentPlayer, games: int
) -> None:
    """Let an agent play one game, which is shown, or several, whose results are printed."""
    async with agent, address.client() as client:
        if games == 1:
            game = await request.send(client)
            _print_waiting(terminal, address, request, game)
            try:
                await _show_agent(terminal, agent, game)
            finally:
                await _leave(terminal, address, game)
            return
        results = Results()
        with progress(f"{games} games", games) as steps:
            for _ in range(games):
                game = await request.send(client)
                try:
                    end = await play_by_agent(agent, game)
                finally:
                    await _leave(terminal, address, game)
                steps.say(results.add(game, end))
                steps()
        terminal.say(str(results))


async def watch_game(terminal: Terminal, address: ServerAddress, game: str) -> None:
    """Watch a game until it is over."""
    async with address.client() as client:
        await _show_all(terminal, await client.watch(game))


async def list_games(terminal: Terminal, address: ServerAddress) -> None:
    """List the games and the agents of the server."""
    async with address.client() as client:
        entries = await client.games()
        welcome = client.welcome
    if entries:
        width = None if terminal.console.is_terminal else _WIDE_ENOUGH
        terminal.console.print(game_table(entries), width=width, crop=False)
        terminal.say(f"\ntake a free seat: {address.command('--game', 'GAME')}")
        terminal.say(f"watch:            {address.command('--watch', 'GAME')}")
    else:
        terminal.say("there are no games")
    terminal.say(f"{welcome.server} offers:")
    for offer in welcome.agents:
        start = f"  {offer.description:18} "
        terminal.say_words(f"{start}{offer.words}".rstrip(), len(start))


async def play_over_cs621(
    terminal: Terminal, address: ServerAddress, rules: Rules, size: int, agent: AgentPlayer | None
) -> None:
    """Play the game that a server of CS621 starts."""
    client = Cs621Client(address.host, address.port, address.name, rules=rules, size=size)
    async with client as game:
        terminal.say(f"waiting for {address.host} port {address.port} to start")
        if agent is None:
            await play_by_prompt(terminal, game)
            return
        async with agent:
            await _show_agent(terminal, agent, game)


async def _show_agent(terminal: Terminal, agent: AgentPlayer, game: OnlineGame) -> None:
    playing = asyncio.create_task(play_by_agent(agent, game))
    try:
        await _show_all(terminal, game)
        await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _show_all(terminal: Terminal, game: OnlineGame) -> None:
    while True:
        event = await game.next_event()
        show_event(terminal, game, event)
        if isinstance(event, End):
            return


def _print_waiting(
    terminal: Terminal, address: ServerAddress, request: GameRequest, game: JoinedGame
) -> None:
    if game.start is None:
        terminal.say("waiting for an opponent")
        if request.against == ANYONE:
            terminal.say(f"to join you: {address.command('--game', game.id)}")


async def _leave(terminal: Terminal, address: ServerAddress, game: JoinedGame) -> None:
    """Withdraw a game without an opponent; for an unfinished one, print the way back."""
    if game.end is None and game.start is None:
        with suppress(ObversiError, TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_WITHDRAW):
                await game.leave()
                terminal.say("the game is withdrawn, as it had no opponent")
    if game.end is None and game.token is not None:
        waits = "the game waits for you for a while" if game.clock is None else "your clock runs"
        terminal.say(f"{waits}: come back with")
        terminal.say(address.command("--rejoin", f"{game.id}:{game.token}"))
