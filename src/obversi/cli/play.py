"""``obversi play``: a game in the terminal."""

from contextlib import closing

import click

from obversi.board import Board
from obversi.cli import options
from obversi.cli.agents import agent_lines
from obversi.cli.game.advice import Adviser
from obversi.cli.game.prompt import TerminalGame
from obversi.cli.game.state import PERSON, LocalPlayer, level_player, player_of
from obversi.cli.positions import board_options
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, Color

_DEFAULT_LEVEL = 3


@click.command(
    "play",
    epilog="\n\n".join(
        [
            agent_lines(
                ("human", "a person at this terminal"),
                ("level=N", "the engine at a level from 0 to 12"),
            ),
            options.examples(
                "obversi play --level 5 --color white        the engine begins",
                "obversi play greedy --rules reversed        fewest discs win",
                "obversi play human human --size 6           two people",
                "obversi play random:seed=7 engine --size 4  two agents, to watch",
            ),
        ]
    ),
)
@click.argument("players", nargs=-1, metavar="[OPPONENT | BLACK WHITE]")
@click.option(
    "--level", type=options.LEVEL, help="The opponent's level, from 0 to 12.  [default: 3]"
)
@click.option(
    "--color",
    type=click.Choice(["black", "white"]),
    help="Your colour; black begins.  [default: black]",
)
@board_options
@options.agent_seed_option
@click.option(
    "--hint-seconds", type=options.SECONDS, default=1.0, help="Time for a hint or an evaluation."
)
@options.terminal_option
def play_command(
    players: tuple[str, ...],
    level: int | None,
    color: str | None,
    board: Board,
    seed: int | None,
    hint_seconds: float,
    terminal: Terminal,
) -> None:
    """Play a game in the terminal, by default against the engine at level 3.

    Type a square such as d3 at the prompt, or help for a list of commands. With one name you play
    against that player; with two, the first is black and moves first.
    """
    both = _players(players, level, color, seed)
    with closing(Adviser(hint_seconds)) as adviser:
        TerminalGame(terminal, board, both, adviser, seed).run()


def _players(
    players: tuple[str, ...], level: int | None, color: str | None, seed: int | None
) -> dict[Color, LocalPlayer]:
    if len(players) > 2:
        raise click.UsageError(f"two can play, not {len(players)}: {' '.join(players)}")
    if players and level is not None:
        raise click.UsageError("--level is for a game without other players: level=5 names one")
    if len(players) == 2:
        if color is not None:
            raise click.UsageError("--color is for a game against one opponent: two are named")
        # With the same seed two equal agents would make the same choices.
        other_seed = None if seed is None else seed + 1
        return {BLACK: player_of(players[0], seed), WHITE: player_of(players[1], other_seed)}
    if players:
        opponent = player_of(players[0], seed)
    else:
        opponent = level_player(_DEFAULT_LEVEL if level is None else level, seed)
    own = WHITE if color == "white" else BLACK
    return {own: PERSON, -own: opponent}
