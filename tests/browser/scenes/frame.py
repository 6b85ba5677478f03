"""What belongs to all pages."""

from browser.analyse_page import AnalysePage
from browser.navigation import visit
from browser.scenes.scene import SceneList
from playwright.sync_api import Page, expect

SCENES = SceneList()


@SCENES.add
def settings(page: Page) -> None:
    visit(page, "/study")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


@SCENES.add
def keys(page: Page) -> None:
    AnalysePage(page).open()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
