"""The language of the app: the browser's or a chosen one, with its plurals, numbers and dates."""

import pytest
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

# What the app writes, by core/language.js.
_WRITE = """
async () => {
  const language = await import("/static/js/core/language.js");
  const { dateText, listText, numberText, tn, translated } = language;
  const words = ["{n} game, at most {most}.", "{n} games, at most {most}."];
  const games = (n) => tn(...words, n, { most: "9" });
  return {
    plurals: [0, 1, 2].map(games),
    number: numberText(1234.5, 1),
    date: dateText(new Date(2026, 2, 5), { dateStyle: "long" }),
    list: listText(["a1", "b1", "c1"]),
    server: translated("60 s per game + 0.5 s per move"),
    unknown: translated("3 unknown words"),
  };
}
"""

_WRITTEN = {
    "en-GB": {
        "plurals": ["0 games, at most 9.", "1 game, at most 9.", "2 games, at most 9."],
        "number": "1,234.5",
        "date": "March 5, 2026",
        "list": "a1, b1, or c1",
        "server": "60 s per game + 0.5 s per move",
    },
    "de-AT": {
        "plurals": [
            "0 Partien, höchstens 9.",
            "1 Partie, höchstens 9.",
            "2 Partien, höchstens 9.",
        ],
        "number": "1.234,5",
        "date": "5. März 2026",
        "list": "a1, b1 oder c1",
        "server": "60 s pro Partie + 0,5 s pro Zug",
    },
    "fr-CA": {
        "plurals": ["0 partie, 9 au plus.", "1 partie, 9 au plus.", "2 parties, 9 au plus."],
        "number": "1\u202f234,5",
        "date": "5 mars 2026",
        "list": "a1, b1 ou c1",
        "server": "60 s par partie + 0,5 s par coup",
    },
    "ja-JP": {
        "plurals": ["0 局（最大 9）。", "1 局（最大 9）。", "2 局（最大 9）。"],
        "number": "1,234.5",
        "date": "2026年3月5日",
        "list": "a1、b1、またはc1",
        "server": "1局 60 秒＋1手 0.5 秒",
    },
    "zh-CN": {
        "plurals": ["0 局，最多 9 局。", "1 局，最多 9 局。", "2 局，最多 9 局。"],
        "number": "1,234.5",
        "date": "2026年3月5日",
        "list": "a1、b1或c1",
        "server": "每局 60 秒，每步加 0.5 秒",
    },
}


@pytest.mark.long
@pytest.mark.parametrize("locale", _WRITTEN)
def test_the_browser_chooses_the_language(new_pages: NewPages, locale: str) -> None:
    page = new_pages.open(locale=locale)
    page.goto("/study/offline")
    language = locale[:2]
    expect(page.locator("html")).to_have_attribute("lang", language.replace("zh", "zh-Hans"))
    written = page.evaluate(_WRITE)
    assert written.pop("unknown") == "3 unknown words"
    assert written == _WRITTEN[locale]


def test_a_language_that_the_app_does_not_have_is_english(new_pages: NewPages) -> None:
    page = new_pages.open(locale="it-IT")
    page.goto("/study/offline")
    expect(page.get_by_role("heading", name="This works")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.long
def test_the_language_is_chosen_by_hand(new_pages: NewPages) -> None:
    page = new_pages.open(locale="fr-FR")
    page.goto("/study/offline")
    _choose(page, "Réglages", "Deutsch")
    expect(page.get_by_role("heading", name="Das funktioniert")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Das funktioniert")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    _choose(page, "Einstellungen", "English")
    expect(page.get_by_role("heading", name="This works")).to_be_visible()
    _choose(page, "Settings", "As in the browser")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_without_its_catalogue_the_app_is_english(new_pages: NewPages) -> None:
    page = new_pages.open(locale="de-DE")
    page.route("**/languages/de.json", lambda route: route.fulfill(status=404))
    new_pages.expect_problem(page, "404")
    page.goto("/study/offline")
    expect(page.get_by_role("heading", name="This works")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.long
def test_texts_that_stay_english_are_marked_as_such(new_pages: NewPages) -> None:
    page = new_pages.open(locale="de-DE")
    page.goto("/study/tree")
    page.get_by_role("button", name="Suche zeigen").click()
    expect(page.locator(".search-tree > [lang=en]")).to_be_attached()


def _choose(page: Page, settings: str, language: str) -> None:
    page.get_by_role("button", name=settings).click()
    page.get_by_role("dialog").get_by_role("combobox").last.select_option(label=language)
