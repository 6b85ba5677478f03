"""What is around every page: the way between them, the keys, and the settings."""

import re

from browser.visitors import Visitors
from playwright.sync_api import Page, expect

ADDRESSES = [
    *("/", "/play", "/analyse", "/study", "/study/puzzles", "/study/perfect", "/study/openings"),
    *("/study/rules", "/arena", "/arena/1", "/arena/1/games/1"),
]


def test_an_address_without_a_page_says_so(visitors: Visitors) -> None:
    page = visitors.come()
    visitors.expect_problem(page, "404")
    page.goto("/nowhere")
    expect(page.get_by_role("alert")).to_have_text("There is no page at /nowhere.")
    page.get_by_role("link", name="Obversi").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_every_page_has_an_address(wide_page: Page) -> None:
    for address in ADDRESSES:
        answer = wide_page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        expect(wide_page).to_have_title(re.compile(r".+ · Obversi$"))
        expect(wide_page.get_by_role("alert")).to_have_count(0)


def test_keys_are_listed_under_a_key_and_a_button(wide_page: Page) -> None:
    page = wide_page
    page.goto("/")
    page.get_by_role("button", name="Keys").click()
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("this list of keys")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_have_count(0)


def test_settings_are_kept(wide_page: Page) -> None:
    page = wide_page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Settings").click()
    expect(settings.get_by_role("radio", name="Dark")).to_be_checked()
    settings.get_by_role("radio", name="As the system").check()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
