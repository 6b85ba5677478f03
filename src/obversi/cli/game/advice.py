"""Advice for a game in the terminal: hints, the balance and reviews."""

from obversi.agents.levels import LEVELS
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cli.charts import balance_bar
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.engine import Engine, Top
from obversi.formats.record import GameRecord
from obversi.limit import Limit
from obversi.outcome import winning_words
from obversi.review import Review, review
from obversi.rules import Rules

_HASH_MB = 16

# A review searches every position of a game, so each gets only a part of a hint's time.
_SHARE_FOR_REVIEW = 0.2


class Adviser:
    """An engine that is made when it is first used."""

    def __init__(self, seconds: float) -> None:
        """Search this number of seconds for an answer."""
        self._limit = Limit(seconds=seconds)
        self._limit_of_review = Limit(seconds=seconds * _SHARE_FOR_REVIEW)
        self._engine: Engine | None = None

    def analyse(self, board: Board, top: Top = 1) -> Analysis:
        """Return the best moves of a position."""
        with progress("thinking"):
            return self._made().analyse(board, self._limit, top)

    def review(self, record: GameRecord) -> Review:
        """Find the mistakes of a game."""
        engine = self._made()
        with progress("reviewing", len(record.moves) + 1) as step:

            def analyse(board: Board) -> Analysis:
                found = engine.analyse(board, self._limit_of_review)
                step()
                return found

            return review(record, analyse)

    def close(self) -> None:
        """Close the engine."""
        if self._engine is not None:
            self._engine.close()

    def _made(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(hash_mb=_HASH_MB)
        return self._engine


def show_board(terminal: Terminal, board: Board) -> None:
    """Draw a board with its last move, its status and the number of discs."""
    terminal.draw(board, board.peek() if board.ply else None)
    if not board.is_over:
        terminal.count_discs(board)


def print_hint(terminal: Terminal, board: Board, analysis: Analysis) -> None:
    """Print the best moves and their lines; several moves are shown on the board too."""
    if len(analysis.lines) > 1:
        last_move = board.peek() if board.ply else None
        terminal.draw(board, last_move, {line.move: line.margin for line in analysis.lines})
    reach = "exact" if analysis.exact else f"depth {analysis.reach}"
    terminal.say(f"discs for {color_name(board.turn)} ({reach}):")
    for line in analysis.lines:
        terminal.say(str(line))


def print_balance(terminal: Terminal, board: Board, analysis: Analysis | None) -> None:
    """Print which side is ahead, with a bar, or who won a finished game."""
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


def print_levels(terminal: Terminal, rules: Rules, current: int | None) -> None:
    """List the levels, the current one marked."""
    for each in LEVELS[rules]:
        mark = ">" if each.number == current else " "
        start = f"{mark}{each.number:2}  {each.name:18}  "
        style = "bold" if each.number == current else ""
        terminal.say_words(start + each.words, len(start), style)
