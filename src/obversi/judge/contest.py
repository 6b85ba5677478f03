"""A contest of a whole class: begun, broken off, gone on with, and graded."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

from obversi.agents.course.preset import CoursePreset
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.errors import ObversiError
from obversi.judge.beginning import begun, going_on, refuse_parent
from obversi.judge.board_result import Usability
from obversi.judge.contest_record import ContestRecord
from obversi.judge.folder import ContestFolder
from obversi.judge.grade import Grade
from obversi.judge.grades import grades
from obversi.judge.grades_csv import write_grades_csv
from obversi.judge.machine_layers import checked_layers
from obversi.judge.news import RACE, ROUND_ROBIN, STAGES, USABILITY, News
from obversi.judge.played_stage import PlayedStage
from obversi.judge.student import Student
from obversi.judge.submissions import handed_in
from obversi.judge.tournament_stage import begin_stage, play_stage, read_stage
from obversi.judge.usability_stage import play_usability
from obversi.suggestion import suggestion

__all__ = ["Contest"]


class Contest:
    """The agents of a class under the rules of its course, in a folder that keeps all of it.

    It is judged stage by stage: usability boards, a points race along the ladder, a round robin.
    Whatever is known is on the disk at once: a contest that was broken off goes on where it was.
    """

    def __init__(
        self, folder: ContestFolder, record: ContestRecord, changes: Sequence[str] = ()
    ) -> None:
        """Take a contest that is there; `open` begins one or goes on, `look` only looks."""
        self.folder = folder
        self.record = record
        self.changes = tuple(changes)
        self._held = ExitStack()
        self._tried = dict(self._read_tried())
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
    ) -> "Contest":
        """Begin a contest of all files in a folder, or go on with the one that has begun.

        The results go into a folder of their own. `sandbox` names the layers without which nothing
        is run, instead of those that the course demands. What was handed in is copied when the
        contest begins: `changes` say what is different since. `new` sets aside what is there.
        """
        folder = ContestFolder(Path(results))
        demanded = tuple(sandbox)
        layers = checked_layers(demanded or preset.sandbox)
        refuse_parent(Path(files), folder.path)
        if new or not folder.has_contest():
            handed_in(Path(files), folder.path)  # refuses what is no class, before anything is made
        folder.prepare()
        with ExitStack() as held:
            held.enter_context(folder.locked())
            folder.take_draft()
            if new:
                folder.set_aside()
            if folder.has_contest():
                contest = cls(folder, *going_on(folder, Path(files), preset, demanded))
            else:
                contest = cls(folder, begun(folder, Path(files), preset, demanded, layers))
            contest._held = held.pop_all()
        return contest

    @classmethod
    def look(cls, results: str | Path) -> "Contest":
        """Look at a contest as far as it has come, whoever is judging it."""
        folder = ContestFolder(Path(results))
        if not folder.has_contest():
            raise ObversiError(f"there is no contest in {folder.path}")
        return cls(folder, folder.read_record())

    def close(self) -> None:
        """Let others go on with the contest."""
        self._held.close()

    def __enter__(self) -> Self:
        """Use it as a context, to have it closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let others go on with the contest."""
        self.close()

    # What is known

    @property
    def preset(self) -> CoursePreset:
        """The rules of the course."""
        return self.record.preset

    @property
    def students(self) -> tuple[Student, ...]:
        """All who have handed in something, by name."""
        return self.record.students

    @property
    def playing(self) -> tuple[Student, ...]:
        """Those who are in the games, as far as that is known: not who never has a right move."""
        return tuple(
            student
            for student in self.students
            if not student.problem and ((tried := self.tried(student)) is None or tried.can_play)
        )

    def tried(self, student: Student) -> Usability | None:
        """Return what a student's agent did in the usability test, or None before it."""
        return self._tried.get(student.name)

    @property
    def race(self) -> PlayedStage | None:
        """The points race, or None before it."""
        return self._played.get(RACE)

    @property
    def round_robin(self) -> PlayedStage | None:
        """The round robin, or None before it."""
        return self._played.get(ROUND_ROBIN)

    def skipped(self, stage: str) -> str:
        """Say why a stage is not played at all; nothing if it is."""
        if stage == USABILITY or self._untried():
            return ""
        if stage == RACE and not self.preset.race_rounds:
            return "the course has no points race"
        playing = self.playing
        if len(playing) > 1:
            return ""
        return f"only {playing[0].name} can play" if playing else "nobody can play"

    @property
    def is_over(self) -> bool:
        """Whether all stages are done."""
        return not self._untried() and all(
            self.skipped(stage) or (stage in self._played and self._played[stage].is_over)
            for stage in (RACE, ROUND_ROBIN)
        )

    def grades(self, *, intervals: bool = True) -> tuple[Grade, ...]:
        """Return the grades from the best to the last; before the end, what is earned so far.

        The intervals of ratings take long where there are many games.
        """
        return grades(
            self.students,
            self.preset,
            self._tried,
            self.race,
            self.round_robin,
            skipped=[stage for stage in STAGES if self.skipped(stage)],
            intervals=intervals,
        )

    def write_grades_csv(self) -> Path:
        """Write the table of grades for a spreadsheet, and return where it is.

        Before the end it has no intervals of ratings.
        """
        write_grades_csv(self.grades(intervals=self.is_over), self.folder.grades_file)
        return self.folder.grades_file

    # Judging

    def run(
        self, concurrency: int | None = None, stages: Iterable[str] = STAGES
    ) -> Generator[News, None, None]:
        """Judge what is left, and tell how far it is, about every second.

        So many agents think at a time as there are cores, unless told to be fewer. Whoever stops
        listening, or is killed, loses the games under way and nothing else.
        """
        wanted = tuple(stages)
        for stage in wanted:
            if stage not in STAGES:
                raise ObversiError(f"there is no stage {stage!r}: {suggestion(stage, STAGES)}")
        if USABILITY in wanted:
            yield from self._try_all(concurrency)
        for stage in (RACE, ROUND_ROBIN):
            if stage in wanted:
                yield from self._play(stage, concurrency)

    def _try_all(self, concurrency: int | None) -> Generator[News, None, None]:
        planned = sum(not student.problem for student in self.students)
        untried = self._untried()
        yield News(USABILITY, planned - len(untried), planned)
        with closing(play_usability(self.folder, untried, self.preset, concurrency)) as trials:
            for ended in trials:
                words = ""
                if ended is not None:
                    student, tried = ended
                    self.folder.write_usability(student, tried)
                    self._tried[student.name] = tried
                    words = f"{student.name}: {tried.passed} of {len(tried.boards)} boards right"
                yield News(USABILITY, planned - len(self._untried()), planned, words)

    def _play(self, stage: str, concurrency: int | None) -> Generator[News, None, None]:
        if self._untried():
            raise ObversiError(f"the {stage} comes after the usability test, which is not done")
        if skipped := self.skipped(stage):
            yield News(stage, 0, 0, f"skipped: {skipped}")
            return
        self._refuse_others(stage)
        played = begin_stage(self.folder, stage, self.playing, self.preset)
        self._played[stage] = played
        yield News(stage, len(played.games), played.stored.planned)
        if not played.is_over:
            players = PlayersInProcesses(concurrency, one_core_a_game=True)
            with closing(play_stage(self.folder, played, players)) as news:
                yield from news

    def _refuse_others(self, stage: str) -> None:
        """Refuse to go on with a stage that others began: its games would count no more."""
        begun = self._played.get(stage)
        names = {student.name for student in self.playing}
        if begun is not None and names != set(begun.names):
            other = min(names ^ set(begun.names))
            raise ObversiError(
                f"the {stage} was begun when {other} {'could not' if other in names else 'could'} "
                "play, which is not so any more: begin the contest anew (--new)"
            )

    def _read_tried(self) -> Iterator[tuple[str, Usability]]:
        """Go through the usability tests that are there; one that is damaged is made again."""
        for student in self.students:
            try:
                tried = self.folder.read_usability(student)
            except ObversiError as error:
                self.changes += (f"{error}: {student.name} is tried again",)
                continue
            if tried is not None:
                yield student.name, tried

    def _untried(self) -> list[Student]:
        return [
            student
            for student in self.students
            if not student.problem and student.name not in self._tried
        ]
