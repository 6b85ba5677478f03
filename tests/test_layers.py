"""The layers of the package and of the core: each uses only those before it in its list."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
CORE = ROOT / "core"

# Lowest first; modules and folders of src/obversi. Those of one layer may use each other.
FACE = "__init__"
LAYERS = [
    ["_processor", "core_variant", "_core", "machine", "records", "core_wait"],
    [
        *("errors", "extras", "lazy", "arguments", "user_code"),
        *("color", "rules", "size", "outcome", "move", "squares", "symmetry"),
        *("cluster", "file_lock", "sqlite_file", "toml_file"),
    ],
    ["validity", "svg"],
    ["board"],
    [
        *("perft", "batch", "formats", "game_arrays", "suites", "openings"),
        *("limit", "analysis", "weights", "engine", "async_engine", "book"),
    ],
    ["heuristics", "textbook", "jit"],
    [FACE],
    ["wire", "sandbox", "pages", "sql", "database"],
    ["agents", "play", "puzzles", "review"],
    ["arena", "judge", "env", "vector_env", "figures"],
    ["lab", "training"],
    ["serve", "net"],
    ["web"],
    ["cli", "__main__"],
]
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}


def layer_name(module: str) -> str:
    """The name in the list of a module such as obversi.formats.ggf."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else FACE


def module_of(path: Path, source: Path) -> str:
    parts = list(path.relative_to(source).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path, source: Path) -> set[str]:
    """Every module of the package that a file imports, wherever in the file it does."""
    return imported_by(path.read_text(), path.relative_to(source).parent.parts, source)


@cache
def imported_by(text: str, package: tuple[str, ...], source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(text)):
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
        if layer_name(here) not in LEVEL:
            found.append(f"{here} has no layer")
            continue
        for there in sorted(imported(path, source)):
            if layer_name(there) not in LEVEL:
                found.append(f"{there}, used by {here}, has no layer")
            elif LEVEL[layer_name(there)] > LEVEL[layer_name(here)]:
                found.append(f"{here} uses {there}")
    return found


def test_no_module_imports_from_a_higher_layer() -> None:
    assert violations(SOURCE) == []


def test_imports_of_a_module_are_found() -> None:
    board = SOURCE / "obversi" / "board.py"
    expected = {"obversi._core", "obversi.svg", "obversi.move"}
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
        ("from obversi.attic import x", "obversi.attic, used by obversi.move, has no layer"),
        ("import obversi", "obversi.move uses obversi"),
    ],
)
def test_a_higher_import_is_reported(tmp_path: Path, line: str, violation: str) -> None:
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


def test_a_module_without_a_layer_is_reported(tmp_path: Path) -> None:
    (tmp_path / "obversi").mkdir()
    (tmp_path / "obversi" / "attic.py").touch()
    assert violations(tmp_path) == ["obversi.attic has no layer"]


# Circles


def circles(imports: dict[str, set[str]]) -> set[frozenset[str]]:
    """Return the largest groups of modules that import each other, in whatever way (Tarjan)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found = set()

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in imports.get(module, ()):
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            at = path.index(module)
            if len(path) > at + 1 or module in imports.get(module, ()):
                found.add(frozenset(path[at:]))
            del path[at:]

    for module in imports:
        if module not in order:
            visit(module)
    return found


def test_no_modules_import_each_other() -> None:
    paths = (SOURCE / "obversi").rglob("*.py")
    imports = {module_of(path, SOURCE): imported(path, SOURCE) for path in paths}
    assert circles(imports) == set()


def test_a_circle_is_reported() -> None:
    imports = {"a": {"b", "x"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}, "e": set(), "f": {"f"}}
    assert circles(imports) == {frozenset("abc"), frozenset("f")}


# The core


# Lowest first; the folders of core. Those of one layer do not use each other.
CORE_LAYERS = [
    ["board"],
    ["bulk", "evaluation", "heuristics"],
    ["one_direction", "search", "textbook"],
    ["players", "training", "reference", "wasm"],
    ["verify"],
    ["tests"],
]
CORE_LEVEL = {name: level for level, layer in enumerate(CORE_LAYERS) for name in layer}
INCLUDE = re.compile(r'#\s*include\s*"core/(\w+)/')


def core_violations(core: Path) -> list[str]:
    found = []
    for path in sorted(core.rglob("*.?pp")):
        folder = path.relative_to(core).parts[0]
        if folder not in CORE_LEVEL:
            found.append(f"{folder} has no layer")
            continue
        for used in INCLUDE.findall(path.read_text()):
            if used != folder and CORE_LEVEL.get(used, len(CORE_LAYERS)) >= CORE_LEVEL[folder]:
                found.append(f"{path.relative_to(core)} includes core/{used}")
    return found


def test_no_file_of_the_core_includes_a_higher_layer() -> None:
    assert core_violations(CORE) == []


@pytest.mark.parametrize("used", ["search", "bulk", "tests", "attic"])
def test_an_include_of_a_higher_layer_is_reported(tmp_path: Path, used: str) -> None:
    (tmp_path / "heuristics").mkdir()
    file = tmp_path / "heuristics" / "mix.cpp"
    file.write_text('#include "core/board/bits.hpp"\n#include "core/heuristics/mix.hpp"\n')
    assert core_violations(tmp_path) == []
    file.write_text(f'#include "core/{used}/x.hpp"\n')
    assert core_violations(tmp_path) == [f"heuristics/mix.cpp includes core/{used}"]


FOREIGN = re.compile(r'#\s*include\s*[<"](bindings/|nanobind|pybind11|Python\.h|numpy/)')


def foreign_includes(folder: Path) -> list[str]:
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".hpp", ".cpp", ".h")]
    return [
        f"{path.relative_to(folder)}: {line}"
        for path in files
        for line in path.read_text().splitlines()
        if FOREIGN.search(line)
    ]


def test_the_core_includes_nothing_of_python() -> None:
    assert len(list(CORE.rglob("*.hpp"))) > 10
    assert foreign_includes(CORE) == []


@pytest.mark.parametrize(
    "line",
    ["#include <nanobind/nanobind.h>", '#include "bindings/bindings.hpp"', "# include <Python.h>"],
)
def test_an_include_of_python_is_reported(tmp_path: Path, line: str) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "game.hpp").write_text(f"#pragma once\n{line}\n")
    assert foreign_includes(tmp_path) == [f"board/game.hpp: {line}"]
