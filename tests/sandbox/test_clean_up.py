"""Nothing is left behind: not by those who end, nor by those who are killed."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from sandbox_talk import WALLS, alone, needs, talk

from obversi.sandbox import Layer, Sandbox, SandboxLimits, cgroup
from obversi.sandbox.bubblewrap import bubblewrap_command
from obversi.sandbox.cgroup import Cgroup, remove_stale_cgroups
from obversi.sandbox.cgroup_places import CgroupPlaces, cgroup_places
from obversi.sandbox.owner import OWNER_VARIABLE, is_gone, owner_mark
from obversi.sandbox.scratch import new_scratch_folder, remove_folder, remove_stale_folders
from obversi.sandbox.strays import kill_orphans_once, kill_strays
from obversi.sandbox.watch import children

# A judge with an agent that is in the middle of something.
JUDGE = """
import sys, time
sys.path[:0] = sys.argv[1:]
from sandbox_talk import GUEST
from obversi.sandbox import Layer, Sandbox, SandboxLimits
without = [Layer(name) for name in WITHOUT]
sandbox = Sandbox(SandboxLimits(), GUEST, without=without, even_as_root=True)
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
    """Wait until a process that is not ours has ended; if it does not, tell what it does."""
    state = place = ""
    for _ in range(500):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
            place = Path(f"/proc/{process}/wchan").read_text()
        except OSError:
            return ""
        if state == "Z":  # nobody cares, and it does nothing
            return ""
        time.sleep(0.01)
    return f"{process} is in state {state}, at {place}"


@pytest.mark.parametrize("without", WALLS.values(), ids=WALLS)
def test_an_end_leaves_nothing(without: Collection[Layer]) -> None:
    with talk(without) as inside:
        inside.ask("open('x', 'w').close()")
        if Layer.NAMESPACES not in inside.sandbox.layers:
            assert folders_of(os.getpid())
        assert bool(groups()) == (Layer.CGROUP in inside.sandbox.layers)
    assert not folders_of(os.getpid())
    assert not groups()
    assert not still_there(inside.sandbox.process or 0)


# Without groups too, since whoever starts next removes them, and kills what is in them.
@pytest.mark.parametrize(
    "without",
    [[], [Layer.CGROUP], [Layer.CGROUP, Layer.NOBODY], WALLS["process"]],
    ids=["all", "most", "without nobody", "process"],
)
def test_a_killed_judge_takes_it_along(without: Collection[Layer]) -> None:
    script = JUDGE.replace("WITHOUT", str([str(layer) for layer in without]))
    arguments = [sys.executable, "-c", script, str(Path(__file__).parent.parent)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdout is not None
        inside = int(judge.stdout.readline())
        judge.send_signal(signal.SIGKILL)
    assert not still_there(inside)
    with talk(without):  # the next one removes what the one before could not
        pass
    remove_stale_cgroups()
    assert not folders_of(judge.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who was started with what")
def test_what_a_process_alone_has_started_is_found() -> None:
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
    with talk(alone()) as inside:
        stray = int(inside.ask(away))
        assert Path(f"/proc/{stray}").exists()
    assert not still_there(stray)


def test_strays_are_those_with_the_same_folder() -> None:
    folder = Path("/tmp/obversi-sandbox-one")
    environment = {"TMPDIR": str(folder)}
    with subprocess.Popen(["/bin/sleep", "60"], env=environment) as process:
        kill_strays(folder.with_name("obversi-sandbox-on"))
        kill_strays(folder / "more")
        assert process.poll() is None
        kill_strays(folder)
        assert process.wait(30) == -signal.SIGKILL


def test_who_has_another_folder_is_nobodys_stray(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[Path] = []
    monkeypatch.setattr("obversi.sandbox.cell.kill_strays", looked_for.append)
    Sandbox(SandboxLimits(), "", without=alone()).end()  # it has never had a folder
    assert looked_for == []
    monkeypatch.undo()
    with subprocess.Popen(["/bin/sleep", "60"], env={"TMPDIR": "/tmp/no-sandbox"}) as process:
        kill_strays(Path("/tmp/no-sandbox"))
        assert process.poll() is None
        process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who was started with what")
def test_what_a_killed_judge_had_begun_to_start_is_ended(tmp_path: Path) -> None:
    # Bubblewrap between its two processes, which no test meets by chance.
    waits = tmp_path / "bwrap"
    waits.symlink_to("/bin/sleep")
    number, _, world = owner_mark().split("-")
    marks = {"gone": f"{number}-1-{world}", "ours": owner_mark(), "elsewhere": "7-1-elsewhere"}
    begun = {
        name: subprocess.Popen(["sleep", "60"], executable=waits, env={OWNER_VARIABLE: mark})
        for name, mark in marks.items()
    }
    begun["of others"] = subprocess.Popen(["sleep", "60"], executable=waits, env={})
    try:
        kill_orphans_once.cache_clear()
        with talk():
            assert begun["gone"].wait(30) == -signal.SIGKILL
            assert all(process.poll() is None for name, process in begun.items() if name != "gone")
    finally:
        for process in begun.values():
            process.kill()
            process.wait()


@needs(Layer.NAMESPACES)
def test_namespaces_that_were_only_begun_are_ended() -> None:
    number, _, world = owner_mark().split("-")
    mark = {OWNER_VARIABLE: f"{number}-1-{world}"}
    command = bubblewrap_command(["/bin/sleep", "60"], SandboxLimits())
    with subprocess.Popen(command, env=mark, stderr=subprocess.DEVNULL) as outer:
        while not (begun := children(outer.pid)):
            pass
        outer.kill()
    kill_orphans_once.cache_clear()
    kill_orphans_once()
    assert not still_there(begun[0])


@needs(Layer.NAMESPACES)
def test_what_is_started_says_whose_it_is_to_us_alone() -> None:
    with talk() as inside:
        outer = Path(f"/proc/{inside.sandbox.process}/stat").read_text().rpartition(")")[2].split()
        environment = Path(f"/proc/{outer[1]}/environ").read_bytes()
        assert f"{OWNER_VARIABLE}={owner_mark()}".encode() in environment.split(b"\0")
        assert inside.ask(f"import os; answer = os.environ.get({OWNER_VARIABLE!r})") == "None"


def test_folders_of_the_dead_are_removed_and_no_others() -> None:
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


def test_a_folder_is_removed_however_it_was_left(tmp_path: Path) -> None:
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


def test_a_link_that_takes_the_place_of_a_folder_is_not_followed(
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


def test_marks_tell_who_is_gone() -> None:
    assert not is_gone(owner_mark())
    assert not is_gone(f"{owner_mark()}-abc")
    number, _, world = owner_mark().split("-")
    assert is_gone(f"{number}-1-{world}")  # another process had that number
    assert is_gone(f"4194305-1-{world}-x")  # no process has
    for other in ("", "x", "1", "1-2", "4194305-1-elsewhere", f"-1-1-{world}"):
        assert not is_gone(other)


@needs(Layer.CGROUP)
def test_a_group_ends_those_who_take_too_much_memory() -> None:
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
def test_a_group_is_removed_with_those_in_it() -> None:
    group = Cgroup(SandboxLimits())
    with subprocess.Popen(["/bin/sleep", "60"]) as process:
        group.add(process.pid)
        assert groups()
        group.remove()
        assert process.wait(30) == -signal.SIGKILL
    assert not groups()


def test_those_whom_we_cannot_see_get_no_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda number, _: killed.append(number))
    (tmp_path / "cgroup.procs").write_text("0\n4194305\n0\n")
    cgroup._kill(tmp_path)
    assert killed == [4194305]


def test_groups_share_out_cores_where_they_may(tmp_path: Path) -> None:
    for is_newer in (True, False):
        places = CgroupPlaces(tmp_path, tmp_path, None, is_newer)
        assert not [name for name in places.extras(1.0) if name.startswith("cpu")]
        places = CgroupPlaces(tmp_path, tmp_path, tmp_path, is_newer)
        assert [name for name in places.extras(1.0) if name.startswith("cpu")]


@needs(Layer.CGROUP)
def test_a_group_has_one_core() -> None:
    if cgroup_places().processor is None:
        pytest.skip("groups of this machine do not share out its cores")
    if len(os.sched_getaffinity(0)) == 1:
        pytest.skip("there is one core")
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
    with talk(alone(Layer.CGROUP)) as inside:
        assert inside.ask(work) == "True"


@needs(Layer.CGROUP)
def test_a_group_counts_threads() -> None:
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
