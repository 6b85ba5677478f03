import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

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


def test_a_system_that_does_not_report_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sysconf")
    assert machine.memory_bytes() is None


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_a_thread_and_what_it_starts_keep_to_a_core() -> None:
    cores = sorted(os.sched_getaffinity(0))
    print_cores = [sys.executable, "-c", "import os; print(*os.sched_getaffinity(0))"]
    found = []

    def work(place: int) -> None:
        machine.keep_to_core(place)
        found.append(int(subprocess.run(print_cores, capture_output=True, check=True).stdout))

    for place in (0, len(cores) - 1, len(cores)):
        thread = Thread(target=work, args=[place])
        thread.start()
        thread.join()
    assert found == [cores[0], cores[-1], cores[0]]
    assert sorted(os.sched_getaffinity(0)) == cores


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_one_core_for_a_while() -> None:
    cores = sorted(os.sched_getaffinity(0))
    with machine.on_one_core():
        assert os.sched_getaffinity(0) == {cores[os.getpid() % len(cores)]}
    assert sorted(os.sched_getaffinity(0)) == cores
