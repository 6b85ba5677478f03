"""``obversi play``: a game in the terminal."""

import click

from obversi.cli.agents import agent_lines
from obversi.cli.game import PERSON, Adviser, Player, TerminalGame, level_player, player_of
from obversi.cli.options import examples, rules_option, size_option, unicode_option
from obversi.cli.positions import after_moves, one_board
from obversi.cli.terminal import open_terminal
from obversi.color import BLACK, WHITE

__all__ = ["play_command"]

_DEFAULT_LEVEL = 3


@click.command(
    "play",
    epilog="\n\n".join(
        [
            agent_lines(
                ("human", "someone at this terminal"),
                ("level=N", "the engine at a level from 1 to 12"),
            ),
            examples(
                "obversi play --level 5 --color white        the engine begins",
                "obversi play greedy --rules reversed        fewest discs win",
                "obversi play human human --size 6           two people",
                "obversi play random:seed=7 engine --size 4  two agents, to look at",
            ),
        ]
    ),
)
@click.argument("players", nargs=-1, metavar="[OPPONENT | BLACK WHITE]")
@click.option("--level", type=int, help="The opponent's level, from 1 to 12.  [default: 3]")
@click.option(
    "--color",
    type=click.Choice(["black", "white"]),
    help="What you play; black begins.  [default: black]",
)
@rules_option
@size_option
@click.option("--position", help="Begin here: a board text, moves such as f5d6c3, or a file.")
@click.option("--moves", default="", help="Play these moves first, such as f5d6c3.")
@click.option("--seed", type=int, help="Let agents with chance in them choose alike every time.")
@click.option(
    "--hint-seconds",
    type=float,
    default=1.0,
    show_default=True,
    help="Time for a hint or an evaluation.",
)
@unicode_option
def play_command(
    players: tuple[str, ...],
    level: int | None,
    color: str | None,
    rules: str,
    size: int,
    position: str | None,
    moves: str,
    seed: int | None,
    hint_seconds: float,
    unicode: bool | None,
) -> None:
    """Play a game in the terminal, against the engine at level 3 unless told otherwise.

    Type a square such as d3 at the prompt, or help for what else can be typed. With one name you
    play against that player; with two, the first is black and moves first.
    """
    board = after_moves(one_board(position, rules, size), moves)
    seated = _seated(players, level, color, seed)
    with Adviser(hint_seconds) as adviser:
        TerminalGame(open_terminal(unicode), board, seated, adviser, seed).run()


def _seated(
    players: tuple[str, ...], level: int | None, color: str | None, seed: int | None
) -> dict[int, Player]:
    if len(players) > 2:
        raise click.UsageError(f"two can play, not {len(players)}: {' '.join(players)}")
    if players and level is not None:
        raise click.UsageError("--level is for a game without other players: level=5 names one")
    if len(players) == 2:
        if color is not None:
            raise click.UsageError("--color is for a game against one opponent: two are named")
        # With one seed two players of a kind would choose alike.
        other_seed = None if seed is None else seed + 1
        return {BLACK: player_of(players[0], seed), WHITE: player_of(players[1], other_seed)}
    if players:
        opponent = player_of(players[0], seed)
    else:
        opponent = level_player(_DEFAULT_LEVEL if level is None else level, seed)
    own = WHITE if color == "white" else BLACK
    return {own: PERSON, -own: opponent}
