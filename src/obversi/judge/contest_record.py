"""What a contest is: the rules of its course and who takes part."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from obversi.agents.course.preset import CoursePreset, GradeParts, Points
from obversi.errors import ObversiError
from obversi.judge.student import Student

__all__ = ["ContestRecord"]

# That of the files; one that is newer may have what nobody here understands.
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """All that decides what is judged, and what it is judged on.

    `folder` is where the files were handed in. `layers` are those of the sandbox that this machine
    has, and `missing` says why it has not the others. `version` is that of obversi.
    """

    preset: CoursePreset
    students: tuple[Student, ...]
    folder: str
    created: str
    version: str
    machine: str = ""
    cores: int = 1
    layers: tuple[str, ...] = ()
    missing: Mapping[str, str] | None = None

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {"format": _FORMAT, **asdict(self), "missing": dict(self.missing or {})}

    @classmethod
    def from_object(cls, told: Mapping[str, Any]) -> "ContestRecord":
        """Return the contest that was kept as an object."""
        if told["format"] != _FORMAT:
            raise ObversiError(
                f"this contest was kept by another version of obversi (format {told['format']}, "
                f"and {_FORMAT} is understood here)"
            )
        known = {field.name: told[field.name] for field in fields(cls)}
        return cls(
            **{
                **known,
                "preset": preset_of_object(told["preset"]),
                "students": tuple(Student(**student) for student in told["students"]),
                "layers": tuple(told["layers"]),
            }
        )


def preset_of_object(told: Mapping[str, Any]) -> CoursePreset:
    """Return the rules of a course that `dataclasses.asdict` has taken apart."""
    known: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in told.items()
    }
    known["points"] = Points(**told["points"])
    known["grade"] = GradeParts(**told["grade"])
    return CoursePreset(**known)
