"""``obversi lab``: experiments with error bars, measures of strength and tuning."""

import click

from obversi.cli.lazy_group import LazyGroup
from obversi.cli.options import examples

__all__ = ["lab_command"]


class _Laboratory(LazyGroup):
    package = "obversi.cli.lab"
    # Experiments, measures, tuning.
    names = (
        *("list", "run", "all", "page"),
        *("round-robin", "win-rate", "value-loss", "search-depth"),
        *("tune", "study"),
    )


@click.group(
    "lab",
    cls=_Laboratory,
    invoke_without_command=True,
    short_help="Make experiments with error bars, and tune evaluations.",
    epilog=examples(
        "obversi lab list             which experiments there are",
        "obversi lab run breadth      how many moves there are to choose from",
        "obversi lab all              every experiment, and one page about them",
    ),
)
@click.pass_context
def lab_command(context: click.Context) -> None:
    """Make the experiments of five reports again, with error bars, and tune evaluations."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
