"""How the browser is started."""

import os

from playwright.sync_api import Browser, Playwright


def launched(playwright: Playwright, path: str) -> Browser:
    """Start a browser without a window. Its sandbox does not work for root."""
    arguments = ["--disable-dev-shm-usage"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=path, args=arguments)
