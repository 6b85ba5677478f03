"""Evaluations made from a text, a file or a function."""

from collections.abc import Callable
from pathlib import Path

from obversi.arguments import read_settings, suggestion
from obversi.board import Board
from obversi.errors import InputError, ObversiError
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.mix_file import read_mix
from obversi.heuristics.pattern_evaluation import PatternEvaluation
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.heuristics.reports import ALIASES, EVALUATIONS
from obversi.user_code import load_user_object

# An evaluation, its name, its file, or a function of a board.
AnyEvaluation = Evaluation | str | Path | Callable[[Board], float]

_FILE = "file:"
_PYTHON = "python:"
_ENDINGS = (".toml", ".obw")
_PATTERNS = "patterns"


def evaluation(source: AnyEvaluation) -> Evaluation:
    """Return an evaluation: itself, by a name, from a TOML file, or of a function of a board.

    A name may have parameters, as ``name:option=value``; ``patterns`` is the learned evaluation of
    the engine. A text that ends in ``.toml``, or in ``.obw`` for learned weights, is a file, and so
    is the text after ``file:``. ``python:my_module:name`` is the object of this name in a module,
    ``python:path/mine.py:name`` that in a file.

    >>> evaluation("r0-adjusted:gamma=0.5").name
    'r0-adjusted:gamma=0.5'
    >>> evaluation(lambda board: -len(board.legal_moves))(Board())
    -4.0
    """
    if isinstance(source, Evaluation):
        return source
    if isinstance(source, Path):
        return _read(source)
    if isinstance(source, str):
        if source.startswith(_FILE) or source.lower().endswith(_ENDINGS):
            return _read(Path(source.removeprefix(_FILE)))
        if source.startswith(_PYTHON):
            return _own(source)
        return _named(source)
    if isinstance(source, type):
        raise InputError(f"{source.__name__!r} is a class: expected a function of a board")
    if callable(source):
        return PythonEvaluation(source)
    raise InputError(
        f"{source!r} is no evaluation: expected a name, a file or a function of a board"
    )


def evaluate(board: Board, judge: AnyEvaluation) -> float:
    """Return the value of a position for the mover, by an evaluation.

    >>> evaluate(Board(), "r4")
    0.0
    """
    return evaluation(judge)(board)


def _read(path: Path) -> Evaluation:
    return PatternEvaluation(path) if path.suffix.lower() == ".obw" else read_mix(path)


def _own(description: str) -> Evaluation:
    module, _, name = description.removeprefix(_PYTHON).rpartition(":")
    if not module or not name:
        raise InputError(f"evaluation {description!r} is not complete: expected python:MODULE:NAME")
    found = load_user_object(module, name)
    if isinstance(found, str):
        raise InputError(f"{name!r} in {module!r} is a text: expected a function of a board")
    return evaluation(found)


def _named(description: str) -> Evaluation:
    name, *settings = description.split(":")
    if name == _PATTERNS:
        read_settings(f"evaluation {description!r}", settings, {})
        return PatternEvaluation()
    name = ALIASES.get(name, name)
    if name not in EVALUATIONS:
        raise InputError(f"there is no evaluation {name!r}: {_advice(description, name)}")
    kind = EVALUATIONS[name]
    values = read_settings(f"evaluation {description!r}", settings, kind.parameters)
    try:
        return kind.make(**values)
    except ObversiError as error:
        raise InputError(f"evaluation {description!r}: {error}") from error.__cause__


def _advice(description: str, name: str) -> str:
    """Return a suggestion for a name that no evaluation has."""
    if name.endswith(".py"):
        return f"did you mean '{_PYTHON}{description}'?"
    if Path(description).is_file():
        return f"did you mean '{_FILE}{description}'?"
    return suggestion(name, [*EVALUATIONS, _PATTERNS])
