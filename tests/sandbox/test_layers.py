"""Which layers there are, and what is said to those who demand others."""

import errno
from collections.abc import Iterator, Mapping

import pytest

from obversi.errors import ObversiError
from obversi.sandbox import bubblewrap as bubblewrap_module, checked_minimum, missing_layers
from obversi.sandbox.inside import no_landlock_reason
from obversi.sandbox.settings import Layer


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Mapping[Layer, str]:
    """A machine without two layers."""
    reasons = {Layer.NAMESPACES: "the program bwrap is not installed", Layer.CGROUP: "not allowed"}
    monkeypatch.setattr("obversi.sandbox.layers.missing_layers", lambda: reasons)
    return reasons


@pytest.fixture
def tried_anew() -> Iterator[None]:
    """Forget what was tried, before and after."""
    tries = (bubblewrap_module.no_namespaces_reason, bubblewrap_module.scratch_can_be_in_memory)
    for tried in (*tries, bubblewrap_module.no_nobody_reason):
        tried.cache_clear()
    yield
    for tried in (*tries, bubblewrap_module.no_nobody_reason):
        tried.cache_clear()


def test_missing_layers_have_reasons() -> None:
    assert Layer.PROCESS not in missing_layers()
    assert Layer.LIMITS not in missing_layers()
    assert all(reason and reason == reason.strip() for reason in missing_layers().values())


def test_names_are_read() -> None:
    assert checked_minimum([]) == frozenset()
    assert checked_minimum(["limits", "process", "limits"]) == {Layer.LIMITS, Layer.PROCESS}


def test_strict_stands_for_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.sandbox.layers.missing_layers", dict)
    assert checked_minimum(["strict"]) == {
        *(Layer.LIMITS, Layer.NAMESPACES, Layer.SECCOMP, Layer.CGROUP)
    }
    assert checked_minimum(["strict", "landlock"]) > checked_minimum(["strict"])


def test_missing_layers_are_named_with_advice(lacking: Mapping[Layer, str]) -> None:
    with pytest.raises(ObversiError) as caught:
        checked_minimum(["strict", "cgroup"])
    words = str(caught.value)
    assert all(f"{layer}: {reason}" in words for layer, reason in lacking.items())
    assert "install the package bubblewrap" in words
    assert "seccomp:" not in words


def test_unknown_layers_get_a_suggestion() -> None:
    with pytest.raises(ObversiError, match=r"no layer 'namespace'.*did you mean 'namespaces'"):
        checked_minimum(["namespace"])
    with pytest.raises(ObversiError, match=r"expected process, limits, .* or strict"):
        checked_minimum(["xyz"])


@pytest.mark.usefixtures("tried_anew")
def test_without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.sandbox.bubblewrap.bubblewrap", lambda: None)
    assert bubblewrap_module.no_namespaces_reason() == "the program bwrap is not installed"


@pytest.mark.usefixtures("tried_anew")
def test_the_error_of_bubblewrap_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["/bin/sh", "-c", "echo one >&2; echo no namespaces for you >&2; exit 1"]
    monkeypatch.setattr("obversi.sandbox.bubblewrap.bubblewrap", lambda: "/bin/sh")
    monkeypatch.setattr("obversi.sandbox.bubblewrap.bubblewrap_command", lambda *_, **__: command)
    assert bubblewrap_module.no_namespaces_reason() == "no namespaces for you"


@pytest.mark.usefixtures("tried_anew")
def test_only_root_becomes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert bubblewrap_module.no_nobody_reason(False) == "only root can become another user"


@pytest.mark.usefixtures("tried_anew")
def test_root_without_cap_kill_does_not_become_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(
        "obversi.sandbox.bubblewrap.Path.read_text", lambda _: "CapEff:\t00000000000000c1"
    )
    assert "may not send signals" in bubblewrap_module.no_nobody_reason(False)


@pytest.mark.usefixtures("tried_anew")
def test_temporary_errors_are_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many_files(_: int) -> int:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("obversi.sandbox.bubblewrap.bubblewrap", lambda: "/bin/true")
    monkeypatch.setattr("os.pidfd_open", too_many_files, raising=False)
    with pytest.raises(OSError, match="too many"):
        bubblewrap_module.no_namespaces_reason()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errno.ENOSYS, "does not have it"),
        (errno.EOPNOTSUPP, "switched off"),
        (errno.EPERM, "not available here: Operation not permitted"),
    ],
)
def test_why_there_is_no_landlock(error: int, words: str) -> None:
    assert words in no_landlock_reason(error)
