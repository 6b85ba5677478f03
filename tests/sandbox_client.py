"""Helpers for tests of the sandbox: a script that runs lines of Python, and a client for it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from programs import needs_program

from obversi.sandbox import Sandbox, SandboxLimits, missing_layers
from obversi.sandbox.settings import Layer

SECONDS = 30.0

# Runs lines of Python, and sends the value of `answer` or the name of the exception.
SCRIPT = """
def main(receive, send, scratch):
    names = {"scratch": scratch, "send": send, "receive": receive}
    send(b"ready")
    while True:
        names["answer"] = None
        try:
            exec(receive().decode(), names)
            reply = repr(names["answer"])
        except BaseException as error:
            reply = type(error).__name__
        send(reply.encode())
"""

# Layers that are switched off: none, one of them, or all.
LAYER_SETS: dict[str, Collection[Layer]] = {
    "all": (),
    "without namespaces": (Layer.NAMESPACES,),
    "without seccomp": (Layer.SECCOMP,),
    "process": [layer for layer in Layer if layer != Layer.PROCESS],
}


def needs(*layers: Layer) -> pytest.MarkDecorator:
    """Skip a test if this machine lacks a layer."""
    missing = {layer: why for layer, why in missing_layers().items() if layer in layers}
    if Layer.NAMESPACES in missing:
        return needs_program("bubblewrap", None)
    layers_missing = "; ".join(f"{layer}: {why}" for layer, why in missing.items())
    return pytest.mark.skipif(bool(missing), reason=layers_missing)


def alone(*layers: Layer) -> list[Layer]:
    """Return the layers to switch off so that only these and the process are left."""
    return [layer for layer in Layer if layer not in layers and layer != Layer.PROCESS]


class SandboxClient:
    """A client of the script in a sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def run(self, line: str, seconds: float = SECONDS) -> str:
        """Run lines, and return the value of `answer` as text."""
        self.sandbox.send(line.encode())
        return self.sandbox.receive(seconds).decode()


@contextmanager
def sandboxed(
    without: Collection[Layer] = (), script: str = SCRIPT, **limits: Any
) -> Iterator[SandboxClient]:
    """Start a sandbox, and end it at the end of the block."""
    sandbox = Sandbox(SandboxLimits(**limits), script, without=without, even_as_root=True)
    sandbox.start(SECONDS)
    try:
        yield SandboxClient(sandbox)
    finally:
        sandbox.end()
