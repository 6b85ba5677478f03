"""Inside: root becomes the user that owns nothing."""

import os
import sys
from typing import Any

__all__ = ["lock"]


def lock(settings: dict[str, Any]) -> str:
    """Change the user and the group, and leave all other groups."""
    os.setgroups([])
    os.setresgid(settings["group"], settings["group"], settings["group"])
    os.setresuid(settings["user"], settings["user"], settings["user"])
    return ""


def try_out(settings: dict[str, Any]) -> None:
    """Do it, and see whether Python still finds its files: so the host tries it once."""
    try:
        lock(settings)
    except OSError as error:
        sys.exit(f"root may not become another user here: {error.strerror}")
    for folder in settings["folders"]:
        try:
            for entry in os.scandir(folder):
                if entry.is_dir() and entry.name != "__pycache__":
                    os.scandir(entry.path).close()
        except OSError as error:
            sys.exit(f"nobody but root can read {error.filename}")
