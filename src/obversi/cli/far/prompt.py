"""A person at a game elsewhere."""

import asyncio
import sys
from difflib import get_close_matches
from typing import Final

import click

from obversi.cli.drawing import turned_by_move
from obversi.cli.far.showing import clock_text, show_event
from obversi.cli.far.typed_lines import TypedLines
from obversi.cli.game.telling import show_board
from obversi.cli.terminal import Terminal
from obversi.color import color_name
from obversi.errors import InvalidMoveError, MachineError, ObversiError
from obversi.move import Move
from obversi.net.far_game import Event, FarGame
from obversi.wire.session import End

__all__ = ["play_by_prompt"]

_HELP: Final = """\
d3, or another square  place a disc there
moves                  list your legal moves, with how many discs each turns
show                   draw the board again
undo                   go back to your last turn, without a clock or another person
resign                 give the game up
help                   show this list
quit                   leave, and be told how to come back"""

_COMMANDS: Final = ("moves", "show", "undo", "resign", "help", "quit")


async def play_by_prompt(terminal: Terminal, game: FarGame) -> None:
    """Show a game, and ask for moves, until it is over or somebody leaves it.

    What happens elsewhere is shown while the prompt waits.
    """
    await _Prompt(terminal, game, TypedLines()).run()


class _Prompt:
    def __init__(self, terminal: Terminal, game: FarGame, lines: TypedLines) -> None:
        self._terminal, self._game, self._lines = terminal, game, lines
        self._is_asking = False
        self._has_left = False

    async def run(self) -> None:
        event: asyncio.Task[Event] = asyncio.create_task(self._game.next_event())
        line: asyncio.Task[str | None] | None = None
        try:
            while not self._has_left:
                if event.done():
                    self._show(event.result())
                    if isinstance(event.result(), End):
                        return
                    event = asyncio.create_task(self._game.next_event())
                elif line is not None and line.done():
                    await self._obey_line(line.result())
                    line = None
                else:
                    if not self._game.has_news:
                        if line is None and self._listens:
                            line = asyncio.create_task(self._lines.next())
                        self._ask()
                    waiting = {event} if line is None else {event, line}
                    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._is_asking:
                self._say()  # ends the line of the prompt
            event.cancel()
            if line is not None:
                line.cancel()

    @property
    def _listens(self) -> bool:
        """Whether what is typed is read now: a script's moves wait for their turn."""
        return self._lines.is_terminal or self._game.is_my_turn

    def _ask(self) -> None:
        if self._is_asking or not self._game.is_my_turn:
            return
        color = self._game.board.turn
        left = self._game.seconds_left(color)
        clock = "" if left is None else f" {clock_text(left)}"
        click.echo(f"{color_name(color)}{clock}> ", nl=False)
        sys.stdout.flush()
        self._is_asking = True

    def _show(self, event: Event) -> None:
        if self._is_asking:
            self._say()  # ends the line of the prompt, which is asked again later
            self._is_asking = False
        show_event(self._terminal, self._game, event)

    async def _obey_line(self, line: str | None) -> None:
        if line is None:
            self._has_left = True
            return
        if not self._lines.is_terminal:
            self._say(line)  # what a terminal does, so that the output reads the same
        self._is_asking = False
        try:
            await self._obey(line.strip())
        except MachineError:
            raise  # there is no connection any more
        except ObversiError as error:
            self._say(str(error))

    async def _obey(self, answer: str) -> None:
        board = self._game.board
        match answer.lower():
            case "":
                pass
            case "moves":
                self._say(turned_by_move(board) or "the game is over")
            case "show":
                show_board(self._terminal, board)
            case "undo":
                await self._game.undo()
            case "resign":
                await self._game.resign()
            case "help":
                self._say(_HELP)
            case "quit":
                self._has_left = True
            case _:
                await self._play(answer)

    async def _play(self, answer: str) -> None:
        try:
            move = Move(answer)
        except InvalidMoveError:
            near = get_close_matches(answer.lower(), _COMMANDS, 1)
            advice = f"did you mean {near[0]!r}?" if near else "type 'help' for what can be typed"
            raise InvalidMoveError(f"{answer!r} is no square and no command: {advice}") from None
        if not self._game.is_my_turn:
            raise ObversiError("it is not your turn")
        self._game.board.copy().push(move)  # refuses what is not legal, and says why
        await self._game.play(move)

    def _say(self, text: str = "") -> None:
        self._terminal.say(text)
