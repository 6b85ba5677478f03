"""Leaves in its folder what is hard to remove, and links to what must not be removed."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from hostile.honest import Honest

OTHERS = "@OTHERS@"  # a folder of another student


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        with suppress(OSError):
            Path("link").symlink_to(OTHERS)
            Path("root").symlink_to("/")
            Path("loop").symlink_to("loop")
        with suppress(OSError):
            os.link(f"{OTHERS}/secret.py", "same")
            print("ESCAPED: a second name of another file", flush=True)
        with suppress(OSError):
            os.mkfifo("pipe")
        with suppress(OSError):
            Path(os.fsdecode(b"no text \xff\n")).touch()
        for name, mode in (("locked", 0o700), ("unlisted", 0o300)):
            Path(name).mkdir(mode)
            Path(name, "inside").touch()
        with suppress(OSError):
            Path("locked").chmod(0)
        with suppress(OSError):
            for _ in range(1500):
                Path("deep" * 20).mkdir()
                os.chdir("deep" * 20)
