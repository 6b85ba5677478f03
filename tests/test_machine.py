import os
from pathlib import Path

import pytest

from obversi import machine


def test_memory_is_what_the_machine_has_at_most() -> None:
    memory = machine.memory_bytes()
    assert memory is not None
    assert 1 << 24 < memory <= os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@pytest.mark.parametrize("content", ["max\n", "", "nonsense", "-1\n"])
def test_a_container_without_a_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "memory.max"
    file.write_text(content)
    monkeypatch.setattr(machine, "_MEMORY_LIMITS", (file, tmp_path / "missing"))
    installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert machine.memory_bytes() == installed


def test_a_container_with_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "memory.max"
    file.write_text(f"{100 << 20}\n")
    monkeypatch.setattr(machine, "_MEMORY_LIMITS", (file,))
    assert machine.memory_bytes() == 100 << 20


def test_a_system_that_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sysconf")
    assert machine.memory_bytes() is None
