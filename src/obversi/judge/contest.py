"""A contest of a class: started, resumed, and graded."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import read_submission
from obversi.arena.playing.players import Players
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.arguments import suggestion
from obversi.errors import InputError, ObversiError
from obversi.judge.contest_cluster import ClusterGames, ContestCluster
from obversi.judge.contest_setup import (
    check_results_folder,
    checked_layers,
    resume_contest,
    start_contest,
)
from obversi.judge.contest_update import restored, update_contest
from obversi.judge.folder import ContestFolder
from obversi.judge.grades import StudentGrade, grades, write_grades_csv
from obversi.judge.machine_timing import MachineTiming, measure_machine
from obversi.judge.record import ContestRecord, Student
from obversi.judge.roster import Roster
from obversi.judge.similarity import Similarity, similar_submissions
from obversi.judge.stages import (
    RACE,
    ROUND_ROBIN,
    STAGES,
    USABILITY,
    PlayedStage,
    StageProgress,
    begin_stage,
    play_stage,
    read_stage,
)
from obversi.judge.submissions import check_packages, find_submissions
from obversi.judge.usability import Usability
from obversi.judge.usability_stage import Tested, play_usability


class Contest:
    """The agents of a class under the rules of a course, in a folder with all results.

    It is judged stage by stage: usability test, points race, round robin. Every result is stored at
    once, so a contest that was stopped can be resumed.
    """

    def __init__(
        self, folder: ContestFolder, record: ContestRecord, changes: Sequence[str] = ()
    ) -> None:
        """Take an existing contest; `open` starts or resumes one, `look` only reads it."""
        self.folder = folder
        self.record = record
        self.changes = tuple(changes)
        self.machine: MachineTiming | None = None
        self._cluster: ContestCluster | None = None
        self._held = ExitStack()
        self._similar: tuple[tuple[Student, ...], tuple[Similarity, ...]] | None = None
        self._tested = dict(self._read_usability())
        self._played = {
            stage: played
            for stage in (RACE, ROUND_ROBIN)
            if (played := read_stage(folder, stage)) is not None
        }

    @classmethod
    def open(
        cls,
        files: str | Path,
        results: str | Path,
        preset: CoursePreset,
        *,
        sandbox: Iterable[str] = (),
        new: bool = False,
        update: bool = False,
        roster: Roster | None = None,
        cluster: ContestCluster | None = None,
    ) -> "Contest":
        """Start a contest of all files in a folder, or resume it.

        The results go into a separate folder. `sandbox` names the required layers, instead of those
        of the course. Submissions are copied at the start: `changes` lists later changes. `update`
        judges added and changed submissions too, and keeps the games of all others. `new` moves an
        existing contest aside. A `roster` names all students. With a `cluster` agents run on its
        workers and not here; it is closed by the caller.
        """
        folder = ContestFolder(Path(results))
        required = tuple(sandbox)
        here = cluster is None
        layers = checked_layers(required or preset.sandbox, here=here)
        check_results_folder(Path(files), folder.path)
        if new or not folder.has_contest():
            # An error is raised before anything is created.
            find_submissions(Path(files), folder.path, roster)
            if here:
                check_packages(preset)
        folder.prepare()
        with ExitStack() as held:
            held.enter_context(folder.locked())
            folder.take_draft()
            if new:
                folder.set_aside()
            if folder.has_contest():
                record, changes = resume_contest(
                    folder, Path(files), preset, required, roster, here=here
                )
                if update:
                    record, changes = update_contest(folder, record, Path(files), roster)
            else:
                record = start_contest(folder, Path(files), preset, required, layers, roster)
                changes = ()
            contest = cls(folder, record, changes)
            contest._held = held.pop_all()
            contest._cluster = cluster
        return contest

    @classmethod
    def look(cls, results: str | Path) -> "Contest":
        """Return a contest in its current state, even while another process judges it."""
        folder = ContestFolder(Path(results))
        if not folder.has_contest():
            raise InputError(f"there is no contest in {folder.path}")
        return cls(folder, folder.read_record())

    def close(self) -> None:
        """Unlock the contest."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # State

    @property
    def preset(self) -> CoursePreset:
        """The rules of the course."""
        return self.record.preset

    @property
    def students(self) -> tuple[Student, ...]:
        """All students, in order of names."""
        return self.record.students

    @property
    def playing(self) -> tuple[Student, ...]:
        """The students who play games, as far as that is known."""
        return tuple(
            student
            for student in self.students
            if not student.problem and ((result := self.tried(student)) is None or result.can_play)
        )

    def tried(self, student: Student) -> Usability | None:
        """Return the results of a student's usability test, or None before it."""
        return self._tested.get(student.name)

    @property
    def race(self) -> PlayedStage | None:
        """The points race, or None before it."""
        return self._played.get(RACE)

    @property
    def round_robin(self) -> PlayedStage | None:
        """The round robin, or None before it."""
        return self._played.get(ROUND_ROBIN)

    def skipped(self, stage: str) -> str:
        """Return why a stage is not played, or "" if it is."""
        if stage == USABILITY or self._untested():
            return ""
        if stage == RACE and not self.preset.race_rounds:
            return "the course has no points race"
        playing = self.playing
        if len(playing) > 1:
            return ""
        return f"only {playing[0].name} can play" if playing else "no student can play"

    @property
    def is_over(self) -> bool:
        """Whether all stages are done."""
        return not self._untested() and all(
            self.skipped(stage) or self._is_done(stage) for stage in (RACE, ROUND_ROBIN)
        )

    def _is_done(self, stage: str) -> bool:
        """Whether all games of a stage are played, with the current submissions."""
        played = self._played.get(stage)
        files = {student.name: student.sha256 for student in self.playing}
        return played is not None and played.is_over and played.files == files

    def similar(self) -> tuple[Similarity, ...]:
        """Return the groups of equal and nearly equal submissions."""
        if self._similar is None or self._similar[0] != self.students:
            files = {
                student.name: list(self._texts(student))
                for student in self.students
                if not student.problem
            }
            self._similar = (self.students, similar_submissions(files))
        return self._similar[1]

    def _texts(self, student: Student) -> Iterator[str]:
        """Yield the texts of the files of a submission."""
        try:
            submission = read_submission(self.folder.file_of(student), self.preset)
        except ObversiError:  # a copy that was changed is reported elsewhere
            return
        if not submission.files:
            yield submission.source
        for data in submission.files.values():
            yield data.decode("utf-8", "replace")

    def grades(self, *, intervals: bool = True) -> tuple[StudentGrade, ...]:
        """Return the grades from best to worst; before the end, those so far.

        The intervals of ratings take long if there are many games.
        """
        return grades(
            self.students,
            self.preset,
            self._tested,
            self.race,
            self.round_robin,
            skipped=[stage for stage in STAGES if self.skipped(stage)],
            similar=self.similar(),
            intervals=intervals,
        )

    def write_grades_csv(self) -> Path:
        """Write the table of grades for a spreadsheet, and return its path.

        Before the end it has no intervals of ratings.
        """
        write_grades_csv(self.grades(intervals=self.is_over), self.folder.grades_file)
        return self.folder.grades_file

    # Judging

    def test_machine(self, concurrency: int | None = None) -> MachineTiming:
        """Measure for some seconds how much the machine disturbs agents; `run` does so, too.

        The more it does, the later answers may be.
        """
        self.machine = measure_machine(self.preset, concurrency)
        self.folder.add_machine_timing(self.machine)
        return self.machine

    def test_workers(self) -> tuple[MachineTiming, ...]:
        """Test the workers of the cluster in the same way; `run` does so, too.

        Those that lack required layers of the sandbox get no games, and are named in warnings. If
        no worker is left, this is a `MachineError`. Workers that join later are tested then.
        """
        assert self._cluster is not None
        tests: list[MachineTiming] = []

        def add(test: MachineTiming) -> None:
            tests.append(test)
            self.folder.add_machine_timing(test)

        self._cluster.start(self.preset, add)
        return tuple(tests)

    @property
    def _grace(self) -> float:
        """The seconds that answers may be later here; a worker of a cluster has its own."""
        return 0.0 if self.machine is None else self.machine.grace

    def run(
        self, concurrency: int | None = None, stages: Iterable[str] = STAGES
    ) -> Generator[StageProgress, None, None]:
        """Run the remaining stages, and yield the progress about every second.

        At most `concurrency` agents think at a time, by default one per core. If this is stopped or
        killed, only the running games are lost.
        """
        chosen = tuple(stages)
        for stage in chosen:
            if stage not in STAGES:
                raise InputError(f"there is no stage {stage!r}: {suggestion(stage, STAGES)}")
        if not self.is_over:
            self._prepare(concurrency)
        if USABILITY in chosen:
            yield from self._test_all(concurrency)
        for stage in (RACE, ROUND_ROBIN):
            if stage in chosen:
                yield from self._play(stage, concurrency)

    def _prepare(self, concurrency: int | None) -> None:
        """Test the machine or the workers, if that was not done."""
        if self._cluster is None:
            if self.machine is None:
                self.test_machine(concurrency)
        elif not self._cluster.is_started:
            self.test_workers()

    def _test_all(self, concurrency: int | None) -> Generator[StageProgress, None, None]:
        planned = sum(not student.problem for student in self.students)
        untested = self._untested()
        yield StageProgress(USABILITY, planned - len(untested), planned)
        with closing(self._tests(untested, concurrency)) as tests:
            for ended in tests:
                words = ""
                if ended is not None:
                    student, usability = ended
                    self.folder.write_usability(student, usability)
                    self._tested[student.name] = usability
                    boards = len(usability.boards)
                    words = f"{student.name}: {usability.passed} of {boards} boards right"
                yield StageProgress(USABILITY, planned - len(self._untested()), planned, words)
        self._restore_previous()

    def _tests(self, students: Sequence[Student], concurrency: int | None) -> Tested:
        if self._cluster is not None:
            return self._cluster.tests(self.folder, students, self.preset)
        return play_usability(self.folder, students, self.preset, concurrency, self._grace)

    def _restore_previous(self) -> None:
        """Judge the previous submission of students whose later one cannot play."""
        record, notes = restored(self.record, self._tested)
        if record != self.record:
            self.folder.write_record(record)
            self.record = record
            self.changes += notes
            self._tested = dict(self._read_usability())

    def _play(self, stage: str, concurrency: int | None) -> Generator[StageProgress, None, None]:
        if self._untested():
            raise InputError(f"the {stage} comes after the usability test, which is not done")
        if skipped := self.skipped(stage):
            yield StageProgress(stage, 0, 0, f"skipped: {skipped}")
            return
        self._check_players(stage)
        played = begin_stage(self.folder, stage, self.playing, self.preset)
        self._played[stage] = played
        yield StageProgress(stage, len(played.games), played.stored.planned)
        if not played.is_over:
            here = self._cluster is None
            playing = play_stage(
                self.folder, played, self._players(concurrency), self._grace, here=here
            )
            with closing(playing) as progress:
                yield from progress

    def _players(self, concurrency: int | None) -> Players:
        if self._cluster is not None:
            return ClusterGames(self._cluster)
        return PlayersInProcesses(concurrency, one_core_a_game=True)

    def _check_players(self, stage: str) -> None:
        started = self._played.get(stage)
        names = {student.name for student in self.playing}
        if started is not None and not names >= set(started.names):
            other = min(set(started.names) - names)
            raise InputError(
                f"the players of the {stage} have changed since it was started, such as {other}: "
                "start a new contest (--new)"
            )

    def _read_usability(self) -> Iterator[tuple[str, Usability]]:
        """Yield the stored usability tests; a damaged one is repeated."""
        for student in self.students:
            try:
                usability = self.folder.read_usability(student)
            except ObversiError as error:
                self.changes += (f"{error}: {student.name} is tested again",)
                continue
            if usability is not None:
                yield student.name, usability

    def _untested(self) -> list[Student]:
        return [
            student
            for student in self.students
            if not student.problem and student.name not in self._tested
        ]
