"""Fixtures of the browser tests: one browser, one app, and pages that are checked for problems.

Tests with the mark `on_site` run on the app and on the site without a server, those with
`only_on_site` there only. `--site` runs all of them there, except those with `needs_server`.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import pytest
from browser.app_process import AppProcess, app_process
from browser.arena_file import write_arena, write_report
from browser.find_browser import found_browser, why_none
from browser.javascript import Modules
from browser.launching import launched
from browser.new_pages import (
    DEVICES,
    TIMEOUT_MILLISECONDS,
    Device,
    NewPages,
    checked_pages,
)
from browser.shared_pages import SharedPages
from browser.static_host import Host, hosted
from explorer_files import explorer_options
from playwright.sync_api import Browser, Page, expect, sync_playwright
from programs import skip_without

from obversi.web.site import STEPS, write_site

expect.set_options(timeout=TIMEOUT_MILLISECONDS)

_FOLDER = Path(__file__).parent
_OPEN = ExitStack()


# What the pages come from: `obversi web`, or the files of `obversi site`.
Kind = Literal["server", "site"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--site", action="store_true", help="run the tests on a site without a server")


def pytest_configure(config: pytest.Config) -> None:
    for mark, words in {
        "on_site": "runs on the site without a server too",
        "only_on_site": "runs on the site without a server instead",
        "needs_server": "cannot run on the site without a server",
    }.items():
        config.addinivalue_line("markers", f"{mark}: {words}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose what a test runs on."""
    if "kind" not in metafunc.fixturenames:
        return
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if metafunc.config.getoption("--site") or "only_on_site" in marks:
        metafunc.parametrize("kind", ["site"], indirect=True)
    elif "on_site" in marks:
        metafunc.parametrize("kind", ["server", "site"], indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = getattr(request, "param", "server")
    node = request.node
    needs_server = node.get_closest_marker("needs_server") or "app" in node.fixturenames
    if found == "site" and needs_server and not node.get_closest_marker("on_site"):
        pytest.skip("it needs a server")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = found_browser()
    if path is None:
        skip_without("a browser", why_none())
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


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert len(list(write_site(folder))) == STEPS
    return folder


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[Host]:
    with hosted(site_folder) as host:
        yield host


@pytest.fixture
def new_pages(browser: Browser, kind: Kind, request: pytest.FixtureRequest) -> Iterator[NewPages]:
    address = request.getfixturevalue({"server": "app", "site": "site"}[kind]).address
    with checked_pages(browser, address, on_device=kind == "site") as new_pages:
        yield new_pages


@pytest.fixture
def site_pages(browser: Browser, site: Host) -> Iterator[NewPages]:
    """Return pages of the site without a server, for tests that are about it."""
    with checked_pages(browser, site.address, on_device=True) as pages:
        yield pages


@pytest.fixture(scope="module")
def modules(browser: Browser, app: AppProcess) -> Iterator[Modules]:
    """Return modules on a page of their own, where tests may replace anything."""
    with browser.new_context(base_url=app.address) as context:
        yield Modules(context.new_page())


@pytest.fixture(scope="session")
def pages_of_server(browser: Browser, app: AppProcess) -> SharedPages:
    return SharedPages(browser, app.address)


@pytest.fixture(scope="session")
def pages_of_site(browser: Browser, site: Host) -> SharedPages:
    return SharedPages(browser, site.address, has_server=False)


@pytest.fixture
def shared_pages(kind: Kind, request: pytest.FixtureRequest) -> Iterator[SharedPages]:
    pages: SharedPages = request.getfixturevalue(f"pages_of_{kind}")
    yield pages
    problems = pages.reset()
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
