"""The usability test of a whole class, on one core for each agent."""

import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from queue import Empty, SimpleQueue

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.source_files import Files
from obversi.arguments import whole_number
from obversi.judge.folder import ContestFolder
from obversi.judge.record import Student
from obversi.judge.usability import Trial, Usability
from obversi.judge.usability_boards import usability_boards
from obversi.machine import core_count, keep_to_core

_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_TO_END = 2.0

# Yields the results of each student, and None about every second.
Tested = Generator[tuple[Student, Usability] | None, None, None]

Ended = tuple[Student, Usability | BaseException | None]


def play_usability(
    folder: ContestFolder,
    students: Sequence[Student],
    preset: CoursePreset,
    concurrency: int | None,
    grace: float = 0.0,
) -> Tested:
    """Test the agents of these students, and yield the results of each when it is done.

    Yields None about every second, for a progress display. Several agents are tested at a time, at
    most one per core. On this machine answers may be `grace` seconds later.
    """
    cores = core_count()
    most = cores if concurrency is None else whole_number(concurrency, "the concurrency", 1)
    boards = usability_boards(preset.size, preset.rules, preset.usability_boards)

    def trial(student: Student) -> Trial:
        return Trial(folder.file_of(student), preset, boards, grace)

    workers = _Workers(students, trial, folder.write_compiled, min(most, cores, len(students)))
    try:
        for _ in students:
            while (ended := workers.next(_SECONDS_BETWEEN_LOOKS)) is None:
                yield None
            yield ended
    finally:
        workers.stop()


class _Workers:
    """Threads that test one agent at a time each."""

    def __init__(
        self,
        students: Sequence[Student],
        trial: Callable[[Student], Trial],
        keep: Callable[[Student, Files], None],
        number: int,
    ) -> None:
        self._waiting = deque(students)
        self._trial = trial
        self._keep = keep
        self._trials: dict[int, Trial] = {}
        self._ended: SimpleQueue[Ended] = SimpleQueue()
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, args=(place,), daemon=True)
            for place in range(number)
        ]
        for thread in self._threads:
            thread.start()

    def next(self, seconds: float) -> tuple[Student, Usability] | None:
        """Wait for the next student that is done, at most these seconds."""
        try:
            student, ended = self._ended.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(ended, BaseException):
            raise ended
        return None if ended is None else (student, ended)

    def stop(self) -> None:
        """Stop all tests soon.

        A test that waits for its agent may continue a little: its process dies with ours.
        """
        self._stopped.set()
        self._waiting.clear()
        for trial in list(self._trials.values()):
            trial.stop()
        for thread in self._threads:
            thread.join(_SECONDS_TO_END)

    def _work(self, number: int) -> None:
        keep_to_core(os.getpid() + number)
        while not self._stopped.is_set():
            try:
                student = self._waiting.popleft()
            except IndexError:
                return
            ended: Usability | BaseException | None
            try:
                trial = self._trials[number] = self._trial(student)
                ended = trial.run()
                if trial.compiled:
                    self._keep(student, trial.compiled)
            except BaseException as error:  # raised by `next`
                ended = error
            self._ended.put((student, ended))
