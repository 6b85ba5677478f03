"""The hostile agents of tests/hostile as files to hand in."""

import os
from pathlib import Path

_FOLDER = Path(__file__).parent / "hostile"
_HELPERS = {"conftest", "honest"}

HOSTILE_NAMES = sorted(path.stem for path in _FOLDER.glob("*.py") if path.stem not in _HELPERS)


# Follows an agent's own text, so that it plays well for some moves and is tried in games too.
_HARMLESS_AT_FIRST = """

class Delayed(AI):
    moves = 0

    def go(self, chessboard):
        self.moves += 1
        return (super().go if self.moves > {moves} else Honest.go.__get__(self))(chessboard)


AI = Delayed
"""


def hostile_file(
    name: str, folder: Path, *, others: Path | None = None, port: int = 9, after: int = 0
) -> Path:
    """Write an agent into a folder as one file, with the things that it may attack.

    These are another student's folder with a file `secret.py`, a port with a server, and the
    process of the judge: this one. It does no harm in the first moves `after` it was made.
    """
    honest = (_FOLDER / "honest.py").read_text()
    text = "".join(
        honest if line.startswith("from hostile.honest import") else line
        for line in (_FOLDER / f"{name}.py").read_text().splitlines(keepends=True)
    )
    for what, value in {"OTHERS": others or folder, "PORT": port, "JUDGE": os.getpid()}.items():
        text = text.replace(f"@{what}@", str(value))
    if after:
        text += _HARMLESS_AT_FIRST.format(moves=after)
    path = folder / f"{name}.py"
    path.write_text(text)
    return path
