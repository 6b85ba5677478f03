"""What the package shows: exactly the documented names, and nothing heavy behind them."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import obversi

DOCUMENTED = [
    "BLACK",
    "EMPTY",
    "PASS",
    "SIZES",
    "WHITE",
    "Analysis",
    "Board",
    "Engine",
    "EvaluationError",
    "FormatError",
    "IllegalMoveError",
    "InputError",
    "InvalidBoardError",
    "InvalidMoveError",
    "Limit",
    "Move",
    "ObversiError",
    "ObversiWarning",
    "Outcome",
    "SquareSet",
    "Symmetry",
    "batch",
    "evaluate",
    "explain",
    "feature",
    "heuristics",
    "perft",
    "perft_by_move",
]

PACKAGE = Path(obversi.__file__).parent
MODULES = sorted(
    ".".join(["obversi", *path.relative_to(PACKAGE).with_suffix("").parts])
    for path in PACKAGE.rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py")
)


def test_the_documented_names() -> None:
    assert obversi.__all__ == DOCUMENTED
    assert sorted(DOCUMENTED, key=kind_then_name) == DOCUMENTED
    for name in DOCUMENTED:
        assert hasattr(obversi, name)


def kind_then_name(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, as the linter sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_a_star_import_gives_them() -> None:
    names: dict[str, object] = {}
    exec("from obversi import *", names)
    assert names.keys() - {"__builtins__"} == set(DOCUMENTED)


def test_nothing_leaks() -> None:
    public = {name for name in dir(obversi) if not name.startswith("_")}
    modules = {name for name in public if isinstance(getattr(obversi, name), ModuleType)}
    assert public - modules <= set(DOCUMENTED)
    ours = {name.split(".")[1] for name in MODULES} | {
        path.parent.name for path in PACKAGE.rglob("__init__.py")
    }
    assert modules <= ours


def test_there_are_modules() -> None:
    assert {"obversi.board", "obversi.batch", "obversi.svg"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_gives(name: str) -> None:
    module = importlib.import_module(name)
    names = module.__all__
    assert names
    assert len(set(names)) == len(names)
    for public in names:
        assert hasattr(module, public), public
    assert module.__doc__


FRESH = """
import json, sys
before = set(sys.modules)
import obversi
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def test_import_needs_the_standard_library_alone() -> None:
    run = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, check=True)
    loaded = set(json.loads(run.stdout))
    new = {name.partition(".")[0] for name in loaded}
    assert "obversi" in new
    assert new - {"obversi"} <= sys.stdlib_module_names
    assert not loaded & {"obversi.cli", "obversi.env", "obversi.agents", "obversi.play"}


def test_batch_is_imported_when_it_is_used() -> None:
    code = "import obversi as ob; print(ob.batch.starts(1).shape)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert run.stdout == "(1, 2)\n"
    with pytest.raises(AttributeError, match="module 'obversi' has no attribute 'batches'"):
        _ = obversi.batches  # type: ignore[attr-defined]
