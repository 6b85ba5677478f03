"""What a machine lacks, for good or for a moment, and what is said of it."""

import errno
import os
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from sandbox_talk import GUEST, SECONDS, alone, needs, talk

from obversi.errors import MachineError
from obversi.sandbox import Cause, Layer, Sandbox, SandboxError, SandboxLimits
from obversi.sandbox import tries as tries_module
from obversi.sandbox.conversation import Conversation, NoAnswerError
from obversi.sandbox.inside import script
from obversi.sandbox.process import SandboxProcess


def failing(number: int) -> Callable[..., Any]:
    """Return a function that the system refuses."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.fixture
def no_handles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that gives no handles of processes."""
    monkeypatch.setattr("os.pidfd_open", failing(errno.ENOSYS), raising=False)
    tries_module.no_namespaces_reason.cache_clear()
    yield
    tries_module.no_namespaces_reason.cache_clear()


@pytest.mark.usefixtures("no_handles")
def test_without_handles_of_processes_there_are_no_namespaces() -> None:
    with talk() as inside:
        assert Layer.NAMESPACES not in inside.sandbox.layers
        assert inside.sandbox.missing[Layer.NAMESPACES]
        inside.ask("answer = 1")
        inside.sandbox.sleep()
        assert inside.ask("answer = 2") == "2"
        with pytest.raises(SandboxError, match="status 3"):
            inside.ask("import os; os._exit(3)")
    assert not Path(f"/proc/{inside.sandbox.process}").exists()


@pytest.mark.parametrize("place", ["cell.new_scratch_folder", "process._pipes", "cell.environment"])
@pytest.mark.parametrize("without", [(), [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_what_the_system_refuses_is_said(
    place: str, without: Collection[Layer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("obversi.sandbox.cell.scratch_can_be_in_memory", lambda: False)
    monkeypatch.setattr(f"obversi.sandbox.{place}", failing(errno.ENOSPC))
    with pytest.raises(SandboxError, match="No space left on device") as caught:
        Sandbox(SandboxLimits(), GUEST, without=without, even_as_root=True).start(SECONDS)
    assert caught.value.cause == Cause.START


@needs(Layer.NAMESPACES)
def test_no_file_stays_open_when_nothing_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {*Path("/proc/self/fd").iterdir()}
    starts = "obversi.sandbox.process.started_by_lasting_thread"
    monkeypatch.setattr(starts, failing(errno.EAGAIN))
    sandbox = Sandbox(SandboxLimits(), GUEST)
    with pytest.raises(SandboxError, match="cannot be run"):
        sandbox.start(SECONDS)
    assert {*Path("/proc/self/fd").iterdir()} == before


# Who is root, and has no walls


@pytest.fixture
def no_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root, on a machine where nothing keeps a process from files."""
    monkeypatch.setattr("obversi.sandbox.cell._is_root", lambda: True)
    monkeypatch.setattr("obversi.sandbox.cell.no_namespaces_reason", lambda: "no bubblewrap")
    monkeypatch.setattr("obversi.sandbox.cell.no_nobody_reason", lambda _: "no nobody")
    steps = {"landlock": "def lock(settings): return 'no landlock'"}
    monkeypatch.setattr(
        "obversi.sandbox.plan.script", lambda name: steps.get(name) or script(str(name))
    )


@pytest.mark.usefixtures("no_walls")
def test_root_without_walls_is_refused() -> None:
    sandbox = Sandbox(SandboxLimits(), GUEST)
    words = "run as root here.*no bubblewrap; nobody: no nobody; landlock: no landlock"
    with pytest.raises(MachineError, match=words) as caught:
        sandbox.start(SECONDS)
    assert not isinstance(caught.value, SandboxError)  # nobody inside is to blame
    assert sandbox.process is not None
    assert not Path(f"/proc/{sandbox.process}").exists()


@pytest.mark.usefixtures("no_walls")
def test_root_without_walls_is_had_by_name() -> None:
    for even_as_root, without in ((True, []), (False, alone())):
        sandbox = Sandbox(SandboxLimits(), GUEST, without=without, even_as_root=even_as_root)
        sandbox.start(SECONDS)
        sandbox.end()


def test_systems_without_what_is_needed_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("select.poll")
    with pytest.raises(MachineError, match="needs Linux"):
        Sandbox(SandboxLimits(), GUEST)


# Who does not read


def test_who_writes_but_does_not_read_holds_up_nobody() -> None:
    process = SandboxProcess()
    try:
        os.write(process.files_inside[1], b"x")
        with pytest.raises(NoAnswerError):
            Conversation(process, 1e6).send(bytes(1 << 20), time.monotonic() + 0.05)
    finally:
        process.end()
