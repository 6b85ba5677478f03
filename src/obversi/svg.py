"""Drawing a board as SVG, for notebooks, pages and print."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from obversi.color import BLACK, EMPTY
from obversi.move import Move
from obversi.squares import SquareSet

if TYPE_CHECKING:  # NumPy takes longer to import than all of this
    import numpy as np
    from numpy.typing import NDArray

_UNIT = 48  # the width of a square in the viewBox; `square_size` scales the whole
_MARGIN = 24
_FELT, _LINE, _FRAME, _INK = "#2f7d5b", "#1d5a40", "#24302a", "#e8efe9"
_DISC = {-1: ("#1b1d1c", "#000000"), 1: ("#f7f6f0", "#8b8d86")}


def draw(
    cells: "NDArray[np.int8]",
    *,
    legal: SquareSet,
    last_move: Move | None,
    marks: SquareSet,
    values: Mapping[Move, float],
    square_size: int,
    title: str,
) -> str:
    """Draw discs, small dots on legal squares, frames on marks, and values in the mover's view."""
    size = len(cells)
    side = size * _UNIT + 2 * _MARGIN
    pixels = round(side * square_size / _UNIT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{pixels}" height="{pixels}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{side}" height="{side}" rx="8" fill="{_FRAME}"/>',
        *_felt(size),
        *_coordinates(size),
        *_discs(cells),
        *(_dot(square) for square in legal if square not in values),
        *([_last(last_move, cells)] if last_move else []),
        *(_frame(square) for square in marks),
        *_numbers(values, cells),
        "</svg>",
    ]
    return "\n".join(parts)


def _centre(square: Move) -> tuple[int, int]:
    half = _UNIT // 2
    return _MARGIN + square.column * _UNIT + half, _MARGIN + square.row * _UNIT + half


def _felt(size: int) -> Iterator[str]:
    end = _MARGIN + size * _UNIT
    width = size * _UNIT
    yield f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{width}" height="{width}" fill="{_FELT}"/>'
    at = [_MARGIN + i * _UNIT for i in range(size + 1)]
    path = "".join(f"M{_MARGIN} {a}H{end}M{a} {_MARGIN}V{end}" for a in at)
    yield f'<path d="{path}" stroke="{_LINE}" stroke-width="1.5" fill="none"/>'
    if size > 4:  # the four dots on the board
        for x in (at[2], at[-3]):
            for y in (at[2], at[-3]):
                yield f'<circle cx="{x}" cy="{y}" r="3" fill="{_LINE}"/>'


def _coordinates(size: int) -> Iterator[str]:
    yield f'<g fill="{_INK}" font-family="sans-serif" font-size="13" text-anchor="middle">'
    for i in range(size):
        middle = _MARGIN + i * _UNIT + _UNIT // 2
        yield f'<text x="{middle}" y="{_MARGIN // 2}" dy="0.35em">{"abcdefgh"[i]}</text>'
        yield f'<text x="{_MARGIN // 2}" y="{middle}" dy="0.35em">{i + 1}</text>'
    yield "</g>"


def _discs(cells: "NDArray[np.int8]") -> Iterator[str]:
    for row, column in zip(*(cells != EMPTY).nonzero(), strict=True):
        x, y = _centre(Move.at(row, column))
        fill, edge = _DISC[int(cells[row, column])]
        yield f'<circle cx="{x}" cy="{y}" r="20" fill="{fill}" stroke="{edge}"/>'


def _dot(square: Move) -> str:
    x, y = _centre(square)
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{_INK}" fill-opacity="0.55"/>'


def _last(square: Move, cells: "NDArray[np.int8]") -> str:
    x, y = _centre(square)
    color = "#f2b134" if cells[square.row, square.column] == BLACK else "#c2410c"
    return f'<circle cx="{x}" cy="{y}" r="6" fill="{color}"/>'


def _frame(square: Move) -> str:
    x, y = _centre(square)
    half = _UNIT // 2 - 3
    return (
        f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" '
        'fill="none" stroke="#f2b134" stroke-width="3"/>'
    )


def _numbers(values: Mapping[Move, float], cells: "NDArray[np.int8]") -> Iterator[str]:
    best = max(values.values(), default=0)
    for square, value in values.items():
        x, y = _centre(square)
        text = f"{value:+g}" if value else "0"
        weight = "bold" if value == best else "normal"
        font_size = min(17, 68 // len(text))  # four characters fill a square
        ink = "#1b1d1c" if cells[square.row, square.column] > 0 else _INK
        yield (
            f'<text x="{x}" y="{y}" fill="{ink}" font-family="sans-serif" font-size="{font_size}" '
            f'font-weight="{weight}" text-anchor="middle" dy="0.35em">'
            f"{escape(text)}</text>"
        )
