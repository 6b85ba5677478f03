"""A contest as far as it has come: all that its pages tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from obversi.agents.course.preset import CoursePreset
from obversi.color import BLACK, WHITE
from obversi.judge.board_result import Usability
from obversi.judge.contest_record import ContestRecord
from obversi.judge.grade import Grade
from obversi.judge.played_stage import PlayedStage
from obversi.judge.report.own_game import OwnGame, own_game
from obversi.judge.seen_game import SeenGame

__all__ = ["ContestState"]


@dataclass(frozen=True)
class ContestState:
    """What is known of a contest at one moment.

    `grades` has every student, the best first; `usability` has those who were tried, by name.
    `stages` are the tournaments that have begun. `notes` are what the teacher should know. Until
    it `is_over` all grades are those so far.
    """

    title: str
    record: ContestRecord
    grades: tuple[Grade, ...]
    usability: Mapping[str, Usability]
    stages: tuple[PlayedStage, ...] = ()
    notes: tuple[str, ...] = ()
    is_over: bool = True

    @property
    def preset(self) -> CoursePreset:
        """The rules of the course."""
        return self.record.preset

    @cached_property
    def seen_games(self) -> Mapping[str, tuple[SeenGame, ...]]:
        """The games of each student by name, in their order, with all that the teacher may see."""
        found: dict[str, list[SeenGame]] = {}
        for stage in self.stages:
            for game in sorted(stage.games, key=lambda game: game.number):
                black, white = stage.players(game)
                for name, color, opponent in ((black, BLACK, white), (white, WHITE, black)):
                    seen = SeenGame(game, color, opponent, stage.stored.title)
                    found.setdefault(name, []).append(seen)
        return {name: tuple(games) for name, games in found.items()}

    def own_games(self, name: str) -> tuple[OwnGame, ...]:
        """Return the games of a student as that student may see them, in their order."""
        return tuple(
            own_game(number, seen.stage, seen.game, seen.color, seen.opponent)
            for number, seen in enumerate(self.seen_games.get(name, ()), start=1)
        )
