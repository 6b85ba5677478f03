"""The definition of a contest: the rules of its course and its students."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from obversi.agents.course.preset import CoursePreset, GradeParts, Points
from obversi.errors import InputError
from obversi.records import JsonObject


@dataclass(frozen=True, slots=True)
class Student:
    """A student and the submission.

    `name` is also the name of files about the student; `file` is the path of the submission in the
    teacher's folder, and `copy` the name of the file that is judged. A `problem` says why it cannot
    be played, and `advice` what to do. `notes` are for the teacher. `packages` are the modules that
    it imports. `id`, the late penalty in points or as a share of the grade, and `columns` are those
    of the roster. `previous` is the submission that this one replaces, and `refused` the digest of
    a later one that cannot play.
    """

    name: str
    file: str
    sha256: str = ""
    problem: str = ""
    advice: str = ""
    copy: str = ""
    notes: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    id: str = ""
    penalty_points: float = 0.0
    penalty_share: float = 0.0
    columns: Mapping[str, str] = field(default_factory=dict)
    previous: "Student | None" = None
    refused: str = ""

    @classmethod
    def from_object(cls, content: Mapping[str, Any]) -> "Student":
        """Return the student from a part of the JSON file."""
        previous = content.get("previous")
        return cls(
            **{
                **content,
                "notes": tuple(content.get("notes", ())),
                "packages": tuple(content.get("packages", ())),
                "previous": None if previous is None else cls.from_object(previous),
            }
        )


# The version of the file format.
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """The rules, the students and the machine of a contest.

    `folder` is the folder of the submissions. `layers` are those that the machine has, and
    `missing` says why it lacks the others. `version` is that of obversi.
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

    def to_object(self) -> JsonObject:
        """Return the content of the JSON file."""
        return {"format": _FORMAT, **asdict(self), "missing": dict(self.missing or {})}

    @classmethod
    def from_object(cls, content: Mapping[str, Any]) -> "ContestRecord":
        """Return the contest from the content of its JSON file."""
        if content["format"] != _FORMAT:
            raise InputError(
                "this contest was written by another version of obversi (format "
                f"{content['format']}, this version reads {_FORMAT})"
            )
        known = {each.name: content[each.name] for each in fields(cls)}
        return cls(
            **{
                **known,
                "preset": preset_of_object(content["preset"]),
                "students": tuple(map(Student.from_object, content["students"])),
                "layers": tuple(content["layers"]),
            }
        )


def preset_of_object(content: Mapping[str, Any]) -> CoursePreset:
    """Return the rules of a course from the result of `dataclasses.asdict`."""
    known: JsonObject = {
        name: tuple(value) if isinstance(value, list) else value for name, value in content.items()
    }
    known["points"] = Points(**content["points"])
    known["grade"] = GradeParts(**content["grade"])
    return CoursePreset(**known)
