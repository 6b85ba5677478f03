"""``obversi arena``: tournaments that are kept, one module a command."""

import click

from obversi.cli.lazy_group import LazyGroup
from obversi.cli.options import examples

__all__ = ["arena_command"]


class _Arena(LazyGroup):
    package = "obversi.cli.arena"
    names = ("run", "list", "show", "resume", "export", "ladder")


@click.group(
    "arena",
    cls=_Arena,
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
