"""Sandboxes leave nothing behind, not even if their owner is killed."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from sandbox_client import LAYER_SETS, alone, needs, sandboxed

from obversi.sandbox import Sandbox, SandboxLimits, cgroup
from obversi.sandbox.bubblewrap import bubblewrap_command
from obversi.sandbox.cgroup import Cgroup, CgroupPlaces, cgroup_places, remove_stale_cgroups
from obversi.sandbox.monitor import children
from obversi.sandbox.owner import (
    OWNER_VARIABLE,
    is_gone,
    kill_orphans_once,
    kill_strays,
    owner_mark,
)
from obversi.sandbox.scratch import new_scratch_folder, remove_folder, remove_stale_folders
from obversi.sandbox.settings import Layer

# A judge whose agent is computing.
JUDGE = """
import sys, time
sys.path[:0] = sys.argv[1:]
from sandbox_client import SCRIPT
from obversi.sandbox import Sandbox, SandboxLimits
from obversi.sandbox.settings import Layer
without = [Layer(name) for name in WITHOUT]
sandbox = Sandbox(SandboxLimits(), SCRIPT, without=without, even_as_root=True)
sandbox.start(30)
sandbox.send(b"while True: pass")
print(sandbox.process, flush=True)
time.sleep(60)
"""


def groups() -> set[Path]:
    try:
        places = cgroup_places().folders
    except OSError:
        return set()
    return {folder for place in places for folder in place.glob(f"obversi-sandbox-{os.getpid()}-*")}


def folders_of(process: int) -> list[Path]:
    mark = new_scratch_folder(None)
    remove_folder(mark)
    return [*mark.parent.glob(f"obversi-sandbox-{process}-*")]


def still_there(process: int) -> str:
    """Wait until a process that is not ours has ended; if it does not, return its state."""
    state = place = ""
    for _ in range(6000):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
            place = Path(f"/proc/{process}/wchan").read_text()
        except OSError:
            return ""
        if state == "Z":  # a zombie: nothing is left to stop
            return ""
        time.sleep(0.01)
    return f"{process} is in state {state}, at {place}"


@pytest.mark.parametrize("without", LAYER_SETS.values(), ids=LAYER_SETS)
def test_end_leaves_nothing(without: Collection[Layer]) -> None:
    with sandboxed(without) as client:
        client.run("open('x', 'w').close()")
        if Layer.NAMESPACES not in client.sandbox.layers:
            assert folders_of(os.getpid())
        assert bool(groups()) == (Layer.CGROUP in client.sandbox.layers)
    assert not folders_of(os.getpid())
    assert not groups()
    assert not still_there(client.sandbox.process or 0)


# Without groups too, since the next sandbox removes old groups and kills what is in them.
@pytest.mark.few_cases
@pytest.mark.parametrize(
    "without",
    [[], [Layer.CGROUP], [Layer.CGROUP, Layer.NOBODY], LAYER_SETS["process"]],
    ids=["all", "most", "without nobody", "process"],
)
def test_a_sandbox_dies_with_a_killed_judge(without: Collection[Layer]) -> None:
    script = JUDGE.replace("WITHOUT", str([str(layer) for layer in without]))
    arguments = [sys.executable, "-c", script, str(Path(__file__).parent.parent)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdout is not None
        process = int(judge.stdout.readline())
        judge.send_signal(signal.SIGKILL)
    assert not still_there(process)
    with sandboxed(without):  # the next one removes what the one before could not
        pass
    remove_stale_cgroups()
    assert not folders_of(judge.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of processes")
def test_children_are_killed_even_without_layers() -> None:
    away = """
import os, time
reads, writes = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(writes, str(os.getpid()).encode())
        time.sleep(60)
    os._exit(0)
os.wait()
answer = int(os.read(reads, 20))
"""
    with sandboxed(alone()) as client:
        stray = int(client.run(away))
        assert Path(f"/proc/{stray}").exists()
    assert not still_there(stray)


def test_kill_strays_kills_processes_of_the_same_folder() -> None:
    folder = Path("/tmp/obversi-sandbox-one")
    environment = {"TMPDIR": str(folder)}
    with subprocess.Popen(["/bin/sleep", "60"], env=environment) as process:
        kill_strays(folder.with_name("obversi-sandbox-on"))
        kill_strays(folder / "more")
        assert process.poll() is None
        kill_strays(folder)
        assert process.wait(30) == -signal.SIGKILL


def test_kill_strays_leaves_other_folders_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[Path] = []
    monkeypatch.setattr("obversi.sandbox.isolation.kill_strays", looked_for.append)
    Sandbox(SandboxLimits(), "", without=alone()).end()  # it has never had a folder
    assert looked_for == []
    monkeypatch.undo()
    with subprocess.Popen(["/bin/sleep", "60"], env={"TMPDIR": "/tmp/no-sandbox"}) as process:
        kill_strays(Path("/tmp/no-sandbox"))
        assert process.poll() is None
        process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the environment of processes")
def test_orphans_of_a_killed_judge_are_killed(tmp_path: Path) -> None:
    # Bubblewrap between its two processes, which no test meets by chance.
    waits = tmp_path / "bwrap"
    waits.symlink_to("/bin/sleep")
    number, _, machine = owner_mark().split("-")
    marks = {"gone": f"{number}-1-{machine}", "ours": owner_mark(), "elsewhere": "7-1-elsewhere"}
    begun = {
        name: subprocess.Popen(["sleep", "60"], executable=waits, env={OWNER_VARIABLE: mark})
        for name, mark in marks.items()
    }
    begun["of others"] = subprocess.Popen(["sleep", "60"], executable=waits, env={})
    try:
        kill_orphans_once.cache_clear()
        with sandboxed():
            assert begun["gone"].wait(30) == -signal.SIGKILL
            assert all(process.poll() is None for name, process in begun.items() if name != "gone")
    finally:
        for process in begun.values():
            process.kill()
            process.wait()


@needs(Layer.NAMESPACES)
def test_orphans_in_new_namespaces_are_killed() -> None:
    number, _, machine = owner_mark().split("-")
    mark = {OWNER_VARIABLE: f"{number}-1-{machine}"}
    command = bubblewrap_command(["/bin/sleep", "60"], SandboxLimits())
    with subprocess.Popen(command, env=mark, stderr=subprocess.DEVNULL) as outer:
        while not (begun := children(outer.pid)):
            time.sleep(0.01)
        outer.kill()
    kill_orphans_once.cache_clear()
    kill_orphans_once()
    assert not still_there(begun[0])


@needs(Layer.NAMESPACES)
def test_the_owner_mark_is_visible_outside_only() -> None:
    with sandboxed() as client:
        outer = Path(f"/proc/{client.sandbox.process}/stat").read_text().rpartition(")")[2].split()
        environment = Path(f"/proc/{outer[1]}/environ").read_bytes()
        assert f"{OWNER_VARIABLE}={owner_mark()}".encode() in environment.split(b"\0")
        assert client.run(f"import os; answer = os.environ.get({OWNER_VARIABLE!r})") == "None"


def test_only_stale_folders_are_removed() -> None:
    ours = new_scratch_folder(None)
    gone = subprocess.run([sys.executable, "-c", _MAKE], capture_output=True, text=True, check=True)
    theirs = Path(gone.stdout.strip())
    (theirs / "x").mkdir()
    link = theirs.with_name(f"{theirs.name}-link")
    link.symlink_to(ours)
    assert theirs.is_dir()
    remove_stale_folders()
    assert not theirs.exists()
    assert ours.exists()
    assert link.is_symlink()
    link.unlink()
    remove_folder(ours)
    assert not ours.exists()


_MAKE = "from obversi.sandbox.scratch import *; print(new_scratch_folder(None))"


def test_locked_and_deep_folders_are_removed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    folder = tmp_path / "scratch"
    (folder / "locked" / "inner").mkdir(parents=True)
    (folder / "locked" / "inner" / "file").touch()
    (folder / "link").symlink_to(kept)
    (folder / "locked" / "link").symlink_to(kept, target_is_directory=True)
    (folder / f"{os.getpid()}-0").mkdir()
    here = Path.cwd()
    os.chdir(folder)
    try:
        for _ in range(30):  # a path that is too long for the system
            os.mkdir("deeper" * 30)  # noqa: PTH102
            os.chdir("deeper" * 30)
    finally:
        os.chdir(here)
    (folder / "locked" / "inner").chmod(0)
    (folder / "locked").chmod(0)
    folder.chmod(0)
    remove_folder(folder)
    assert not folder.exists()
    assert [*kept.iterdir()] == [kept / "file"]


def test_a_link_that_replaces_a_folder_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir(0o755)
    (kept / "file").touch()
    folder = tmp_path / "scratch"
    (folder / "inner").mkdir(parents=True)
    scan = os.scandir

    def scan_and_swap(path: int) -> Iterator[os.DirEntry[str]]:
        entries = [*scan(path)]
        if (folder / "inner").is_dir() and not (folder / "inner").is_symlink():
            (folder / "inner").rmdir()
            (folder / "inner").symlink_to(kept)
        return iter(entries)

    monkeypatch.setattr("os.scandir", scan_and_swap)
    remove_folder(folder)
    monkeypatch.undo()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o755
    assert [*kept.iterdir()] == [kept / "file"]


def test_is_gone_by_owner_mark() -> None:
    assert not is_gone(owner_mark())
    assert not is_gone(f"{owner_mark()}-abc")
    number, _, machine = owner_mark().split("-")
    assert is_gone(f"{number}-1-{machine}")  # another process had that number
    assert is_gone(f"4194305-1-{machine}-x")  # no process has
    for other in ("", "x", "1", "1-2", "4194305-1-elsewhere", f"-1-1-{machine}"):
        assert not is_gone(other)


@needs(Layer.CGROUP)
def test_a_group_limits_memory() -> None:
    group = Cgroup(SandboxLimits(memory_mb=1, scratch_mb=1))
    line = "input(); held = bytearray(500 << 20)"
    with subprocess.Popen([sys.executable, "-c", line], stdin=subprocess.PIPE) as process:
        group.add(process.pid)
        assert not group.memory_ran_out
        process.communicate(b"\n")
    assert process.returncode == -signal.SIGKILL
    assert group.memory_ran_out
    group.remove()
    assert not groups()


@needs(Layer.CGROUP)
def test_a_group_is_removed_with_its_processes() -> None:
    group = Cgroup(SandboxLimits())
    with subprocess.Popen(["/bin/sleep", "60"]) as process:
        group.add(process.pid)
        assert groups()
        group.remove()
        assert process.wait(30) == -signal.SIGKILL
    assert not groups()


def test_invisible_processes_get_no_signal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda number, _: killed.append(number))
    (tmp_path / "cgroup.procs").write_text("0\n4194305\n0\n")
    cgroup._kill(tmp_path)
    assert killed == [4194305]


def test_groups_limit_cores_if_possible(tmp_path: Path) -> None:
    for is_version_2 in (True, False):
        places = CgroupPlaces(tmp_path, tmp_path, None, is_version_2)
        assert not [name for name in places.extras(1 << 20, 1.0) if name.startswith("cpu")]
        places = CgroupPlaces(tmp_path, tmp_path, tmp_path, is_version_2)
        assert [name for name in places.extras(1 << 20, 1.0) if name.startswith("cpu")]


@needs(Layer.CGROUP)
def test_a_group_has_one_core() -> None:
    if cgroup_places().processor is None:
        pytest.skip("groups of this machine cannot limit cores")
    if len(os.sched_getaffinity(0)) == 1:
        pytest.skip("there is one core only")
    work = """
import hashlib, threading, time
def work():
    while time.monotonic() < end: hashlib.pbkdf2_hmac("sha256", b"", b"", 10000)
begin, used = time.monotonic(), time.process_time()
end = begin + 0.6
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
answer = (time.process_time() - used) / (time.monotonic() - begin) < 1.7
"""
    with sandboxed(alone(Layer.CGROUP)) as client:
        assert client.run(work) == "True"


@needs(Layer.CGROUP)
def test_a_group_limits_threads() -> None:
    group = Cgroup(SandboxLimits(threads=4))
    lines = "import threading, time; input()\nfor _ in range(40): "
    lines += "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()"
    arguments = [sys.executable, "-S", "-c", lines]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdin=pipe, stderr=pipe) as process:
        group.add(process.pid)
        _, words = process.communicate(b"\n")
    assert b"can't start new thread" in words
    group.remove()
