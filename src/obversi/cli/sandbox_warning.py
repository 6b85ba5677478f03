"""A word of warning where nothing keeps agents from the files of who runs them."""

import click

from obversi.sandbox.layers import Layer, layer_advice, missing_layers

__all__ = ["warn_of_open_files"]


def warn_of_open_files() -> None:
    """Say in a line that agents can read and write files, if neither of two layers holds."""
    missing = missing_layers()
    if Layer.NAMESPACES in missing and Layer.LANDLOCK in missing:
        why = "; ".join(
            f"{layer}: {missing[layer]} ({layer_advice(layer)})"
            for layer in (Layer.NAMESPACES, Layer.LANDLOCK)
        )
        click.echo(f"warning: these agents can read and write what you can: {why}", err=True)
