"""The tree of a trace as a picture, complete or as it is after a step.

The root is at the left, and every ply has a column. A picture is a list of shapes; each is visible
from a first to a last step. So the browser app can show any step of the same picture.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType
from typing import TypeVar

from obversi.color import BLACK
from obversi.textbook.tracing.trace import Cut, NodeState, Trace

_ROW, _ROW_WITH_WINDOW = 26, 40
_BOX_HEIGHT, _DISC = 20, 6
_BASELINE = 4  # of letters, below the middle of a box
_GAP = 34  # between columns
_EDGE = 10
LETTER, _SMALL_LETTER = 7.4, 6.0  # the widths of letters, on average
FONT = "sans-serif"

# Colours for print; the style sheet of the app has others for the same classes.
_TEXT = {"font-family": FONT, "fill": "#1c2420"}
_STYLES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "tree-edge": {"stroke": "#9aa39d", "fill": "none"},
        "tree-edge-best": {"stroke": "#1c6b4a", "stroke-width": "2", "fill": "none"},
        "tree-edge-line": {"stroke": "#1c6b4a", "stroke-width": "5", "fill": "none"},
        "tree-box": {"fill": "#ffffff", "stroke": "#9aa39d"},
        "tree-box-open": {"fill": "#dcefe5", "stroke": "#1c6b4a"},
        "tree-box-here": {"fill": "none", "stroke": "#0b5cad", "stroke-width": "2.5"},
        "tree-disc-black": {"fill": "#1b1d1c", "stroke": "#000000"},
        "tree-disc-white": {"fill": "#f7f6f0", "stroke": "#55615b"},
        "tree-name": {**_TEXT, "font-size": "12", "font-weight": "bold"},
        "tree-value": {**_TEXT, "font-size": "12"},
        "tree-window": {**_TEXT, "font-size": "10", "fill": "#55615b"},
        "tree-cut-line": {"stroke": "#b3400e", "stroke-dasharray": "3 3", "fill": "none"},
        "tree-cut": {**_TEXT, "font-size": "11", "fill": "#b3400e"},
    }
)


@dataclass(frozen=True, slots=True)
class Shape:
    """An SVG element, its style, and the first and the last step in which it is visible.

    Without a last step it stays until the end.
    """

    first: int
    last: int | None
    name: str
    style: str
    attributes: Mapping[str, str]
    text: str = ""

    def is_visible(self, step: int) -> bool:
        """Whether the shape is part of the picture after a step."""
        return self.first <= step and (self.last is None or step <= self.last)

    def svg(self) -> str:
        """Write the element with the colours for print."""
        attributes = {**_STYLES[self.style], **self.attributes}
        written = " ".join(f'{name}="{escape(each)}"' for name, each in attributes.items())
        return f"<{self.name} {written}>{escape(self.text)}</{self.name}>"


@dataclass(frozen=True, slots=True)
class Picture:
    """A tree: its size, its shapes, and the centres of the nodes, by their numbers."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    centres: tuple[tuple[float, float], ...] = field(repr=False)


def draw_tree(trace: Trace) -> Picture:
    """Draw a tree with all its steps."""
    return _Drawing(trace).picture()


class _Drawing:
    """Places the nodes of a trace, and draws what changes from step to step."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._last = len(trace.steps) - 1
        self._children: dict[int, list[int]] = defaultdict(list)
        self._ply = [0]
        for index, node in enumerate(trace.nodes[1:], start=1):
            assert node.parent is not None
            self._children[node.parent].append(index)
            self._ply.append(self._ply[node.parent] + 1)
        self._states: dict[int, list[tuple[int, NodeState]]] = defaultdict(list)
        self._cuts: dict[int, tuple[int, Cut]] = {}
        for number, step in enumerate(trace.steps):
            for state in step.states:
                self._states[state.node].append((number, state))
            if step.cut is not None:
                self._cuts[step.cut.node] = number, step.cut
        self._widths = self._box_widths()
        self._left = self._column_places()
        self._y: dict[int, float] = {}
        self._cut_y: dict[int, float] = {}
        self._bottom = float(_EDGE)
        self._place(0)

    def picture(self) -> Picture:
        """Return all shapes: lines first, so that boxes cover their ends."""
        shapes = [*self._edges(), *self._cut_shapes(), *self._boxes(), *self._here()]
        box_ends = [self._left[ply] + self._widths[ply] for ply in self._ply]
        cut_ends = [
            self._left[self._ply[node] + 1] + _SMALL_LETTER * 1.1 * len(str(cut))
            for node, (_, cut) in self._cuts.items()
        ]
        centres = [
            (self._left[ply] + self._widths[ply] / 2, self._y[index])
            for index, ply in enumerate(self._ply)
        ]
        return Picture(
            width=round(max([*box_ends, *cut_ends]) + _EDGE),
            height=round(self._bottom + _EDGE),
            shapes=tuple(shapes),
            centres=tuple(centres),
        )

    # Places

    def _box_widths(self) -> list[float]:
        """Return how wide the boxes of each ply are."""
        widths = [0.0] * (max(self._ply) + 1)
        for index, ply in enumerate(self._ply):
            name = self._trace.nodes[index].name
            for _, state in self._states[index]:
                letters = len(name) + len(state.value) + 1
                box = 30 + LETTER * letters
                widths[ply] = max(widths[ply], box, _SMALL_LETTER * len(state.window))
        return widths

    def _column_places(self) -> list[float]:
        """Return the left side of each column, and of one more for cut-offs."""
        places = [float(_EDGE)]
        for width in self._widths:
            places.append(places[-1] + width + _GAP)
        return places

    def _place(self, index: int) -> None:
        """Give a node and those below their rows: leaves one below the other."""
        children = self._children[index]
        top = self._bottom
        for child in children:
            self._place(child)
        if index in self._cuts:
            self._cut_y[index] = self._next_row()
        if children:
            last = self._cut_y.get(index, self._y[children[-1]])
            self._y[index] = (self._y[children[0]] + last) / 2
        else:
            self._y[index] = self._next_row()
        if self._states[index][-1][1].window:
            self._bottom = max(self._bottom, top + _ROW_WITH_WINDOW)

    def _next_row(self) -> float:
        self._bottom += _ROW
        return self._bottom - _ROW / 2

    # Shapes

    def _boxes(self) -> Iterator[Shape]:
        for index, node in enumerate(self._trace.nodes):
            states = self._states[index]
            first = states[0][0]
            left, y = self._left[self._ply[index]], self._y[index]
            color = "black" if node.board.turn == BLACK else "white"
            for since, until, is_open in _periods(states, lambda state: state.is_open):
                style = "tree-box-open" if is_open else "tree-box"
                yield Shape(since, until, "rect", style, self._box(index))
            disc = _numbers(cx=left + 11, cy=y, r=_DISC)
            yield Shape(first, None, "circle", f"tree-disc-{color}", disc)
            name = _numbers(x=left + 22, y=y + _BASELINE)
            yield Shape(first, None, "text", "tree-name", name, node.name)
            value = _numbers(x=left + 24 + LETTER * (len(node.name) + 1), y=y + _BASELINE)
            window = _numbers(x=left, y=y + 20)
            for since, until, text in _periods(states, lambda state: state.value):
                if text:
                    yield Shape(since, until, "text", "tree-value", value, text)
            for since, until, text in _periods(states, lambda state: state.window):
                if text:
                    yield Shape(since, until, "text", "tree-window", window, text)

    def _box(self, index: int) -> dict[str, str]:
        ply = self._ply[index]
        top = self._y[index] - _BOX_HEIGHT / 2
        return _numbers(x=self._left[ply], y=top, width=self._widths[ply], height=_BOX_HEIGHT, rx=5)

    def _edges(self) -> Iterator[Shape]:
        principal = self._principal()
        for index, node in enumerate(self._trace.nodes):
            if node.parent is None:
                continue
            line = {"d": self._line(node.parent, self._y[index])}
            yield Shape(self._states[index][0][0], None, "path", "tree-edge", line)
            for since, until, best in _periods(self._states[node.parent], lambda each: each.best):
                if best == index:
                    yield Shape(since, until, "path", "tree-edge-best", line)
            if index in principal:
                yield Shape(self._last, None, "path", "tree-edge-line", line)

    def _principal(self) -> set[int]:
        """Return the nodes of the principal variation."""
        found: set[int] = set()
        index: int | None = 0
        while index is not None:
            found.add(index)
            index = self._states[index][-1][1].best
        return found

    def _line(self, parent: int, y: float) -> str:
        """Return the path from a node to something in the next column."""
        ply = self._ply[parent]
        begin, end = self._left[ply] + self._widths[ply], self._left[ply + 1]
        middle = (begin + end) / 2
        start = self._y[parent]
        points = ((begin, start), (middle, start), (middle, y), (end, y))
        first, *others = (f"{x:.1f} {height:.1f}" for x, height in points)
        return f"M{first}C{' '.join(others)}"

    def _cut_shapes(self) -> Iterator[Shape]:
        for node, (step, cut) in self._cuts.items():
            y = self._cut_y[node]
            yield Shape(step, None, "path", "tree-cut-line", {"d": self._line(node, y)})
            place = _numbers(x=self._left[self._ply[node] + 1] + 3, y=y + _BASELINE)
            yield Shape(step, None, "text", "tree-cut", place, str(cut))

    def _here(self) -> Iterator[Shape]:
        """Frame the node where the search is, until its end."""
        begin = 0
        steps = self._trace.steps
        for number, step in enumerate(steps[:-1]):
            if steps[number + 1].node != step.node or number + 1 == self._last:
                yield Shape(begin, number, "rect", "tree-box-here", self._box(step.node))
                begin = number + 1


def _numbers(**numbers: float) -> dict[str, str]:
    return {name: f"{round(number, 1):g}" for name, number in numbers.items()}


Look = TypeVar("Look")


def _periods(
    states: list[tuple[int, NodeState]], look: Callable[[NodeState], Look]
) -> Iterator[tuple[int, int | None, Look]]:
    """Return the periods of steps in which a node looks the same, each with its look."""
    begin, before = states[0][0], look(states[0][1])
    for step, state in states[1:]:
        now = look(state)
        if now != before:
            if step > begin:
                yield begin, step - 1, before
            begin, before = step, now
    yield begin, None, before
