"""Charts as SVG, coloured by the style sheet of the page, and drawings by Matplotlib."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from obversi.pages.parts import Html, tag

_ROW = 38  # pixels for an interval: a line of text, and the interval below
_AXIS = 26
_TICKS = 6
_LONGEST_LABEL = 28  # fits beside a value and its interval on a phone

_BAR_SHARE = 0.85  # of the space of a bar, the rest is a gap
_WIDEST_BAR = 24.0

# A limit this many times as high as the highest bar would make the bars invisible.
_HIGHEST_LIMIT = 8

_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_IDENTIFIER = re.compile(r'(\bid="|\bhref="#|\burl\(#)')


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its interval, whose ends may be infinite, and the texts of both."""

    label: str
    text: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with a tooltip: its parts lie before each other, each with its CSS class."""

    title: str
    parts: tuple[tuple[str, float], ...]


def interval_chart(rows: Sequence[Interval], title: str) -> Html:
    """Draw values with their intervals, a row each.

    Positions along the axis are percentages, so that texts keep their size on a narrow screen.
    """
    if not rows:
        return Html()
    axis = _Axis.of(rows)
    bottom = len(rows) * _ROW
    return tag(
        "svg",
        tag("title", title),
        *(_grid_line(axis, value, bottom) for value in axis.ticks()),
        *(part for row, each in enumerate(rows) for part in _interval_row(axis, each, row * _ROW)),
        class_="ratings",
        width="100%",
        height=bottom + _AXIS,
        role="img",
    )


def bar_chart(
    bars: Sequence[Bar],
    title: str,
    *,
    width: int = 640,
    height: int = 120,
    css_class: str | None = None,
    limit: float | None = None,
    above: Sequence[str] = (),
    below: Sequence[str] = (),
) -> Html:
    """Draw bars side by side from 0 on, with texts above and below from left to right.

    The limit is a line across the bars, and left out if it is much higher than all of them.
    """
    highest = max((value for bar in bars for _, value in bar.parts), default=0.0)
    if limit is not None and limit > _HIGHEST_LIMIT * highest:
        limit = None
    top = 16 if any(above) else 0
    bottom = top + height
    scale = height / (max(highest, limit or 0.0) or 1.0)
    step = width / max(len(bars), 1)
    thick = min(_BAR_SHARE * step, _WIDEST_BAR)

    def drawn(place: int, bar: Bar) -> Html:
        rectangles = [
            tag(
                "rect",
                class_=kind,
                x=round((place + 0.5) * step - thick / 2, 1),
                y=round(bottom - scale * value, 1),
                width=round(thick, 1),
                height=round(scale * value, 1),
            )
            for kind, value in bar.parts
        ]
        return tag("g", tag("title", bar.title), *rectangles)

    lines = [tag("line", class_="base", x1=0, x2=width, y1=bottom, y2=bottom)]
    if limit is not None:
        y = round(bottom - scale * limit, 1)
        lines.append(tag("line", class_="limit", x1=0, x2=width, y1=y, y2=y))
    return tag(
        "svg",
        tag("title", title),
        *(drawn(place, bar) for place, bar in enumerate(bars)),
        *lines,
        *_texts(above, width, top - 5),
        *_texts(below, width, bottom + 15),
        viewBox=f"0 0 {width} {bottom + (18 if any(below) else 1)}",
        class_=css_class,
        role="img",
    )


def inline_svg(drawing: str, name: str) -> Html:
    """Return SVG, as `figures.svg` writes it, as a part of a page.

    A page may have several drawings, so the name becomes a prefix of the identifiers in this one.

    >>> print(inline_svg('<svg><path id="a"/><use href="#a"/></svg>', "breadth"))
    <figure class="drawing"><svg><path id="breadth-a"/><use href="#breadth-a"/></svg></figure>
    """
    own = _IDENTIFIER.sub(rf"\g<1>{name}-", _METADATA.sub("", drawing.strip()))
    return tag("figure", Html(own), class_="drawing")


@dataclass(frozen=True, slots=True)
class _Axis:
    """An axis between two round numbers that contains all finite values and ends."""

    low: float
    high: float
    step: float

    @classmethod
    def of(cls, rows: Sequence[Interval]) -> "_Axis":
        bounds = [
            bound
            for row in rows
            for bound in (row.value, row.low, row.high)
            if bound is not None and isfinite(bound)
        ]
        low, high = min(bounds), max(bounds)
        step = _round_step(max(high - low, 10.0) / _TICKS)
        # There is space at both ends for the arrows of open intervals.
        return cls((floor(low / step - 0.2)) * step, ceil(high / step + 0.2) * step, step)

    def percent(self, value: float) -> float:
        """Return the position of a number; beyond the ends it is that of the end."""
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
    x = f"{axis.percent(value)}%"
    line = tag("line", class_="grid", x1=x, x2=x, y1=0, y2=bottom)
    text = f"{value:g}".replace("-", "−")
    return line + tag("text", text, class_="soft", x=x, y=bottom + 16, text_anchor="middle")


def _interval_row(axis: _Axis, row: Interval, top: int) -> Iterator[Html]:
    middle = top + 27
    yield tag("text", tag("title", row.label), _shortened(row.label), x=0, y=top + 15)
    yield tag("text", row.text, class_="soft", x="100%", y=top + 15, text_anchor="end")
    if row.low is not None and row.high is not None:
        low, high = axis.percent(row.low), axis.percent(row.high)
        yield tag("line", class_="interval", x1=f"{low}%", x2=f"{high}%", y1=middle, y2=middle)
        for bound, percent in ((row.low, low), (row.high, high)):
            if not isfinite(bound):
                yield _arrow(percent, middle, bound > 0)
    if isfinite(row.value):
        yield tag("circle", class_="dot", cx=f"{axis.percent(row.value)}%", cy=middle, r=5)


def _shortened(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


def _arrow(percent: float, middle: int, to_the_right: bool) -> Html:
    """Draw the end of an open interval."""
    tip = 7 if to_the_right else -7
    shape = tag("path", d=f"M0 -6L{tip} 0L0 6Z", class_="arrow")
    return tag("svg", shape, x=f"{percent}%", y=middle, overflow="visible")


def _texts(texts: Sequence[str], width: int, y: float) -> Iterator[Html]:
    """Write one to three texts: left, right, and in the middle if there are three."""
    anchors = ("start", "middle", "end") if len(texts) == 3 else ("start", "end")
    places = {"start": 0.0, "middle": width / 2, "end": width}
    for text, anchor in zip(texts, anchors, strict=False):
        if text:
            yield tag("text", text, class_="soft", x=places[anchor], y=y, text_anchor=anchor)
