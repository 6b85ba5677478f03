"""The game type of GGF, ``[s]size[letters][discs]``: 8, 8a, s8r20, 6ka."""

import re
from dataclasses import dataclass, replace
from typing import Self

from obversi.board import Rules
from obversi.errors import FormatError
from obversi.formats.problems import quoted
from obversi.size import SIZES

__all__ = ["GameType"]

_TYPE = re.compile(r"(s?)(\d{1,3})([a-z]*)(\d{0,2})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameType:
    """What a type text says.

    Among the letters, k is komi, a is anti (fewest discs win), r a random start with so many
    `discs`; a synchro match is two games from one start with colours swapped.
    """

    size: int
    letters: str = ""
    discs: str = ""
    synchro: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the value of a TY tag."""
        found = _TYPE.fullmatch(text.strip())
        if not found:
            raise FormatError(f"TY[{text[:30]}] is no game type: expected one such as 8 or s8r20")
        synchro, size, letters, discs = found.groups()
        if int(size) not in SIZES:
            raise FormatError(f"there is no board of type {quoted(text)}: expected size 4, 6 or 8")
        return cls(int(size), letters.lower(), discs, bool(synchro))

    @property
    def rules(self) -> Rules:
        """The rules that the letters name."""
        return "reversed" if "a" in self.letters else "normal"

    def fitted(self, size: int, rules: str) -> Self:
        """Return the type with the size and the rules that a game really has."""
        letters = self.letters.replace("a", "")
        if rules == "reversed":
            after_komi = letters.find("k") + 1
            letters = letters[:after_komi] + "a" + letters[after_komi:]
        return replace(self, size=size, letters=letters)

    def __str__(self) -> str:
        """Write the value of a TY tag."""
        return f"{'s' if self.synchro else ''}{self.size}{self.letters}{self.discs}"
