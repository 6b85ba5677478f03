"""A console without control characters of others: names in files could change the terminal.

Only the console itself sends escape sequences, for its colours and its progress.
"""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from obversi.formats.lines import visible


class VisibleConsole(Console):
    """A console that shows the control characters of texts as dots."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the parts of what is printed; those of the console itself are left as they are."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
