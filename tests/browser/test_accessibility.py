"""What everybody needs of every page and dialog, at both sizes, each in another theme."""

from collections.abc import Iterator

import pytest
from browser.accessibility import cut_texts, grave_violations, sideways, small_targets
from browser.app_process import AppProcess
from browser.marked_texts import mark_texts, unmarked_texts
from browser.new_pages import SCREENS
from browser.scenes import SCENES, Scene
from browser.shared_pages import SharedPages
from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def marked_pages(browser: Browser, app: AppProcess) -> Iterator[SharedPages]:
    pages = SharedPages(browser, app.address)
    page = pages.open("phone")
    mark_texts(page)
    yield pages
    page.context.close()


@pytest.fixture
def marked_page(marked_pages: SharedPages) -> Iterator[Page]:
    yield marked_pages.open("phone", still=True)
    problems = marked_pages.reset()
    assert not problems, "\n".join(problems)


@pytest.mark.few_cases(5)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_page_is_for_everybody(marked_page: Page, scene: Scene) -> None:
    page = marked_page
    scene.show(page)
    assert grave_violations(page) == []
    assert not sideways(page), "the page is wider than the phone"
    assert small_targets(page) == []
    assert cut_texts(page) == []
    assert unmarked_texts(page) == [], "these texts are in no catalogue"
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(SCREENS["desktop"]["viewport"])
    assert grave_violations(page) == []
    assert not sideways(page), "the page is wider than the screen"
    assert cut_texts(page) == []
