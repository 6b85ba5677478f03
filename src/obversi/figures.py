"""Figures by Matplotlib in one style, for notebooks, pages and files."""

import importlib
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from io import BytesIO, StringIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from zlib import crc32

from numpy.typing import NDArray

from obversi.errors import InputError, ObversiError, ObversiWarning
from obversi.extras import missing_package
from obversi.pages.charts import inline_svg
from obversi.pages.parts import Html, note

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PURPLE, GREY = "#4c8dd6", "#e07b39", "#3fa36c", "#9467bd", "#8a8a8a"

# Each rule set has the same colour in all figures.
RULES: Mapping[str, str] = MappingProxyType({"normal": BLUE, "reversed": ORANGE})

# Replaced in SVG by the text colour of the page, which may be dark or light.
_INK = "#010203"
_WIDTH, _HEIGHT = 8.0, 3.2  # of one row of diagrams, in inches

_STYLE = {
    **{
        f"{part}color": _INK
        for part in ("text.", "axes.label", "axes.edge", "xtick.", "ytick.", "axes.title")
    },
    "font.size": 9.5,
    "font.sans-serif": ["DejaVu Sans"],
    "axes.titlesize": 10.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "legend.framealpha": 0.0,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.6,
    "errorbar.capsize": 2.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "obversi",
}

# What a drawing in SVG does not need: names that nothing refers to, turns by 0 degrees, more than
# two decimals of a point, styles again and again, and spaces beside new lines.
_IDENTIFIER = re.compile(r' id="([^"]*)"')
_REFERENCE = re.compile(r"#([\w.-]+)")
_NO_TURN = re.compile(r' transform="rotate\(-0 [^"]*\)"')
_PLACE = re.compile(r' (?:d|x|y)="[^"]*"')
_DECIMALS = re.compile(r"(\.\d\d)\d+")
_NEW_LINE = re.compile(r"\s*\n\s*")
_INLINE_STYLE = re.compile(r' style="([^"]*)"')


def can_draw() -> bool:
    """Whether Matplotlib is installed."""
    try:
        _matplotlib("matplotlib")
    except ObversiError:
        return False
    return True


def warn_without_figures(command: str) -> None:
    """Warn, if Matplotlib is missing, that there will be no figures; `command` adds them later."""
    if not can_draw():
        missing = missing_package("figures are left out: drawing needs Matplotlib", "lab")
        warnings.warn(f"{missing}, and then `{command}` adds them", ObversiWarning, stacklevel=3)


def new_figure(
    rows: int = 1, columns: int = 1, *, height: float = _HEIGHT, width: float = _WIDTH
) -> tuple["Figure", NDArray[Any]]:
    """Return a figure and its diagrams, as an array with these rows and columns.

    `height` is that of one row, `width` that of the figure, in inches.
    """
    with style():
        figures = _matplotlib("matplotlib.figure")
        figure = figures.Figure(figsize=(width, height * rows), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False)
    for diagram in axes.flat:
        diagram.patch.set_visible(False)
    return figure, axes


def svg(figure: "Figure", label: str) -> str:
    """Return a figure as SVG for a page, in the text colour of the page.

    The same figure always gives the same text.
    """
    output = StringIO()
    with style():
        figure.savefig(output, format="svg", transparent=True, metadata={"Date": None})
    text = output.getvalue().replace(_INK, "currentColor")
    start = f'<svg role="img" aria-label="{escape(label)}"'
    return _compact(text[text.index("<svg") :]).replace("<svg", start, 1)


def _compact(drawing: str) -> str:
    """Return a drawing that looks the same, with half of the text."""
    used = set(_REFERENCE.findall(drawing))
    drawing = _IDENTIFIER.sub(lambda name: name[0] if name[1] in used else "", drawing)
    drawing = _NO_TURN.sub("", drawing)
    drawing = _PLACE.sub(lambda place: _DECIMALS.sub(r"\1", place[0]), drawing)
    return _with_classes(_NEW_LINE.sub("\n", drawing).replace(">\n<", "><"))


def _with_classes(drawing: str) -> str:
    """Write each repeated style once, as a class, whose name depends only on the style."""
    counts = Counter(_INLINE_STYLE.findall(drawing))
    classes = {
        style: f"s{crc32(style.encode()):08x}"
        for style, count in counts.items()
        if count > 1 and "url(" not in style
    }
    drawing = _INLINE_STYLE.sub(
        lambda found: f' class="{classes[found[1]]}"' if found[1] in classes else found[0], drawing
    )
    rules = "".join(f".{name}{{{style}}}" for style, name in classes.items())
    return drawing.replace("</style>", f"{rules}</style>", 1)


def png(figure: "Figure", dots_per_inch: int = 150) -> bytes:
    """Return a figure as PNG, black on white."""
    output = BytesIO()
    with style():
        figure.savefig(
            output, format="png", dpi=dots_per_inch, facecolor="white", metadata={"Software": None}
        )
    return output.getvalue()


def inline_figure(drawing: str | None, name: str) -> Html:
    """Return a figure, as `svg` writes it, as a part of a page, or without one the reason."""
    if drawing is None:
        return note("There is no figure: drawing needs Matplotlib, which is not installed.")
    return inline_svg(drawing, name)


@contextmanager
def style() -> Iterator[None]:
    """Apply the style to what is drawn inside the context, texts and legends included."""
    with _matplotlib("matplotlib").rc_context(_STYLE):
        yield


def _matplotlib(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(missing_package("drawing needs Matplotlib", "lab")) from error
