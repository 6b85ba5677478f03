"""Errors of the machine: missing features, and resources that have run out."""

import errno
import os
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from sandbox_client import SCRIPT, SECONDS, alone, needs, sandboxed

from obversi.errors import MachineError
from obversi.sandbox import Sandbox, SandboxError, SandboxLimits
from obversi.sandbox.bubblewrap import no_namespaces_reason
from obversi.sandbox.conversation import Conversation, NoAnswerError
from obversi.sandbox.error import Cause
from obversi.sandbox.process import SandboxProcess
from obversi.sandbox.readable import inside_source
from obversi.sandbox.settings import Layer


def failing(number: int) -> Callable[..., Any]:
    """Return a function that fails with an error of the system."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.fixture
def no_pidfd(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system without pidfds."""
    monkeypatch.setattr("os.pidfd_open", failing(errno.ENOSYS), raising=False)
    no_namespaces_reason.cache_clear()
    yield
    no_namespaces_reason.cache_clear()


@pytest.mark.usefixtures("no_pidfd")
def test_without_pidfd_there_are_no_namespaces() -> None:
    with sandboxed() as client:
        assert Layer.NAMESPACES not in client.sandbox.layers
        assert client.sandbox.missing[Layer.NAMESPACES]
        client.run("answer = 1")
        client.sandbox.sleep()
        assert client.run("answer = 2") == "2"
        with pytest.raises(SandboxError, match="status 3"):
            client.run("import os; os._exit(3)")
    assert not Path(f"/proc/{client.sandbox.process}").exists()


@pytest.mark.parametrize(
    "place", ["isolation.new_scratch_folder", "process._pipes", "isolation.environment"]
)
@pytest.mark.parametrize("without", [(), [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_errors_of_the_system_are_reported(
    place: str, without: Collection[Layer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("obversi.sandbox.isolation.scratch_can_be_in_memory", lambda: False)
    monkeypatch.setattr(f"obversi.sandbox.{place}", failing(errno.ENOSPC))
    with pytest.raises(SandboxError, match="No space left on device") as caught:
        Sandbox(SandboxLimits(), SCRIPT, without=without, even_as_root=True).start(SECONDS)
    assert caught.value.cause == Cause.START


@needs(Layer.NAMESPACES)
def test_a_failed_start_leaves_no_open_file(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {*Path("/proc/self/fd").iterdir()}
    starts = "obversi.sandbox.process.start_in_spawner_thread"
    monkeypatch.setattr(starts, failing(errno.EAGAIN))
    sandbox = Sandbox(SandboxLimits(), SCRIPT)
    with pytest.raises(SandboxError, match="cannot be run"):
        sandbox.start(SECONDS)
    assert {*Path("/proc/self/fd").iterdir()} == before


# Root without layers


@pytest.fixture
def no_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root, on a machine without layers that protect files."""
    monkeypatch.setattr("obversi.sandbox.isolation._is_root", lambda: True)
    monkeypatch.setattr("obversi.sandbox.isolation.no_namespaces_reason", lambda: "no bubblewrap")
    monkeypatch.setattr("obversi.sandbox.isolation.no_nobody_reason", lambda _: "no nobody")
    lock, no_lock = '"landlock": landlock', '"landlock": lambda _: "no landlock"'
    assert lock in inside_source()
    source = inside_source().replace(lock, no_lock)
    monkeypatch.setattr("obversi.sandbox.isolation.inside_source", lambda: source)


@pytest.mark.usefixtures("no_layers")
def test_root_without_layers_is_an_error() -> None:
    sandbox = Sandbox(SandboxLimits(), SCRIPT)
    words = "run as root here.*no bubblewrap; nobody: no nobody; landlock: no landlock"
    with pytest.raises(MachineError, match=words) as caught:
        sandbox.start(SECONDS)
    assert not isinstance(caught.value, SandboxError)  # no agent is to blame
    assert sandbox.process is not None
    assert not Path(f"/proc/{sandbox.process}").exists()


@pytest.mark.usefixtures("no_layers")
def test_root_without_layers_can_be_requested() -> None:
    for even_as_root, without in ((True, []), (False, alone())):
        sandbox = Sandbox(SandboxLimits(), SCRIPT, without=without, even_as_root=even_as_root)
        sandbox.start(SECONDS)
        sandbox.end()


def test_other_systems_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("select.poll")
    with pytest.raises(MachineError, match="needs Linux"):
        Sandbox(SandboxLimits(), SCRIPT)


# A process that does not read


def test_sending_to_a_process_that_does_not_read_ends() -> None:
    process = SandboxProcess()
    try:
        os.write(process.files_inside[1], b"x")
        with pytest.raises(NoAnswerError):
            Conversation(process, 1e6).send(bytes(1 << 20), time.monotonic() + 0.05)
    finally:
        process.end()
