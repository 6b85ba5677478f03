"""The options that say how games between agents are played, and from where."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from obversi.arena.game.time_control import TimeControl, parse_clock
from obversi.arena.tournament.settings import Sprt

__all__ = [
    "USUAL_SECONDS",
    "adjudicate_option",
    "clock_option",
    "opening_options",
    "seed_option",
    "sprt_option",
    "time_control",
    "time_option",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

USUAL_SECONDS: Final = 0.1


def time_option(command: Decorated) -> Decorated:
    """Add ``--time``, which is None unless it is given."""
    return click.option(
        "--time",
        "seconds",
        type=float,
        help="Seconds a move, for timed agents that do not name their own.  "
        f"[default: {USUAL_SECONDS}]",
    )(command)


def clock_option(command: Decorated) -> Decorated:
    """Add ``--clock``."""
    return click.option(
        "--clock",
        metavar="S[+S]",
        callback=lambda _context, _option, text: None if text is None else parse_clock(text),
        help="Instead: seconds a game for each agent, and what a move adds (60+0.5).",
    )(command)


def time_control(seconds: float | None, clock: TimeControl | None) -> TimeControl:
    """Return what was asked for: by the move unless there is a clock."""
    if clock is None:
        return TimeControl(seconds=USUAL_SECONDS if seconds is None else seconds)
    if seconds is not None:
        raise click.UsageError("--clock is for the whole game: leave --time out")
    return clock


def opening_options(command: Decorated) -> Decorated:
    """Add ``--openings``, ``--balanced``, ``--from-start`` and ``--plies``."""
    for option in (
        click.option(
            "--plies",
            type=int,
            help="Moves of an opening.  "
            "[default: random 8 on 8×8, 4 on 6×6, 2 on 4×4; all of a file]",
        ),
        click.option(
            "--from-start",
            is_flag=True,
            help="Begin every game at the usual start, so that all moves are the agents' own.",
        ),
        click.option(
            "--balanced",
            type=float,
            metavar="DISCS",
            help="Begin where the engine sees no one ahead by more than so many discs.",
        ),
        click.option(
            "--openings",
            "opening_file",
            type=click.Path(path_type=Path),
            help="Begin at positions or games of this file.  [default: random moves]",
        ),
    ):
        command = option(command)
    return command


def seed_option(command: Decorated) -> Decorated:
    """Add ``--seed``."""
    return click.option("--seed", type=int, help="Repeat the openings and choices of other games.")(
        command
    )


def adjudicate_option(command: Decorated) -> Decorated:
    """Add ``--adjudicate``."""
    return click.option(
        "--adjudicate",
        type=int,
        default=0,
        metavar="EMPTIES",
        help="End games with so many empty squares by the result of perfect play.",
    )(command)


def sprt_option(command: Decorated) -> Decorated:
    """Add ``--sprt``."""
    return click.option(
        "--sprt",
        metavar="ELO0,ELO1",
        callback=lambda _context, _option, text: None if text is None else _sprt(text),
        help="Stop when it is clear whether A is stronger by ELO1, or by no more than ELO0.",
    )(command)


def _sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = (float(number) for number in text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} is no test: expected two numbers such as 0,5") from None
    return Sprt(elo0, elo1)
