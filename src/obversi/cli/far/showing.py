"""What happens in a game elsewhere, in words and drawings."""

from rich.text import Text

from obversi.cli.game.telling import show_board
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.net.far_game import Event, FarGame, Interruption
from obversi.wire.session import End, Start, State, Turn

__all__ = ["clock_text", "show_event"]


def show_event(terminal: Terminal, game: FarGame, event: Event) -> None:
    """Tell what has happened; the game may be further than that, if much happens at once."""
    match event:
        case Start():
            _show_start(terminal, game, event)
        case State():
            _show_move(terminal, game, event)
        case End() if game.board.is_over:
            pass  # the board below which it stands was drawn already
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


def _show_start(terminal: Terminal, game: FarGame, start: Start) -> None:
    names = {"black": start.black, "white": start.white}
    for color in ("black", "white"):
        you = " (you)" if color in start.yours else ""
        terminal.say(f"{color} is {names[color]}{you}")
    if start.clock is not None:
        added = f", {start.clock.increment:g} s more a move" if start.clock.increment else ""
        terminal.say(f"each has {clock_text(start.clock.seconds)} for the game{added}")
    show_board(terminal, game.board)


def _show_move(terminal: Terminal, game: FarGame, state: State) -> None:
    other = "white" if state.mover == "black" else "black"
    if state.move == "pass":
        terminal.say(Text(f"\n{state.mover} has no move and passes: {other} plays again", "bold"))
    else:
        flips = f"turns {len(state.flips)}: {' '.join(state.flips)}"
        terminal.say(f"\n{state.mover} plays {state.move} and {flips}")
    if game.board.ply == state.ply:
        show_board(terminal, game.board)
        if game.clocks is not None and not game.board.is_over:
            clocks = [
                f"{color_name(color)} {clock_text(game.seconds_left(color) or 0)}"
                for color in (BLACK, WHITE)
            ]
            terminal.say(f"clocks: {', '.join(clocks)}")
