"""A browser and the app for benchmarks: those of the browser tests."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from browser.app_process import AppProcess, app_process
from browser.board import BoardOnPage
from browser.find_browser import found_browser, why_none
from browser.launching import launched
from browser.playable import milliseconds_to_playable

__all__ = [
    "AppProcess",
    "BoardOnPage",
    "app_process",
    "milliseconds_to_playable",
    "started_browser",
]


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Have a browser until the end of the block."""
    path = found_browser()
    if path is None:
        sys.exit(f"there is no browser: {why_none()}")
    with sync_playwright() as playwright, launched(playwright, path) as browser:
        yield browser
