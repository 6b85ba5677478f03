"""Reports about tournaments: an HTML page, and tables in Markdown."""

from typing import TYPE_CHECKING, Any

from obversi.arena.report.markdown import (
    markdown_cross_table,
    markdown_standings,
    markdown_text,
)

if TYPE_CHECKING:
    from obversi.arena.report.page import tournament_page

__all__ = ["markdown_cross_table", "markdown_standings", "markdown_text", "tournament_page"]


def __getattr__(name: str) -> Any:
    """Import `tournament_page` when it is used: it needs Jinja2, of the extra ``arena``."""
    if name != "tournament_page":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from obversi.arena.report.page import tournament_page

    return tournament_page
