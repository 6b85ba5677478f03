"""Every hostile agent is contained, and blamed for what it did.

Those that may try in vain, and play on, print what was refused, and `ESCAPED` if it was not.
"""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hostile_files import HOSTILE_NAMES, hostile_file
from sandbox_client import needs

import obversi as ob
from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.agents.course import request as course_request
from obversi.agents.course.course_agent import CourseAgent
from obversi.agents.course.preset import CoursePreset, read_preset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.source_checks import SubmissionError
from obversi.agents.course.submission import read_submission
from obversi.machine import keep_to_core
from obversi.sandbox.settings import Layer

SECRET = "class AI:\n    'of somebody else'\n"
PRESET = CoursePreset(
    "hostile", move_seconds=2.0, game_seconds=20, load_seconds=2.0, memory_mb=100, scratch_mb=16
)
START = ob.Board(rules="reversed")

# Those that never come to an end of loading are not waited for as long as others.
SECONDS_TO_LOAD = {"endless_constructor": 1.0, "endless_import": 1.0}

# Those that use all their time get little of it. Others get enough for a busy machine.
SECONDS_TO_HANG = 0.1

# Tried once more where there is no bubblewrap: whom a wall of files and processes is for.
WITHOUT_NAMESPACES = (
    *("fills_disk", "fills_disk_deep", "fork_bomb", "imports_judge", "kills_its_group"),
    *("kills_others", "leaves_traps", "lifts_limits", "memory_grows", "opens_sockets"),
    *("reads_others", "reads_processes", "runs_programs", "stops_itself", "thread_bomb"),
    "writes_elsewhere",
)


@dataclass(frozen=True, slots=True)
class Harm:
    """What comes of an agent: it plays on (None), or is blamed for a failure in such words.

    `printed` is what its output has to have.
    """

    failures: Collection[FailureKind | None] = (None,)
    words: str = ""
    printed: str = ""
    is_cut_short: bool = False

    @property
    def uses_time(self) -> bool:
        return self.is_cut_short or not {FailureKind.TIME, FailureKind.HANG}.isdisjoint(
            self.failures
        )


def refused(*what: str) -> Harm:
    """Play on, after all of this was refused."""
    return Harm(printed="(?s)" + ".*".join(f"refused: {re.escape(each)}" for each in what))


def blamed(*failures: FailureKind | None, words: str = "") -> Harm:
    return Harm(failures, words)


HUNG = blamed(FailureKind.HANG, words="would not stop at the time-out")
REFUSED = blamed(
    FailureKind.FORBIDDEN, words=r"the sandbox refuses what line \d+ does: Operation not permitted"
)
PLAYS = Harm()
CUT_SHORT = Harm(is_cut_short=True)

HARMS: dict[str, Harm] = {
    "plays_well": PLAYS,
    # Time
    "answers_late": CUT_SHORT,
    "blocks_signals": HUNG,
    "catches_everything": HUNG,
    "endless_constructor": blamed(FailureKind.HANG, words="not ready after 1 s.* in line"),
    "endless_import": blamed(FailureKind.HANG, words="hung while its file was run"),
    "endless_in_c": HUNG,
    "endless_loop": CUT_SHORT,
    "endless_loop_without_candidate": blamed(FailureKind.TIME, words="no candidate yet .*line"),
    "ignores_signals": HUNG,
    "keeps_the_interpreter": HUNG,
    "returns_too_late": HUNG,
    "sleeps": CUT_SHORT,
    "stops_itself": blamed(
        None, FailureKind.HANG, words="would not stop"
    ),  # the first of a namespace cannot
    "stops_the_clock": HUNG,
    "takes_all_cores": PLAYS,
    "hides_in_threads": PLAYS,
    # On a busy machine it may take too long.
    "thinks_a_little_longer": blamed(
        FailureKind.TIME, FailureKind.HANG, words="it answered after|would not stop at the time-out"
    ),
    "thinks_longer": blamed(FailureKind.TIME, FailureKind.HANG),
    # Memory
    "memory_at_once": blamed(FailureKind.MEMORY, words="memory"),
    "memory_grows": blamed(FailureKind.MEMORY, words="memory"),
    "memory_in_constructor": blamed(FailureKind.MEMORY, words="memory"),
    "memory_in_no_process": refused("2 GB in files without a name"),
    "memory_in_page_tables": blamed(FailureKind.MEMORY, words="memory"),
    "memory_shared": refused("2 GB of shared memory"),
    # Processes, threads, output, files
    "fork_bomb": refused("a fork"),
    "forks_and_fails": REFUSED,
    "runs_programs": refused("a program", "a spawned program", "a worker", "another program"),
    "thread_bomb": blamed(FailureKind.FORBIDDEN, words="threads"),
    "floods_errors": blamed(FailureKind.FLOOD, words="printed more than 1024 KB"),
    "floods_output": blamed(FailureKind.FLOOD, words="printed more than 1024 KB"),
    "prints_strangely": Harm(printed="reversed .*<script>"),
    "fills_disk": blamed(FailureKind.FORBIDDEN, words="filled the 16 MB"),
    "fills_disk_deep": blamed(FailureKind.FORBIDDEN, words="filled the 16 MB|No space left"),
    "leaves_traps": blamed(None, FailureKind.FORBIDDEN, words="hides files"),
    "many_files": blamed(None, FailureKind.FORBIDDEN, words="files"),
    "one_large_file": refused("a terabyte"),
    # The world outside
    "kills_others": refused("killing everyone", "killing "),
    "lifts_limits": refused(
        "RLIMIT_CPU", "a higher priority", "real time", "a mount", "not ending"
    ),
    "opens_sockets": refused("a connection", "a datagram", "a socket", "the kernel's", "raw"),
    "outlives_judge": HUNG,
    "reads_others": refused("a secret", "a list", "/etc/shadow"),
    "reads_processes": refused("environ of "),
    "socket_that_fails": REFUSED,
    "wakes_itself": refused("a timer that wakes"),
    "works_between_moves": PLAYS,
    "writes_elsewhere": refused("another's file", "its mode", "Python's own", "the machine's"),
    # Ends
    "closes_channels": blamed(FailureKind.DEATH),
    "crashes": blamed(FailureKind.DEATH, words="signal 11 .a segmentation fault."),
    "exits_at_once": blamed(FailureKind.DEATH, words="ended its process with status 0"),
    "exits_on_import": blamed(FailureKind.ERROR, words="ended itself while its file was run"),
    "exits_softly": blamed(FailureKind.ERROR, words="ended itself in go.*line"),
    "forges_messages": blamed(FailureKind.PROTOCOL),
    "kills_its_group": blamed(None, FailureKind.DEATH, words="signal 9"),
    "never_ends": PLAYS,
    "recurses": blamed(FailureKind.ERROR, words="RecursionError"),
    "recurses_to_death": blamed(  # from Python 3.12 on it is an exception
        FailureKind.DEATH,
        FailureKind.MEMORY,
        FailureKind.ERROR,
        words="signal 11|memory|RecursionError",
    ),
    # The judge's own code
    "imports_judge": refused("obversi", "obversi._core"),
    "patches_builtins": blamed(
        FailureKind.DEATH, FailureKind.ERROR, FailureKind.PROTOCOL, FailureKind.HANG
    ),
    "patches_judge": blamed(
        FailureKind.DEATH, FailureKind.ERROR, FailureKind.PROTOCOL, FailureKind.HANG
    ),
    # Answers
    "answers_by_list": blamed(None, FailureKind.ILLEGAL, FailureKind.PROTOCOL),
    "answers_by_property": HUNG,
    "answers_garbage": blamed(FailureKind.PROTOCOL, words="None .*expected two whole numbers"),
    "answers_huge_numbers": blamed(FailureKind.PROTOCOL, words="expected two whole numbers"),
    "answers_illegally": blamed(
        FailureKind.ILLEGAL, words=r"\(3, 3\) d4.*not legal: black may play"
    ),
    "answers_millions": blamed(FailureKind.PROTOCOL, words="more than 1000000 entries"),
    "answers_no_text": blamed(FailureKind.PROTOCOL, words="expected two whole numbers"),
    "answers_objects": blamed(FailureKind.PROTOCOL, words="expected two whole numbers"),
    "answers_off_the_board": blamed(
        FailureKind.ILLEGAL, words=r"\(-1, -1\), which is not on the board"
    ),
    "answers_slow_objects": HUNG,
    "answers_text": blamed(FailureKind.PROTOCOL, words="candidate_list is a str"),
    "answers_without_end": blamed(FailureKind.PROTOCOL, words="more than 1000000 entries"),
    "changes_the_board": PLAYS,
    "raises_at_length": blamed(FailureKind.ERROR, words=r"ValueError: long long .*\(line"),
    "raises_no_text": blamed(FailureKind.ERROR, words="ValueError: half a letter"),
    "raises_strangely": blamed(FailureKind.ERROR, words="StrangeStrange"),
    "yields": blamed(FailureKind.ILLEGAL, words="generator"),
}


@dataclass(frozen=True, slots=True)
class Played:
    """How the move of an agent went, and what it printed."""

    kind: FailureKind | None
    reason: str
    output: str
    notes: dict[str, Any]


@dataclass(frozen=True, slots=True)
class World:
    """What hostile agents would do harm to."""

    folder: Path
    others: Path
    port: int

    def agent(self, name: str, without: Collection[Layer] = ()) -> CourseAgent:
        path = hostile_file(name, self.folder, others=self.others, port=self.port)
        preset = replace(
            PRESET,
            load_seconds=SECONDS_TO_LOAD.get(name, PRESET.load_seconds),
            move_seconds=SECONDS_TO_HANG if HARMS[name].uses_time else PRESET.move_seconds,
        )
        return CourseAgent(read_submission(path, preset), preset, without=without)

    def played(self, name: str, without: Collection[Layer] = ()) -> Played:
        agent = self.agent(name, without)
        kind, reason = None, ""
        try:
            agent.sit(8, "reversed", ob.BLACK)
            assert agent.choose(START.copy()) == "d3"
        except AgentFailureError as error:
            kind, reason = error.kind, str(error)
        finally:
            process = agent.process
            agent.close()
        assert process is None or not is_alive(process)
        return Played(kind, reason, agent.notes()["output"], agent.notes())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    folder, others = tmp_path / "class", tmp_path / "others"
    folder.mkdir()
    others.mkdir()
    (others / "secret.py").write_text(SECRET)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield World(folder, others, server.getsockname()[1])
        with pytest.raises(BlockingIOError):
            server.accept()
    assert [path.name for path in others.iterdir()] == ["secret.py"]
    assert (others / "secret.py").read_text() == SECRET


@pytest.fixture(autouse=True)
def _soon(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait shortly for agents that do not stop, but accept a late notice of the time-out.

    How late a notice may be is tested with `CourseProcess`; here a busy machine must not matter.
    Agents that forge the notice compute far longer than it may be late.
    """
    monkeypatch.setattr(course_request, "STOP_SECONDS", 0.15)
    if "thinks" not in request.node.name:
        monkeypatch.setattr(course_request, "grace_seconds", lambda *_: 0.5)


@pytest.fixture(autouse=True)
def _one_core() -> Iterator[None]:
    """Start agents as the judge does, which gives each game a core."""
    before = os.sched_getaffinity(0)
    keep_to_core(os.getpid())
    yield
    os.sched_setaffinity(0, before)


def is_alive(process: int) -> bool:
    """Whether a process is there, and not only not buried yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def check(harm: Harm, played: Played) -> None:
    shown = f"{played.kind}: {played.reason}\n{played.output[-2000:]}"
    assert "ESCAPED" not in played.output, shown
    assert played.kind in harm.failures, shown
    assert played.kind is None or re.search(harm.words, played.reason), shown
    assert re.search(harm.printed, played.output), shown
    assert played.notes["time_outs"] or not harm.is_cut_short, shown
    assert len(played.reason) < 1000


has_walls = needs(Layer.SECCOMP, Layer.LIMITS)
has_two_walls = needs(Layer.LANDLOCK)


def test_every_file_is_tried() -> None:
    assert sorted(HARMS) == HOSTILE_NAMES


@has_walls
@pytest.mark.parametrize("name", HARMS)
def test_it_is_contained_and_fails(name: str, world: World) -> None:
    check(HARMS[name], world.played(name))


@pytest.mark.few_cases
@has_walls
@has_two_walls
@pytest.mark.parametrize("name", WITHOUT_NAMESPACES)
def test_without_namespaces(name: str, world: World) -> None:
    check(HARMS[name], world.played(name, without=[Layer.NAMESPACES]))


@has_walls
@pytest.mark.parametrize("name", ["works_between_moves", "wakes_itself"])
def test_agents_cannot_compute_while_the_opponent_thinks(name: str, world: World) -> None:
    agent = world.agent(name)
    agent.sit(8, "reversed", ob.BLACK)
    agent.choose(START.copy())
    time.sleep(0.4)
    agent.choose(START.copy())
    agent.close()
    shares = re.findall(r"worked for (\S+) of the time", agent.notes()["output"])
    assert [float(share) < 0.25 for share in shares] == [True]


def test_threads_that_have_ended_are_charged(world: World) -> None:
    preset = replace(PRESET, move_seconds=5)
    path = hostile_file("hides_in_threads", world.folder)
    process = CourseProcess(read_submission(path, preset), preset)
    process.construct(8, ob.BLACK, 5)
    answer = process.go(START, 5.0)
    process.end()
    # On one core.
    assert answer.seconds > 0.9 * answer.processor_seconds


@pytest.mark.few_cases
@has_walls
@pytest.mark.parametrize("without", [(), (Layer.NAMESPACES,)], ids=["all", "without-namespaces"])
def test_no_agent_outlives_the_judge(without: Collection[Layer], world: World) -> None:
    path = hostile_file("outlives_judge", world.folder)
    with subprocess.Popen(
        [sys.executable, "-c", JUDGE, str(path), *without], stdout=subprocess.PIPE, text=True
    ) as judge:
        assert judge.stdout is not None
        process = int(judge.stdout.readline())
        assert is_alive(process)
        judge.kill()
    end = time.monotonic() + 20
    while is_alive(process):
        assert time.monotonic() < end
        time.sleep(0.01)


# Asks an agent for a move in a thread, and prints the number of the agent's process.
JUDGE = """
import sys, time
from pathlib import Path
from threading import Thread
import obversi as ob
from obversi.agents.course.course_agent import CourseAgent
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.preset import read_preset
from obversi.agents.course.submission import SubmissionError, read_submission
from obversi.sandbox.settings import Layer
preset = CoursePreset("long", move_seconds=30, load_seconds=30)
submission = read_submission(Path(sys.argv[1]), preset)
agent = CourseAgent(submission, preset, without=[Layer(name) for name in sys.argv[2:]])
agent.sit(8, "reversed", -1)
Thread(target=agent.choose, args=[ob.Board(rules="reversed")]).start()
time.sleep(0.3)
print(agent.process, flush=True)
"""


def imports_what_is_forbidden(name: str, folder: Path) -> bool:
    text = hostile_file(name, folder).read_text()
    return bool(re.search("^import (os|socket|subprocess|ctypes|importlib)$", text, re.MULTILINE))


def test_the_course_rejects_such_files_at_sight(tmp_path: Path) -> None:
    preset = read_preset("cs303")
    names = [name for name in HOSTILE_NAMES if imports_what_is_forbidden(name, tmp_path)]
    assert len(names) > 20
    for name in names:
        with pytest.raises(SubmissionError, match="which the course forbids") as rejection:
            read_submission(tmp_path / f"{name}.py", preset)
        assert rejection.value.kind == FailureKind.FORBIDDEN
