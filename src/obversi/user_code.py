"""Code of users: an object in a module or in a file, by its name."""

import importlib
import importlib.util
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from obversi.arguments import suggestion
from obversi.errors import InputError, ObversiError

# When the files that were run had last been changed.
_CHANGED: dict[str, int] = {}


def load_user_object(module: str, name: str) -> Any:
    """Return what has this name in a module such as ``my_module``, or a file ``path/mine.py``.

    Modules are looked for in the working folder first. Errors name the object.

    >>> load_user_object("obversi.color", "BLACK")
    -1
    """
    found = _imported(module)
    if hasattr(found, name):
        return getattr(found, name)
    there = [public for public in vars(found) if not public.startswith("_")]
    raise InputError(f"there is no {name!r} in {module!r}: {suggestion(name, there)}")


def _imported(name: str) -> ModuleType:
    """Import a module by its name or its path; errors name the module."""
    try:
        with _working_folder_first():
            if name.endswith(".py"):
                return _from_path(Path(name))
            return importlib.import_module(name)
    except ObversiError:
        raise
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise InputError(f"there is no module {name!r} here: {Path.cwd()}") from error
        raise InputError(f"module {name!r} cannot be imported: {error}") from error
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}{_line_of(error)}"
        raise InputError(f"module {name!r} cannot be imported: {reason}") from error


def _line_of(error: BaseException) -> str:
    """Say where an error was raised; a wrong syntax says so itself."""
    if isinstance(error, SyntaxError) or error.__traceback__ is None:
        return ""
    last = extract_tb(error.__traceback__)[-1]
    return f" ({Path(last.filename).name}, line {last.lineno})"


def _from_path(path: Path) -> ModuleType:
    """Run a file once, and again only if it has changed since: it may have much to compile."""
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}")
    whole = path.resolve()
    changed = whole.stat().st_mtime_ns
    # A name of its own: a file called random.py must not take the place of the module.
    name = f"own_{path.stem}_{zlib.crc32(bytes(whole)):08x}"
    known = sys.modules.get(name)
    if known is not None and _CHANGED.get(name) == changed:
        return known
    spec = importlib.util.spec_from_file_location(name, whole)
    if spec is None or spec.loader is None:
        raise InputError(f"{str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # as pickling and dataclasses want it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    _CHANGED[name] = changed
    return module


@contextmanager
def _working_folder_first() -> Iterator[None]:
    """Find modules that lie where the command was given, as `python -m` does."""
    sys.path.insert(0, "")
    try:
        yield
    finally:
        sys.path.remove("")
