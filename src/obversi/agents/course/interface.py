"""Whether a file has what a course calls: `AI(size, color, time_out)` and `go(chessboard)`.

Only what is sure is refused: what a class inherits from elsewhere, or what a decorator makes of a
method, is seen when it is run.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.refusal import SubmissionError
from obversi.agents.failure import Fault
from obversi.suggestion import suggestion

__all__ = ["interface_problem"]

_CLASS: Final = "AI"
_ARGUMENTS: Final = ("chessboard_size", "color", "time_out")

_CLASS_LINE: Final = "The file needs `class AI(object):` at its outermost level."
# What tells in the name of a parameter which of them it is.
_KNOWN_BY: Final = (("size",), ("color", "colour"), ("time",))

_INIT_LINE: Final = f"It begins `def __init__(self, {', '.join(_ARGUMENTS)}):`."
_GO_LINE: Final = (
    "It begins `def go(self, chessboard):`; it clears self.candidate_list and fills it, "
    "with the move at its end."
)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class _Methods:
    """The methods of a class by name; `all_known` if nothing is inherited from elsewhere."""

    found: dict[str, _Function]
    all_known: bool


def interface_problem(tree: ast.Module, preset: CoursePreset) -> SubmissionError | None:
    """Return what is missing for sure, as the refusal that it is."""
    classes = {node.name: node for node in _outermost(tree.body) if isinstance(node, ast.ClassDef)}
    if _CLASS not in classes:
        return None if _is_made_otherwise(tree) else _no_class(tree, classes)
    agent = classes[_CLASS]
    if agent.decorator_list or agent.keywords:
        return None
    methods = _methods(agent, classes)
    return _init_problem(agent, methods, preset) or _go_problem(agent, methods)


def _outermost(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Go through the statements of a module, those under an `if` or a `try` too."""
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        for name in ("body", "orelse", "finalbody", "handlers"):
            inner = getattr(node, name, None)
            if isinstance(inner, list) and not isinstance(node, ast.ClassDef | _Function):
                waiting += reversed(inner)


def _is_made_otherwise(tree: ast.Module) -> bool:
    """Whether the name comes about in another way than by `class`."""
    for node in _outermost(tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if any((alias.asname or alias.name) == _CLASS for alias in node.names):
                return True
            if any(alias.name == "*" for alias in node.names):
                return True
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [part for target in targets for part in ast.walk(target)]
            if any(isinstance(part, ast.Name) and part.id == _CLASS for part in names):
                return True
    return False


def _no_class(tree: ast.Module, classes: dict[str, ast.ClassDef]) -> SubmissionError:
    words = f"it has no class {_CLASS!r}"
    playing = [name for name, node in classes.items() if "go" in _own_methods(node)]
    if playing:
        line = classes[playing[0]].lineno
        return SubmissionError(
            Fault.ERROR,
            f"{words}: the class with a method 'go' is called {playing[0]!r} (line {line})",
            f"Call it {_CLASS}.",
            line,
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == _CLASS:
            words += f" at its outermost level: that of line {node.lineno} is inside of another"
            return SubmissionError(Fault.ERROR, words, _CLASS_LINE, node.lineno)
    near = [name for name in classes if name.lower() == _CLASS.lower()]
    if near:
        words += f", but {near[0]!r} (line {classes[near[0]].lineno})"
    return SubmissionError(Fault.ERROR, words, _CLASS_LINE)


def _own_methods(node: ast.ClassDef) -> dict[str, _Function]:
    return {inner.name: inner for inner in _outermost(node.body) if isinstance(inner, _Function)}


def _methods(agent: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> _Methods:
    """Return what a class has, with what it inherits from classes of the same file."""
    found: dict[str, _Function] = {}
    all_known, seen, waiting = True, set(), [agent]
    while waiting:
        node = waiting.pop()
        seen.add(node.name)
        for name, function in _own_methods(node).items():
            found.setdefault(name, function)
        # A method may also be put there by an assignment, `go = other`.
        if any(isinstance(inner, ast.Assign) for inner in _outermost(node.body)):
            all_known = False
        for base in reversed(node.bases):
            name = base.id if isinstance(base, ast.Name) else ""
            if name in classes and name not in seen:
                waiting.append(classes[name])
            elif name != "object":
                all_known = False
    return _Methods(found, all_known)


def _init_problem(
    agent: ast.ClassDef, methods: _Methods, preset: CoursePreset
) -> SubmissionError | None:
    call = f"{_CLASS}({preset.size}, -1, {preset.move_seconds:g})"
    function = methods.found.get("__init__")
    if function is None:
        if not methods.all_known:
            return None
        words = f"class {_CLASS} has no __init__, so that {call} cannot be made"
        return SubmissionError(Fault.ERROR, words, _INIT_LINE, agent.lineno)
    words = f"__init__ of {_CLASS} (line {function.lineno})"
    if wrong := _wrong_call(function, len(_ARGUMENTS)):
        words += f" cannot be called as {call}: {wrong}"
    elif names := _swapped(function):
        words += f" takes ({', '.join(names)}), and is called as {call}: the order is another one"
    else:
        return None
    return SubmissionError(Fault.ERROR, words, _INIT_LINE, function.lineno)


def _swapped(function: _Function) -> list[str]:
    """Return the names of the parameters if they say that two of them are in each other's place."""
    if function.decorator_list:
        return []
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][1:]
    places = [_place(name) for name in names[: len(_KNOWN_BY)]]
    is_swapped = any(
        place is not None and place != here and place < len(places) and places[place] == here
        for here, place in enumerate(places)
    )
    return names if is_swapped else []


def _place(name: str) -> int | None:
    """Return which parameter a name stands for, if it says so of one only."""
    words = name.lower()
    found = [place for place, parts in enumerate(_KNOWN_BY) if any(part in words for part in parts)]
    return found[0] if len(found) == 1 else None


def _go_problem(agent: ast.ClassDef, methods: _Methods) -> SubmissionError | None:
    function = methods.found.get("go")
    if function is None:
        if not methods.all_known:
            return None
        words = f"class {_CLASS} has no method 'go'"
        like = suggestion("go", methods.found)
        if like.startswith("did you mean"):
            words += f": {like}"
        return SubmissionError(Fault.ERROR, words, _GO_LINE, agent.lineno)
    line = function.lineno
    if isinstance(function, ast.AsyncFunctionDef):
        words = f"'go' (line {line}) is an async function: nothing of it would run"
        return SubmissionError(Fault.ERROR, words, _GO_LINE, line)
    if (wrong := _wrong_call(function, 1)) is None:
        return None
    words = f"'go' (line {line}) cannot be called as go(chessboard): {wrong}"
    return SubmissionError(Fault.ERROR, words, _GO_LINE, line)


def _wrong_call(function: _Function, given: int) -> str | None:
    """Say why a method cannot be called with so many arguments, beside the object itself."""
    if function.decorator_list:
        return None
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    needed = len(names) - len(arguments.defaults)
    keywords = [
        argument.arg
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    if not names and arguments.vararg is None:
        return "it takes no 'self'"
    if keywords:
        return f"it wants {keywords[0]!r} by name"
    if needed > given + 1 or (len(names) < given + 1 and arguments.vararg is None):
        takes = ", ".join(names) or "nothing"
        return f"it takes ({takes}), and gets {given} beside self"
    return None
