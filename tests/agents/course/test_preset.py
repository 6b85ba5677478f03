"""The rules of courses, as files say them."""

from dataclasses import replace
from pathlib import Path

import pytest

from obversi.agents.course.preset import (
    CoursePreset,
    GradeParts,
    Points,
    preset_names,
    preset_text,
    read_preset,
    write_preset,
)
from obversi.errors import FormatError, ObversiError


def test_cs303_has_the_rules_of_the_reports() -> None:
    preset = read_preset("cs303")
    assert (preset.size, preset.rules) == (8, "reversed")
    assert (preset.move_seconds, preset.game_seconds, preset.memory_mb) == (5, 180, 100)
    assert preset.at_time_out == "last candidate"
    assert preset.candidates == "all"
    assert preset.warm_up_seconds == 0
    assert preset.points == Points(win=5, draw=0, loss=-5)
    assert {"os", "subprocess", "socket", "ctypes", "obversi"} <= set(preset.forbidden_imports)
    allowed = {"sys", "threading", "time", "signal", "random", "math", "numpy", "numba", "copy"}
    assert not allowed & set(preset.forbidden_imports)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_can_be_read_and_is_named_by_its_file(name: str) -> None:
    assert read_preset(name).name == name


def test_cs303_explains_every_key() -> None:
    text = preset_text("cs303")
    for field in CoursePreset.__dataclass_fields__:
        assert f"\n{'minimum' if field == 'sandbox' else field} = " in text or f"[{field}]" in text
    assert [line for line in text.splitlines() if " = " in line and "#" not in line] == []


def test_a_copy_of_cs303_is_the_same_course(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(preset_text("cs303"))
    assert read_preset(path) == read_preset("cs303")
    assert read_preset(str(path)) == read_preset("cs303")
    assert preset_text(path) == preset_text("cs303")


def test_missing_keys_are_those_of_cs303(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbfsize = 6\n[time]\nmove_seconds = 0.5\ngame_seconds = 0\n")
    preset = read_preset(path)
    assert preset.name == "mine"
    assert (preset.size, preset.move_seconds, preset.game_seconds) == (6, 0.5, None)
    assert preset.forbidden_imports == read_preset("cs303").forbidden_imports
    path.write_text("[contest]\npoints = { win = 3 }\n[grade]\nrace = 0\n[sandbox]\nminimum = []")
    preset = read_preset(path)
    assert preset.points == Points(win=3, draw=0, loss=-5)
    assert preset.grade == GradeParts(20, 0, 50)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sise = 8", "there is no key 'sise': did you mean 'size'?"),
        ("size = 7", "'size' cannot be 7: expected 4, 6 or 8"),
        ('size = "8"', "'size' cannot be '8': expected 4, 6 or 8"),
        ('rules = "anti"', "'rules' cannot be 'anti': expected \"normal\" or \"reversed\""),
        ("move_seconds = 5", "there is no key 'move_seconds': it belongs under [time]"),
        ("[tyme]\nmove_seconds = 5", "there is no key 'tyme': did you mean 'time'?"),
        ("time = 5", "'time' is not a table: it begins with a line [time]"),
        ("[time]\nmove_second = 5", "'time.move_second': did you mean 'move_seconds'?"),
        ("[time]\nmove_seconds = 0", "'time.move_seconds' cannot be 0: expected seconds"),
        ("[time]\nmove_seconds = nan", "'time.move_seconds' cannot be nan"),
        ("[time]\nmove_seconds = true", "'time.move_seconds' cannot be True"),
        ('[time]\nat_time_out = "draws"', 'expected "last candidate" or "loses"'),
        ("[limits]\nthreads = 1.5", "'limits.threads' cannot be 1.5: expected a whole number"),
        ("[file]\nforbidden_imports = 'os'", "expected a list of texts such as"),
        ("[contest]\npoints = 5", "'contest.points' cannot be 5: expected a table such as"),
        ("[contest]\npoints = { won = 5 }", "'contest.points.won': did you mean 'win'?"),
        ("[contest]\npoints = { win = 0, draw = 1, loss = -1 }", "best first"),
        ("[contest]\npoints = { win = 0, draw = 0, loss = 0 }", "'contest.points' cannot be"),
        ("[contest]\npoints = { win = 'x' }", "'contest.points.win' cannot be 'x'"),
        ("[grade]\nusability = 0\nrace = 0\nround_robin = 0", "add up to 0"),
        ("size = ", "this is no TOML: "),
    ],
)
def test_wrong_values_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        read_preset(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_is_not_utf8_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "caf\xe9"\n')
    with pytest.raises(FormatError, match="not UTF-8 text"):
        read_preset(path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cs30", "there is no preset 'cs30': did you mean 'cs303'?"),
        ("zzz", "expected cs303 or small"),
        ("missing.toml", "there is no file 'missing.toml'"),
        ("folder/missing", "there is no file 'folder/missing'"),
    ],
)
def test_unknown_presets_are_rejected(name: str, message: str) -> None:
    with pytest.raises(ObversiError) as caught:
        read_preset(name)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", preset_names())
def test_a_written_preset_is_read_again(name: str, tmp_path: Path) -> None:
    preset = read_preset(name)
    write_preset(preset, tmp_path / "preset.toml")
    assert read_preset(tmp_path / "preset.toml") == preset


def test_every_field_can_be_written(tmp_path: Path) -> None:
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


def test_rules_that_a_file_cannot_hold_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="move_seconds"):
        write_preset(replace(read_preset("cs303"), move_seconds=-1), tmp_path / "preset.toml")
