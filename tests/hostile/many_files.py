"""Makes files without content until there are no more to be had; 100,000 at most."""

from pathlib import Path
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for number in range(100_000):
            Path(f"file{number}").touch()
        print("ESCAPED: 100,000 files", flush=True)
