"""The state of a contest, for its pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from obversi.agents.course.preset import CoursePreset
from obversi.color import BLACK, WHITE, Color
from obversi.judge.grades import StudentGrade
from obversi.judge.machine_timing import MachineTiming
from obversi.judge.record import ContestRecord
from obversi.judge.seen_games import OwnGame, SeenGame, own_game
from obversi.judge.similarity import Similarity
from obversi.judge.stages import PlayedStage
from obversi.judge.usability import Usability


@dataclass(frozen=True)
class ContestState:
    """The state of a contest at one moment.

    `grades` are those of all students, the best first; `usability` has the tested students by
    name. `stages` are the tournaments that have started. `notes`, `similar` submissions and
    `machine_timings` are for the teacher. Until the contest `is_over`, the grades are those so far.
    """

    title: str
    record: ContestRecord
    grades: tuple[StudentGrade, ...]
    usability: Mapping[str, Usability]
    stages: tuple[PlayedStage, ...] = ()
    notes: tuple[str, ...] = ()
    is_over: bool = True
    similar: tuple[Similarity, ...] = ()
    machine_timings: tuple[MachineTiming, ...] = ()

    @property
    def preset(self) -> CoursePreset:
        """The rules of the course."""
        return self.record.preset

    @cached_property
    def seen_games(self) -> Mapping[str, tuple[SeenGame, ...]]:
        """The games of each student by name, in order, as the teacher sees them."""
        found: dict[str, list[SeenGame]] = {}
        for stage in self.stages:
            for game in sorted(stage.games, key=lambda game: game.number):
                black, white = stage.players(game)
                sides: tuple[tuple[str, Color, str], ...]
                sides = ((black, BLACK, white), (white, WHITE, black))
                for name, color, opponent in sides:
                    seen = SeenGame(game, color, opponent, stage.stored.title)
                    found.setdefault(name, []).append(seen)
        return {name: tuple(games) for name, games in found.items()}

    def own_games(self, name: str) -> tuple[OwnGame, ...]:
        """Return the games of a student, in order, as that student may see them."""
        return tuple(
            own_game(number, seen.stage, seen.game, seen.color, seen.opponent)
            for number, seen in enumerate(self.seen_games.get(name, ()), start=1)
        )
