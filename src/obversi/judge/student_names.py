"""Names of students that are safe as names of files, and that no two of them share."""

import unicodedata
from collections.abc import Iterable
from itertools import count
from typing import Final

__all__ = ["safe_name", "unique_names"]

# File systems allow 255 bytes, of which endings and numbers take some.
_LONGEST: Final = 60
_MOST_BYTES: Final = 180


def safe_name(text: str) -> str:
    """Return a name like this text with letters, digits, ``_``, ``-`` and ``.`` only.

    Letters of all scripts stay what they are.

    >>> safe_name("Zoë O'Neill (final).v2"), safe_name("李小龙"), safe_name("../x")
    ('Zoë_O_Neill_final_.v2', '李小龙', 'x')
    """
    composed = unicodedata.normalize("NFC", text)
    letters = (letter if _is_safe(letter) else "_" for letter in composed)
    name = "".join(letters).strip("._-")
    while "__" in name:
        name = name.replace("__", "_")
    name = name[:_LONGEST]
    while len(name.encode()) > _MOST_BYTES:
        name = name[:-1]
    return name.rstrip("._-") or "student"


def unique_names(texts: Iterable[str]) -> list[str]:
    """Return a safe name for each text; those that others have already get numbers.

    Some file systems take large letters for small ones, and a contest may be copied there.

    >>> unique_names(["anna", "Anna", "bob"])
    ['anna', 'Anna-2', 'bob']
    """
    taken: set[str] = set()
    found = []
    for text in texts:
        name = safe_name(text)
        numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
        unique = next(one for one in numbered if one.casefold() not in taken)
        taken.add(unique.casefold())
        found.append(unique)
    return found


def _is_safe(letter: str) -> bool:
    return letter in "._-" or unicodedata.category(letter)[0] in "LNM"
