"""The options of games between agents, for matches, games in bulk and tournaments."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from obversi.arena.game.plan import TimeControl, parse_clock
from obversi.arena.openings import (
    START,
    Openings,
    balanced_openings,
    balanced_origin,
    random_openings,
    read_openings,
    start_openings,
)
from obversi.arena.tournament.settings import MOST_ADJUDICATED, Sprt
from obversi.arguments import whole_number
from obversi.cli import options
from obversi.cli.options import section
from obversi.cli.progress import progress
from obversi.rules import Rules

#: The time for a move in matches and tournaments.
USUAL_SECONDS = 0.1


# Openings


@dataclass(frozen=True, slots=True)
class OpeningChoice:
    """The openings that the options name: of a file, balanced, the start, or random."""

    size: int
    rules: Rules
    opening_file: Path | None = None
    balanced: float | None = None
    plies: int | None = None
    from_start: bool = False

    def __post_init__(self) -> None:
        if self.opening_file is not None and self.balanced is not None:
            raise click.UsageError("--balanced openings are found at random: leave out --openings")
        for name, value in (
            ("--openings", self.opening_file),
            ("--balanced", self.balanced),
            ("--plies", self.plies),
        ):
            if self.from_start and value is not None:
                raise click.UsageError(f"--from-start is the only opening: leave out {name}")

    def openings(self, count: int, seed: int) -> Openings:
        """Read the openings, or find `count` of them if there are that many."""
        size, rules, plies = self.size, self.rules, self.plies
        if self.from_start:
            return start_openings(size, rules)
        if self.opening_file is not None:
            return read_openings(self.opening_file, size=size, rules=rules, plies=plies, seed=seed)
        if self.balanced is None:
            with progress("finding openings"):
                return random_openings(count, size=size, rules=rules, plies=plies, seed=seed)
        with progress("balanced openings", count) as step:
            return balanced_openings(
                count,
                within=self.balanced,
                size=size,
                rules=rules,
                plies=plies,
                seed=seed,
                on_found=lambda _found: step(),
            )

    def planned(self) -> tuple[int, str]:
        """Return the size and the origin of the openings, without finding all of them."""
        if self.balanced is None:
            first = self.openings(1, seed=0)
            return first.size, first.origin
        first = replace(self, balanced=None).openings(1, seed=0)
        return first.size, balanced_origin(self.balanced, first.boards[0].ply)


_grouped_opening_options = options.grouped(
    "opening_choice",
    OpeningChoice,
    options.rules_option,
    options.size_option,
    click.option(
        "--openings",
        "opening_file",
        type=click.Path(path_type=Path),
        help="Start from positions or games of this file, or `balanced` for the package's even "
        "openings on 8×8 and 6×6.  [default: random moves]",
    ),
    click.option(
        "--balanced",
        type=options.FiniteRange(0, 64),
        metavar="DISCS",
        help="Start where the engine sees both sides ahead by at most DISCS.",
    ),
    options.flag_option(
        "--from-start", "Start every game from the initial position, so that agents play all moves."
    ),
    click.option(
        "--plies",
        type=options.PLIES,
        help="Moves of an opening.  [default: random 8 on 8×8, 4 on 6×6, 2 on 4×4; all of a file]",
    ),
)


_opening_options = section("Board and openings", _grouped_opening_options)


def opening_notes(openings: Openings, pairs: int) -> Iterator[str]:
    """Return what is unexpected about the openings of this number of pairs."""
    count, distinct = len(openings.boards), openings.distinct
    if count < pairs and openings.origin != START:
        few = "is only one opening" if count == 1 else f"are only {count} openings"
        yield f"there {few} for {pairs} pairs: they repeat"
    if distinct < count:
        yield f"the {count} openings are {distinct} if mirrored and rotated ones count as one"


def odd_notes(games: int | None) -> Iterator[str]:
    """Return a note if one more game is played, as their number was odd."""
    if games is not None and games % 2:
        yield f"{games} is odd, and games come in pairs: {games + 1} are played"


def pairs_of_games(games: int) -> int:
    """Return the number of pairs with at least this number of games."""
    return (whole_number(games, "the number of games", 1) + 1) // 2


# Time, tests and seeds

_time_option = click.option(
    "--time",
    "seconds",
    type=options.SECONDS,
    help="Seconds per move, for timed agents without a time of their own.  "
    f"[default: {USUAL_SECONDS}]",
)

_seed_option = click.option(
    "--seed", type=options.SEED, help="Repeat the openings and random choices of other games."
)


def _time_control(seconds: float | None, clock: str | None) -> TimeControl:
    if clock is None:
        return TimeControl(seconds=USUAL_SECONDS if seconds is None else seconds)
    if seconds is not None:
        raise click.UsageError("--clock is for the whole game: leave out --time")
    return parse_clock(clock)


def _sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = (float(number) for number in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a test: expected two numbers such as 0,5"
        ) from None
    return Sprt(elo0, elo1)


#: The options of matches and tournaments.
game_options = options.all_of(
    section(
        "Time and end of games",
        options.grouped(
            "time",
            _time_control,
            _time_option,
            click.option(
                "--clock",
                metavar="S[+S]",
                help="Instead: seconds per game for each agent, and the increment per move "
                "(60+0.5).",
            ),
        ),
        click.option(
            "--adjudicate",
            type=options.WholeRange(0, MOST_ADJUDICATED),
            default=0,
            show_default=False,
            metavar="EMPTIES",
            help="End games with this number of empty squares, with the result of perfect play.",
        ),
        click.option(
            "--sprt",
            metavar="ELO0,ELO1",
            callback=options.reading(_sprt),
            help="Stop when it is clear whether A is stronger by ELO1, or by at most ELO0.",
        ),
    ),
    _opening_options,
    _seed_option,
)

#: The options of games in bulk.
bulk_options = options.all_of(_time_option, _opening_options, _seed_option)


def pairing_options(games: int, others: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Add two agents, the number of their games with this default, and other options."""
    return options.all_of(
        click.argument("a"),
        click.argument("b"),
        click.option(
            "--games",
            type=options.GAMES,
            default=games,
            help="How many; two from each opening, with colours swapped.",
        ),
        others,
    )
