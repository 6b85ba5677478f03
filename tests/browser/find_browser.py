"""Finds a browser for the tests in this folder, and installs one where that is allowed.

As a program it says in one line why the browser tests are left out, and ends with status 1 then;
``--install`` tries to install a browser before it gives up.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHOSEN = "OBVERSI_BROWSER"

_APT = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
_INSTALL = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
_START_SECONDS = 60
_INSTALL_SECONDS = 600


def found_browser() -> str | None:
    """Return the path of a browser that starts, or None."""
    return next((path for path in _candidates() if _starts(path)), None)


def why_none() -> str:
    """Say what has been looked for in vain."""
    if path := os.environ.get(CHOSEN):
        return f"${CHOSEN} is {path!r}, which does not start"
    return f"none of {', '.join(NAMES)} starts here, and ${CHOSEN} names no browser"


def _candidates() -> Iterator[str]:
    if path := os.environ.get(CHOSEN):
        yield path
        return
    for name in NAMES:
        if found := shutil.which(name):
            yield found
    yield from map(str, sorted(_playwrights_own().glob("chromium-*/chrome-*/chrome"), reverse=True))


def _playwrights_own() -> Path:
    """Return the folder that Playwright keeps the browsers in which it has installed."""
    if path := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(path)
    cache = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / cache / "ms-playwright"


def _starts(path: str) -> bool:
    """Whether a browser is what its name says: some systems have a note in its place."""
    return _succeeds([path, "--version"], _START_SECONDS)


def _install() -> None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    # The lists of packages are loaded only if those that are there do not do.
    if not _succeeds(_INSTALL, _INSTALL_SECONDS):
        _succeeds(["apt-get", "update", "-qq"], _INSTALL_SECONDS)
        _succeeds(_INSTALL, _INSTALL_SECONDS)


def _succeeds(command: list[str] | tuple[str, ...], seconds: float) -> bool:
    try:
        done = subprocess.run(command, env=_APT, capture_output=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def main() -> int:
    if found_browser() is None and "--install" in sys.argv[1:] and CHOSEN not in os.environ:
        _install()
    if found_browser() is not None:
        return 0
    print(f"THE BROWSER TESTS ARE LEFT OUT: {why_none()}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
