"""``obversi judge presets`` and ``sandbox``."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from obversi.agents.course.preset import preset_names, read_preset
from obversi.sandbox import layers
from obversi.sandbox.layers import layer_advice
from obversi.sandbox.settings import Layer

Command = Callable[..., Result]


def test_presets_are_listed(obversi: Command) -> None:
    result = obversi("judge", "presets")
    assert result.exit_code == 0
    for name in preset_names():
        assert f"\n  {name} " in result.stdout
    printed = [
        json.loads(line) for line in obversi("judge", "presets", "--json").stdout.splitlines()
    ]
    assert [preset["name"] for preset in printed] == list(preset_names())
    assert printed[0]["move_seconds"] == 5


def test_a_preset_is_printed_to_be_copied(obversi: Command, tmp_path: Path) -> None:
    text = obversi("judge", "presets", "cs303").stdout
    assert tomllib.loads(text)["rules"] == "reversed"
    copy = tmp_path / "mine.toml"
    copy.write_text(text)
    assert read_preset(copy) == read_preset("cs303")
    [line] = obversi("judge", "presets", str(copy), "--json").stdout.splitlines()
    assert json.loads(line)["name"] == "cs303"


def test_a_preset_that_is_not_there(obversi: Command) -> None:
    result = obversi("judge", "presets", "cs330")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean 'cs303'?" in result.stderr


def test_layers_are_reported_and_why_some_are_missing(
    obversi: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = {Layer.NAMESPACES: "bwrap is not there"}
    monkeypatch.setattr("obversi.cli.judge.setup.missing_layers", lambda: why)
    shown = obversi("judge", "sandbox").stdout
    for layer in Layer:
        assert f"\n  {layer.value} " in shown
    assert "install the package bubblewrap" in " ".join(shown.split())
    printed = [
        json.loads(line) for line in obversi("judge", "sandbox", "--json").stdout.splitlines()
    ]
    assert [one["advice"] for one in printed if one["advice"]] == [layer_advice(Layer.NAMESPACES)]
    assert {one["layer"]: one["holds"] for one in printed} == {
        layer.value: layer is not Layer.NAMESPACES for layer in Layer
    }


def test_the_layers_of_this_machine(obversi: Command) -> None:
    printed = [
        json.loads(line) for line in obversi("judge", "sandbox", "--json").stdout.splitlines()
    ]
    missing = {layer.value for layer in layers.missing_layers()}
    assert {one["layer"] for one in printed if not one["holds"]} == missing
    assert all(one["why"] for one in printed if not one["holds"])


@pytest.mark.parametrize("command", ["judge", "judge check", "judge run", "judge presets"])
def test_help_fits_80_columns(obversi: Command, command: str) -> None:
    lines = obversi(*command.split(), "--help", COLUMNS="80").stdout.splitlines()
    assert max(map(len, lines)) <= 80


def test_a_misspelt_command_is_reported(obversi: Command) -> None:
    result = obversi("judge", "chek")
    assert result.exit_code == 2
    assert "did you mean 'check'?" in result.stderr
