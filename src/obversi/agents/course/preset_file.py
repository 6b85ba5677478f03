"""The rules of courses in TOML files: those that come with the package, and a teacher's own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from obversi.agents.course.preset import (
    AT_TIME_OUT,
    CANDIDATES,
    CoursePreset,
    GradeParts,
    Points,
)
from obversi.board import checked_rules
from obversi.errors import FormatError, ObversiError
from obversi.size import checked_size
from obversi.suggestion import suggestion

__all__ = ["preset_names", "preset_text", "read_preset"]

_FOLDER: Final = Path(__file__).parent / "presets"

_PATTERN: Final = "cs303"

_LONGEST_NAME: Final = 40


def preset_names() -> tuple[str, ...]:
    """Return the names of the presets that come with the package.

    >>> preset_names()
    ('cs303', 'small')
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def preset_text(name: str | Path) -> str:
    """Return the file of a preset, by its name or its path: the pattern for one of one's own."""
    path = _preset_path(name)
    try:
        # Some editors begin a file with a mark that it is UTF-8.
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("this is no text in UTF-8", str(path)) from error
    except OSError as error:
        raise FormatError(f"it cannot be read: {error.strerror}", str(path)) from error


def read_preset(name: str | Path) -> CoursePreset:
    """Read the rules of a course, by name or by the path of a file; what is wrong is named.

    >>> read_preset("cs303").move_seconds
    5.0
    """
    # Only those who read a file wait for the parser.
    import tomllib

    path, text = _preset_path(name), preset_text(name)
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FormatError(f"this is no TOML: {error}", str(path)) from error
    try:
        fields = _fields({"name": path.stem} | content)
        # The one that others are copied from says everything; what they leave out is as there.
        return CoursePreset(**fields) if name == _PATTERN else replace(_pattern(), **fields)
    except ObversiError as error:
        raise FormatError(str(error), str(path)) from error


@cache
def _pattern() -> CoursePreset:
    return read_preset(_PATTERN)


def _preset_path(name: str | Path) -> Path:
    """Return where a preset is; what looks like no path is a name."""
    path = Path(name)
    if isinstance(name, Path) or path.suffix or len(path.parts) > 1:
        if path.is_file():
            return path
        raise ObversiError(f"there is no file {str(name)!r} with the rules of a course")
    if name in preset_names():
        return _FOLDER / f"{name}.toml"
    advice = suggestion(str(name), preset_names())
    raise ObversiError(f"there is no preset {name!r}: {advice} (or the path of a .toml file)")


# What a file may say: a reader raises ValueError, and `expected` says what it wants


@dataclass(frozen=True, slots=True)
class _Key:
    field: str
    read: Callable[[Any], Any]
    expected: str


def _number(least: float, most: float, *, whole: bool = False) -> Callable[[Any], Any]:
    def read(value: Any) -> float:
        # True is 1 to Python, but no number to a teacher.
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            raise ValueError
        if not (isfinite(value) and least <= value <= most):
            raise ValueError
        return value if whole else float(value)

    return read


def _seconds(field: str, least: float = 0.01) -> _Key:
    return _Key(field, _number(least, 86400), f"seconds, from {least:g} to a day (86400)")


def _size(field: str, least: float, most: float, unit: str) -> _Key:
    return _Key(field, _number(least, most), f"{unit}, from {least:g} to {most:g}")


def _count(field: str, least: int, most: int) -> _Key:
    read = _number(least, most, whole=True)
    return _Key(field, read, f"a whole number from {least} to {most}")


def _part(field: str) -> _Key:
    return _Key(field, _number(0, 1000), "a number from 0 to 1000")


def _choice(field: str, known: tuple[str, ...]) -> _Key:
    def read(value: Any) -> str:
        if value not in known:
            raise ValueError
        return str(value)

    return _Key(field, read, " or ".join(f'"{word}"' for word in known))


def _words(value: Any) -> tuple[str, ...]:
    if not (isinstance(value, list) and all(isinstance(word, str) and word for word in value)):
        raise ValueError
    return tuple(value)


def _list(field: str, example: str) -> _Key:
    return _Key(field, _words, f"a list of texts such as {example}")


def _name(value: Any) -> str:
    if not (isinstance(value, str) and value.strip() and value.isprintable()):
        raise ValueError
    return value.strip()[:_LONGEST_NAME]


def _no_limit_if_zero(value: Any) -> float | None:
    seconds: float = _number(0, 86400)(value)
    return seconds or None


def _points(value: Any) -> Points:
    if not isinstance(value, dict):
        raise ValueError
    points = Points(**_read(value, _POINTS, "contest.points."))
    if not (points.loss <= points.draw <= points.win and points.loss < points.win):
        raise ValueError
    return points


_TOP: Final = {
    "name": _Key("name", _name, "a short text"),
    "size": _Key("size", checked_size, "4, 6 or 8"),
    "rules": _Key("rules", checked_rules, '"normal" or "reversed"'),
    "candidates": _choice("candidates", CANDIDATES),
}
_POINTS: Final = {
    result: _Key(result, _number(-1000, 1000), "a number from -1000 to 1000")
    for result in ("win", "draw", "loss")
}
_GRADE: Final = {stage: _part(stage) for stage in ("usability", "race", "round_robin")}
_TABLES: Final[Mapping[str, Mapping[str, _Key]]] = {
    "time": {
        "move_seconds": _seconds("move_seconds"),
        "game_seconds": _Key(
            "game_seconds", _no_limit_if_zero, "seconds up to a day (86400), or 0 for no limit"
        ),
        "warm_up_seconds": _seconds("warm_up_seconds", 0),
        "load_seconds": _seconds("load_seconds", 0.1),
        "at_time_out": _choice("at_time_out", AT_TIME_OUT),
    },
    "limits": {
        "memory_mb": _size("memory_mb", 8, 1 << 20, "megabytes"),
        "output_kb": _size("output_kb", 1, 1 << 20, "kilobytes"),
        "scratch_mb": _size("scratch_mb", 1, 1 << 16, "megabytes"),
        "threads": _count("threads", 1, 4096),
    },
    "file": {
        "file_kb": _size("file_kb", 1, 16384, "kilobytes"),
        "forbidden_imports": _list("forbidden_imports", '["os", "socket"]'),
    },
    "sandbox": {"minimum": _list("sandbox", '["strict"] or ["namespaces"]')},
    "contest": {
        "usability_boards": _count("usability_boards", 1, 1000),
        "race_rounds": _count("race_rounds", 0, 1000),
        "points": _Key(
            "points", _points, "a table such as { win = 5, draw = 0, loss = -5 }, best first"
        ),
    },
    "grade": _GRADE,
    "check": {"sparring": _list("sparring", '["random", "greedy"]')},
}


def _fields(content: dict[str, Any]) -> dict[str, Any]:
    """Return what `CoursePreset` is made of."""
    plain = {key: value for key, value in content.items() if key not in _TABLES}
    for key in plain:
        if key not in _TOP:
            _refuse_key(key, key, [*_TOP, *_TABLES])
    values = _read(plain, _TOP, "")
    for table, known in _TABLES.items():
        if table not in content:
            continue
        if not isinstance(content[table], dict):
            raise ObversiError(f"{table!r} is no table: it begins with a line [{table}]")
        read = _read(content[table], known, f"{table}.")
        values.update({"grade": _grade(read)} if table == "grade" else read)
    return values


def _grade(parts: dict[str, Any]) -> GradeParts:
    grade = GradeParts(**parts)
    if not grade.total > 0:
        raise ObversiError("the parts of 'grade' add up to nothing: expected one above 0")
    return grade


def _read(content: dict[str, Any], known: Mapping[str, _Key], table: str) -> dict[str, Any]:
    values = {}
    for key, value in content.items():
        if key not in known:
            _refuse_key(key, table + key, known)
        about = known[key]
        try:
            values[about.field] = about.read(value)
        except ValueError as error:
            # What a table in it says of itself is more than that it is wrong.
            if isinstance(error, ObversiError) and isinstance(value, dict):
                raise
            shown = repr(value) if len(repr(value)) <= 40 else repr(value)[:40] + "…"
            raise ObversiError(
                f"{table + key!r} cannot be {shown}: expected {about.expected}"
            ) from None
    return values


def _refuse_key(key: str, whole: str, known: Any) -> None:
    elsewhere = [f"[{table}]" for table, keys in _TABLES.items() if key in keys]
    if elsewhere:
        raise ObversiError(f"there is no key {whole!r}: it belongs under {elsewhere[0]}")
    raise ObversiError(f"there is no key {whole!r}: {suggestion(key, known)}")
