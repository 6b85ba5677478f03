"""The rules of a course, and the TOML files that hold them: presets of the package or a teacher's.

`_TABLES` lists every key of a file with the values that it accepts.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

from obversi.arguments import suggestion
from obversi.errors import FormatError, InputError, ObversiError
from obversi.formats.saving import write_whole
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size
from obversi.toml_file import parse_toml, read_toml_text

# At the time-out the last candidate so far is played, or the game is lost.
AT_TIME_OUT = ("last candidate", "loses")

# What the candidate list has to hold before its last entry: all legal squares, or anything.
CANDIDATES = ("all", "last")

_FOLDER = Path(__file__).parent / "presets"

# This preset has every key; keys that other files leave out have its values.
_COMPLETE = "cs303"

_LONGEST_NAME = 40
_LONGEST_VALUE_SHOWN = 40
_DAY = 86400


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a game in a contest."""

    win: float = 5
    draw: float = 0
    loss: float = -5


@dataclass(frozen=True, slots=True)
class GradeParts:
    """How many points of the grade each stage of a contest gives."""

    usability: float = 20
    race: float = 30
    round_robin: float = 50

    @property
    def total(self) -> float:
        """The best grade."""
        return self.usability + self.race + self.round_robin


@dataclass(frozen=True, slots=True)
class CoursePreset:
    """The rules of a course.

    A move has `move_seconds`, all moves of a game together have `game_seconds`, and the first move
    of a game has `warm_up_seconds` more, for code that is compiled by its first call. An agent has
    `load_seconds`, which are on no clock, to run its file and to make its `AI`. Beside Python's own
    modules and NumPy it may import the `packages`, or any if there are none. `sparring` are the
    agents that a file is tried against, from weak to strong.
    """

    name: str
    size: int = 8
    rules: Rules = "reversed"
    move_seconds: float = 5.0
    game_seconds: float | None = 180.0
    warm_up_seconds: float = 0.0
    load_seconds: float = 30.0
    at_time_out: str = "last candidate"
    candidates: str = "all"
    memory_mb: float = 100.0
    output_kb: float = 1024.0
    scratch_mb: float = 32.0
    threads: int = 32
    file_kb: float = 1024.0
    forbidden_imports: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    sandbox: tuple[str, ...] = ()
    usability_boards: int = 10
    race_rounds: int = 3
    points: Points = field(default_factory=Points)
    grade: GradeParts = field(default_factory=GradeParts)
    sparring: tuple[str, ...] = ("random", "greedy:perfect=8", "r2:depth=3")


def preset_names() -> tuple[str, ...]:
    """Return the names of the presets that come with the package.

    >>> preset_names()
    ('cs303', 'small')
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def preset_text(name: str | Path) -> str:
    """Return the text of a preset, by its name or its path; teachers copy and change it."""
    path = _preset_path(name)
    try:
        return read_toml_text(path)
    except OSError as error:
        raise FormatError(f"it cannot be read: {error.strerror}", str(path)) from None


def read_preset(name: str | Path) -> CoursePreset:
    """Read the rules of a course, by the name of a preset or the path of a file.

    >>> read_preset("cs303").move_seconds
    5.0
    """
    path, text = _preset_path(name), preset_text(name)
    content = parse_toml(text, path)
    try:
        fields = _fields({"name": path.stem} | content)
        if name == _COMPLETE:
            return CoursePreset(**fields)
        return replace(_complete_preset(), **fields)
    except ObversiError as error:
        raise FormatError(str(error), str(path)) from None


def write_preset(preset: CoursePreset, path: Path) -> None:
    """Write the rules to a file, and check that the same rules are read from it."""
    write_whole(path, preset_toml(preset), durable=True)
    if read_preset(path) != preset:
        raise InputError(f"these rules of a course cannot be written to a file: {preset}")


def preset_toml(preset: CoursePreset) -> str:
    """Return the text that `read_preset` reads as these rules."""

    def lines(keys: Iterable[str], source: object) -> Iterator[str]:
        for key in keys:
            value = getattr(source, _FIELDS.get(key, key))
            # Texts, numbers and lists of texts are written alike in JSON and in TOML.
            yield f"{key} = {json.dumps(0 if value is None else value, ensure_ascii=False)}"

    text = ["# The rules of this contest, as they were when it began.", *lines(_TOP, preset)]
    for table, keys in _TABLES.items():
        source = preset.grade if table == "grade" else preset
        text += ["", f"[{table}]", *lines((key for key in keys if key != "points"), source)]
        if "points" in keys:
            text += ["", f"[{table}.points]", *lines(_POINTS, preset.points)]
    return "\n".join(text) + "\n"


@cache
def _complete_preset() -> CoursePreset:
    return read_preset(_COMPLETE)


def _preset_path(name: str | Path) -> Path:
    """Return the path of a preset; a text without a suffix and a folder is a name."""
    path = Path(name)
    if isinstance(name, Path) or path.suffix or len(path.parts) > 1:
        if path.is_file():
            return path
        raise InputError(f"there is no file {str(name)!r} with the rules of a course")
    if name in preset_names():
        return _FOLDER / f"{name}.toml"
    advice = suggestion(str(name), preset_names())
    raise InputError(f"there is no preset {name!r}: {advice} (or the path of a .toml file)")


# Values


@dataclass(frozen=True, slots=True)
class _Value:
    """The values of a key: a function that raises ValueError for others, and a description."""

    read: Callable[[Any], Any]
    expected: str


def _number(least: float, most: float, expected: str = "", *, whole: bool = False) -> _Value:
    def read(value: Any) -> float:
        # True is a number in Python, but not in a preset.
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            raise ValueError
        if not (isfinite(value) and least <= value <= most):
            raise ValueError
        return value if whole else float(value)

    kind = "a whole number" if whole else "a number"
    return _Value(read, expected or f"{kind} from {least:g} to {most:g}")


def _seconds(least: float) -> _Value:
    return _number(least, _DAY, f"seconds, from {least:g} to a day ({_DAY})")


def _size(least: float, most: float, unit: str) -> _Value:
    return _number(least, most, f"{unit}, from {least:g} to {most:g}")


def _choice(known: tuple[str, ...]) -> _Value:
    def read(value: Any) -> str:
        if value not in known:
            raise ValueError
        return str(value)

    return _Value(read, " or ".join(f'"{word}"' for word in known))


def _texts(example: str) -> _Value:
    def read(value: Any) -> tuple[str, ...]:
        if not (isinstance(value, list) and all(isinstance(word, str) and word for word in value)):
            raise ValueError
        return tuple(value)

    return _Value(read, f"a list of texts such as {example}")


def _read_name(value: Any) -> str:
    if not (isinstance(value, str) and value.strip() and value.isprintable()):
        raise ValueError
    return value.strip()[:_LONGEST_NAME]


def _read_packages(value: Any) -> tuple[str, ...]:
    if not (isinstance(value, list) and all(isinstance(name, str) for name in value)):
        raise ValueError
    if not all(name.isidentifier() for name in value):
        raise ValueError
    return tuple(value)


def _read_points(value: Any) -> Points:
    if not isinstance(value, dict):
        raise ValueError
    points = Points(**_values(value, _POINTS, "contest.points."))
    if not (points.loss <= points.draw <= points.win and points.loss < points.win):
        raise ValueError
    return points


_TOP = {
    "name": _Value(_read_name, "a short text"),
    "size": _Value(checked_size, "4, 6 or 8"),
    "rules": _Value(checked_rules, '"normal" or "reversed"'),
    "candidates": _choice(CANDIDATES),
}
_POINTS = dict.fromkeys(("win", "draw", "loss"), _number(-1000, 1000))
_TABLES: Mapping[str, Mapping[str, _Value]] = {
    "time": {
        "move_seconds": _seconds(0.01),
        "game_seconds": _Value(
            lambda value: _seconds(0).read(value) or None,
            f"seconds up to a day ({_DAY}), or 0 for no limit",
        ),
        "warm_up_seconds": _seconds(0),
        "load_seconds": _seconds(0.1),
        "at_time_out": _choice(AT_TIME_OUT),
    },
    "limits": {
        "memory_mb": _size(8, 1 << 20, "megabytes"),
        "output_kb": _size(1, 1 << 20, "kilobytes"),
        "scratch_mb": _size(1, 1 << 16, "megabytes"),
        "threads": _number(1, 4096, whole=True),
    },
    "file": {
        "file_kb": _size(1, 16384, "kilobytes"),
        "forbidden_imports": _texts('["os", "socket"]'),
        "packages": _Value(_read_packages, 'a list of names of packages such as ["numba"]'),
    },
    "sandbox": {"minimum": _texts('["strict"] or ["namespaces"]')},
    "contest": {
        "usability_boards": _number(1, 1000, whole=True),
        "race_rounds": _number(0, 1000, whole=True),
        "points": _Value(
            _read_points, "a table such as { win = 5, draw = 0, loss = -5 }, best first"
        ),
    },
    "grade": dict.fromkeys(("usability", "race", "round_robin"), _number(0, 1000)),
    "check": {"sparring": _texts('["random", "greedy"]')},
}

# Keys whose fields of `CoursePreset` have another name.
_FIELDS = {"minimum": "sandbox"}


def _fields(content: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of `CoursePreset` that a file sets."""
    plain = {key: value for key, value in content.items() if key not in _TABLES}
    for key in plain:
        if key not in _TOP:
            raise _unknown_key(key, key, [*_TOP, *_TABLES])
    fields = _values(plain, _TOP, "")
    for table, keys in _TABLES.items():
        if table not in content:
            continue
        if not isinstance(content[table], dict):
            raise InputError(f"{table!r} is not a table: it begins with a line [{table}]")
        values = _values(content[table], keys, f"{table}.")
        fields |= {"grade": GradeParts(**values)} if table == "grade" else values
    if "grade" in fields and not fields["grade"].total > 0:
        raise InputError("the parts of 'grade' add up to 0: at least one has to be above 0")
    return fields


def _values(content: dict[str, Any], keys: Mapping[str, _Value], table: str) -> dict[str, Any]:
    values = {}
    for key, value in content.items():
        if key not in keys:
            raise _unknown_key(key, table + key, keys)
        try:
            values[_FIELDS.get(key, key)] = keys[key].read(value)
        except ValueError as error:
            # An error about a key of an inner table says more.
            if isinstance(error, ObversiError) and isinstance(value, dict):
                raise
            shown = repr(value)
            if len(shown) > _LONGEST_VALUE_SHOWN:
                shown = shown[:_LONGEST_VALUE_SHOWN] + "…"
            raise InputError(
                f"{table + key!r} cannot be {shown}: expected {keys[key].expected}"
            ) from None
    return values


def _unknown_key(key: str, path: str, keys: Iterable[str]) -> InputError:
    elsewhere = [f"[{table}]" for table, others in _TABLES.items() if key in others]
    advice = f"it belongs under {elsewhere[0]}" if elsewhere else suggestion(key, [*keys])
    return InputError(f"there is no key {path!r}: {advice}")
