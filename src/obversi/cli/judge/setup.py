"""``obversi judge presets`` and ``sandbox``: rules of courses, and layers of the sandbox."""

from dataclasses import asdict

import click
from rich import box
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from obversi.agents.course.preset import CoursePreset, preset_names, preset_text, read_preset
from obversi.cli.options import examples, json_option, reading
from obversi.cli.terminal import open_terminal, print_json
from obversi.sandbox.layers import layer_advice, layer_names, missing_layers
from obversi.sandbox.settings import Layer


@click.command(
    "presets",
    epilog=examples(
        "obversi judge presets                      all of them",
        "obversi judge presets cs303 > mine.toml    a file to start your own with",
        "obversi judge presets mine.toml --json     how it was read",
    ),
)
@click.argument("name", required=False)
@json_option
def presets_command(name: str | None, as_json: bool) -> None:
    """List the rules of the known courses, or print one as a file.

    NAME is one of the list or the path of a file. A course of your own is such a file with other
    values: --preset takes its path.
    """
    chosen = [read_preset(each) for each in (preset_names() if name is None else (name,))]
    if as_json:
        for preset in chosen:
            print_json(asdict(preset))
        return
    if name is not None:
        click.echo(preset_text(name), nl=False)
        return
    table = Table("preset", "rules", box=box.SIMPLE_HEAD)
    for preset in chosen:
        table.add_row(f"[bold]{escape(preset.name)}[/]", escape(preset_words(preset)))
    console = open_terminal().console
    console.print(table)
    console.print("[bold]obversi judge presets NAME[/] prints one, as a file to copy and change.")


def preset_words(preset: CoursePreset) -> str:
    """Return the rules of a course in a line."""
    parts = [
        f"{preset.rules} {preset.size}×{preset.size}",
        f"{preset.move_seconds:g} s per move",
        *([f"{preset.game_seconds:g} s per game"] if preset.game_seconds else []),
        *([f"{preset.warm_up_seconds:g} s to warm up"] if preset.warm_up_seconds else []),
        f"{preset.memory_mb:g} MB",
        "a time-out loses" if preset.at_time_out == "loses" else "last candidate at the time-out",
    ]
    return ", ".join(parts)


_ABOUT = {
    Layer.PROCESS: "a process of its own, which is ended with all that it starts",
    Layer.LIMITS: "the system's limits on processor time, memory and files",
    Layer.NAMESPACES: "bubblewrap: no network, no other processes, files of its own",
    Layer.NOBODY: "the user that owns nothing",
    Layer.LANDLOCK: "reads the system alone, writes its scratch folder alone",
    Layer.SECCOMP: "asks the system for little: no sockets, processes or programs",
    Layer.CGROUP: "the system counts its memory and its threads",
}


@click.command("sandbox", epilog=examples("obversi judge sandbox", "obversi judge sandbox --json"))
@json_option
def sandbox_command(as_json: bool) -> None:
    """Show which layers of the sandbox this machine has, and how to get missing ones.

    Each layer is tested. `--sandbox` of the other commands, or a preset, can require some of them.
    """
    missing = missing_layers()
    if as_json:
        for layer in Layer:
            state = {"layer": layer.value, "holds": layer not in missing, "about": _ABOUT[layer]}
            advice = layer_advice(layer) if layer in missing else ""
            print_json(state | {"why": missing.get(layer, ""), "advice": advice})
        return
    table = Table("layer", "", "what it does", box=box.SIMPLE_HEAD)
    for layer in Layer:
        shown = Text("missing", "red") if layer in missing else Text("ok", "green")
        about = Text(_ABOUT[layer])
        if layer in missing:
            about.append(f"\n{missing[layer]}", "dim")
            about.append(f"\nto get it: {layer_advice(layer)}", "dim")
        table.add_row(Text(layer.value, "bold"), shown, about)
    open_terminal().console.print(table)


preset_option = click.option(
    "--preset",
    default="cs303",
    metavar="NAME|FILE",
    callback=reading(read_preset),
    help="The rules of the course: of `obversi judge presets`, or a file.",
)

sandbox_option = click.option(
    "--sandbox",
    metavar="LAYER,...",
    callback=reading(layer_names),
    help="Do not run without these layers; strict: those that isolate agents.",
)
