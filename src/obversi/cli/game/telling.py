"""Answers to what is asked at the board."""

from obversi.agents.levels import LEVELS
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cli.drawing import balance_bar
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.outcome import winning_words

__all__ = ["show_board", "tell_balance", "tell_hint", "tell_levels"]


def show_board(terminal: Terminal, board: Board) -> None:
    """Draw a board with its last move, who is to move under which rule, and the discs."""
    terminal.draw(board, board.peek() if board.ply else None)
    if not board.is_over:
        terminal.count_discs(board)


def tell_hint(terminal: Terminal, board: Board, analysis: Analysis) -> None:
    """Tell the best moves and how the game may go on; if they are several, on the board too."""
    if len(analysis.lines) > 1:
        last_move = board.peek() if board.ply else None
        terminal.draw(board, last_move, {line.move: line.margin for line in analysis.lines})
    reach = "exact" if analysis.exact else f"depth {analysis.reach}"
    terminal.say(f"discs for {color_name(board.turn)} ({reach}):")
    for line in analysis.lines:
        terminal.say(str(line))


def tell_balance(terminal: Terminal, board: Board, analysis: Analysis | None) -> None:
    """Say who is ahead under the rules, with a bar; of a game that is over, who won."""
    margin = board.margin() if analysis is None else analysis.margin
    for_black = margin if board.turn == BLACK else -margin
    terminal.say(balance_bar(for_black, terminal.palette, terminal.unicode))
    if analysis is None:
        terminal.say(board.status())
        return
    verdict = "even"
    if for_black:
        verdict = f"{color_name(BLACK if for_black > 0 else WHITE)} is ahead by {abs(for_black)}"
    depth = "read to the end" if analysis.exact else f"depth {analysis.reach}"
    terminal.say(f"{verdict} ({depth}, {winning_words(board.rules)})")


def tell_levels(terminal: Terminal, rules: str, current: int | None) -> None:
    """List the levels, the one that plays marked."""
    for each in LEVELS[rules]:
        mark = ">" if each.number == current else " "
        start = f"{mark}{each.number:2}  {each.name:18}  "
        style = "bold" if each.number == current else ""
        terminal.say_words(start + each.words, len(start), style)
