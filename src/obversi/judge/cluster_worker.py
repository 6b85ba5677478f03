"""The part of a contest on a worker of a Dask cluster: its files, tests of agents, and games."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock

from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cluster_worker import (
    IdleProcesses,
    cores_taken,
    play_in,
    this_worker,
)
from obversi.errors import InputError, ObversiError
from obversi.formats.saving import replacing
from obversi.judge.folder import DIVIDERS
from obversi.judge.machine_timing import MachineTiming, measure_machine
from obversi.judge.submissions import check_packages
from obversi.judge.usability import Trial, Usability
from obversi.judge.usability_boards import usability_boards
from obversi.machine import keep_to_core
from obversi.sandbox.layers import checked_minimum, open_files_reason

_making_folder = Lock()


class MissingFilesError(ObversiError):
    """A worker does not have a file that it should have: it may have been restarted."""


@dataclass(frozen=True, slots=True)
class ContestFile:
    """A file, by its name and the SHA-256 of its content."""

    name: str
    digest: str


def path_on_worker(file: ContestFile) -> Path:
    """Return where a file is on this worker."""
    path = _place(file)
    if not path.is_file():
        raise MissingFilesError(f"{file.name} is not there")
    return path


def store_on_worker(files: Iterable[ContestFile], contents: Mapping[str, bytes]) -> None:
    """Store the files whose contents are given, by their digests."""
    for file in files:
        if file.digest in contents:
            path = _place(file)
            path.parent.mkdir(exist_ok=True)
            with replacing(path) as partial:  # several tasks may bring the same file
                partial.write_bytes(contents[file.digest])


def _place(file: ContestFile) -> Path:
    with _making_folder:  # two threads must not make one each
        folder = _folder_of(this_worker().local_directory)
    return folder / file.digest / file.name


@cache
def _folder_of(worker: str) -> Path:
    """Make a folder that only this user can read; Dask deletes it with that of the worker."""
    folder = tempfile.mkdtemp(prefix="judge-", dir=worker)
    if any(divider in folder for divider in DIVIDERS):
        raise InputError(
            f"the path of the worker's folder, {folder}, has one of {' '.join(DIVIDERS)} in it: "
            "start the worker with another --local-directory"
        )
    return Path(folder)


_POLL_SECONDS = 0.5

# For the games of all contests on this worker.
_PROCESSES = IdleProcesses()


@dataclass(frozen=True, slots=True)
class WorkerTest:
    """A worker that can play: the test of its machine, and why its files are open to agents."""

    machine: MachineTiming
    open_files: str


@dataclass(frozen=True, slots=True)
class AgentFiles:
    """The files of an agent: its submission, the rules, and what Numba compiled, if anything."""

    submission: ContestFile
    preset: ContestFile
    compiled: ContestFile | None

    @property
    def all(self) -> tuple[ContestFile, ...]:
        """All of them."""
        files = self.submission, self.preset
        return files if self.compiled is None else (*files, self.compiled)


@dataclass(frozen=True, slots=True)
class UsabilityResult:
    """The usability test of an agent, and what Numba compiled in it."""

    usability: Usability
    compiled: Mapping[str, bytes]


# What a task gets before its own arguments: its files, the contents of those that this worker does
# not have yet, and the seconds that answers may be later on this machine.
Files = Sequence[ContestFile]
Contents = Mapping[str, bytes]


def check_worker(preset: CoursePreset) -> WorkerTest:
    """Test the sandbox and the machine; one that cannot play by these rules is a `MachineError`."""
    checked_minimum(preset.sandbox)
    check_packages(preset)
    worker = this_worker()
    place = worker.name if isinstance(worker.name, str) else worker.address
    test = measure_machine(preset, worker.state.nthreads)
    return WorkerTest(replace(test, place=place), open_files_reason())


def usability_of(
    files: Files, contents: Contents, grace: float, preset: CoursePreset
) -> UsabilityResult:
    """Make the usability test of an agent, on one core."""
    store_on_worker(files, contents)
    [submission] = files
    boards = usability_boards(preset.size, preset.rules, preset.usability_boards)
    trial = Trial(path_on_worker(submission), preset, boards, grace)
    with (
        cores_taken(1) as (core, check),
        ThreadPoolExecutor(1, initializer=keep_to_core, initargs=(core,)) as thread,
    ):
        running = thread.submit(trial.run)
        while not wait([running], _POLL_SECONDS).done:
            try:
                check()
            except BaseException:
                trial.stop()
                raise
        usability = running.result()
    assert usability is not None
    return UsabilityResult(usability, trial.compiled)


def play_contest_game(
    files: Files,
    contents: Contents,
    grace: float,
    plan: GamePlan,
    a: AgentFiles,
    b: AgentFiles,
) -> PlayedGame:
    """Play a game of a contest, on one core."""
    store_on_worker(files, contents)
    plan = replace(plan, a=_player_here(plan.a, a, grace), b=_player_here(plan.b, b, grace))
    return play_in(_PROCESSES, plan, one_core_a_game=True)


def _player_here(player: PlannedAgent, files: AgentFiles, grace: float) -> PlannedAgent:
    """Describe an agent by its files on this worker."""
    parts = [
        f"cs303:{path_on_worker(files.submission)}",
        f"preset={path_on_worker(files.preset)}",
        *([f"grace={grace:g}"] if grace else []),
        *([f"compiled={path_on_worker(files.compiled)}"] if files.compiled else []),
    ]
    return replace(player, description=":".join(parts))
