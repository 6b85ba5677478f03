"""What the tests of the sandbox share: a guest that does what it is told, and who may tell it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from obversi.sandbox import Layer, Sandbox, SandboxLimits, missing_layers

SECONDS = 30.0

# It runs lines of Python, and answers what `answer` is then, or which exception came.
GUEST = """
def main(receive, send, scratch):
    names = {"scratch": scratch, "send": send}
    send(b"ready")
    while True:
        names["answer"] = None
        try:
            exec(receive().decode(), names)
            told = repr(names["answer"])
        except BaseException as error:
            told = type(error).__name__
        send(told.encode())
"""

# All that this machine has, all but the one or the other, and next to nothing.
WALLS: dict[str, Collection[Layer]] = {
    "all": (),
    "without namespaces": (Layer.NAMESPACES,),
    "without seccomp": (Layer.SECCOMP,),
    "process": [layer for layer in Layer if layer != Layer.PROCESS],
}


def needs(*layers: Layer) -> pytest.MarkDecorator:
    """Skip a test where this machine does not have a layer."""
    reasons = [
        f"{layer}: {missing_layers()[layer]}" for layer in layers if layer in missing_layers()
    ]
    return pytest.mark.skipif(bool(reasons), reason="; ".join(reasons))


def alone(*layers: Layer) -> list[Layer]:
    """Return what to switch off so that only these layers hold, and the process that all need."""
    return [layer for layer in Layer if layer not in layers and layer != Layer.PROCESS]


class Talk:
    """Tells the guest what to do."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def ask(self, line: str, seconds: float = SECONDS) -> str:
        """Have lines run, and return what `answer` was set to, as text."""
        self.sandbox.send(line.encode())
        return self.sandbox.receive(seconds).decode()


@contextmanager
def talk(without: Collection[Layer] = (), guest: str = GUEST, **limits: Any) -> Iterator[Talk]:
    """Start a sandbox, and end it whatever happens."""
    sandbox = Sandbox(SandboxLimits(**limits), guest, without=without, even_as_root=True)
    sandbox.start(SECONDS)
    try:
        yield Talk(sandbox)
    finally:
        sandbox.end()
