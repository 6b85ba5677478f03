"""Studies: notes are written and drawn, saved, shared, embedded, and never lost."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from browser.analyse_page import AnalysePage
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Locator, Page, expect

TIGER = "f5d6c3d3c4"
HOSTILE = "<img src=x onerror='window.ran = 1'><script>window.ran = 1</script>\u202etxt" + 300 * "x"


def comment_box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Comment on this position")


def expect_saved(page: Page) -> None:
    expect(page.locator(".study-status")).to_have_text("Saved.")


def save(page: Page, title: str) -> str:
    """Save the analysis as a study, and return its id."""
    page.get_by_role("textbox", name="Title of the study").fill(title)
    page.get_by_role("button", name="Save as a study").click()
    expect(page).to_have_url(re.compile(r"/analyse/\w{12}$"))
    expect_saved(page)
    return page.url.rpartition("/")[2]


def stored(page: Page, id: str) -> dict[str, Any]:
    study: dict[str, Any] = page.evaluate(
        "async (id) => (await (await fetch(`/api/studies/${id}`)).json()).study", id
    )
    return study


@pytest.mark.long
@pytest.mark.needs_server
def test_a_study_is_written_drawn_saved_and_read(new_pages: NewPages) -> None:
    page = new_pages.open("desktop")
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER, ply=4))
    analyse.board.wait_for_turn()
    analyse.board.play("e3")
    page.keyboard.press("d")
    expect(comment_box(page)).to_be_focused()
    comment_box(page).fill("A quiet move.")
    page.get_by_role("textbox", name=re.compile("Name of the variation")).fill("Quiet")

    # The right button: a click marks, a drag is an arrow; with Shift in red.
    analyse.board.square("e6").click(button="right", force=True)
    expect(analyse.board.square("e6")).to_have_accessible_name(re.compile("circle, green"))
    drag(page, analyse.board.square("c4"), analyse.board.square("f6"), "Shift")
    expect(analyse.board.square("f6")).to_have_accessible_name(re.compile("arrow from c4"))
    # By keys: typed squares, and a tool with Enter on the board.
    squares = page.get_by_role("textbox", name=re.compile("^Or type squares"))
    squares.fill("d7")
    squares.press("Enter")
    page.get_by_role("radio", name="triangle").check()
    analyse.board.square("c5").focus()
    page.keyboard.press("Enter")
    drawings = page.get_by_role("list", name="Drawings on this position")
    expect(drawings.get_by_role("listitem")).to_have_text(
        [
            *("e6: circle, green✕", "d7: circle, green✕", "c5: triangle, green✕"),
            "arrow from c4 to f6, red✕",
        ]
    )
    page.get_by_role("button", name="Remove: d7").click()
    page.get_by_role("radio", name="Off").check()
    expect(drawings.get_by_role("listitem")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(drawings.get_by_role("listitem")).to_have_count(4)
    page.get_by_role("button", name="Redo").click()
    expect(drawings.get_by_role("listitem")).to_have_count(3)

    id = save(page, "My tiger")
    comment_box(page).fill("A quiet move, changed.")
    expect(page.locator(".study-status")).to_have_text("Saving soon …")
    expect_saved(page)
    [node] = [each for each in stored(page, id)["nodes"] if each["move"] == "e3"]
    assert node["comment"] == "A quiet move, changed."
    assert node["name"] == "Quiet"
    assert node["arrows"] == [{"start": "c4", "end": "f6", "color": "red"}]

    reader = new_pages.open("phone")
    visit(reader, f"/analyse/{id}")
    expect(reader).to_have_title("My tiger · Obversi")
    variation = reader.get_by_role("group", name="Quiet")
    variation.get_by_role("button", name=re.compile("has a comment")).click()
    expect(reader.locator("#live")).to_contain_text("Quiet A quiet move, changed.")
    expect(reader.get_by_role("region", name="Comment")).to_contain_text("A quiet move, changed.")
    reader.get_by_role("tab", name="Notes").click()
    expect(reader.get_by_text("You read this study.")).to_be_visible()
    reader.get_by_role("button", name="Save a copy").click()
    expect_saved(reader)
    expect(reader).not_to_have_url(re.compile(id))

    # The list, and a study that is gone.
    visit(page, "/study")
    page.get_by_role("link", name=re.compile("^My studies .* 1 study of this browser")).click()
    dialog = page.get_by_role("dialog", name="My studies")
    dialog.get_by_role("button", name="Delete My tiger").click()
    dialog.get_by_role("button", name="Really delete My tiger").click()
    expect(dialog.get_by_text("You have not saved a study yet.")).to_be_visible()
    new_pages.expect_problem(reader, "404.*/api/studies")
    reader.goto(f"/analyse/{id}")
    expect(reader.get_by_role("alert")).to_contain_text("there is no such study")


def drag(page: Page, start: Locator, end: Locator, *held: str) -> None:
    """Drag with the right button from a square to another."""
    boxes = [square.bounding_box() for square in (start, end)]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    for key in held:
        page.keyboard.down(key)
    page.mouse.move(*centres[0])
    page.mouse.down(button="right")
    page.mouse.move(*centres[1], steps=3)
    page.mouse.up(button="right")
    for key in held:
        page.keyboard.up(key)


@pytest.mark.long
@pytest.mark.needs_server
def test_a_second_editor_and_a_lost_server_lose_nothing(new_pages: NewPages) -> None:
    page = new_pages.open("desktop")
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5"))
    analyse.tab("Notes")
    comment_box(page).fill("first")
    # Notes that are not saved are there after loading the page again.
    page.reload()
    analyse.tab("Notes")
    expect(page.get_by_text("Not saved on the server.")).to_be_visible()
    page.keyboard.press("End")
    expect(comment_box(page)).to_have_value("first")
    id = save(page, "shared")

    new_pages.expect_problem(page, "Failed to load resource|/api/studies")
    page.context.set_offline(True)
    comment_box(page).fill("written offline")
    expect(page.locator(".study-status")).to_contain_text("The server cannot be reached.")
    # Somebody else saves in the meantime, with the same key.
    other = new_pages.open("desktop")
    keys = page.evaluate("localStorage.getItem('obversi.studies')")
    other.goto("/study")
    other.evaluate("keys => localStorage.setItem('obversi.studies', keys)", keys)
    other.goto(f"/analyse/{id}")
    other.get_by_role("tab", name="Notes").click()
    comment_box(other).fill("by the other")
    expect_saved(other)
    page.context.set_offline(False)
    expect(page.locator(".study-status")).to_contain_text("Somebody else changed this study.")
    page.reload()
    analyse.tab("Notes")
    page.keyboard.press("End")
    expect(comment_box(page)).to_have_value("written offline")
    page.get_by_role("button", name="Show theirs").click()
    expect(page.get_by_role("button", name="Show theirs")).to_have_count(0)
    expect(comment_box(page)).to_have_value("by the other")
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("End")
    expect(comment_box(page)).to_have_value("written offline")
    expect_saved(page)
    assert json.dumps(stored(page, id)).count("written offline") == 1


@pytest.mark.long
@pytest.mark.needs_server
def test_hostile_texts_do_nothing(new_pages: NewPages) -> None:
    page = new_pages.open("desktop")
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves="f5d6", ply=1))
    analyse.board.wait_for_turn()
    analyse.board.play("f6")
    analyse.tab("Notes")
    comment_box(page).fill(HOSTILE)
    page.get_by_role("textbox", name=re.compile("Name of the variation")).fill(HOSTILE[:100])
    id = save(page, HOSTILE[:120])
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share the study")
    frame = dialog.get_by_role("textbox", name="HTML to show").input_value()
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="My studies").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()

    # A page of another site shows it in a frame, and a frame of any other page stays empty.
    site = new_pages.open("desktop")
    new_pages.expect_problem(
        site, "frame-ancestors|ERR_BLOCKED_BY_RESPONSE|another host: http:..localhost"
    )
    origin = page.evaluate("location.origin")
    body = (
        f"<!doctype html><title>a blog</title>{frame}<iframe src='{origin}/analyse/{id}'></iframe>"
    )
    with served(body) as blog:
        site.goto(blog)
        check_frames(site)
    for shown in (page, site):
        assert all(frame.evaluate("window.ran") is None for frame in shown.frames[:2])


@contextmanager
def served(body: str) -> Iterator[str]:
    """Serve a page of another site, and return its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def check_frames(site: Page) -> None:
    embedded = site.frame_locator("iframe").first
    expect(embedded.get_by_role("grid")).to_be_visible()
    embedded.get_by_role("button", name="Forward").click()
    embedded.get_by_role("group", name="Variations").get_by_role("button").nth(1).click()
    expect(embedded.get_by_role("region", name="Comment")).to_contain_text("<script>window.ran")
    expect(embedded.get_by_role("region", name="Comment")).to_contain_text("·txt")
    expect(site.frame_locator("iframe").nth(1).get_by_role("grid")).to_have_count(0)


@pytest.mark.long
def test_wheel_swipe_and_autoplay_step_through_a_game(new_pages: NewPages) -> None:
    page = new_pages.open("desktop")
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER, ply=0))
    last = re.compile("last move")
    analyse.board.square("a1").hover(force=True)
    page.mouse.wheel(0, 120)
    expect(analyse.board.square("f5")).to_have_accessible_name(last)
    page.mouse.wheel(0, 120)
    expect(analyse.board.square("d6")).to_have_accessible_name(last)
    page.mouse.wheel(0, -120)
    expect(analyse.board.square("f5")).to_have_accessible_name(last)
    page.get_by_role("button", name="Play the moves").click()
    page.get_by_role("combobox", name="Seconds a move").select_option("0.5")
    expect(analyse.board.square("c4")).to_have_accessible_name(last)
    expect(page.get_by_role("button", name="Play the moves")).to_be_visible()

    phone = new_pages.open("phone")
    analyse = AnalysePage(phone)
    analyse.open(game_hash(moves=TIGER, ply=0))
    swipe(phone, "e3", "b3")
    expect(analyse.board.square("f5")).to_have_accessible_name(last)
    swipe(phone, "b3", "e3")
    expect(analyse.board.square("f5")).to_have_accessible_name(re.compile("empty"))
    # With a tool, a drag of the finger draws.
    phone.get_by_role("tab", name="Notes").click()
    phone.get_by_role("radio", name="arrow").check()
    analyse.board.grid.scroll_into_view_if_needed()
    phone.evaluate("scrollTo(0, 0)")
    swipe(phone, "e3", "b3")
    expect(analyse.board.square("b3")).to_have_accessible_name(re.compile("arrow from e3"))


def swipe(page: Page, start: str, end: str) -> None:
    """Move a finger from a square to another."""
    page.evaluate(
        """([start, end]) => {
          const square = (name) => document.querySelector(`[data-square=${name}]`);
          const [from, to] = [start, end].map(square);
          const at = (element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return { clientX: x + width / 2, clientY: y + height / 2 };
          };
          const kind = { bubbles: true, pointerType: "touch", isPrimary: true, pointerId: 7 };
          from.dispatchEvent(new PointerEvent("pointerdown", { ...kind, ...at(from) }));
          from.dispatchEvent(new PointerEvent("pointerup", { ...kind, ...at(to) }));
        }""",
        [start, end],
    )


def test_the_engine_shows_eight_lines_and_thinks_until_it_is_stopped(new_pages: NewPages) -> None:
    page = new_pages.open("desktop")
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=TIGER))
    engine = analyse.engine
    engine.get_by_role("combobox", name="Lines of play").select_option("8")
    expect(engine.get_by_role("listitem")).to_have_count(8)
    engine.get_by_role("combobox", name="Seconds per position").select_option("0")
    analyse.wait_for_values()
    engine.get_by_role("button", name="Stop").click()
    expect(engine.get_by_role("button", name="Search longer")).to_be_visible()
