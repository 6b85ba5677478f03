"""Advice for a misspelt name."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["suggestion"]


def suggestion(word: str, known: Iterable[str]) -> str:
    """Suggest the known name that is most like a word, or list them all.

    >>> suggestion("gredy", ["random", "greedy"])
    "did you mean 'greedy'?"
    >>> suggestion("alice", ["random", "greedy"])
    'expected random or greedy'
    """
    names = list(known)
    if near := get_close_matches(word.lower(), names, 1):
        return f"did you mean {near[0]!r}?"
    return f"expected {' or '.join(names)}" if names else "expected none"
