"""Diagrams as SVG: ratings with their intervals, and margins."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final

from obversi.arena.report.markup import Html, tag
from obversi.arena.report.wording import interval_text, rating_text
from obversi.arena.statistics.standings import Standing

__all__ = ["margin_histogram", "rating_plot"]

_ROW: Final = 38  # pixels for an agent: a line of text, and its interval below
_AXIS: Final = 26
_TICKS: Final = 6
_LONGEST_LABEL: Final = 28  # beside a rating and its interval, on a telephone

_BAR, _GAP, _HEIGHT = 12, 2, 70


def rating_plot(rows: Sequence[Standing]) -> Html:
    """Draw the ratings from best to worst; agents without one are not in there.

    Places along the axis are percentages, so that texts keep their size on a narrow screen.
    """
    rated = [row for row in rows if row.rating is not None]
    if not rated:
        return Html("")
    axis = _Axis.of(rated)
    bottom = len(rated) * _ROW
    parts = [
        *(_grid_line(axis, value, bottom) for value in axis.ticks()),
        *(part for place, row in enumerate(rated) for part in _rating_row(axis, row, place * _ROW)),
    ]
    return tag(
        "svg",
        tag("title", "ratings with their 95 % intervals"),
        *parts,
        class_="ratings",
        width="100%",
        height=bottom + _AXIS,
        role="img",
    )


def margin_histogram(label: str, margins: Iterable[int], size: int) -> Html:
    """Draw how often margins occurred: losses left, draws in the middle, wins right."""
    counts = Counter(_bin(margin, size) for margin in margins)
    most = max(counts.values(), default=1)
    bars = []
    for place, number in enumerate(range(-size, size + 1)):
        count = counts[number]
        height = round(_HEIGHT * count / most, 1)
        kind = "won" if number > 0 else "lost" if number < 0 else "drawn"
        bars.append(
            tag(
                "rect",
                tag("title", f"{_bin_text(number, size)}: {count} games"),
                class_=kind,
                x=place * (_BAR + _GAP),
                y=_HEIGHT - height,
                width=_BAR,
                height=height,
            )
        )
    width = (2 * size + 1) * (_BAR + _GAP) - _GAP
    texts = [
        _text(0, f"−{size * size}", "start"),
        _text(width / 2, "0", "middle"),
        _text(width, f"+{size * size}", "end"),
    ]
    base = tag("line", class_="base", x1=0, x2=width, y1=_HEIGHT, y2=_HEIGHT)
    return tag(
        "svg",
        tag("title", f"margins of {label}"),
        base,
        *bars,
        *texts,
        viewBox=f"0 0 {width} {_HEIGHT + 18}",
        role="img",
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    """From the lowest to the highest number that is drawn, with ends at round numbers."""

    low: float
    high: float
    step: float

    @classmethod
    def of(cls, rows: Sequence[Standing]) -> "_Axis":
        bounds = [
            bound
            for row in rows
            for bound in (row.rating, row.low, row.high)
            if bound is not None and isfinite(bound)
        ]
        low, high = min(bounds), max(bounds)
        step = _round_step(max(high - low, 10.0) / _TICKS)
        # Room at either end for the arrows of open intervals.
        return cls((floor(low / step - 0.2)) * step, ceil(high / step + 0.2) * step, step)

    def percent(self, value: float) -> float:
        """Return the place of a number, which may lie beyond the ends."""
        share = (value - self.low) / (self.high - self.low)
        return round(5 + 90 * min(max(share, 0.0), 1.0), 2)

    def ticks(self) -> Iterator[float]:
        for number in range(round((self.high - self.low) / self.step) + 1):
            yield self.low + number * self.step


def _round_step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten.

    >>> [_round_step(least) for least in (0.9, 13, 37, 250)]
    [1.0, 20.0, 50.0, 500.0]
    """
    power: float = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _grid_line(axis: _Axis, value: float, bottom: int) -> Html:
    place = f"{axis.percent(value)}%"
    line = tag("line", class_="grid", x1=place, x2=place, y1=0, y2=bottom)
    text = tag(
        "text",
        f"{value:g}".replace("-", "−"),
        class_="soft",
        x=place,
        y=bottom + 16,
        text_anchor="middle",
    )
    return Html(line + text)


def _rating_row(axis: _Axis, row: Standing, top: int) -> Iterator[Html]:
    assert row.rating is not None
    middle = top + 27
    inside = interval_text(row.low, row.high)
    told = rating_text(row) + (f" ({inside})" if inside else "")
    yield tag("text", tag("title", row.label), _shortened(row.label), x=0, y=top + 15)
    yield tag("text", told, class_="soft", x="100%", y=top + 15, text_anchor="end")
    if row.low is not None and row.high is not None:
        low, high = axis.percent(row.low), axis.percent(row.high)
        yield tag("line", class_="interval", x1=f"{low}%", x2=f"{high}%", y1=middle, y2=middle)
        for bound, place in ((row.low, low), (row.high, high)):
            if not isfinite(bound):
                yield _arrow(place, middle, bound > 0)
    if isfinite(row.rating):
        yield tag("circle", class_="dot", cx=f"{axis.percent(row.rating)}%", cy=middle, r=5)


def _shortened(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


def _arrow(percent: float, middle: int, to_the_right: bool) -> Html:
    """Draw the end of an interval that is open."""
    tip = 7 if to_the_right else -7
    shape = tag("path", d=f"M0 -6L{tip} 0L0 6Z", class_="arrow")
    return tag("svg", shape, x=f"{percent}%", y=middle, overflow="visible")


def _bin(margin: int, size: int) -> int:
    """Return the bar of a margin: each is as wide as the board, and draws have one to themselves.

    >>> [_bin(margin, 8) for margin in (-64, -1, 0, 1, 8, 9, 64)]
    [-8, -1, 0, 1, 1, 2, 8]
    """
    return ceil(margin / size) if margin > 0 else floor(margin / size)


def _bin_text(number: int, size: int) -> str:
    if number == 0:
        return "drawn"
    low, high = (abs(number) - 1) * size + 1, abs(number) * size
    return f"{'won' if number > 0 else 'lost'} by {low} to {high}"


def _text(x: float, text: str, anchor: str) -> Html:
    return tag("text", text, class_="soft", x=x, y=_HEIGHT + 15, text_anchor=anchor)
