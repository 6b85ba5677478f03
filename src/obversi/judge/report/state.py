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

__all__ = ["ContestState"]


@dataclass(frozen=True)
class ContestState:
    """What is known of a contest at one moment.

    `grades` has every student, the best first; `usability` has those who were tried, by name.
    `stages` are the tournaments that have begun. `notes` are what the teacher should know.
    """

    title: str
    record: ContestRecord
    grades: tuple[Grade, ...]
    usability: Mapping[str, Usability]
    stages: tuple[PlayedStage, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def preset(self) -> CoursePreset:
        """The rules of the course."""
        return self.record.preset

    @cached_property
    def own_games(self) -> Mapping[str, tuple[OwnGame, ...]]:
        """The games of each student by name, as that student may see them, in their order."""
        found: dict[str, list[OwnGame]] = {}
        for stage in self.stages:
            for game in sorted(stage.games, key=lambda game: game.number):
                black, white = stage.players(game)
                for name, color, opponent in ((black, BLACK, white), (white, WHITE, black)):
                    own = found.setdefault(name, [])
                    own.append(own_game(len(own) + 1, stage.stored.title, game, color, opponent))
        return {name: tuple(games) for name, games in found.items()}
