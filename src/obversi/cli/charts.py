"""Displays beside a board: the balance, the margins of a game, and disc counts."""

from collections.abc import Mapping, Sequence
from math import exp

from rich.text import Text

from obversi.analysis import margin_text
from obversi.board import Board
from obversi.cli.drawing import FELT_DISCS, Palette
from obversi.color import BLACK, WHITE, color_name

_WIDTH = 32

# With this lead a player has nearly three quarters of the bar.
_DISCS = 8.0


def black_share(margin: float) -> float:
    """Return the part of the bar that is black's, from 0 to 1; a half is even.

    The first discs of a lead count most, as they decide the game.

    >>> black_share(0), round(black_share(8), 2), round(black_share(-64), 2)
    (0.5, 0.73, 0.0)
    """
    return 1 / (1 + exp(-margin / _DISCS))


def balance_bar(margin: float, palette: Palette | None, unicode: bool) -> Text:
    """Draw a bar of black's part and white's, for a margin seen by black under the rules.

    Felt at both ends shows its length in dark and in light windows.
    """
    black = round(_WIDTH * black_share(margin))
    if palette is None:
        full, light = "█░" if unicode else "#."
        return Text(f"black {black * full}{(_WIDTH - black) * light} white")
    return Text.assemble(
        "black ",
        (" ", f"on {palette.felt[0]}"),
        (black * " ", f"on {palette.black}"),
        ((_WIDTH - black) * " ", f"on {palette.white}"),
        (" ", f"on {palette.felt[0]}"),
        " white",
    )


# Rows on either side of the line. Each is two steps high, as a letter can be half full.
_ROWS = 4
_LABEL = 5
_LEAST_SCALE = 4
_BLACK_AHEAD, _WHITE_AHEAD = "#4c8dd6", "#e07b39"


def margin_graph(
    margins: Sequence[int], marks: Mapping[int, str], unicode: bool, width: int
) -> Text:
    """Draw the margins of black: up where black is ahead, down where white is.

    `marks` are letters for the line, by the number of the move. If the window is too narrow, some
    moves are left out, but no marked ones.
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
    """Return the height of a column, at least one step for any lead."""
    height = round(abs(margin) * 2 * _ROWS / scale)
    return (max(height, 1) if margin else 0) * (1 if margin > 0 else -1)


def _letter(height: int, row: int, half: str, unicode: bool) -> str:
    """Return the part of a column in a row, counted from the line."""
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


def turned_by_move(board: Board) -> str:
    """List the legal squares with the number of discs that each flips."""
    moves = [move for move in board.legal_moves if not move.is_pass]
    return ", ".join(f"{move} flips {len(board.flips(move))}" for move in moves)


def disc_counts(board: Board) -> str:
    """Return how many discs each player has."""
    return f"black {len(board.black)}, white {len(board.white)}, empty {len(board.empty)}"


def score_line(board: Board, palette: Palette) -> Text:
    """Return the disc counts in colours, each after a disc on felt."""
    line = Text()
    for color, ink in ((BLACK, palette.black), (WHITE, palette.white)):
        line.append(f" {FELT_DISCS[color + 1]} ", f"bold {ink} on {palette.felt[0]}")
        line.append(f" {color_name(color)} {len(board.discs(color))}", "bold")
        line.append("   ")
    line.append(f"{len(board.empty)} empty", "dim")
    return line
