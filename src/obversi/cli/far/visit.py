"""A visit to a server: what is done there, from the first word to the last."""

import asyncio
from contextlib import suppress
from typing import Final

from obversi.cli.far.agent_games import play_by_agent
from obversi.cli.far.game_table import game_table
from obversi.cli.far.place import Place, Wish
from obversi.cli.far.prompt import play_by_prompt
from obversi.cli.far.results import Results
from obversi.cli.far.showing import show_event
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal
from obversi.errors import ObversiError
from obversi.net.agent_seat import AgentSeat
from obversi.net.client import JoinedGame
from obversi.net.cs621_client import Cs621Client
from obversi.net.far_game import FarGame
from obversi.wire.session import ANYONE, End

__all__ = ["list_games", "play_as_agent", "play_as_person", "play_over_cs621", "watch_game"]

# No table of games is wider; one that is not for a terminal has as much room as it needs.
_WIDE_ENOUGH: Final = 400

# A server that is there does so at once.
_SECONDS_TO_WITHDRAW: Final = 3.0


async def play_as_person(terminal: Terminal, place: Place, wish: Wish) -> None:
    """Play a game by the prompt; who leaves it is told how to come back."""
    async with place.client() as client:
        game = await wish.granted(client)
        _tell_waiting(terminal, place, wish, game)
        try:
            await play_by_prompt(terminal, game)
        finally:
            await _leave(terminal, place, game)


async def play_as_agent(
    terminal: Terminal, place: Place, wish: Wish, seat: AgentSeat, games: int
) -> None:
    """Let an agent play one game, which is shown, or several, whose results are."""
    async with seat, place.client() as client:
        if games == 1:
            game = await wish.granted(client)
            _tell_waiting(terminal, place, wish, game)
            try:
                await _show_agent(terminal, seat, game)
            finally:
                await _leave(terminal, place, game)
            return
        results = Results()
        with progress(f"{games} games", games) as steps:
            for _ in range(games):
                game = await wish.granted(client)
                try:
                    end = await play_by_agent(seat, game)
                finally:
                    await _leave(terminal, place, game)
                steps.say(results.add(game, end))
                steps()
        terminal.say(str(results))


async def watch_game(terminal: Terminal, place: Place, game: str) -> None:
    """Look on until a game is over."""
    async with place.client() as client:
        await _show_all(terminal, await client.watch(game))


async def list_games(terminal: Terminal, place: Place) -> None:
    """Tell which games wait or are played, and whom the server has to play against."""
    async with place.client() as client:
        entries = await client.games()
        welcome = client.welcome
    if entries:
        width = None if terminal.console.is_terminal else _WIDE_ENOUGH
        terminal.console.print(game_table(entries), width=width, crop=False)
        terminal.say(f"\ntake a free seat: {place.command('--game', 'GAME')}")
        terminal.say(f"look on:          {place.command('--watch', 'GAME')}")
    else:
        terminal.say("no game waits or is played")
    terminal.say(f"{welcome.server} offers:")
    for offer in welcome.agents:
        start = f"  {offer.description:18} "
        terminal.say_words(f"{start}{offer.words}".rstrip(), len(start))


async def play_over_cs621(
    terminal: Terminal, place: Place, rules: str, size: int, seat: AgentSeat | None
) -> None:
    """Play the game that a server of CS621 begins."""
    client = Cs621Client(place.host, place.port, place.name, rules=rules, size=size)
    async with client as game:
        terminal.say(f"waiting for {place.host} port {place.port} to begin")
        if seat is None:
            await play_by_prompt(terminal, game)
            return
        async with seat:
            await _show_agent(terminal, seat, game)


async def _show_agent(terminal: Terminal, seat: AgentSeat, game: FarGame) -> None:
    playing = asyncio.create_task(play_by_agent(seat, game))
    try:
        await _show_all(terminal, game)
        await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _show_all(terminal: Terminal, game: FarGame) -> None:
    while True:
        event = await game.next_event()
        show_event(terminal, game, event)
        if isinstance(event, End):
            return


def _tell_waiting(terminal: Terminal, place: Place, wish: Wish, game: JoinedGame) -> None:
    if game.start is None:
        terminal.say("waiting for somebody to play with")
        if wish.against == ANYONE:
            terminal.say(f"to play with you: {place.command('--game', game.id)}")


async def _leave(terminal: Terminal, place: Place, game: JoinedGame) -> None:
    """Withdraw a game that nobody has come to; of another that is not over, tell the way back."""
    if game.end is None and game.start is None:
        with suppress(ObversiError, TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_WITHDRAW):
                await game.leave()
                terminal.say("the game is withdrawn: nobody had come")
    if game.end is None and game.token is not None:
        waits = "the game waits for you for a while" if game.clock is None else "your clock runs"
        terminal.say(f"{waits}: come back with")
        terminal.say(place.command("--rejoin", f"{game.id}:{game.token}"))
