"""The frame of all pages of the judge."""

from pathlib import Path
from typing import Any, Final

from obversi.arena.report.frame import STYLE, VIEWER_SCRIPTS, framed
from obversi.arena.report.markup import data_block, tag
from obversi.judge.report.visible import visible

__all__ = ["judge_page"]

_FOLDER: Final = Path(__file__).parent
_STYLES: Final = (STYLE, _FOLDER / "page.css")
_SCRIPTS: Final = (*VIEWER_SCRIPTS, _FOLDER / "times.js", _FOLDER / "replays.js")


def judge_page(title: str, *content: str, games: dict[str, Any] | None = None) -> str:
    """Return a page, with a script only where there are games to step through.

    Whatever its words are, none of them can do more on a screen than be read.
    """
    body = [tag("main", tag("h1", title), *content)]
    if games is not None:
        body.append(data_block("game-data", games))
    return visible(framed(title, *body, styles=_STYLES, scripts=_SCRIPTS if games else ()))
