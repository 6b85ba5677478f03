"""What identifies an agent."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.identity import agent_files, identity
from obversi.rules import Rules
from obversi.weights import shipped_path


def identity_of(description: str, size: int = 6, rules: Rules = "normal") -> dict[str, Any]:
    found = identity(description, make_agent(description), size, rules)
    assert json.loads(json.dumps(found)) == found
    return found


def test_defaults_and_versions_are_included() -> None:
    found = identity_of("engine:depth=3")
    assert found["kind"] == "engine"
    assert found["options"] == {"depth": 3, "threads": 1, "hash_mb": 16}
    assert found["obversi"] == ob.__version__
    assert len(found["core"]) == 16
    assert identity_of("engine:depth=3") == found
    assert identity_of("engine:depth=4") != found


def test_the_weights_of_each_game_are_their_own() -> None:
    names = [
        name
        for rules in ("normal", "reversed")
        for name in identity_of("engine", 6, rules)["files"]
    ]
    assert names == ["6x6-normal.obw", "6x6-reversed.obw"]


def test_the_book_of_an_engine_is_included() -> None:
    found = identity_of("engine:book=default", 6)
    assert list(found["files"]) == ["6x6-normal.obw", "6x6-normal.obb"]
    assert found["options"]["book"] == "default"
    assert list(identity_of("engine:level=12", 6)["files"]) == ["6x6-normal.obw"]


def test_the_files_of_r2_are_included(tmp_path: Path) -> None:
    assert agent_files("r2", 6, "normal") == {}
    found = agent_files("r2:book=default:evaluation=patterns", 6, "normal")
    assert list(found) == ["6x6-normal.obw", "6x6-normal.obb"]
    path = tmp_path / "mine.obw"
    shutil.copy(shipped_path(6, "normal"), path)
    assert list(agent_files(f"r2:evaluation={path}", 6, "normal")) == ["mine.obw"]
    assert agent_files("r2:evaluation=r4", 6, "normal") == {}


def test_other_weights_are_another_agent(tmp_path: Path) -> None:
    path = tmp_path / "mine.obw"
    shutil.copy(shipped_path(6, "normal"), path)
    first = identity_of(f"engine:weights={path}")
    assert list(first["files"]) == ["mine.obw"]
    shutil.copy(shipped_path(6, "reversed"), path)
    assert identity(f"engine:weights={path}", make_agent("random"), 6, "reversed") != first


@pytest.mark.parametrize("by_path", [True, False])
def test_own_code_is_identified_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_path: bool
) -> None:
    path = tmp_path / "own_for_identity.py"
    path.write_text("def count(board):\n    return 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    name = str(path) if by_path else path.stem
    first = identity_of(f"python:{name}:count:depth=1")
    assert list(first["files"]) == [path.name]
    path.write_text("def count(board):\n    return 2  # other\n")
    assert identity(f"python:{name}:count:depth=1", make_agent("random"), 6, "normal") != first


def test_a_file_of_weights_is_included(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[terms]\ncorners = 10\n")
    found = identity(f"file:{path}", make_agent("random"), 8, "normal")
    assert list(found["files"]) == ["mine.toml"]
