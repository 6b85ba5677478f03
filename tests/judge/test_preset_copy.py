"""The rules of a course, written and read again."""

from dataclasses import replace
from pathlib import Path

import pytest

from obversi.agents.course.preset import CoursePreset, GradeParts, Points
from obversi.agents.course.preset_file import preset_names, read_preset
from obversi.errors import ObversiError
from obversi.judge.preset_copy import write_preset


@pytest.mark.parametrize("name", preset_names())
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    preset = read_preset(name)
    write_preset(preset, tmp_path / "preset.toml")
    assert read_preset(tmp_path / "preset.toml") == preset


def test_everything_may_be_another(tmp_path: Path) -> None:
    preset = CoursePreset(
        name='Kurs "Ä" \\ 7',
        size=6,
        rules="normal",
        move_seconds=0.25,
        game_seconds=None,
        warm_up_seconds=3.5,
        load_seconds=7.0,
        at_time_out="loses",
        candidates="last",
        memory_mb=64.0,
        output_kb=10.0,
        scratch_mb=5.0,
        threads=3,
        file_kb=20.0,
        forbidden_imports=("os", "sys"),
        sandbox=("strict",),
        usability_boards=3,
        race_rounds=0,
        points=Points(3.0, 1.0, 0.0),
        grade=GradeParts(10.0, 20.0, 30.0),
        sparring=("random",),
    )
    write_preset(preset, tmp_path / "preset.toml")
    assert read_preset(tmp_path / "preset.toml") == preset


def test_rules_that_no_file_can_say_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="move_seconds"):
        write_preset(replace(read_preset("cs303"), move_seconds=-1), tmp_path / "preset.toml")
