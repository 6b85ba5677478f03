"""The rules of a course written as the file that says them, for a contest to keep."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.preset_file import read_preset
from obversi.errors import ObversiError
from obversi.formats.replacing import write_whole

__all__ = ["preset_toml", "write_preset"]


def write_preset(preset: CoursePreset, path: Path) -> None:
    """Write the rules into a file, and see that the same are read from it."""
    write_whole(path, preset_toml(preset), durable=True)
    if read_preset(path) != preset:
        raise ObversiError(f"these rules of a course cannot be kept in a file: {preset}")


def preset_toml(preset: CoursePreset) -> str:
    """Return the text that `read_preset` reads as these rules."""
    grade, points = preset.grade, preset.points
    tables: dict[str, dict[str, Any]] = {
        "time": {
            "move_seconds": preset.move_seconds,
            "game_seconds": preset.game_seconds or 0,
            "warm_up_seconds": preset.warm_up_seconds,
            "load_seconds": preset.load_seconds,
            "at_time_out": preset.at_time_out,
        },
        "limits": {
            "memory_mb": preset.memory_mb,
            "output_kb": preset.output_kb,
            "scratch_mb": preset.scratch_mb,
            "threads": preset.threads,
        },
        "file": {
            "file_kb": preset.file_kb,
            "forbidden_imports": list(preset.forbidden_imports),
        },
        "sandbox": {"minimum": list(preset.sandbox)},
        "contest": {
            "usability_boards": preset.usability_boards,
            "race_rounds": preset.race_rounds,
        },
        "contest.points": {"win": points.win, "draw": points.draw, "loss": points.loss},
        "grade": {
            "usability": grade.usability,
            "race": grade.race,
            "round_robin": grade.round_robin,
        },
        "check": {"sparring": list(preset.sparring)},
    }
    top = {
        "name": preset.name,
        "size": preset.size,
        "rules": preset.rules,
        "candidates": preset.candidates,
    }
    lines = ["# The rules of this contest, as they were when it began.", *_lines(top)]
    for name, values in tables.items():
        lines += ["", f"[{name}]", *_lines(values)]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, Any]) -> Iterator[str]:
    # Texts, numbers and lists of texts are written alike in JSON and in TOML.
    return (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
