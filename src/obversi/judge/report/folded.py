"""Texts of others that are shown when they are asked for."""

from obversi.arena.report.markup import Html, tag
from obversi.judge.report.visible import visible

__all__ = ["folded"]


def folded(summary: str, text: str) -> Html:
    """Return a text behind a line that opens it."""
    return tag("details", tag("summary", summary), tag("pre", visible(text)))
