"""The page about a fit: everything in it, nothing outside, the same every time."""

import re
import sys
from html import unescape

import pytest

from obversi.training.gate import GateResult
from obversi.training.history import GenerationRecord, TrainingHistory
from obversi.training.page import training_page
from obversi.training.phases import PhaseReport

REPORTS = [
    PhaseReport("full", 1, 6, 0, 1234567, 15.5, 2.25, 4321, 2.75, 3.5),
    PhaseReport("full", 0, 12, 7, 17, 14.5, 5.25, 0, 0.0, 0.0),
    PhaseReport("light", 0, 12, 0, 1234584, 15.0, 4.25, 4321, 4.75, 5.5),
]


def cells(page: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", page)
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows]


def generation(number: int, match: GateResult | None = None) -> GenerationRecord:
    return GenerationRecord(number, 2, 12, 5000, 70000, 4.5 - number, 15.0, match, True)


@pytest.fixture(scope="module")
def page() -> str:
    return training_page("Reversed 4×4 <new>", REPORTS)


def test_phases_are_listed_from_the_beginning_of_the_game(page: str) -> None:
    rows = cells(page)
    assert rows[1] == ["12–7", "17", "14.50", "5.25", "0", "", ""]
    assert rows[2] == ["6–0", "1,234,567", "15.50", "2.25", "4,321", "2.75", "3.50"]
    assert rows[4][0] == "12–0"
    assert "Reversed 4×4 &lt;new&gt;" in page
    assert "is 2.75 discs" in page
    assert "Generations" not in page


def test_the_page_loads_nothing_and_is_the_same_every_time(page: str) -> None:
    assert not re.search(r"<script|<link|<img|src=|href=\"http|@import", page)
    assert page.count("<svg") == 1
    assert "currentColor" in page
    assert "#010203" not in page
    assert "color-scheme: light dark" in page
    assert "Mean error by phase" in page
    assert "default-src 'none'" in page
    assert page == training_page("Reversed 4×4 <new>", REPORTS)


def test_generations_are_drawn_when_there_are_several() -> None:
    history = TrainingHistory(4, "normal", "small", 1, (generation(0), generation(1)), None)
    page = training_page("weights", REPORTS, history)
    assert "Mean error by generation" in page
    assert ["0", "5,000", "70,000", "4.50", "", "", "yes"] in cells(page)


def test_without_matplotlib_the_page_says_why_there_are_no_curves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = unescape(training_page("weights", REPORTS))
    assert "drawing needs Matplotlib, which is not installed." in page
    assert "<svg" not in page
    monkeypatch.undo()
    assert cells(page) == cells(training_page("weights", REPORTS))
