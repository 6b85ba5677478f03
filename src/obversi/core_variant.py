"""Which build of the core is used: the best one that this processor can run.

A portable build has the core several times, each for newer processors, in files such as
``_core.x86-64-v3.abi3.so``. One of them is loaded as ``obversi._core`` before anything else imports
that. A tuned build has one core, ``native``, for processors like the one it was built on.
"""

import os
import sys
from pathlib import Path
from types import ModuleType

from obversi import _processor

_TUNED = "native"
_FORCE = "OBVERSI_CPU"


def choose(variants: list[tuple[str, list[str]]], forced: str) -> str:
    """Return the variant that is forced or else the first that lacks nothing.

    `variants` has their names, the fastest first, and what the processor lacks for each.
    """
    if forced:
        if forced not in dict(variants):
            names = ", ".join(name for name, _ in variants)
            raise ImportError(f"{_FORCE} is {forced!r}, and this build of Obversi has {names}")
        variants = [(forced, dict(variants)[forced])]
    for name, missing in variants:
        if not missing:
            return name
    name, missing = variants[-1]
    lacks = f"this processor lacks {', '.join(missing)}"
    if forced:
        raise ImportError(f"{_FORCE} is {forced!r}, but {lacks}")
    if name == _TUNED:
        raise ImportError(
            f"Obversi was built for another processor: {lacks}. Build it again on this machine, or "
            "build it for all processors: OBVERSI_PORTABLE=1 pip install ."
        )
    raise ImportError(f"Obversi needs a newer processor: for {name}, {lacks}")


def load(variant: str, folder: Path) -> ModuleType:
    """Load the file of a variant in a folder as ``obversi._core``."""
    from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    paths = [folder / f"_core.{variant}{suffix}" for suffix in EXTENSION_SUFFIXES]
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        raise ImportError(f"no file _core.{variant} in {folder}: install Obversi again")
    name = "obversi._core"
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _load_best() -> str:
    variant = choose(_processor.variants(), os.environ.get(_FORCE, ""))
    if variant != _TUNED:
        module = load(variant, Path(_processor.__file__).parent)
        sys.modules["obversi._core"] = module
        vars(sys.modules["obversi"])["_core"] = module
    return variant


VARIANT = _load_best()
