"""A contest on the workers of a Dask cluster, whose sandboxes are tested before they get games."""

import time
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from obversi.agents.course.preset import CoursePreset
from obversi.agents.description import read_description
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cluster import ClusterTasks, SentTask, Task
from obversi.cluster import ClusterError, Future
from obversi.errors import MachineError, ObversiWarning
from obversi.judge.cluster_worker import (
    AgentFiles,
    ContestFile,
    MissingFilesError,
    WorkerTest,
    check_worker,
    play_contest_game,
    usability_of,
)
from obversi.judge.folder import ContestFolder
from obversi.judge.machine_timing import MachineTiming
from obversi.judge.record import Student
from obversi.judge.usability_stage import Tested

_SECONDS_BETWEEN_LOOKS = 1.0

# Workers that can play may come back within this time.
_SECONDS_WITHOUT_WORKERS = 120.0


@dataclass(frozen=True, slots=True)
class _ContestTask(Task):
    """A task with the files that it needs."""

    files: tuple[ContestFile, ...] = ()


class ContestCluster(ClusterTasks):
    """Workers that test the agents of a class and play their games.

    A worker gets none before its sandbox has passed its self-test with the layers that the contest
    requires. Files travel to the workers.
    """

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """Connect to the scheduler; `start` tests the workers."""
        super().__init__(address, concurrency)
        self._preset: CoursePreset | None = None
        self._on_test: Callable[[MachineTiming], None] = lambda _test: None
        self._grace: dict[str, float] = {}
        self._reasons: dict[str, str] = {}
        self._unusable_since = float("-inf")
        self._contents: dict[str, bytes] = {}
        self._read: dict[Path, ContestFile] = {}
        self._held: set[tuple[str, str]] = set()  # workers, and digests of files that they have

    @property
    def is_started(self) -> bool:
        """Whether the workers were tested."""
        return self._preset is not None

    def start(self, preset: CoursePreset, on_test: Callable[[MachineTiming], None]) -> None:
        """Test the workers, and wait for the tests; workers that join later are tested too.

        `on_test` is called with the test of each machine that can play. If no worker can, this is
        a `MachineError`.
        """
        self._preset, self._on_test = preset, on_test
        while not self._ready or self._checks:
            self.results(_SECONDS_BETWEEN_LOOKS)

    def tests(
        self, folder: ContestFolder, students: Sequence[Student], preset: CoursePreset
    ) -> Tested:
        """Test the agents of these students, and yield the results of each when it is done.

        Yields None about every second, for a progress display.
        """
        waiting = deque(students)
        running: dict[str, Student] = {}
        try:
            while waiting or running:
                while waiting and self.has_room_for(1):
                    student = waiting.popleft()
                    name = f"the test of {student.name}"
                    files = (self.file(folder.file_of(student)),)
                    running[name] = student
                    self.begin_task(
                        _ContestTask("make", name, usability_of, (preset,), files=files)
                    )
                ended = self.results(_SECONDS_BETWEEN_LOOKS)
                for task, tested in ended:
                    student = running.pop(task.name)
                    if tested.compiled:
                        folder.write_compiled(student, tested.compiled)
                    yield student, tested.usability
                if not ended:
                    yield None
        finally:
            self.cancel()

    def file(self, path: Path) -> ContestFile:
        """Read a file, which is sent to the workers that need it."""
        if path not in self._read:
            content = path.read_bytes()
            file = ContestFile(path.name, sha256(content).hexdigest())
            self._contents[file.digest] = content
            self._read[path] = file
        return self._read[path]

    def _accept(self, worker: str) -> None:
        assert self._preset is not None
        self._begin_check(worker, self._take_test, check_worker, self._preset)

    def _take_test(self, worker: str, future: Future) -> None:
        try:
            test = self._cluster.result(future, worker)
        except ClusterError:
            raise
        except MachineError as error:
            self._excluded.add(worker)
            self._reasons[worker] = str(error)
            warnings.warn(f"the worker {worker} gets no games: {error}", ObversiWarning, 2)
            return
        except Exception as error:
            raise ClusterError(
                f"the worker {worker} could not be tested: {type(error).__name__}: {error}"
            ) from error
        assert isinstance(test, WorkerTest)
        if test.open_files:
            words = f"on the worker {worker} agents can read and write all files of its user"
            warnings.warn(f"{words}: {test.open_files}", ObversiWarning, 2)
        self._grace[worker] = test.machine.grace
        self._ready.add(worker)
        self._on_test(test.machine)

    def _look(self) -> None:
        super()._look()
        now = time.monotonic()
        if self._ready:
            self._unusable_since = now
            return
        # If no worker was usable so far, there is nothing to wait for.
        is_too_long = now - self._unusable_since > _SECONDS_WITHOUT_WORKERS
        if self._excluded and not self._checks and is_too_long:
            reasons = "; ".join(f"{each}: {self._reasons[each]}" for each in sorted(self._excluded))
            raise MachineError(f"no worker of the cluster can play: {reasons}")

    def _send(self, task: Task, worker: str, losses: int) -> None:
        assert isinstance(task, _ContestTask)
        contents = {
            file.digest: self._contents[file.digest]
            for file in task.files
            if (worker, file.digest) not in self._held
        }
        sent = SentTask(task, worker, losses)
        self._begin(sent, task.files, contents, self._grace[worker], *task.arguments)

    def _is_forgiven(self, sent: SentTask, error: Exception) -> bool:
        if not isinstance(error, MissingFilesError):
            return False
        self._held = {(worker, digest) for worker, digest in self._held if worker != sent.worker}
        return True

    def _result(self, future: Future, sent: SentTask) -> Any:
        result = super()._result(future, sent)
        if result is not None and isinstance(sent.task, _ContestTask):
            self._held |= {(sent.worker, file.digest) for file in sent.task.files}
        return result


class ClusterGames:
    """Plays the games of a stage on these workers."""

    def __init__(self, cluster: ContestCluster) -> None:
        """Take workers; `close` leaves them for the next stage."""
        self._cluster = cluster

    @property
    def busy(self) -> int:
        """The number of games that are being played or have to be repeated."""
        return self._cluster.busy

    def has_room(self, plan: GamePlan) -> bool:
        """Whether a worker has a free core that no lost game waits for."""
        return self._cluster.has_room_for(plan.threads)

    def begin(self, plan: GamePlan) -> None:
        """Start a game; `has_room` must be true for it."""
        a, b = self._files(plan.a), self._files(plan.b)
        files = tuple(dict.fromkeys((*a.all, *b.all)))
        self._cluster.begin_task(
            _ContestTask(
                "play",
                f"game {plan.number}",
                play_contest_game,
                (plan, a, b),
                plan.threads,
                files,
            )
        )

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait at most `seconds` until a game ends, and return all that have ended."""
        return [game for _task, game in self._cluster.results(seconds)]

    def close(self) -> None:
        """Cancel the games that are still being played."""
        self._cluster.cancel()

    def _files(self, player: PlannedAgent) -> AgentFiles:
        read = read_description(player.description)
        compiled = read.options.get("compiled")
        return AgentFiles(
            self._cluster.file(Path(read.operands[0])),
            self._cluster.file(Path(read.options["preset"])),
            self._cluster.file(Path(compiled)) if compiled else None,
        )
