"""Pictures of the boards that findings are about."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from obversi.agents.course.squares import square_text
from obversi.arena.report.markup import Html, note, tag
from obversi.arena.report.wording import seconds_text
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.judge.answer_check import candidate_square
from obversi.judge.board_result import BoardResult
from obversi.judge.report.folded import folded
from obversi.judge.report.replay_data import Line

__all__ = ["board_picture", "board_result_card", "replay_button"]

_SQUARE: Final = 24  # pixels
_MOST_CANDIDATES: Final = 40


@lru_cache(maxsize=1024)
def board_picture(board: str, rules: str, marks: tuple[str, ...] = ()) -> Html:
    """Draw a position with dots on its legal squares and frames on the marked ones.

    Marks that are no squares of the board are left out.
    """
    position = Board.parse(board, rules)
    inside = {mark for mark in marks if _is_square(position, mark)}
    drawing = position.svg(marks=sorted(inside), square_size=_SQUARE)
    return tag("div", Html(drawing), class_="position")


def board_result_card(place: int, result: BoardResult, rules: str, line: Line | None) -> Html:
    """Show one board of the usability test: what it is, what was answered, what is wrong."""
    verdict = "right" if result.passed else "wrong"
    parts: list[str] = [
        tag("h3", tag("span", verdict, class_=f"verdict {verdict}"), f" {place}. {result.about}"),
        tag("p", result.words),
    ]
    if not result.passed and result.answered:
        parts.append(note(_answered(result.candidates, Board.parse(result.board).size)))
    if result.details:
        parts.append(folded("details", result.details))
    if result.output:
        parts.append(folded("what it printed", result.output))
    if result.answered:
        facts = f"{seconds_text(result.seconds)}, {result.memory_mb:.1f} MB"
        parts.append(note(f"{facts}, stopped at the time-out" if result.timed_out else facts))
    if line is not None:
        parts.append(replay_button(line.number, "show how it came about"))
    picture = board_picture(result.board, rules, result.candidates)
    return tag("article", picture, tag("div", *parts), class_="about-board")


def replay_button(number: int, words: str) -> Html:
    """Return a button that shows a game or a line of the page."""
    return tag("button", words, type="button", class_="replay", data_game=number)


def _answered(candidates: Sequence[str], size: int) -> str:
    if not candidates:
        return "Its candidate_list was empty."
    shown = [candidate_square(name) for name in candidates[:_MOST_CANDIDATES]]
    told = ", ".join(square_text(square, size) for square in shown)
    more = len(candidates) - _MOST_CANDIDATES
    return f"Its candidates: {told}" + (f" and {more} more." if more > 0 else ".")


def _is_square(board: Board, name: str) -> bool:
    try:
        board[name]
    except ObversiError:
        return False
    return True
