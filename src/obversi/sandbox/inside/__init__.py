"""Scripts that run inside a sandbox: each stands alone, and is sent there as text."""

from functools import cache
from pathlib import Path

__all__ = ["script"]


@cache
def script(name: str) -> str:
    """Return the text of a script."""
    return (Path(__file__).parent / f"{name}.py").read_text()
