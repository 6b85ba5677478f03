"""Pages about results: everything is said, nothing is loaded, and no text becomes HTML."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import small_experiments

from obversi.errors import ObversiError
from obversi.figures import svg
from obversi.lab.experiment import Experiment, Result
from obversi.lab.folder import LabFolder
from obversi.lab.page import (
    extent_text,
    lab_page,
    redo_command,
    result_html,
    write_folder_page,
)

EXPERIMENTS = list(small_experiments.EXPERIMENTS.values())
VOID = {"meta", "path", "use", "rect", "circle"}


class Reader(HTMLParser):
    """Keeps the names and the links of elements, and checks that each ends where it must."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.links: list[str] = []
        self.elements: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def _take(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        for name, value in attrs:
            if name == "id" and value is not None:
                self.names.append(value)
            if name in ("href", "xlink:href", "src"):
                self.links.append(value or "")


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [experiment() for experiment in EXPERIMENTS]


@pytest.fixture(scope="module")
def page(results: list[Result]) -> str:
    return lab_page(results)


def test_all_is_said(page: str) -> None:
    for text in (
        "Findings: 4 (agrees: 1, differs: 1, open: 1, new: 1).",
        "not corrected for how many there are",
        "Do coins fall on both sides? (R2, 9.1)",
        "of &lt;all&gt; tosses.",
        "heads &amp; tails",
        "0.500 (0.490 to 0.510)",
        "It was wrong.",
        '<span class="verdict differs">differs</span>',
        "<summary>All tosses</summary>",
        "normal and reversed rules, 8×8, 1,000 tosses, seed 1, in ",
        "<code>obversi lab run coins</code>",
        "coins.log",
    ):
        assert text in page


def test_nothing_is_loaded(page: str) -> None:
    reader = Reader(page)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page
    assert not {"script", "img", "link", "iframe"} & set(reader.elements)
    outside = [link for link in reader.links if not link.startswith("#")]
    assert [link[:22] for link in outside] == ["data:image/png;base64,"]  # a part of the drawing
    addresses = re.findall(r'https?://[^"\s<]+', page)
    assert set(addresses) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_every_name_is_there_once_though_figures_have_their_own(page: str) -> None:
    reader = Reader(page)
    assert page.count("<svg ") == 2
    assert len(reader.names) == len(set(reader.names)) > 10
    links = {link[1:] for link in reader.links if link.startswith("#")}
    used = links | set(re.findall(r"url\(#([^)]+)\)", page))
    assert {"coins", "doors"} < used <= set(reader.names)


def test_ink_is_the_colour_of_the_text(page: str) -> None:
    assert "currentColor" in page
    assert "#010203" not in page


def test_known_drawings_are_taken(results: list[Result]) -> None:
    page = lab_page(results, {"doors": "<svg><title>my own</title></svg>"})
    assert page.count("<svg") == 2
    assert '<figure class="drawing"><svg><title>my own</title></svg></figure>' in page


def test_a_piece_for_notebooks(results: list[Result]) -> None:
    piece = result_html(results[0])
    assert piece.startswith("<div><h3>Coins &amp; their sides</h3>")
    assert "<svg" in piece
    assert "It was wrong." in piece
    assert "http-equiv" not in piece
    Reader(piece)


# The command that makes it again


@pytest.mark.parametrize(
    ("experiment", "settings", "command"),
    [
        (small_experiments.coins, {}, "coins"),
        (small_experiments.coins, {"rules": "reversed"}, "coins --rules reversed"),
        (small_experiments.doors, {"rules": "both"}, "doors --rules both"),
        (
            small_experiments.coins,
            {"size": 6, "games": 20, "seed": -3, "threads": 1},
            "coins --size 6 --games 20 --seed -3",
        ),
    ],
)
def test_how_to_make_it_again(
    experiment: Experiment, settings: dict[str, object], command: str
) -> None:
    made = experiment.settings(**settings)  # type: ignore[arg-type]
    data = {step.key: {"heads": 3} for step in experiment.steps(made)}
    result = experiment.concluded(made, data, 1.0)
    assert redo_command(result) == f"obversi lab run {command}"
    assert f"{made.size}×{made.size}" in extent_text(result)


# The page of a folder


def test_a_folder_has_a_page_of_what_is_finished(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path / "results")
    with pytest.raises(ObversiError, match="has no finished results: obversi lab run makes some"):
        write_folder_page(folder, EXPERIMENTS)
    coins = small_experiments.coins
    result = folder.run(coins, coins.settings(games=20))
    written = write_folder_page(folder, EXPERIMENTS, redraw=False)
    assert written.path == tmp_path / "results" / "index.html"
    assert [one.experiment.name for one in written.results] == ["coins"]
    page = written.path.read_text(encoding="utf-8")
    assert page == lab_page([result])  # with the figure that was kept
    (tmp_path / "results" / "coins.svg").write_text(svg(result.draw(), "another label"))
    write_folder_page(folder, EXPERIMENTS, redraw=False)
    assert 'aria-label="another label"' in written.path.read_text(encoding="utf-8")
    write_folder_page(folder, EXPERIMENTS)
    assert written.path.read_text(encoding="utf-8") == page


def test_results_of_another_version_are_left_out(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path)
    for experiment in EXPERIMENTS:
        folder.run(experiment, experiment.settings(games=20))
    steps = tmp_path / "coins.steps.jsonl"
    steps.write_text(re.sub(r'"version": "[^"]+"', '"version": "0.0.0"', steps.read_text()))
    written = write_folder_page(folder, EXPERIMENTS)
    assert [one.experiment.name for one in written.results] == ["doors"]
    [reason] = written.left_out
    assert "coins.steps.jsonl was measured by version 0.0.0" in reason
    (tmp_path / "doors.steps.jsonl").unlink()
    with pytest.raises(ObversiError, match=r"no finished results \(.*version 0\.0\.0"):
        write_folder_page(folder, EXPERIMENTS)
