"""The games of a server as a table."""

from collections.abc import Sequence

from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.wire.session import GameEntry

__all__ = ["game_table"]


def game_table(entries: Sequence[GameEntry]) -> Table:
    """Make a table of the games, those that wait for somebody first, as the server lists them."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for heading in ("game", "black", "white", "rules", "size", "clock", "moves", "seen by"):
        # Where there is little room, names go on below; a game is to be copied.
        is_name = heading in ("black", "white")
        table.add_column(heading, no_wrap=not is_name, overflow="fold")
    for entry in entries:
        clock = entry.clock
        table.add_row(
            escape(entry.game),
            _player(entry.black),
            _player(entry.white),
            entry.rules,
            f"{entry.size}×{entry.size}",
            "" if clock is None else f"{clock.seconds:g}+{clock.increment:g}",
            "waits" if entry.waiting else str(entry.ply),
            str(entry.watchers),
        )
    return table


def _player(name: str | None) -> str:
    if name is None:
        return "[dim]free[/]"
    is_level = name.startswith("engine:level=")
    return escape(name.removeprefix("engine:") if is_level else name)
