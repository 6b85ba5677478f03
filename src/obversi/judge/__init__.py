"""The judge: checks and contests of untrusted agents, with grades for a class."""

import warnings
from typing import Any

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

_RENAMED = {"Level": Severity, "News": StageProgress}


def __getattr__(name: str) -> Any:
    """Return a class by its old name, with a warning."""
    if name not in _RENAMED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    new = _RENAMED[name]
    warnings.warn(f"{name} is now {new.__name__}", DeprecationWarning, stacklevel=2)
    return new
