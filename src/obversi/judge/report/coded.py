"""Words in which code stands between backticks."""

from obversi.arena.report.markup import Html, tag

__all__ = ["coded"]


def coded(text: str) -> Html:
    """Return a text with what stands between backticks as code.

    >>> coded("walk while `row < size`, and no further")
    '<span>walk while <code>row &lt; size</code>, and no further</span>'
    """
    pieces = text.split("`")
    if len(pieces) % 2 == 0:  # one of them has no partner
        return tag("span", text)
    return tag(
        "span", *(tag("code", piece) if odd % 2 else piece for odd, piece in enumerate(pieces))
    )
