"""Figures: alike whenever the numbers are, and in the colours of a page."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from obversi.extras import install_command
from obversi.figures import GREY, new_figure, png, style, svg


def drawn(title: str = "a title") -> str:
    with style():
        figure, axes = new_figure(2, 1)
        axes[0, 0].plot([1, 2, 3], [1, 4, 9], color=GREY, label="numbers")
        axes[0, 0].legend()
        axes[0, 0].set_title(title)
        return svg(figure, 'of <what> & "whom"')


def test_the_same_numbers_make_the_same_picture() -> None:
    assert drawn() == drawn()
    assert drawn() != drawn("another title")


def test_words_have_the_colour_of_the_page() -> None:
    text = drawn()
    assert "currentColor" in text
    # Black words would be lost on a dark page.
    assert "#000000" not in text
    assert ElementTree.fromstring(text).get("aria-label") == 'of <what> & "whom"'


def test_places_are_short_and_words_stay() -> None:
    text = drawn("π = 3.14159")
    assert "π = 3.14159" in text
    places = re.findall(r' (?:d|x|y)="([^"]*)"', text)
    assert places
    assert not re.search(r"\.\d{3}", " ".join(places))
    assert ">\n" not in text.rstrip()


def test_only_names_that_something_refers_to_stay() -> None:
    text = drawn()
    names = set(re.findall(r' id="([^"]*)"', text))
    assert names == set(re.findall(r'(?:href="#|url\(#)([^")]*)', text))
    assert names


def test_each_element_keeps_its_style() -> None:
    text = drawn()
    rules = dict(re.findall(r"\.(\w+)\{([^}]*)\}", text))
    classes = re.findall(r' class="([^"]*)"', text)
    assert set(rules) == set(classes)
    assert len(classes) >= 2 * len(rules) > 0
    assert any("stroke-opacity: 0.25" in rule for rule in rules.values())  # the grid
    styles = re.findall(r' style="([^"]*)"', text)
    assert len(set(styles)) == len(styles)
    assert not set(styles) & set(rules.values())


def test_pictures_for_files() -> None:
    figure, axes = new_figure(1, 2, height=2.0, width=6.0)
    assert axes.shape == (1, 2)
    picture = png(figure, dots_per_inch=50)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 300


@pytest.mark.few_cases
@pytest.mark.parametrize("module", ["obversi.figures", "obversi.lab"])
def test_nothing_is_loaded_before_something_is_drawn(module: str) -> None:
    code = f"import sys, {module}; print('matplotlib' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_what_is_missing_is_named() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from obversi.figures import new_figure\nnew_figure()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert install_command("lab") in done.stderr
