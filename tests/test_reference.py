"""The reference: every public name is on one page of it, and has a docstring."""

import re
from functools import cache
from pathlib import Path
from types import ModuleType

import griffe
from docs_docstrings import ReadableDocstrings, comment_above, fenced
from public_names import PUBLIC, public_paths, value_of

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
# What pages show: the path of each, and the heading that replaces it.
SHOWN = [
    found
    for page in PAGES
    for found in re.findall(
        r"^::: (\S+)$(?:\n    options: \{ heading: (\S+) \})?",
        page.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
]


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


def names_shown() -> list[str]:
    """Return the paths of all names on the pages, also those that the modules there have."""
    names = []
    for path, heading in SHOWN:
        names.append(heading or path)
        if path in PUBLIC:
            names += [one for one in public_paths(path) if not is_hidden(one)]
    return names


def is_hidden(path: str) -> bool:
    """Whether the site shows a module instead of the function that has its name."""
    return found(path).is_module and not isinstance(value_of(path), ModuleType)


def test_each_public_name_is_on_one_page() -> None:
    shown = names_shown()
    assert len(set(shown)) == len(shown)
    modules = {"obversi.batch", "obversi.heuristics"}
    assert set(PUBLIC) - set(shown) == {"obversi"}
    assert set(public_paths()) - modules - set(shown) == set()


def test_other_names_on_pages_are_classes_of_results() -> None:
    others = set(names_shown()) - set(PUBLIC) - set(public_paths())
    assert [path for path in others if not found(path).is_class] == []


def test_all_that_is_shown_has_docstrings() -> None:
    assert [path for name, _ in SHOWN for path in undocumented(found(name))] == []


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
