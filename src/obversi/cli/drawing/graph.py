"""How a game went: the margin after every move, as columns above and below a line."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from obversi.analysis import margin_text

__all__ = ["margin_graph"]

# Rows on either side of the line. Each is two steps high, as a letter can be half full.
_ROWS: Final = 4
_LABEL: Final = 5
_LEAST_SCALE: Final = 4
_BLACK_AHEAD, _WHITE_AHEAD = "#4c8dd6", "#e07b39"


def margin_graph(
    margins: Sequence[int], marks: Mapping[int, str], unicode: bool, width: int
) -> Text:
    """Draw margins seen by black: up where black is ahead, down where white is.

    `marks` are letters for the line, by the number of the move; where the window is too narrow for
    all moves, some are left out, but none that is marked.
    """
    shown = _shown(len(margins), marks, max(width - _LABEL, 1))
    scale = max(_LEAST_SCALE, *(abs(margin) for margin in margins))
    steps = [_steps(margins[ply], scale) for ply in shown]
    graph = Text()
    for row in range(_ROWS, 0, -1):
        label = margin_text(scale) if row == _ROWS else ""
        letters = [_letter(step, row, "▄" if unicode else "", unicode) for step in steps]
        _add_row(graph, label, "".join(letters), _BLACK_AHEAD)
    line = "─" if unicode else "-"
    _add_row(graph, "0", "".join(marks.get(ply, line) for ply in shown), "bold")
    for row in range(1, _ROWS + 1):
        label = margin_text(-scale) if row == _ROWS else ""
        letters = [_letter(-step, row, "▀" if unicode else "", unicode) for step in steps]
        _add_row(graph, label, "".join(letters), _WHITE_AHEAD)
    _add_row(graph, "", _plies(shown), "dim")
    graph.right_crop(1)
    return graph


def _shown(count: int, marks: Mapping[int, str], columns: int) -> list[int]:
    """Return the moves that get a column."""
    if count <= columns:
        return list(range(count))
    evenly = {round(column * (count - 1) / columns) for column in range(columns)}
    unmarked = sorted(evenly - marks.keys())
    spare = max(columns - len(marks), 0)
    return sorted({*unmarked[:: max(-(-len(unmarked) // spare), 1) if spare else 1], *marks})


def _steps(margin: int, scale: int) -> int:
    """Return the height of a column; no lead is so small that it cannot be seen."""
    height = round(abs(margin) * 2 * _ROWS / scale)
    return (max(height, 1) if margin else 0) * (1 if margin > 0 else -1)


def _letter(height: int, row: int, half: str, unicode: bool) -> str:
    """Return what of a column stands in a row, counted from the line."""
    inside = height - 2 * (row - 1)
    if inside <= 0:
        return " "
    return half if unicode and inside == 1 else "█" if unicode else "#"


def _add_row(graph: Text, label: str, letters: str, style: str) -> None:
    letters = letters.rstrip()
    if label or letters:
        graph.append(f"{label:>{_LABEL - 1}}" + (" " if letters else ""), "dim")
    graph.append(letters, style)
    graph.append("\n")


def _plies(shown: list[int]) -> str:
    """Write the number of every tenth move below its column."""
    row = ""
    for column, ply in enumerate(shown):
        if ply % 10 == 0 and ply and len(row) < column + 1:
            row = row.ljust(column) + str(ply)
    return row
