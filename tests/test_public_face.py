"""What the package promises: few names, in few modules, and nothing heavy behind an import."""

import importlib
import json
import subprocess
import sys
from types import ModuleType

import pytest
from public_names import MODULES, PUBLIC, names_of, public_paths, source_of, value_of

import obversi


def test_only_public_modules_list_their_names() -> None:
    listing = {module for module in MODULES if "\n__all__" in source_of(module)}
    assert listing == set(PUBLIC)


def test_there_are_few_public_names() -> None:
    """A name that is promised has to stay: add one only if users cannot do without it."""
    assert len(public_paths()) <= 220


@pytest.mark.parametrize("module", PUBLIC)
def test_a_star_import_gives_the_public_names(module: str) -> None:
    found: dict[str, object] = {}
    exec(f"from {module} import *", found)
    assert found.keys() - {"__builtins__"} == set(names_of(module))
    assert names_of(module) == sorted(set(names_of(module)), key=kind_then_name)
    assert importlib.import_module(module).__doc__


def kind_then_name(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, as the linter sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_only_two_public_names_are_modules() -> None:
    """A function with the name of a module would be hidden by it."""
    modules = [path for path in public_paths() if isinstance(value_of(path), ModuleType)]
    assert modules == ["obversi.batch", "obversi.heuristics"]


def test_nothing_has_two_public_names() -> None:
    things = [value_of(path) for path in public_paths()]
    ids = [id(thing) for thing in things if callable(thing)]
    assert len(set(ids)) == len(ids)


def test_nothing_leaks() -> None:
    shown = {name for name in dir(obversi) if not name.startswith("_")}
    modules = {name for name in shown if isinstance(getattr(obversi, name), ModuleType)}
    assert shown - modules <= set(obversi.__all__)
    assert modules <= {name.split(".")[-1] for name in MODULES}


FRESH = """
import json, sys
before = set(sys.modules)
import {}
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by(module: str) -> set[str]:
    code = FRESH.format(module)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return set(json.loads(run.stdout))


def test_import_needs_the_standard_library_alone() -> None:
    loaded = loaded_by("obversi")
    new = {name.partition(".")[0] for name in loaded}
    assert "obversi" in new
    assert new - {"obversi"} <= sys.stdlib_module_names
    assert not loaded & {"asyncio", "obversi.cli", "obversi.env", "obversi.agents", "obversi.play"}


@pytest.mark.parametrize("module", ["arena", "net", "training"])
def test_names_are_imported_when_they_are_used(module: str) -> None:
    name = f"obversi.{module}"
    assert [loaded for loaded in loaded_by(name) if loaded.startswith(f"{name}.")] == []
    # A module that is imported would hide the name.
    assert {f"{name}.{public}" for public in names_of(name)} & set(MODULES) == set()
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'other'"):
        _ = importlib.import_module(name).other


def test_batch_is_imported_when_it_is_used() -> None:
    code = "import obversi as ob; print(ob.batch.starts(1).shape)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert run.stdout == "(1, 2)\n"
    with pytest.raises(AttributeError, match="module 'obversi' has no attribute 'batches'"):
        _ = obversi.batches  # type: ignore[attr-defined]
