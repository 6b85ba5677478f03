"""The public names of the package: those in `__all__`, which only public modules have."""

import importlib
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES.rglob("*.py")
    if path.name != "__main__.py"
)

PUBLIC = (
    "obversi",
    "obversi.agents",
    "obversi.arena",
    "obversi.batch",
    "obversi.book",
    "obversi.database",
    "obversi.env",
    "obversi.formats",
    "obversi.game_arrays",
    "obversi.heuristics",
    "obversi.jit",
    "obversi.judge",
    "obversi.lab",
    "obversi.net",
    "obversi.openings",
    "obversi.play",
    "obversi.puzzles",
    "obversi.review",
    "obversi.sandbox",
    "obversi.suites",
    "obversi.textbook",
    "obversi.training",
    "obversi.vector_env",
    "obversi.weights",
)


def names_of(module: str) -> list[str]:
    names: list[str] = importlib.import_module(module).__all__
    return names


def source_of(module: str) -> str:
    path = SOURCES.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")


def value_of(path: str) -> object:
    """Return what a dotted path names: a module, or a name of a module."""
    module, _, name = path.rpartition(".")
    found: object = getattr(importlib.import_module(module or path), name, None)
    return importlib.import_module(path) if found is None else found


def public_paths(*modules: str) -> list[str]:
    return [f"{module}.{name}" for module in modules or PUBLIC for name in names_of(module)]
