"""Groups of commands that are loaded when they are asked for: all other commands begin sooner."""

import importlib

import click

from obversi.suggestion import suggestion

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group with a module for each command, in the folder of the group."""

    # What a group of its own says: the package, and the commands in the order of the help.
    package = ""
    names: tuple[str, ...] = ()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names, of which no module is loaded for this."""
        return [*self.names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load a command."""
        if cmd_name not in self.names:
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"{self.package}.{name}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line, or say which one may be meant."""
        if args and args[0] not in self.names:
            ctx.fail(f"there is no command {args[0]!r}: {suggestion(args[0], self.names)}")
        return super().resolve_command(ctx, args)
