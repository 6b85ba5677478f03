"""Diagrams: what is drawn where."""

import re
from math import inf

import pytest

from obversi.arena.report.page import margin_histogram, rating_chart
from obversi.arena.statistics.standings import Standing


def standing(label: str, rating: float | None, low: float | None, high: float | None) -> Standing:
    return Standing(0, label, rating, low, high, 10, 5, 0.5, 0.0, 0, 0)


def places(svg: str, pattern: str) -> list[float]:
    return [float(place) for place in re.findall(pattern, svg)]


def test_ratings_stand_in_proportion() -> None:
    svg = rating_chart(
        [standing("a", 400, 300, 500), standing("b", 0, -100, 100), standing("c", -200, -300, 0)]
    )
    dots = places(svg, r'<circle class="dot" cx="([\d.]+)%"')
    assert dots == sorted(dots, reverse=True)
    assert (dots[0] - dots[1]) / (dots[1] - dots[2]) == pytest.approx(2, abs=0.01)
    lows = places(svg, r'class="interval" x1="([\d.]+)%"')
    highs = places(svg, r'class="interval" x1="[\d.]+%" x2="([\d.]+)%"')
    for low, dot, high in zip(lows, dots, highs, strict=True):
        assert low < dot < high
    assert min(lows) > 5
    assert max(highs) < 95


def test_open_intervals_have_arrows_at_the_edge() -> None:
    svg = rating_chart([standing("a", 300, 100, inf), standing("b", -300, -inf, -100)])
    assert re.findall(r'class="interval" x1="([\d.]+)%" x2="([\d.]+)%"', svg)[0][1] == "95.0"
    assert re.findall(r'class="interval" x1="([\d.]+)%"', svg)[1] == "5.0"
    assert svg.count('class="arrow"') == 2
    assert "above +100" in svg
    assert "below −100" in svg


def test_agents_without_rating_or_interval() -> None:
    assert rating_chart([standing("a", None, None, None)]) == ""
    svg = rating_chart([standing("a", 10, None, None), standing("b", None, None, None)])
    assert svg.count('class="dot"') == 1
    assert "interval" not in svg.replace("95 % intervals", "")


def test_a_rating_that_is_infinite_has_no_dot() -> None:
    svg = rating_chart([standing("a", inf, 50, inf), standing("b", 0, -20, 20)])
    assert svg.count('class="dot"') == 1


def test_long_labels_are_shortened_with_a_full_title() -> None:
    svg = rating_chart([standing(100 * "x", 0, -1, 1)])
    assert f"<title>{100 * 'x'}</title>" in svg
    assert f">{27 * 'x'}…<" in svg


@pytest.mark.parametrize("size", [4, 6, 8])
def test_margins_are_counted_by_bars(size: int) -> None:
    most = size * size
    svg = margin_histogram("one", [most, most, most - 1, 0, -2, -most], size)
    heights = {
        label: float(height)
        for label, height in re.findall(
            r'<title>([^<]+): \d+ games</title><rect[^>]* height="([\d.]+)"', svg
        )
    }
    assert len(heights) == 2 * size + 1
    tallest = heights[f"won by {most - size + 1} to {most}"]
    assert heights["drawn"] == pytest.approx(tallest / 3, abs=0.1)
    assert heights[f"lost by 1 to {size}"] == heights[f"lost by {most - size + 1} to {most}"] > 0
    assert heights[f"won by 1 to {size}"] == 0
