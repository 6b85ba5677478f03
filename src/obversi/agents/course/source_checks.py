"""Checks of a student's file before it runs: forbidden imports, and the class that is called."""

import ast
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import CoursePreset
from obversi.arguments import suggestion
from obversi.errors import InputError


class SubmissionError(InputError):
    """A file that is rejected before it runs: why, what to do about it, and the line.

    `kind` is `FailureKind.FORBIDDEN` for what the course does not allow, and `FailureKind.ERROR`
    for what cannot work.
    """

    def __init__(
        self,
        words: str,
        advice: str = "",
        line: int | None = None,
        details: str = "",
        kind: FailureKind = FailureKind.ERROR,
    ) -> None:
        """Store the parts; the message is `words`."""
        super().__init__(words)
        self.kind = kind
        self.words = words
        self.advice = advice
        self.line = line
        self.details = details

    def __reduce__(self) -> tuple[type["SubmissionError"], tuple[Any, ...]]:
        """Pickle all parts: files are read in other processes too."""
        return SubmissionError, (self.words, self.advice, self.line, self.details, self.kind)


def forbidden_import(tree: ast.Module, forbidden: Collection[str]) -> SubmissionError | None:
    """Return an error for the first import that is forbidden, or None.

    A forbidden module is forbidden with all its submodules.
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
        f"line {line} imports {name!r}, which the course forbids",
        "Do without it: the course allows nothing that reaches outside the game.",
        line,
        kind=FailureKind.FORBIDDEN,
    )


# The board is an array of this package.
_ALWAYS_ALLOWED = "numpy"


def package_problem(
    tree: ast.Module, allowed: Collection[str], own: Collection[str]
) -> SubmissionError | None:
    """Return an error for the first import of a package that is not `allowed`, or None.

    Modules of Python and the `own` ones of the submission may be imported.
    """
    known = {_ALWAYS_ALLOWED, *allowed, *own, *sys.stdlib_module_names}
    found = [
        (line, name.partition(".")[0])
        for name, line in _imports(tree)
        if name.partition(".")[0] not in known
    ]
    if not found:
        return None
    line, name = min(found)
    return SubmissionError(
        f"line {line} imports {name!r}, which is not a package of the course",
        f"Do without it: the course has {', '.join(sorted({_ALWAYS_ALLOWED, *allowed}))}.",
        line,
        kind=FailureKind.FORBIDDEN,
    )


def imported_modules(tree: ast.Module, *, whole: bool = False) -> set[str]:
    """Return the names of all imported modules, or of their outermost packages only.

    With `whole` also names that may be modules: `from search import fast` has `search.fast`.
    """
    if not whole:
        return {name.partition(".")[0] for name, _ in _imports(tree)}
    found = {name for name, _ in _imports(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):  # of a relative import the folder is not known here
            before = f"{node.module}." if node.module else ""
            found |= {before + alias.name for alias in node.names} | ({node.module or ""} - {""})
    return found


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
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


_CLASS = "AI"
_ARGUMENTS = ("chessboard_size", "color", "time_out")

_CLASS_LINE = "The file needs `class AI(object):` at its outermost level."
# Parts of the names of parameters, by which they are recognised.
_KNOWN_BY = (("size",), ("color", "colour"), ("time",))

_INIT_LINE = f"It begins `def __init__(self, {', '.join(_ARGUMENTS)}):`."
_GO_LINE = (
    "It begins `def go(self, chessboard):`; it clears self.candidate_list and fills it, "
    "with the move at its end."
)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class _Methods:
    """The methods of a class by name; `all_known` if it inherits from this file only."""

    found: dict[str, _Function]
    all_known: bool


def interface_problem(tree: ast.Module, preset: CoursePreset) -> SubmissionError | None:
    """Return an error for what is certainly wrong with the class `AI`, or None.

    What a class inherits from other modules, and what a decorator does, is not known before it
    runs.
    """
    classes = {node.name: node for node in _outermost(tree.body) if isinstance(node, ast.ClassDef)}
    if _CLASS not in classes:
        return None if _is_imported_or_assigned(tree) else _no_class(tree, classes)
    agent = classes[_CLASS]
    if agent.decorator_list or agent.keywords:
        return None
    methods = _methods(agent, classes)
    return _init_problem(agent, methods, preset) or _go_problem(agent, methods)


def has_agent_class(tree: ast.Module) -> bool:
    """Return whether a file has a class `AI` at its outermost level."""
    return any(
        isinstance(one, ast.ClassDef) and one.name == _CLASS for one in _outermost(tree.body)
    )


def has_player_class(tree: ast.Module) -> bool:
    """Return whether a file has a class of any name with a method `go`."""
    return any(isinstance(one, ast.ClassDef) and "go" in _own_methods(one) for one in tree.body)


def _outermost(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those under an `if` or a `try` too."""
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        for name in ("body", "orelse", "finalbody", "handlers"):
            inner = getattr(node, name, None)
            if isinstance(inner, list) and not isinstance(node, ast.ClassDef | _Function):
                waiting += reversed(inner)


def _is_imported_or_assigned(tree: ast.Module) -> bool:
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
            f"{words}: the class with a method 'go' is called {playing[0]!r} (line {line})",
            f"Call it {_CLASS}.",
            line,
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == _CLASS:
            words += f" at its outermost level: that of line {node.lineno} is inside of another"
            return SubmissionError(words, _CLASS_LINE, node.lineno)
    near = [name for name in classes if name.lower() == _CLASS.lower()]
    if near:
        words += f", but {near[0]!r} (line {classes[near[0]].lineno})"
    return SubmissionError(words, _CLASS_LINE)


def _own_methods(node: ast.ClassDef) -> dict[str, _Function]:
    return {inner.name: inner for inner in _outermost(node.body) if isinstance(inner, _Function)}


def _methods(agent: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> _Methods:
    """Return the methods of a class, with those inherited from classes of the same file."""
    found: dict[str, _Function] = {}
    all_known, seen, waiting = True, set(), [agent]
    while waiting:
        node = waiting.pop()
        seen.add(node.name)
        for name, function in _own_methods(node).items():
            found.setdefault(name, function)
        # A method may also be assigned, as in `go = other`.
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
        words = f"class {_CLASS} has no __init__, so {call} cannot be called"
        return SubmissionError(words, _INIT_LINE, agent.lineno)
    words = f"__init__ of {_CLASS} (line {function.lineno})"
    if wrong := _wrong_call(function, len(_ARGUMENTS)):
        words += f" cannot be called as {call}: {wrong}"
    elif names := _swapped(function):
        words += f" takes ({', '.join(names)}), but is called as {call}: the order differs"
    else:
        return None
    return SubmissionError(words, _INIT_LINE, function.lineno)


def _swapped(function: _Function) -> list[str]:
    """Return the names of the parameters if two of them are certainly swapped."""
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
    """Return the position of the parameter that a name stands for, if that is clear."""
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
        return SubmissionError(words, _GO_LINE, agent.lineno)
    line = function.lineno
    if isinstance(function, ast.AsyncFunctionDef):
        words = f"'go' (line {line}) is an async function, which would not run"
        return SubmissionError(words, _GO_LINE, line)
    if (wrong := _wrong_call(function, 1)) is None:
        return None
    words = f"'go' (line {line}) cannot be called as go(chessboard): {wrong}"
    return SubmissionError(words, _GO_LINE, line)


def _wrong_call(function: _Function, given: int) -> str | None:
    """Return why a method cannot be called with this number of arguments beside self."""
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
        return f"it takes ({takes}), but gets {given} beside self"
    return None
