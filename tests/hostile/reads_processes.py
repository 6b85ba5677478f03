"""Looks at the processes of the machine, the judge's among them."""

import os
from pathlib import Path
from typing import Any

from hostile.honest import Honest, attempt

SECRETS = ("environ", "mem", "maps", "cwd/.", "root/etc", "fd/0")


def processes() -> set[str]:
    try:
        return {path.name for path in Path("/proc").iterdir() if path.name.isdigit()}
    except OSError:
        return set()


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        others = processes() - {str(os.getpid())}
        print("sees", len(others), "processes of others", flush=True)
        for process in sorted(others | {"@JUDGE@"})[:100]:
            for secret in SECRETS:
                attempt(f"{secret} of {process}", os.open, f"/proc/{process}/{secret}", os.O_RDONLY)
