"""The order of the house: a room uses only the rooms above it in the list."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
CORE = ROOT / "core"

# Lowest first; modules and folders of src/obversi. Those of one room may use each other.
FACE = "__init__"
ROOMS = [
    ["_core", "machine", "core_wait"],
    [
        *("errors", "suggestion", "settings", "own_code", "numbers"),
        *("color", "size", "outcome", "move", "squares", "symmetry"),
    ],
    ["validity", "board_text", "svg"],
    ["board"],
    [
        *("perft", "batch", "formats", "suites", "openings"),
        *("limit", "analysis", "weights", "engine", "perfect"),
    ],
    ["heuristics", "textbook", "jit"],
    [FACE],
    ["wire", "sandbox"],
    ["agents", "play", "review"],
    ["arena", "cluster", "judge", "env", "figures"],
    ["lab", "training"],
    ["serve", "net"],
    ["web"],
    ["cli", "__main__"],
]
LEVEL = {name: level for level, room in enumerate(ROOMS) for name in room}


def room_name(module: str) -> str:
    """The name in the list of a module such as obversi.formats.ggf."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else FACE


def module_of(path: Path, source: Path) -> str:
    parts = list(path.relative_to(source).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path, source: Path) -> set[str]:
    """Every module of the package that a file imports, wherever in the file it does."""
    package = path.relative_to(source).parent.parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            origin = ".".join([*above, *([node.module] if node.module else [])])
            found |= {whole_name(origin, alias.name, source) for alias in node.names}
    return {name for name in found if name.split(".")[0] == "obversi"}


def whole_name(origin: str, name: str, source: Path) -> str:
    """What `from origin import name` loads: a module of that name, or a name of the origin."""
    folder = source / Path(*origin.split("."))
    endings = (".py", ".pyi", "/__init__.py")
    is_module = any((folder / f"{name}{ending}").exists() for ending in endings)
    return f"{origin}.{name}" if is_module else origin


def violations(source: Path) -> list[str]:
    found = []
    for path in sorted((source / "obversi").rglob("*.py")):
        here = module_of(path, source)
        if room_name(here) not in LEVEL:
            found.append(f"{here} has no room")
            continue
        for there in sorted(imported(path, source)):
            if room_name(there) not in LEVEL:
                found.append(f"{there}, used by {here}, has no room")
            elif LEVEL[room_name(there)] > LEVEL[room_name(here)]:
                found.append(f"{here} uses {there}")
    return found


def test_the_order_is_kept() -> None:
    assert violations(SOURCE) == []


def test_there_is_something_to_check() -> None:
    board = SOURCE / "obversi" / "board.py"
    expected = {"obversi._core", "obversi.board_text", "obversi.svg", "obversi.move"}
    assert expected <= imported(board, SOURCE)
    assert "obversi.board" in imported(SOURCE / "obversi" / "batch.py", SOURCE)


@pytest.mark.parametrize(
    ("line", "violation"),
    [
        ("from obversi.board import Board", "obversi.move uses obversi.board"),
        ("import obversi.board", "obversi.move uses obversi.board"),
        ("import obversi.board as board", "obversi.move uses obversi.board"),
        ("from obversi import board", "obversi.move uses obversi.board"),
        ("from obversi import Board", "obversi.move uses obversi"),
        ("from .board import Board", "obversi.move uses obversi.board"),
        ("from . import board", "obversi.move uses obversi.board"),
        ("def late():\n    from obversi.cli import main", "obversi.move uses obversi.cli"),
        ("from obversi.formats import ggf", "obversi.move uses obversi.formats.ggf"),
        ("from obversi.attic import x", "obversi.attic, used by obversi.move, has no room"),
        ("import obversi", "obversi.move uses obversi"),
    ],
)
def test_a_violation_is_found(tmp_path: Path, line: str, violation: str) -> None:
    package = tmp_path / "obversi"
    (package / "formats").mkdir(parents=True)
    for name in ("__init__", "board", "cli", "errors", "formats/__init__", "formats/ggf"):
        (package / f"{name}.py").touch()
    (package / "formats" / "ggf.py").write_text("from ..board import Board\nimport re\n")
    move = package / "move.py"
    move.write_text("from obversi.errors import InvalidMoveError\nimport numpy\n")
    assert violations(tmp_path) == []
    move.write_text(line + "\n")
    assert violations(tmp_path) == [violation]


def test_a_module_without_a_room_is_found(tmp_path: Path) -> None:
    (tmp_path / "obversi").mkdir()
    (tmp_path / "obversi" / "attic.py").touch()
    assert violations(tmp_path) == ["obversi.attic has no room"]


# The core


FOREIGN = re.compile(r'#\s*include\s*[<"](bindings/|nanobind|pybind11|Python\.h|numpy/)')


def foreign_includes(folder: Path) -> list[str]:
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".hpp", ".cpp", ".h")]
    return [
        f"{path.relative_to(folder)}: {line}"
        for path in files
        for line in path.read_text().splitlines()
        if FOREIGN.search(line)
    ]


def test_the_core_knows_nothing_of_python() -> None:
    assert len(list(CORE.rglob("*.hpp"))) > 10
    assert foreign_includes(CORE) == []


@pytest.mark.parametrize(
    "line",
    ["#include <nanobind/nanobind.h>", '#include "bindings/bindings.hpp"', "# include <Python.h>"],
)
def test_a_foreign_include_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "game.hpp").write_text(f"#pragma once\n{line}\n")
    assert foreign_includes(tmp_path) == [f"board/game.hpp: {line}"]
