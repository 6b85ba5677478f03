"""The layers of the sandbox that this machine has, before anything is run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from obversi.sandbox.layer import Layer
from obversi.sandbox.layers import checked_minimum, missing_layers

__all__ = ["MachineLayers", "checked_layers"]


@dataclass(frozen=True, slots=True)
class MachineLayers:
    """The names of the layers that are there, and why the others are not."""

    there: tuple[str, ...]
    missing: Mapping[str, str]


def checked_layers(minimum: Iterable[str]) -> MachineLayers:
    """Return the layers of this machine, which is refused without one of the `minimum`."""
    checked_minimum(minimum)
    missing = {layer.value: why for layer, why in missing_layers().items()}
    there = tuple(layer.value for layer in Layer if layer.value not in missing)
    return MachineLayers(there, missing)
