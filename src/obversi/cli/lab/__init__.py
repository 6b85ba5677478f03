"""``obversi lab``: experiments with error bars, measures of strength and tuning."""

import importlib
from typing import Final

import click

from obversi.cli.options import examples
from obversi.suggestion import suggestion

__all__ = ["lab_command"]

# A module each. In the order of the help: experiments, measures, tuning.
_COMMANDS: Final = (
    *("list", "run", "all", "page"),
    *("round-robin", "win-rate", "value-loss", "search-depth"),
    *("tune", "study"),
)


class _Laboratory(click.Group):
    """Commands that are loaded when they are asked for: all other commands begin sooner so."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*_COMMANDS]  # a module of this folder is called list

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"obversi.cli.lab.{name}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS:
            ctx.fail(f"there is no command {args[0]!r}: {suggestion(args[0], _COMMANDS)}")
        return super().resolve_command(ctx, args)


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
