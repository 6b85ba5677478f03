"""Imports that a course does not allow, as far as they can be seen in the text."""

import ast
from collections.abc import Collection, Iterator

from obversi.agents.course.refusal import SubmissionError
from obversi.agents.failure import Fault

__all__ = ["forbidden_import"]


def forbidden_import(tree: ast.Module, forbidden: Collection[str]) -> SubmissionError | None:
    """Return the first import that is not allowed, as the refusal that it is.

    A module that is forbidden is so with all its parts.
    """
    found = [
        (line, name)
        for name, line in _imports(tree)
        if any(name == module or name.startswith(f"{module}.") for module in forbidden)
    ]
    if not found:
        return None
    line, name = min(found)
    return SubmissionError(
        Fault.FORBIDDEN,
        f"line {line} imports {name!r}, which the course forbids",
        "Do without it: the course allows nothing that reaches out of the game.",
        line,
    )


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Go through the modules that are imported by name, with the line of each."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            if node.module and not node.level:
                yield node.module, node.lineno
        elif isinstance(node, ast.Call) and _imports_by_call(node.func):
            named = node.args[0] if node.args else None
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield named.value, node.lineno


def _imports_by_call(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr in ("__import__", "import_module")
    return isinstance(function, ast.Name) and function.id in ("__import__", "import_module")
