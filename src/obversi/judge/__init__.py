"""Where agents that nobody trusts are tried, and a whole class is judged."""

from obversi.judge.board_result import BoardResult, Usability
from obversi.judge.contest import Contest
from obversi.judge.finding import Finding, Level
from obversi.judge.folder import ContestFolder
from obversi.judge.grade import Grade, Record
from obversi.judge.news import RACE, ROUND_ROBIN, STAGES, USABILITY, News
from obversi.judge.played_stage import PlayedStage
from obversi.judge.student import Student
from obversi.judge.usability_boards import UsabilityBoard, usability_boards

__all__ = [
    "RACE",
    "ROUND_ROBIN",
    "STAGES",
    "USABILITY",
    "BoardResult",
    "Contest",
    "ContestFolder",
    "Finding",
    "Grade",
    "Level",
    "News",
    "PlayedStage",
    "Record",
    "Student",
    "Usability",
    "UsabilityBoard",
    "usability_boards",
]
