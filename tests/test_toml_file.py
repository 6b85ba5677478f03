"""TOML files made to hurt: each is rejected with its name, soon and without a traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from obversi.agents.course.preset import read_preset
from obversi.cli import main
from obversi.errors import FormatError
from obversi.heuristics.mix_file import read_mix

HOSTILE = {
    "a number of 5,000 digits": f"x = {5000 * '1'}",
    "a number of 1,900 digits": f"x = {1900 * '1'}",
    "a number of 65 bits": f"x = {1 << 64}",
    "a hexadecimal number": f"x = 0x{900 * 'f'}",
    "a number of 4,300 digits": f"[[phase]]\nuntil = {4300 * '1'}",
    "deep lists": f"x = {400 * '['}1{400 * ']'}",
    "lists over many lines": "x = " + 1000 * "[\n" + 1000 * "]",
    "deep tables": f"x = {200 * '{a='}1{200 * '}'}",
    "a key with many dots": f"a{13_000 * '.a'} = 1",
    "a table with many dots": f"[a{13_000 * '.a'}]",
    "a key with some dots": f"a{40 * '.a'} = 1",
    "a long file": 300_000 * "#\n",
}


@pytest.mark.parametrize("read", [read_mix, read_preset])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_it_is_rejected_by_name(
    tmp_path: Path, hostile: str, read: Callable[[Path], object]
) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE[hostile])
    with pytest.raises(FormatError, match=r"hostile\.toml") as error:
        read(path)
    assert len(str(error.value)) < len(str(path)) + 200


@pytest.mark.parametrize("hostile", ["a number of 5,000 digits", "deep lists"])
def test_commands_say_it_in_one_line(tmp_path: Path, hostile: str) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE[hostile])
    result = CliRunner().invoke(main, ["explain", "f5", "--evaluation", str(path)])
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 2
    assert "hostile.toml" in result.output
    assert result.output.count("\n") == 1


def test_usual_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[phase]]\nweights = { corners = 9223372036854775807, discs = -1.5 }\n")
    assert read_mix(path).phases[0].weights["discs"] == -1.5
    path.write_text(f"name = {900 * 'x'!r}\n")
    with pytest.raises(FormatError, match="phase"):
        read_mix(path)
