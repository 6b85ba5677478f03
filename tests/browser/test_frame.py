"""What is around every page: the way between them, the keys, and the settings."""

import re

from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

ADDRESSES = [
    *("/", "/play", "/analyse", "/study", "/study/puzzles", "/study/perfect", "/study/openings"),
    *("/study/openings/training/white", "/study/rules", "/arena", "/arena/1", "/arena/1/games/1"),
]


def test_unknown_address_shows_an_error(new_pages: NewPages) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "404")
    visit(page, "/nowhere")
    expect(page.get_by_role("alert")).to_have_text("Page not found: /nowhere")
    page.get_by_role("link", name="Obversi").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_every_page_has_an_address(wide_page: Page) -> None:
    app = wide_page.request.get("/").text()
    for address in ADDRESSES:
        answer = wide_page.request.get(address)
        assert answer.status == 200, address
        assert answer.text() == app, address
        # The app is loaded once, and goes to the page of the address itself.
        visit(wide_page, address)
        expect(wide_page).to_have_title(re.compile(r".+ · Obversi$"))
        expect(wide_page.get_by_role("alert")).to_have_count(0)
    wide_page.goto(ADDRESSES[-1])
    expect(wide_page.get_by_role("heading", name="Game 1 of")).to_be_visible()


def test_keys_are_listed_under_a_key_and_a_button(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_contain_text("show keyboard shortcuts")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_have_count(0)


def test_settings_survive_a_reload(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/")
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Settings").click()
    expect(settings.get_by_role("radio", name="Dark")).to_be_checked()
    settings.get_by_role("radio", name="System").check()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
