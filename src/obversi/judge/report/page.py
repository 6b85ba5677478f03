"""The frame of the judge's pages, and texts of students as they may be shown."""

from functools import lru_cache
from statistics import median
from typing import Any

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report import wording
from obversi.board import Board
from obversi.color import color_name
from obversi.errors import ObversiError
from obversi.formats.lines import visible
from obversi.judge.report import tables
from obversi.pages.parts import Html, tag
from obversi.pages.rendering import VIEWER_SCRIPTS, render
from obversi.records import JsonObject
from obversi.rules import Rules

_SCRIPTS = (*VIEWER_SCRIPTS, "times.js", "replays.js")
_SQUARE_PIXELS = 24


def judge_page(
    template: str,
    title: str,
    preset: CoursePreset,
    *,
    replays: JsonObject | None = None,
    **values: Any,
) -> str:
    """Return a page from a template of the judge, with a script only if there are replays.

    Texts are escaped, and control characters in them are made visible.
    """
    shows = bool(replays and replays["games"])
    page = render(
        f"judge/{template}",
        title=title,
        styles=("judge.css",),
        scripts=_SCRIPTS if shows else (),
        data={"game-data": replays} if shows else None,
        preset=preset,
        course=tables.course_summary(preset),
        words=tables,
        median=median,
        color_name=color_name,
        wording=wording,
        has_replays=shows,
        board_picture=board_picture,
        with_code=with_code,
        **values,
    )
    return visible(page)


def with_code(text: str) -> Html:
    """Return a text in which the parts between backticks are code.

    >>> print(with_code("walk while `row < size`, and no further"))
    <span>walk while <code>row &lt; size</code>, and no further</span>
    """
    pieces = text.split("`")
    if len(pieces) % 2 == 0:  # a backtick without a partner
        return tag("span", text)
    return tag(
        "span", *(tag("code", piece) if odd % 2 else piece for odd, piece in enumerate(pieces))
    )


@lru_cache(maxsize=1024)
def board_picture(board: str, rules: Rules, marks: tuple[str, ...] = ()) -> Html:
    """Draw a position with dots on legal squares and frames on marked ones.

    Marks that are not squares of the board are left out.
    """
    position = Board.parse(board, rules)
    inside = {mark for mark in marks if _is_square(position, mark)}
    drawing = position.svg(marks=sorted(inside), square_size=_SQUARE_PIXELS)
    return tag("div", Html(drawing), class_="position")


def _is_square(board: Board, name: str) -> bool:
    try:
        board[name]
    except ObversiError:
        return False
    return True
