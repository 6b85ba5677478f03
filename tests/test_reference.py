"""The reference: every public name is on a page of it, and has a docstring."""

import importlib
import pkgutil
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import griffe
from docs_docstrings import ReadableDocstrings, comment_above, fenced

import obversi

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
SHOWN = [
    name
    for page in PAGES
    for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
]

# Modules that only other modules of the package use; of the others every name is public.
INTERNAL = {
    "arguments",
    "cli",
    "core_variant",
    "core_wait",
    "figures",
    "file_lock",
    "machine",
    "pages",
    "records",
    "serve",
    "site",
    "sqlite_file",
    "svg",
    "sql",
    "toml_file",
    "user_code",
    "validity",
    "web",
}
# Modules of which `obversi` or a page has the names that users need.
IN_PARTS = {
    "analysis",
    "board",
    "color",
    "engine",
    "limit",
    "move",
    "net",
    "outcome",
    "perft",
    "size",
    "squares",
    "symmetry",
    "training",
    "wire",
}


@cache
def package() -> griffe.Module:
    """The package as the site shows it."""
    extensions = griffe.load_extensions(ReadableDocstrings)
    loaded = griffe.load("obversi", search_paths=[str(ROOT / "src")], extensions=extensions)
    assert isinstance(loaded, griffe.Module)
    return loaded


def found(path: str) -> griffe.Object:
    item = package()[path.removeprefix("obversi.")]
    return item.final_target if isinstance(item, griffe.Alias) else item


def test_modules_are_public_or_internal() -> None:
    modules = {info.name for info in pkgutil.iter_modules(obversi.__path__) if info.name[0] != "_"}
    shown = {name.split(".")[1] for name in SHOWN}
    assert modules - shown - IN_PARTS - INTERNAL == set()
    assert shown & INTERNAL == set()


def test_no_name_is_shown_twice() -> None:
    assert len(set(SHOWN)) == len(SHOWN)


def test_all_names_are_in_the_reference() -> None:
    shown = [name for name in SHOWN if found(name).is_module]
    assert len(shown) > 30
    missing = [name for name in obversi.__all__ if not is_shown("obversi", name)]
    for name in shown:
        module = importlib.import_module(name)
        missing += [f"{name}.{one}" for one in module.__all__ if not is_shown(name, one)]
    assert missing == []


def is_shown(module: str, name: str) -> bool:
    """Whether a name is on a page, by its module or by itself.

    A function that has the name of a module is on a page only by itself.
    """
    value = getattr(importlib.import_module(module), name)
    home = getattr(value, "__module__", module)
    if f"{home}.{name}" in SHOWN or (home in SHOWN and home != module):
        return True
    is_same = found(f"{module}.{name}").is_module == isinstance(value, ModuleType)
    return is_same and (module in SHOWN or f"{module}.{name}" in SHOWN)


def test_all_that_is_shown_has_docstrings() -> None:
    assert [path for name in SHOWN for path in undocumented(found(name))] == []


def undocumented(shown: griffe.Object) -> list[str]:
    """Return what has no docstring: the object, its names, or methods of its classes."""
    without = [] if shown.docstring else [shown.path]
    if not isinstance(shown, griffe.Module | griffe.Class):
        return without
    for member in shown.members.values():
        if member.is_public and not (member.is_module or member.name.startswith("_")):
            item = member.final_target if isinstance(member, griffe.Alias) else member
            if isinstance(shown, griffe.Module) or isinstance(item, griffe.Function):
                without += undocumented(item)
    return without


def test_examples_in_docstrings_become_code() -> None:
    text = "Add.\n\n>>> if True:\n...     1\n1\n\nThen:\n\n    >>> 2\n    2\n"
    assert fenced(text) == (
        "Add.\n\n```pycon\n>>> if True:\n...     1\n1\n```\n\nThen:\n\n"
        "    ```pycon\n    >>> 2\n    2\n    ```\n"
    )


def test_a_comment_describes_constants() -> None:
    lines = [
        "# An older one.",
        "",
        "#: The two",
        "#: players.",
        "BLACK = -1",
        "WHITE = 1",
        "",
        "A = 1",
    ]
    assert comment_above(lines, 6) == comment_above(lines, 5) == "The two players."
    assert comment_above(lines, 8) == ""
