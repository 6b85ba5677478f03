"""Names of public modules that are imported when they are used, because that takes time."""

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_names(module: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module, for the names that it imports for type checkers only.

    >>> lazy_names("obversi")("AsyncEngine").__module__
    'obversi.async_engine'
    """

    @cache
    def homes() -> dict[str, str]:
        import ast

        source = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
        [block] = (node for node in ast.parse(source).body if isinstance(node, ast.If))
        imports = (node for node in block.body if isinstance(node, ast.ImportFrom))
        return {name.name: str(one.module) for one in imports for name in one.names}

    def imported(name: str) -> Any:
        # Python asks for names such as `__path__` of each module.
        if name.startswith("__") or name not in homes():
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home = homes()[name]
        if home == module:
            return import_module(f"{module}.{name}")
        value = getattr(import_module(home), name)
        setattr(sys.modules[module], name, value)
        return value

    return imported
