"""The layers that this machine has, and checks of the layers that a teacher requires."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from obversi.arguments import suggestion
from obversi.errors import InputError, MachineError
from obversi.sandbox.error import SandboxError
from obversi.sandbox.sandbox import Sandbox
from obversi.sandbox.settings import Layer, SandboxLimits

# These keep malicious code from files, processes and the network, and count all of its memory.
STRICT = frozenset({Layer.LIMITS, Layer.NAMESPACES, Layer.SECCOMP, Layer.CGROUP})

_STRICT_NAME = "strict"
_SECONDS_TO_START = 30.0
_SCRIPT = "def main(receive, send, scratch):\n    send(b'')\n    receive()\n"

_ADVICE = {
    Layer.NAMESPACES: "install the package bubblewrap, and let users make namespaces",
    Layer.NOBODY: "run as root, with a Python that all users may read",
    Layer.LANDLOCK: "use Linux 5.13 or later, with landlock among its security modules",
    Layer.SECCOMP: "use Linux on x86_64 or aarch64",
    Layer.CGROUP: "run as root, or by `systemd-run --user --scope -p Delegate=yes`",
    Layer.LIMITS: "use Linux",
}


@cache
def missing_layers() -> Mapping[Layer, str]:
    """Return why layers are missing on this machine; the first call tests all of them."""
    sandbox = Sandbox(SandboxLimits(), _SCRIPT, even_as_root=True)
    try:
        sandbox.start(_SECONDS_TO_START)
    except SandboxError as error:
        raise MachineError(f"no sandbox can be started: {error}") from error
    sandbox.end()
    return MappingProxyType(sandbox.missing)


def layer_advice(layer: Layer) -> str:
    """Return how to get a layer that is missing."""
    return _ADVICE[layer]


def open_files_reason() -> str:
    """Return why code inside can read and write files here, or "" if a layer prevents that."""
    layers, missing = (Layer.NAMESPACES, Layer.LANDLOCK), missing_layers()
    return _reasons(missing, layers) if all(layer in missing for layer in layers) else ""


def required_layers(names: Iterable[str]) -> frozenset[Layer]:
    """Return layers by their names; ``strict`` stands for several.

    >>> sorted(required_layers(["process", "limits"]))
    [<Layer.LIMITS: 'limits'>, <Layer.PROCESS: 'process'>]
    >>> required_layers(["seccom"])
    Traceback (most recent call last):
    obversi.errors.InputError: there is no layer 'seccom' of the sandbox: did you mean 'seccomp'?
    """
    required: set[Layer] = set()
    for name in names:
        required |= STRICT if name == _STRICT_NAME else {_layer(name)}
    return frozenset(required)


def checked_minimum(names: Iterable[str]) -> frozenset[Layer]:
    """Return the required layers by their names; raise `MachineError` if one is missing here.

    >>> sorted(checked_minimum(["process"]))
    [<Layer.PROCESS: 'process'>]
    """
    required = required_layers(names)
    missing = missing_layers()
    absent = [layer for layer in Layer if layer in required and layer in missing]
    if absent:
        reasons = _reasons(missing, absent)
        raise MachineError(f"the required sandbox is not available here: {reasons}")
    return required


def _reasons(missing: Mapping[Layer, str], layers: Iterable[Layer]) -> str:
    return "; ".join(f"{layer}: {missing[layer]} ({_ADVICE[layer]})" for layer in layers)


def layer_names(text: str) -> tuple[str, ...]:
    """Read the names of layers from a text that joins them by "+" or ",".

    >>> layer_names("namespaces+seccomp") == layer_names("namespaces, seccomp")
    True
    """
    return tuple(name.strip() for name in text.replace("+", ",").split(",") if name.strip())


def _layer(name: str) -> Layer:
    try:
        return Layer(name)
    except ValueError:
        advice = suggestion(name, [*map(str, Layer), _STRICT_NAME])
        raise InputError(f"there is no layer {name!r} of the sandbox: {advice}") from None
