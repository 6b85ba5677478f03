"""Looks for what other students handed in, and for secrets of the judge."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hostile.honest import Honest, attempt

OTHERS = "@OTHERS@"  # a folder of another student
ROOTS = ("", "/proc/1/root", "/proc/self/root", "/proc/self/cwd/../../../../../..")
SECRETS = ("/etc/shadow", "/etc/gshadow", "/dev/mem")
HARMLESS = {"HOME", "LANG", "LC_CTYPE", "PATH", "PWD", "PYTHONHASHSEED", "TMPDIR"}


def found(folder: str, depth: int) -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name == "secret.py":
            yield entry.path
        if depth and entry.is_dir(follow_symlinks=False) and not entry.path.startswith("/proc"):
            yield from found(entry.path, depth - 1)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        for root in ROOTS:
            attempt(f"a secret by {root}/", Path(f"{root}{OTHERS}/secret.py").read_text)
            attempt(f"a list by {root}/", os.listdir, f"{root}{OTHERS}")
        for path in found("/", 2):
            print("ESCAPED: found", path, flush=True)
        for path in SECRETS:
            attempt(path, os.open, path, os.O_RDONLY)
        leaked = {
            name for name in os.environ if not name.endswith(("_NUM_THREADS", "DIR"))
        } - HARMLESS
        if leaked:
            print("ESCAPED: the environment has", *sorted(leaked), flush=True)
        if any("obversi" in argument for argument in sys.orig_argv):
            print("ESCAPED: the command line names the judge", flush=True)
