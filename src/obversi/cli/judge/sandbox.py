"""``obversi judge sandbox``: how well this machine can lock agents up."""

import json
from typing import Final

import click
from rich import box
from rich.table import Table
from rich.text import Text

from obversi.cli.options import examples, json_option
from obversi.cli.terminal import open_terminal
from obversi.sandbox.layer import Layer
from obversi.sandbox.layers import layer_advice, missing_layers

__all__ = ["sandbox_command"]

_ABOUT: Final = {
    Layer.PROCESS: "a process of its own, which is ended with all that it starts",
    Layer.LIMITS: "the system's limits on processor time, memory and files",
    Layer.NAMESPACES: "bubblewrap: no network, no other processes, files of its own",
    Layer.NOBODY: "the user that owns nothing",
    Layer.LANDLOCK: "reads the system alone, writes its scratch folder alone",
    Layer.SECCOMP: "asks the system for little: no sockets, processes or programs",
    Layer.CGROUP: "the system counts its memory and its threads",
}


@click.command(
    "sandbox",
    short_help="Tell how well this machine can lock agents up.",
    epilog=examples(
        "obversi judge sandbox",
        "obversi judge sandbox --json",
    ),
)
@json_option
def sandbox_command(as_json: bool) -> None:
    """Tell which layers of the sandbox this machine has, and how to get those that are missing.

    Each layer is tried. `--sandbox` of the other commands, or a preset, can demand some of them.
    """
    missing = missing_layers()
    if as_json:
        for layer in Layer:
            told = {"layer": layer.value, "holds": layer not in missing, "about": _ABOUT[layer]}
            advice = layer_advice(layer) if layer in missing else ""
            click.echo(json.dumps(told | {"why": missing.get(layer, ""), "advice": advice}))
        return
    table = Table("layer", "", "what it does", box=box.SIMPLE_HEAD)
    for layer in Layer:
        there = Text("missing", "red") if layer in missing else Text("ok", "green")
        about = Text(_ABOUT[layer])
        if layer in missing:
            about.append(f"\n{missing[layer]}", "dim")
            about.append(f"\nto get it: {layer_advice(layer)}", "dim")
        table.add_row(Text(layer.value, "bold"), there, about)
    open_terminal().console.print(table)
