"""All commands of a command line."""

from collections.abc import Iterator

import click


def leaf_commands(
    command: click.Command, name: str = "", context: click.Context | None = None
) -> Iterator[tuple[str, click.Command]]:
    """Yield each command that has no commands of its own, with its full name."""
    if not isinstance(command, click.Group):
        yield name, command
        return
    inside = click.Context(command, parent=context)
    for inner in command.list_commands(inside):
        found = command.get_command(inside, inner)
        assert found is not None, f"{name} {inner}"
        yield from leaf_commands(found, f"{name} {inner}".strip(), inside)
