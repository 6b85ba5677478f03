"""What an agent did with its time, as SVG."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from statistics import median
from typing import Final

from obversi.arena.report.markup import Html, tag
from obversi.arena.report.wording import seconds_text
from obversi.judge.report.own_game import OwnGame

__all__ = ["game_times_plot", "move_times_plot"]

_WIDTH, _HEIGHT, _TOP, _AXIS = 640, 120, 16, 18
_WIDEST_BAR: Final = 24.0

# A limit that is so many times as high as what was used would make it invisible.
_FAR: Final = 8


def move_times_plot(games: Sequence[OwnGame], limit: float) -> Html:
    """Draw how long the first, second, ... move took: the longest of all games, and the median."""
    by_move = [
        [seconds for seconds in together if seconds is not None]
        for together in zip_longest(*(own.seconds for own in games))
    ]
    if not by_move:
        return Html("")
    scale = _Scale([max(taken) for taken in by_move], limit)
    bars = []
    for place, taken in enumerate(by_move):
        told = (
            f"move {place + 1}: longest {seconds_text(max(taken))}, "
            f"median {seconds_text(median(taken))} of {len(taken)} games"
        )
        bars.append(
            tag(
                "g",
                tag("title", told),
                scale.bar(place, max(taken), "longest"),
                scale.bar(place, median(taken), "median"),
            )
        )
    return scale.drawing("seconds a move", bars, f"{limit:g} s a move", "1st move", "last move")


def game_times_plot(games: Sequence[OwnGame], limit: float | None) -> Html:
    """Draw how long the moves of each game took together."""
    sums = [sum(own.seconds) for own in games]
    if not any(sums):
        return Html("")
    scale = _Scale(sums, limit)
    bars = [
        tag(
            "g",
            tag("title", f"game {own.number}, {own.result}: {seconds_text(taken)}"),
            scale.bar(place, taken, own.result),
        )
        for place, (own, taken) in enumerate(zip(games, sums, strict=True))
    ]
    told = "" if limit is None else f"{limit:g} s a game"
    return scale.drawing("seconds a game", bars, told, "1st game", "last game")


class _Scale:
    """Bars side by side, with the limit as a line above them where it is near enough."""

    def __init__(self, values: Sequence[float], limit: float | None) -> None:
        most = max(values)
        self._most = most
        self._limit = limit
        self._shows_limit = limit is not None and limit <= _FAR * most
        self._full = max(most, limit or 0.0) if self._shows_limit else most
        self._step = _WIDTH / len(values)

    def bar(self, place: int, value: float, kind: str) -> Html:
        """Return the bar of a value."""
        height = round(_HEIGHT * value / (self._full or 1.0), 1)
        width = min(0.8 * self._step, _WIDEST_BAR)
        return tag(
            "rect",
            class_=kind,
            x=round((place + 0.5) * self._step - width / 2, 1),
            y=round(_TOP + _HEIGHT - height, 1),
            width=round(width, 1),
            height=height,
        )

    def drawing(self, title: str, bars: Iterable[Html], limit: str, first: str, last: str) -> Html:
        """Return the whole, with words at its corners."""
        bottom = _TOP + _HEIGHT
        above = f"at most {seconds_text(self._most)}"
        lines = [tag("line", class_="base", x1=0, x2=_WIDTH, y1=bottom, y2=bottom)]
        if self._shows_limit and self._limit is not None:
            y = round(bottom - _HEIGHT * self._limit / self._full, 1)
            lines.append(tag("line", class_="limit", x1=0, x2=_WIDTH, y1=y, y2=y))
        return tag(
            "svg",
            tag("title", title),
            *bars,
            *lines,
            _text(0, _TOP - 5, above, "start"),
            _text(_WIDTH, _TOP - 5, limit and f"limit {limit}", "end"),
            _text(0, bottom + 14, first, "start"),
            _text(_WIDTH, bottom + 14, last, "end"),
            viewBox=f"0 0 {_WIDTH} {bottom + _AXIS}",
            class_="times",
            role="img",
        )


def _text(x: float, y: float, text: str, anchor: str) -> Html:
    return tag("text", text, class_="soft", x=x, y=y, text_anchor=anchor)
