"""``obversi judge presets``: the rules of courses, and a file to begin one's own with."""

import json
from dataclasses import asdict

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.preset_file import preset_names, preset_text, read_preset
from obversi.cli.options import examples, json_option
from obversi.cli.terminal import open_terminal

__all__ = ["preset_words", "presets_command"]


@click.command(
    "presets",
    short_help="List the rules of courses, or print one to copy.",
    epilog=examples(
        "obversi judge presets                      what there is",
        "obversi judge presets cs303 > mine.toml    a file to begin your own with",
        "obversi judge presets mine.toml --json     what was understood of it",
    ),
)
@click.argument("name", required=False)
@json_option
def presets_command(name: str | None, as_json: bool) -> None:
    """List the rules of courses that are known, or print one as a file.

    NAME is one of the list or the path of a file. A course of your own is such a file with other
    values: --preset takes its path.
    """
    chosen = [read_preset(each) for each in (preset_names() if name is None else (name,))]
    if as_json:
        for preset in chosen:
            click.echo(json.dumps(asdict(preset)))
        return
    if name is not None:
        click.echo(preset_text(name), nl=False)
        return
    table = Table("preset", "what it asks", box=box.SIMPLE_HEAD)
    for preset in chosen:
        table.add_row(f"[bold]{escape(preset.name)}[/]", escape(preset_words(preset)))
    console = open_terminal().console
    console.print(table)
    console.print("[bold]obversi judge presets NAME[/] prints one, as a file to copy and change.")


def preset_words(preset: CoursePreset) -> str:
    """Say in a line what a course asks for."""
    parts = [
        f"{preset.rules} {preset.size}×{preset.size}",
        f"{preset.move_seconds:g} s a move",
        *([f"{preset.game_seconds:g} s a game"] if preset.game_seconds else []),
        *([f"{preset.warm_up_seconds:g} s to warm up"] if preset.warm_up_seconds else []),
        f"{preset.memory_mb:g} MB",
        "a time-out loses" if preset.at_time_out == "loses" else "last candidate at the time-out",
    ]
    return ", ".join(parts)
