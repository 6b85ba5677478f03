"""Reports about tournaments: an HTML page, and tables in Markdown."""

from obversi.arena.report.markdown import (
    markdown_cross_table,
    markdown_standings,
    markdown_text,
)
from obversi.arena.report.page import tournament_page

__all__ = ["markdown_cross_table", "markdown_standings", "markdown_text", "tournament_page"]
