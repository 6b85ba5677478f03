"""The judge: checks and contests of untrusted agents, with grades for a class."""

from obversi.judge.contest import Contest
from obversi.judge.finding import Finding, Severity
from obversi.judge.folder import ContestFolder
from obversi.judge.grades import Grade, Record
from obversi.judge.record import Student
from obversi.judge.stages import RACE, ROUND_ROBIN, STAGES, USABILITY, PlayedStage, StageProgress
from obversi.judge.usability import BoardResult, Usability
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
    "PlayedStage",
    "Record",
    "Severity",
    "StageProgress",
    "Student",
    "Usability",
    "UsabilityBoard",
    "usability_boards",
]
