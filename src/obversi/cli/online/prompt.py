"""A game on a server, played by a person at the prompt."""

import asyncio
import io
import os
import sys
import threading
from collections.abc import Callable

import click
from rich.text import Text

from obversi.cli.charts import turned_by_move
from obversi.cli.game.advice import show_board
from obversi.cli.game.prompt import read_move
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.errors import FormatError, InputError, MachineError, ObversiError
from obversi.net.online_game import Event, Interruption, OnlineGame
from obversi.wire.line_buffer import LineBuffer
from obversi.wire.session import End, Start, State, Turn


def show_event(terminal: Terminal, game: OnlineGame, event: Event) -> None:
    """Show an event; the game may be further already."""
    match event:
        case Start():
            _show_start(terminal, game, event)
        case State():
            _show_move(terminal, game, event)
        case End() if game.board.is_over:
            pass  # it was shown below the board
        case End():
            terminal.say(Text(event.text, "bold"))
        case Interruption():
            terminal.say(event.text)
        case Turn():
            pass  # the prompt shows it


def clock_text(seconds: float) -> str:
    """Write what a clock shows.

    >>> clock_text(272.8), clock_text(7.25)
    ('4:32', '0:07')
    """
    whole = int(max(seconds, 0))
    return f"{whole // 60}:{whole % 60:02}"


def _show_start(terminal: Terminal, game: OnlineGame, start: Start) -> None:
    names = {"black": start.black, "white": start.white}
    for color in ("black", "white"):
        you = " (you)" if color in start.yours else ""
        terminal.say(f"{color} is {names[color]}{you}")
    if start.clock is not None:
        added = f", {start.clock.increment:g} s more a move" if start.clock.increment else ""
        terminal.say(f"each has {clock_text(start.clock.seconds)} for the game{added}")
    show_board(terminal, game.board)


def _show_move(terminal: Terminal, game: OnlineGame, state: State) -> None:
    other = "white" if state.mover == "black" else "black"
    if state.move == "pass":
        terminal.say(Text(f"\n{state.mover} has no move and passes: {other} plays again", "bold"))
    else:
        flips = f"flips {len(state.flips)}: {' '.join(state.flips)}"
        terminal.say(f"\n{state.mover} plays {state.move} and {flips}")
    if game.board.ply == state.ply:
        show_board(terminal, game.board)
        if game.clocks is not None and not game.board.is_over:
            clocks = [
                f"{color_name(color)} {clock_text(game.seconds_left(color) or 0)}"
                for color in (BLACK, WHITE)
            ]
            terminal.say(f"clocks: {', '.join(clocks)}")


_READ_BYTES = 4096


class TypedLines:
    """The lines of standard input, read by a thread that the end of the program does not wait for.

    It reads from the file itself: reading from the stream would hold its lock.
    """

    def __init__(self) -> None:
        """Read when the first line is requested."""
        self.is_terminal = sys.stdin.isatty()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._thread: threading.Thread | None = None
        self._has_ended = False

    async def next(self) -> str | None:
        """Wait for the next line, without its end; None is the end of input."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=[loop, _reader()], daemon=True)
            self._thread.start()
        if self._has_ended:
            return None
        line = await self._lines.get()
        self._has_ended = line is None
        return line

    def _read(self, loop: asyncio.AbstractEventLoop, read: Callable[[], bytes]) -> None:
        buffer = LineBuffer()
        lines: list[str | None] = []
        while lines[-1:] != [None]:
            try:
                data = read()
                # What comes last may be a line without its end.
                lines = [*buffer.feed(data)] if data else [*filter(None, buffer.feed(b"\n")), None]
            except (OSError, FormatError):  # no terminal any more, or a line without an end
                lines = [None]
            try:
                for line in lines:
                    loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:
                return  # the game is over, and so is the loop


def _reader() -> Callable[[], bytes]:
    try:
        number = sys.stdin.fileno()
    except io.UnsupportedOperation:  # a stream without a file, as in tests
        buffer = sys.stdin.buffer
        return lambda: buffer.read(_READ_BYTES)
    return lambda: os.read(number, _READ_BYTES)


_HELP = """\
d3, or another square  place a disc there
moves                  list your legal moves, with how many discs each flips
show                   draw the board again
undo                   go back to your last turn, without a clock or another person
resign                 resign the game
help                   show this list
quit                   leave, and print the command to come back"""

_COMMANDS = ("moves", "show", "undo", "resign", "help", "quit")


async def play_by_prompt(terminal: Terminal, game: OnlineGame) -> None:
    """Show a game, and prompt for moves, until it is over or the player leaves.

    Events are shown while the prompt waits.
    """
    await _Prompt(terminal, game, TypedLines()).run()


class _Prompt:
    def __init__(self, terminal: Terminal, game: OnlineGame, lines: TypedLines) -> None:
        self._terminal, self._game, self._lines = terminal, game, lines
        self._has_prompt = False
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
                    await self._run_line(line.result())
                    line = None
                else:
                    if not self._game.has_news:
                        if line is None and self._listens:
                            line = asyncio.create_task(self._lines.next())
                        self._show_prompt()
                    waiting = {event} if line is None else {event, line}
                    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._has_prompt:
                self._say()  # ends the line of the prompt
            event.cancel()
            if line is not None:
                line.cancel()

    @property
    def _listens(self) -> bool:
        """Whether lines are read now: moves of a script wait for their turn."""
        return self._lines.is_terminal or self._game.is_my_turn

    def _show_prompt(self) -> None:
        if self._has_prompt or not self._game.is_my_turn:
            return
        color = self._game.board.turn
        left = self._game.seconds_left(color)
        clock = "" if left is None else f" {clock_text(left)}"
        click.echo(f"{color_name(color)}{clock}> ", nl=False)
        sys.stdout.flush()
        self._has_prompt = True

    def _show(self, event: Event) -> None:
        if self._has_prompt:
            self._say()  # ends the line of the prompt, which is shown again later
            self._has_prompt = False
        show_event(self._terminal, self._game, event)

    async def _run_line(self, line: str | None) -> None:
        if line is None:
            self._has_left = True
            return
        if not self._lines.is_terminal:
            self._say(line)  # as a terminal would
        self._has_prompt = False
        try:
            await self._run_command(line.strip())
        except MachineError:
            raise  # the connection is lost
        except ObversiError as error:
            self._say(str(error))

    async def _run_command(self, answer: str) -> None:
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
        move = read_move(answer, _COMMANDS)
        if not self._game.is_my_turn:
            raise InputError("it is not your turn")
        self._game.board.copy().push(move)  # rejects an illegal move with its reason
        await self._game.play(move)

    def _say(self, text: str = "") -> None:
        self._terminal.say(text)
