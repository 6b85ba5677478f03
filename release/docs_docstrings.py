"""Docstrings as the reference shows them; mkdocstrings loads the extension.

Examples become code blocks, a constant without a docstring has the comment above it, and methods
that only Python calls are left out.
"""

import re
from pathlib import Path
from typing import Any

from griffe import Attribute, Class, Docstring, Extension, Function, Module, Object

HIDDEN = {
    "__copy__",
    "__deepcopy__",
    "__getstate__",
    "__post_init__",
    "__reduce__",
    "__repr__",
    "__setstate__",
}

# From a prompt to the next empty line, with its indentation.
EXAMPLE = re.compile(r"^( *)>>> .*\n?(?:\1\S.*\n?|\1 .*\n?)*", re.MULTILINE)


def fenced(text: str) -> str:
    r"""Return a docstring whose examples are code blocks.

    >>> fenced("Add.\n\n>>> 1 + 1\n2\n")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n'
    """

    def block(example: re.Match[str]) -> str:
        return f"{example[1]}```pycon\n{example[0].rstrip()}\n{example[1]}```\n"

    return EXAMPLE.sub(block, text)


def comment_above(lines: list[str], number: int) -> str:
    """Return the last comment above a line before an empty line; lines are counted from 1.

    >>> comment_above(["# The two", "# players.", "BLACK = -1", "WHITE = 1"], 4)
    'The two players.'
    """
    end = number - 1
    while end and lines[end - 1].strip() and not lines[end - 1].startswith("#"):
        end -= 1
    first = end
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return " ".join(line.lstrip("#:").strip() for line in lines[first:end])


class ReadableDocstrings(Extension):
    """Changes docstrings when the package is loaded."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Change the docstring of a module, a class, a function or an attribute."""
        del kwargs
        if isinstance(obj, Function) and obj.name in HIDDEN:
            obj.public = False
        if isinstance(obj, Attribute) and not obj.docstring and isinstance(obj.parent, Module):
            path = obj.filepath
            lines = obj.lines_collection[path] if isinstance(path, Path) else []
            if text := comment_above(lines, obj.lineno or 1):
                obj.docstring = Docstring(text, parent=obj)
        elif isinstance(obj, Module | Class | Function | Attribute) and obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
