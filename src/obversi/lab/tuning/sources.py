"""Whose numbers are tuned: by a name, a file, a function or a mix."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from obversi.errors import ObversiError
from obversi.heuristics import Evaluation, Mix, evaluation
from obversi.lab.tuning.mix_space import mix_space
from obversi.lab.tuning.python_space import python_space
from obversi.lab.tuning.space import Space
from obversi.own_code import own_code

__all__ = ["Source", "space_of"]

Source = str | Path | Mix | Space | Callable[..., Any]

_PYTHON: Final = "python:"


def space_of(
    source: Source, size: int = 8, parameters: Mapping[str, Sequence[float]] | None = None
) -> Space:
    """Return what can be tuned of a source, for boards of a size.

    That is an evaluation made of features and weights, itself, by its name or in a file; or a
    function that makes an evaluation of numbers, itself or as ``python:my_module:name``. The ranges
    of such a function's numbers may be given as `parameters`.

    >>> len(space_of("r2")), len(space_of("r4")), len(space_of("r2-position", size=6))
    (16, 13, 6)
    """
    if isinstance(source, Space):
        return source
    named = str(source)
    if isinstance(source, str) and source.startswith(_PYTHON):
        module, _, name = source.removeprefix(_PYTHON).rpartition(":")
        if not module or not name:
            raise ObversiError(f"{source!r} is not complete: expected python:MODULE:NAME")
        found = own_code(module, name)
    elif isinstance(source, str | Path):
        found = evaluation(source)
    else:
        found = source
        named = (
            source.name if isinstance(source, Mix) else getattr(source, "__name__", repr(source))
        )
    if isinstance(found, Mix):
        if parameters is not None:
            raise ObversiError(f"{named} has ranges of its own: 'parameters' are for functions")
        return mix_space(found, named, size)
    if isinstance(found, Evaluation) or not callable(found):
        raise ObversiError(
            f"{named} has no weights to tune: expected an evaluation made of features, or a "
            "function that makes one of numbers"
        )
    return python_space(found, named, parameters)
