"""Contrasts of dots, discs and lines on every board, also for the colour-blind."""

from collections.abc import Sequence
from itertools import product

import pytest
from browser.navigation import visit
from browser.new_pages import Theme
from playwright.sync_api import Page, expect

BOARDS = ("green", "blue", "wood", "grey")
DISCS = ("classic", "amber", "ringed")
Color = Sequence[float]

# What is asked of graphical objects (WCAG 2.2, 1.4.11).
LEAST = 3.0

# Machado, Oliveira and Fernandes (2009): linear RGB as seen with full colour blindness.
VISIONS: dict[str, tuple[Color, Color, Color]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# The fills of the parts of the board, over the felt if they are translucent.
_PARTS = {
    "dot": ".dot",
    "felt": ".felt",
    **{
        f"{color} {part}": f".disc.{color} .{part}"
        for color in ("black", "white")
        for part in ("face", "rim")
    },
}
# Lines that are drawn at times only, here added to the board.
_LINES = ("mark hint", "mark wrong", "best-frame", "ghost ahead", "ghost black preview")
_STROKES = """
(names) => {
  const drawing = document.querySelector(".play .drawing");
  const strokeOf = (name) => {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    drawn.setAttribute("class", name);
    drawing.append(drawn);
    const { stroke, strokeOpacity, opacity } = getComputedStyle(drawn);
    drawn.remove();
    return [...stroke.match(/[\\d.]+/g).map(Number), Number(strokeOpacity) * Number(opacity)];
  };
  return Object.fromEntries(names.map((name) => [name, strokeOf(name)]));
}
"""
_FILLS = """
(parts) => {
  const style = (selector) =>
    getComputedStyle(document.querySelector(`.play .drawing ${selector}`));
  const numbers = ({ fill }) => fill.match(/[\\d.]+/g).map(Number);
  const felt = numbers(style(parts.felt));
  const seen = (selector) => {
    const drawn = style(selector);
    const [red, green, blue, alpha = 1] = numbers(drawn);
    const share = alpha * Number(drawn.opacity);
    return [red, green, blue].map((part, place) => share * part + (1 - share) * felt[place]);
  };
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, seen(part)]));
}
"""


def _linear(value: float) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(color: Color, vision: str) -> float:
    red, green, blue = map(_linear, color)
    seen = [a * red + b * green + c * blue for a, b, c in VISIONS[vision]]
    red, green, blue = (min(max(part, 0), 1) for part in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color, vision: str = "usual") -> float:
    dark, light = sorted(_luminance(color, vision) for color in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.few_cases
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dots_discs_and_lines_are_seen_on_every_board(wide_page: Page, theme: Theme) -> None:
    page = wide_page
    page.emulate_media(color_scheme=theme)
    visit(page, "/")
    expect(page.locator(".play .dot")).to_have_count(4)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    weak = []
    for board, discs in product(BOARDS, DISCS):
        dialog.locator(f"input[name=board][value={board}]").check()
        dialog.locator(f"input[name=discs][value={discs}]").check()
        colours = page.evaluate(_FILLS, _PARTS)
        weak += [
            f"{board} {discs} {vision} {what}: {value:.2f}"
            for vision in VISIONS
            for what, value in contrasts(colours, vision).items()
            if value < LEAST
        ]
        for name, (*color, share) in page.evaluate(_STROKES, _LINES).items():
            seen = [
                share * part + (1 - share) * under
                for part, under in zip(color, colours["felt"], strict=True)
            ]
            if (value := contrast(seen, colours["felt"])) < LEAST:
                weak.append(f"{board} {name}: {value:.2f}")
    assert weak == []


def contrasts(colours: dict[str, Color], vision: str) -> dict[str, float]:
    felt = colours["felt"]
    discs = {
        f"{color} on felt": max(
            contrast(colours[f"{color} {part}"], felt, vision) for part in ("face", "rim")
        )
        for color in ("black", "white")
    }
    return {
        "dot on felt": contrast(colours["dot"], felt, vision),
        "black on white": contrast(colours["black face"], colours["white face"], vision),
        **discs,
    }


def test_the_chosen_colours_survive_a_reload(wide_page: Page) -> None:
    page = wide_page
    visit(page, "/")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    preview = dialog.get_by_role("img", name="Preview of the board")
    expect(preview.locator(".ring")).to_have_count(0)
    dialog.get_by_role("radio", name="Wood").check()
    dialog.get_by_role("radio", name="Ringed").check()
    expect(preview.locator(".ring")).to_have_count(2)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-board", "wood")
    expect(page.locator(".play .disc.white .ring")).to_have_count(2)
