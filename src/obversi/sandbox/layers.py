"""Which layers this machine has, and what a teacher may demand."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from obversi.errors import MachineError, ObversiError
from obversi.sandbox.error import SandboxError
from obversi.sandbox.layer import Layer
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.sandbox import Sandbox
from obversi.suggestion import suggestion

__all__ = ["STRICT", "Layer", "checked_minimum", "layer_advice", "layer_names", "missing_layers"]

# What keeps files, processes and the network from those who mean harm.
STRICT: Final = frozenset({Layer.LIMITS, Layer.NAMESPACES, Layer.SECCOMP})

_STRICT_NAME: Final = "strict"
_SECONDS_TO_TRY: Final = 30.0
_GUEST: Final = "def main(receive, send, scratch):\n    send(b'')\n    receive()\n"

_ADVICE: Final = {
    Layer.NAMESPACES: "install the package bubblewrap, and let users make namespaces",
    Layer.NOBODY: "run as root, with a Python that everyone may read",
    Layer.LANDLOCK: "use Linux 5.13 or later, with landlock among its security modules",
    Layer.SECCOMP: "use Linux on x86_64 or aarch64",
    Layer.CGROUP: "run as root, or by `systemd-run --user --scope -p Delegate=yes`",
    Layer.LIMITS: "use Linux",
}


@cache
def missing_layers() -> Mapping[Layer, str]:
    """Return why layers cannot be had on this machine; all are tried, the first time."""
    sandbox = Sandbox(SandboxLimits(), _GUEST, even_as_root=True)
    try:
        sandbox.start(_SECONDS_TO_TRY)
    except SandboxError as error:
        raise MachineError(f"no sandbox can be started: {error}") from error
    sandbox.end()
    return MappingProxyType(sandbox.missing)


def layer_advice(layer: Layer) -> str:
    """Say how to get a layer that is missing."""
    return _ADVICE[layer]


def checked_minimum(names: Iterable[str]) -> frozenset[Layer]:
    """Read the names of the layers that have to hold, and refuse what this machine has not.

    >>> sorted(checked_minimum(["process", "limits"]))
    [<Layer.LIMITS: 'limits'>, <Layer.PROCESS: 'process'>]
    >>> checked_minimum(["seccom"])
    Traceback (most recent call last):
    obversi.errors.ObversiError: there is no layer 'seccom' of the sandbox: did you mean 'seccomp'?
    """
    wanted: set[Layer] = set()
    for name in names:
        wanted |= STRICT if name == _STRICT_NAME else {_layer(name)}
    missing = missing_layers()
    lacking = [layer for layer in Layer if layer in wanted and layer in missing]
    if lacking:
        reasons = "; ".join(f"{layer}: {missing[layer]} ({_ADVICE[layer]})" for layer in lacking)
        raise MachineError(f"the sandbox that is demanded cannot be had here: {reasons}")
    return frozenset(wanted)


def layer_names(text: str) -> tuple[str, ...]:
    """Read the names of layers from a text that joins them in either way.

    >>> layer_names("namespaces+seccomp") == layer_names("namespaces, seccomp")
    True
    """
    return tuple(name.strip() for name in text.replace("+", ",").split(",") if name.strip())


def _layer(name: str) -> Layer:
    try:
        return Layer(name)
    except ValueError:
        advice = suggestion(name, [*map(str, Layer), _STRICT_NAME])
        raise ObversiError(f"there is no layer {name!r} of the sandbox: {advice}") from None
