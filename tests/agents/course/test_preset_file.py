"""The rules of courses, as files say them."""

from pathlib import Path

import pytest

from obversi.agents.course.preset import CoursePreset, GradeParts, Points
from obversi.agents.course.preset_file import preset_names, preset_text, read_preset
from obversi.errors import FormatError, ObversiError


def test_the_course_of_the_reports() -> None:
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


def test_the_pattern_names_every_key_and_says_what_it_is() -> None:
    text = preset_text("cs303")
    for field in CoursePreset.__dataclass_fields__:
        assert f"\n{'minimum' if field == 'sandbox' else field} = " in text or f"[{field}]" in text
    assert [line for line in text.splitlines() if " = " in line and "#" not in line] == []


def test_a_copy_of_the_pattern_is_the_same_course(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(preset_text("cs303"))
    assert read_preset(path) == read_preset("cs303")
    assert read_preset(str(path)) == read_preset("cs303")
    assert preset_text(path) == preset_text("cs303")


def test_what_is_left_out_is_as_in_the_pattern(tmp_path: Path) -> None:
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
        ("time = 5", "'time' is no table: it begins with a line [time]"),
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
        ("[grade]\nusability = 0\nrace = 0\nround_robin = 0", "add up to nothing"),
        ("size = ", "this is no TOML: "),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        read_preset(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "caf\xe9"\n')
    with pytest.raises(FormatError, match="no text in UTF-8"):
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
def test_presets_that_are_not_there(name: str, message: str) -> None:
    with pytest.raises(ObversiError) as caught:
        read_preset(name)
    assert message in str(caught.value)
