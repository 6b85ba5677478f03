import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from obversi.agents import make_agent
from obversi.agents.catalog import AGENTS
from obversi.agents.levels import LEVELS
from obversi.heuristics import evaluation, read_mix

Command = Callable[..., Result]


def test_every_agent_is_listed_with_its_origin(obversi: Command) -> None:
    lines = obversi("agents", COLUMNS="100").stdout.splitlines()
    for name, kind in AGENTS.items():
        (line,) = [line for line in lines if line.split()[:1] == [name]]
        assert kind.description in line
        assert ("R" in kind.origin) == bool(re.search(r"R\d", line))
    for number in range(5):
        assert any(line.split()[:1] == [f"R{number}"] for line in lines)


@pytest.mark.parametrize("name", AGENTS)
def test_one_agent_is_shown_with_its_options(obversi: Command, name: str) -> None:
    printed = obversi("agents", name, COLUMNS="100").stdout
    kind = AGENTS[name]
    for option, about in kind.options.items():
        assert f"{option} " in printed
        assert about.description in printed
        if isinstance(about.default, int | float | str):
            assert f" {about.default} " in printed
    assert kind.example in printed


def test_a_short_name_shows_its_agent(obversi: Command) -> None:
    assert obversi("agents", "r0").stdout == obversi("agents", "r0-adjusted").stdout


def test_json_has_an_object_a_line(obversi: Command) -> None:
    objects = [json.loads(line) for line in obversi("agents", "--json").stdout.splitlines()]
    assert [each["name"] for each in objects] == list(AGENTS)
    (r0,) = [each for each in objects if each["name"] == "r0-adjusted"]
    assert r0["options"]["gamma"]["default"] == 0.7
    assert r0["evaluation"] == "r0-adjusted"


def test_the_levels_are_listed_with_their_ratings(obversi: Command) -> None:
    printed = obversi("agents", "levels", COLUMNS="140").stdout
    objects = [
        json.loads(line) for line in obversi("agents", "levels", "--json").stdout.splitlines()
    ]
    assert [each["level"] for each in objects] == list(range(13))
    for level, each in zip(LEVELS["normal"], objects, strict=True):
        assert each["name"] == level.name
        assert make_agent(each["agent"]).name == f"level {level.number}"
        (line,) = [line for line in printed.splitlines() if line.split()[:1] == [str(level.number)]]
        assert level.words in line
        for rules in ("normal", "reversed"):
            assert f" {each['ratings'][rules]['rating']:.0f} " in f"{line} "


@pytest.mark.parametrize("name", [name for name, kind in AGENTS.items() if kind.evaluation])
def test_an_evaluation_becomes_a_file_to_begin_with(
    obversi: Command, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(obversi("agents", name, "--toml").stdout)
    assert tomllib.loads(path.read_text())
    assert read_mix(path) == evaluation(AGENTS[name].evaluation)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["r5"], "there is no agent 'r5'"),
        (["gredy"], "did you mean 'greedy'?"),
        (["level"], "did you mean 'levels'?"),
        (["levels", "--toml"], "the levels have no evaluation that fits in a file: r0-"),
        (["r4:depth=3"], "there is no agent 'r4:depth=3': did you mean 'r4'?"),
        (["greedy", "--toml"], "agent 'greedy' has no evaluation that fits in a file: r0-adjusted"),
        (["--toml"], "--toml needs the name of an agent"),
    ],
)
def test_what_cannot_be_shown(obversi: Command, arguments: list[str], message: str) -> None:
    result = obversi("agents", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
