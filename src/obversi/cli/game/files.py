"""Games to and from files, as the prompt asks for them."""

from itertools import islice
from pathlib import Path

from obversi import formats
from obversi.board import Board
from obversi.errors import ObversiError

__all__ = ["GameFiles"]


class GameFiles:
    """Writes over no file but those that it wrote itself."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._saved: set[Path] = set()

    def save(self, record: formats.GameRecord, name: str) -> None:
        """Write a game, in the format of the file's ending."""
        path = Path(name).expanduser()
        if path.exists() and path not in self._saved:
            raise ObversiError(f"{name} exists already: choose another name")
        formats.write_path([record], path)
        self._saved.add(path)

    def load(self, name: str, rules: str, size: int) -> Board:
        """Read a file with one game; rules and size are for those that do not tell."""
        path = Path(name).expanduser()
        found = list(islice(formats.read_path(path, rules=rules, size=size), 2))
        if len(found) != 1:
            raise ObversiError(f"{name} has {'several games' if found else 'no game'}")
        return found[0].board()
