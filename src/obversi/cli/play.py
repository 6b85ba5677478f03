"""``obversi play``: a game in the terminal."""

import click

from obversi.agents.agent import Agent
from obversi.agents.catalog import AGENTS
from obversi.agents.description import make_agent
from obversi.cli.agents import agent_lines
from obversi.cli.options import examples, rules_option, size_option, unicode_option
from obversi.cli.positions import after_moves, one_board
from obversi.cli.terminal import open_terminal
from obversi.cli.terminal_game import TerminalGame
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.suggestion import suggestion

__all__ = ["play_command"]

_PERSON = "human"


@click.command(
    "play",
    epilog="\n\n".join(
        [
            agent_lines((_PERSON, "someone at this terminal")),
            examples(
                "obversi play human engine:seconds=0.5       you are black against the engine",
                "obversi play greedy human --rules reversed  fewest discs win",
                "obversi play random:seed=7 engine --size 4  two agents, to look at",
            ),
        ]
    ),
)
@click.argument("black", default=_PERSON)
@click.argument("white", default="greedy")
@rules_option
@size_option
@click.option("--position", help="Begin here: a board text, moves such as f5d6c3, or a file.")
@click.option("--moves", default="", help="Play these moves first, such as f5d6c3.")
@click.option("--seed", type=int, help="Let agents with chance in them choose alike every time.")
@unicode_option
def play_command(
    black: str,
    white: str,
    rules: str,
    size: int,
    position: str | None,
    moves: str,
    seed: int | None,
    unicode: bool | None,
) -> None:
    """Play a game in the terminal: BLACK moves first, against WHITE.

    Type a square such as d3 at the prompt, or help for what else can be typed.
    """
    players = {
        BLACK: _player(black, seed),
        WHITE: _player(white, None if seed is None else seed + 1),
    }
    board = after_moves(one_board(position, rules, size), moves)
    TerminalGame(open_terminal(unicode), board, players).run()


def _player(description: str, seed: int | None) -> Agent | None:
    """Return the agent of a description, or None for a person."""
    if description == _PERSON:
        return None
    name = description.partition(":")[0]
    if name not in AGENTS and not name.endswith((".py", ".toml")):
        raise ObversiError(f"there is no player {name!r}: {suggestion(name, [_PERSON, *AGENTS])}")
    return make_agent(description, seed=seed)
