"""``obversi arena``: tournaments that are kept, one module a command."""

import click

from obversi.cli.arena.export import export_command
from obversi.cli.arena.ladder import ladder_command
from obversi.cli.arena.list import list_command
from obversi.cli.arena.resume import resume_command
from obversi.cli.arena.run import run_command
from obversi.cli.arena.show import show_command
from obversi.cli.options import examples

__all__ = ["arena_command"]


@click.group(
    "arena",
    invoke_without_command=True,
    short_help="Play tournaments that are kept, and rate agents.",
    epilog=examples(
        "obversi arena run greedy r4:depth=2 engine:depth=4   everyone meets everyone",
        "obversi arena show                                   who is how strong",
        "obversi arena export 1 games.ggf                     all games of the first",
    ),
)
@click.pass_context
def arena_command(context: click.Context) -> None:
    """Play tournaments, of which every game is kept as it ends, and tell who is how strong."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (
    run_command,
    list_command,
    show_command,
    resume_command,
    export_command,
    ladder_command,
):
    arena_command.add_command(_command)
