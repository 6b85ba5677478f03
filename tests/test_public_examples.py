"""Examples: each public name has one that runs, and examples use public names only."""

import ast
import doctest
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from public_names import MODULES, PUBLIC, public_paths, source_of, value_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
PROGRAMS = [*sorted(ROOT.glob("examples/**/*.py")), *sorted(ROOT.glob("notebooks/*.ipynb"))]
PARSER = doctest.DocTestParser()


def code_of(path: Path) -> list[str]:
    """Return the Python code of a page, a notebook or a program."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return [text]
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return ["".join(example.source for example in PARSER.get_examples(text))] + [
        block for block in blocks if ">>> " not in block
    ]


def paths_in(code: str, names: dict[str, str]) -> Iterator[str]:
    """Yield the dotted paths of what code imports and uses of the package.

    `names` are those known before it, with their paths; those that it imports are added.
    """
    nodes = list(ast.walk(ast.parse(code)))
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            found = {
                alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names
            }
        elif isinstance(node, ast.Import):
            found = {one.asname: one.name for one in node.names if one.asname}
            yield from (one.name for one in node.names)
        else:
            continue
        yield from found.values()
        names |= found
    for node in nodes:
        chain = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
        first, dot, rest = chain.partition(".")
        if first in names and re.fullmatch(r"[\w.]+", chain):
            yield names[first] + dot + rest


@pytest.mark.parametrize("path", [*PAGES, *PROGRAMS], ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_import_public_names_only(path: Path) -> None:
    public = {*public_paths(), *PUBLIC}
    names: dict[str, str] = {}
    used = {found for code in code_of(path) for found in paths_in(code, names)}
    ours = {found for found in used if found.split(".")[0] == "obversi"}
    assert [found for found in sorted(ours) if not is_public(found, public)] == []


def is_public(path: str, public: set[str]) -> bool:
    """Whether a path is public, or an attribute of something that is no module."""
    if path in public:
        return True
    above = path.rpartition(".")[0]
    return above not in {*PUBLIC, ""} and is_public(above, public)


def test_private_names_are_found() -> None:
    names: dict[str, str] = {}
    code = "import obversi as ob\nfrom obversi import lab\nob.Board.parse('')\nlab.catalog\nob.book"
    public = {*public_paths(), *PUBLIC}
    private = {path for path in paths_in(code, names) if not is_public(path, public)}
    assert private == {"obversi.lab.catalog"}


@cache
def texts() -> list[tuple[str, str]]:
    """Return the texts with examples: the module of each, if it has one, and the text."""
    found = [("", path.read_text(encoding="utf-8")) for path in PAGES]
    for module in MODULES:
        source = source_of(module)
        for node in ast.walk(ast.parse(source)) if ">>> " in source else ():
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.append((module, ast.get_docstring(node) or ""))
    return [(module, text) for module, text in found if ">>> " in text]


@cache
def value_at(path: str) -> object:
    """Return what a module has at a path, or None."""
    try:
        return value_of(path)
    except (AttributeError, ImportError, ValueError):
        return None


def documentation(value: object) -> str:
    """Return the docstrings of a function, or of a class and its methods."""
    parts = [value, *vars(value).values()] if isinstance(value, type) else [value]
    return "\n".join(inspect.getdoc(part) or "" for part in parts if callable(part))


def test_each_public_name_has_an_example() -> None:
    """In an example it is used or printed, or the example is in its own docstring."""
    used: set[tuple[str, int]] = set()
    printed: set[str] = set()
    for module, text in texts():
        known = vars(importlib.import_module(module)) if module else ()
        names = {name: f"{module}.{name}" for name in known}
        for example in PARSER.get_examples(text):
            printed |= set(re.findall(r"\w+", example.want))
            for path in paths_in(example.source, names):
                used.add((path.rpartition(".")[2], id(value_at(path))))
    for notebook in ROOT.glob("notebooks/*.ipynb"):
        names = {}
        for code in code_of(notebook):
            for path in paths_in(code, names):
                used.add((path.rpartition(".")[2], id(value_at(path))))
    without = []
    for path in public_paths():
        name, value = path.rpartition(".")[2], value_of(path)
        if not ((name, id(value)) in used or name in printed or ">>> " in documentation(value)):
            without.append(path)
    assert without == []
