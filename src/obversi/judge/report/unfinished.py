"""What all pages say of a contest that is not over."""

from collections.abc import Iterator

from obversi.arena.report.markup import Html, tag
from obversi.judge.report.state import ContestState

__all__ = ["unfinished_note"]


def unfinished_note(state: ContestState) -> Iterator[Html]:
    """Say that grades are not the last word, if they are not."""
    if not state.is_over:
        words = "The contest is not over yet: these are the grades so far, and they will change."
        yield tag("p", tag("b", words), class_="unfinished")
