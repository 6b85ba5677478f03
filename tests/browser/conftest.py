"""What the browser tests share: one browser, one app, and visitors whose pages are watched."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.app_process import AppProcess, app_process
from browser.arena_file import write_arena, write_report
from browser.find_browser import found_browser, why_none
from browser.guests import Guests
from browser.launching import launched
from browser.visitors import (
    DEVICES,
    PATIENCE_MILLISECONDS,
    Device,
    Visitors,
    watched_visitors,
)
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
    shown = ("--arena", str(arena_file), "--lab", str(folder / "lab"))
    with app_process(folder / "games.db", *shown) as app:
        yield app


@pytest.fixture
def visitors(browser: Browser, app: AppProcess) -> Iterator[Visitors]:
    with watched_visitors(browser, app.address) as visitors:
        yield visitors


@pytest.fixture(scope="session")
def returning(browser: Browser, app: AppProcess) -> Guests:
    return Guests(browser, app.address)


@pytest.fixture
def guests(returning: Guests) -> Iterator[Guests]:
    yield returning
    problems = returning.leave()
    assert not problems, "\n".join(problems)


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> Device:
    device: Device = request.param
    return device


@pytest.fixture
def page(guests: Guests, device: Device) -> Page:
    """Return a page at each of both sizes."""
    return guests.come(device)


@pytest.fixture
def wide_page(guests: Guests) -> Page:
    """Return a page at one size, for what is the same at both."""
    return guests.come("desktop")


@pytest.fixture
def phone_page(guests: Guests) -> Page:
    """Return a page at the other size, for what is the same at both but harder there."""
    return guests.come("phone")
