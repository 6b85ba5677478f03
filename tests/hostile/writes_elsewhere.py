"""Changes files that are not its own: a student's, the system's, Python's."""

import os
import sys
from pathlib import Path
from typing import Any

from hostile.honest import Honest, attempt

OTHERS = "@OTHERS@"  # a folder of another student
PYTHON = str(Path(os.__file__).parent)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        libraries = [path for path in sys.path if path.endswith("site-packages")]
        for folder in {OTHERS, "/etc", "/usr", "/var/tmp", sys.prefix, PYTHON, *libraries}:
            path = f"{folder}/hostile-was-here"
            attempt(f"a file in {folder}", os.open, path, os.O_WRONLY | os.O_CREAT)
        secret = f"{OTHERS}/secret.py"
        attempt("another's file", os.open, secret, os.O_WRONLY)
        attempt("its mode", os.chmod, secret, 0o777)
        attempt("its name", os.rename, secret, "mine.py")
        attempt("its end", os.truncate, secret, 0)
        attempt("its removal", os.unlink, secret)
        attempt("Python's own file", os.open, os.__file__, os.O_WRONLY)
        attempt("the machine's name", os.open, "/proc/sys/kernel/hostname", os.O_WRONLY)
