"""Fixtures of the browser tests: one browser, one app, and pages that are checked for problems."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.app_process import AppProcess, app_process
from browser.arena_file import write_arena, write_report
from browser.find_browser import found_browser, why_none
from browser.launching import launched
from browser.new_pages import (
    DEVICES,
    PATIENCE_MILLISECONDS,
    Device,
    NewPages,
    checked_pages,
)
from browser.shared_pages import SharedPages
from explorer_files import explorer_options
from playwright.sync_api import Browser, Page, expect, sync_playwright

expect.set_options(timeout=PATIENCE_MILLISECONDS)

_FOLDER = Path(__file__).parent
_OPEN = ExitStack()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = found_browser()
    if path is None:
        pytest.skip(f"there is no browser: {why_none()}")
    with _OPEN:
        playwright = _OPEN.enter_context(sync_playwright())
        yield _OPEN.enter_context(launched(playwright, path))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser after the last of these tests: others have event loops of their own."""
    if nextitem is None or _FOLDER not in nextitem.path.parents:
        _OPEN.close()


@pytest.fixture(scope="session")
def arena_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("arena") / "arena.db"
    write_arena(path)
    return path


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory, arena_file: Path) -> Iterator[AppProcess]:
    folder = tmp_path_factory.mktemp("app")
    write_report(folder / "lab")
    shown = ("--arena", str(arena_file), "--lab", str(folder / "lab"), "--allow-runs")
    with app_process(folder / "games.db", *shown, *explorer_options(folder)) as app:
        yield app


@pytest.fixture
def new_pages(browser: Browser, app: AppProcess) -> Iterator[NewPages]:
    with checked_pages(browser, app.address) as new_pages:
        yield new_pages


@pytest.fixture(scope="session")
def session_pages(browser: Browser, app: AppProcess) -> SharedPages:
    return SharedPages(browser, app.address)


@pytest.fixture
def shared_pages(session_pages: SharedPages) -> Iterator[SharedPages]:
    yield session_pages
    problems = session_pages.reset()
    assert not problems, "\n".join(problems)


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> Device:
    device: Device = request.param
    return device


@pytest.fixture
def page(shared_pages: SharedPages, device: Device) -> Page:
    """Return a page; the test runs for each screen size."""
    return shared_pages.open(device)


@pytest.fixture
def wide_page(shared_pages: SharedPages) -> Page:
    """Return a page of one size, for features that do not depend on it."""
    return shared_pages.open("desktop")


@pytest.fixture
def phone_page(shared_pages: SharedPages) -> Page:
    """Return a page of the small size, for features that are harder there."""
    return shared_pages.open("phone")
