"""Studies of the site without a server: the browser keeps them, and links hold them."""

import base64
import json
import re
import zlib
from typing import Any

import pytest
from browser.analyse_page import AnalysePage
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import expect


@pytest.mark.long
def test_study_is_kept_in_the_browser(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/analyse#size=4&moves=b1a1")
    page.get_by_role("tab", name="Notes").click()
    comment = page.get_by_role("textbox", name="Comment on this position")
    comment.fill("first")
    page.get_by_role("textbox", name="Title of the study").fill("Mine")
    page.get_by_role("button", name="Save as a study").click()
    expect(page).to_have_url(re.compile(r"/analyse/\w{12}$"))
    status = page.locator(".study-status")
    expect(status).to_have_text("Saved.")
    # Another window changes it, and what is written here stays.
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("tab", name="Notes").click()
    other.keyboard.press("End")
    written = other.get_by_role("textbox", name="Comment on this position")
    expect(written).to_have_value("first")
    written.fill("second")
    expect(other.locator(".study-status")).to_have_text("Saved.")
    comment.fill("third")
    expect(status).to_contain_text("Yours is kept in this browser.")
    page.get_by_role("button", name="Replace theirs").click()
    expect(status).to_have_text("Saved.")
    other.reload()
    other.get_by_role("tab", name="Notes").click()
    other.keyboard.press("End")
    expect(written).to_have_value("third")
    # The list, and a study that is gone.
    page.get_by_role("button", name="My studies").click()
    dialog = page.get_by_role("dialog", name="My studies")
    expect(dialog).to_contain_text("These studies are in this browser only.")
    dialog.get_by_role("button", name="Delete Mine").click()
    dialog.get_by_role("button", name="Really delete Mine").click()
    expect(dialog.get_by_text("You have not saved a study yet.")).to_be_visible()
    other.reload()
    expect(other.get_by_role("alert")).to_contain_text("This study is not in this browser.")


@pytest.mark.long
def test_link_holds_a_study_with_its_notes(site_pages: NewPages) -> None:
    page = site_pages.open()
    analyse = AnalysePage(page)
    visit(page, "/analyse#rules=reversed&size=6&moves=c2b2&black=Ann")
    page.get_by_role("tab", name="Notes").click()
    page.get_by_role("textbox", name="Comment on this position").fill("Überraschung ☂")
    page.get_by_role("textbox", name="Title of the study").fill("Shared")
    analyse.board.square("b1").click(button="right", force=True)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share the study")
    box = dialog.get_by_role("textbox", name="Link to this study")
    expect(box).to_have_value(re.compile("#study=."))
    expect(dialog.get_by_role("textbox")).to_have_count(1)  # there is no frame for other pages
    link = box.input_value()

    # Somebody else reads it, and saves a copy.
    other = site_pages.open()
    other.goto(link)
    other.get_by_role("tab", name="Notes").click()
    other.keyboard.press("End")
    expect(other.get_by_role("textbox", name="Title of the study")).to_have_value("Shared")
    comment = other.get_by_role("textbox", name="Comment on this position")
    expect(comment).to_have_value("Überraschung ☂")
    expect(AnalysePage(other).board.square("b1")).to_have_accessible_name(re.compile("circle"))
    other.get_by_role("button", name="Save as a study").click()
    expect(other.locator(".study-status")).to_have_text("Saved.")


# What a link can hold that is no study.
CHANGES: tuple[dict[str, Any], ...] = (
    {"rules": "chess"},
    {"size": 7},
    {"nodes": None},
    {"nodes": [{}, {"parent": 1, "move": "f5"}]},
    {"nodes": [{"comment": 4001 * "x"}]},
    {"nodes": [{"marks": [{"square": "i9", "shape": "circle", "color": "red"}]}]},
    {"nodes": [{"marks": [{"square": "a1", "shape": "circle", "color": "red; x"}]}]},
    {"nodes": [{"arrows": [{"start": "a1", "end": [], "color": "red"}]}]},
    {"title": {"html": "x"}},
)


def linked(study: Any) -> str:
    packed = zlib.compress(json.dumps(study).encode())
    return "#study=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_links_with_another_content_are_rejected(site_pages: NewPages) -> None:
    page = site_pages.open()
    read = """async (links) => {
      const { readStudyLink } = await import("/static/js/analyse/study_link.js");
      return Promise.all(links.map(readStudyLink));
    }"""
    study = {"version": 1, "rules": "normal", "size": 8, "title": "", "nodes": [{}]}
    visit(page, "/study")
    assert page.evaluate(read, [linked(study)]) == [study]
    broken = ["#study=", "#study=x", "#study=eJw", linked([]), linked(None)]
    broken.append(linked({**study, "unknown": " " * (17 << 20)}))
    links = [*broken, *(linked(study | change) for change in CHANGES)]
    assert page.evaluate(read, links) == [None] * len(links)

    visit(page, "/analyse" + links[-1])
    expect(page.get_by_role("alert")).to_have_text("This link cannot be read.")
    page.get_by_role("link", name="New analysis").click()
    AnalysePage(page).board.wait_for_turn()
