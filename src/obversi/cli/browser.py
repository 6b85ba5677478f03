"""Opening a page in the browser of whoever sits before the machine."""

import os
import subprocess
import sys
from contextlib import suppress
from threading import Thread

__all__ = ["has_display", "open_in_browser"]


def open_in_browser(page: str) -> None:
    """Open a page, if there is a display; what browsers say meanwhile is not heard.

    Nothing fails: who is told the address can open it too.
    """
    if has_display():
        Thread(target=_open, args=(page,), name="browser", daemon=True).start()


def has_display() -> bool:
    """Whether a browser would show up: one in the terminal itself would be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(page: str) -> None:
    # In a process of its own, which Ctrl-C in the terminal does not end.
    with suppress(OSError):
        subprocess.run(
            [sys.executable, "-m", "webbrowser", page],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
