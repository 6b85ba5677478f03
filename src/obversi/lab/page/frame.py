"""What all pages of the laboratory share: one file that loads nothing, light or dark."""

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from obversi.arena.report.markup import Html, tag
from obversi.figures import svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figure_html", "framed", "inline_svg"]

# Matplotlib writes the look of lines and letters as styles of its elements, and what is coloured
# field by field as images inside the drawing, so that these are allowed; there is no script, and
# nothing can be loaded.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

_METADATA: Final = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_NAMED: Final = re.compile(r'(\bid="|\bhref="#|\burl\(#)')


def framed(title: str, *content: str) -> str:
    """Return a whole page with this content."""
    page = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", title),
        f"<style>{_style()}</style>",
        "</head>",
        "<body>",
        tag("main", *content),
        "</body>",
        "</html>",
        "",
    ]
    # Words from a command line may hold what no file can: halves of characters.
    return "\n".join(page).encode(errors="replace").decode()


def figure_html(figure: "Figure", label: str, name: str) -> Html:
    """Return a figure as a part of a page on which no other has this name."""
    return inline_svg(svg(figure, label), name)


def inline_svg(drawing: str, name: str) -> Html:
    """Return SVG, as `figures.svg` writes it, as a part of a page.

    Several drawings may stand on one page, so that the names in each get one in front.

    >>> inline_svg('<svg><path id="a"/><use href="#a"/></svg>', "breadth")
    '<figure class="drawing"><svg><path id="breadth-a"/><use href="#breadth-a"/></svg></figure>'
    """
    own = _NAMED.sub(rf"\g<1>{name}-", _METADATA.sub("", drawing.strip()))
    return tag("figure", Html(own), class_="drawing")


def _style() -> str:
    """Return the style of the pages of tournaments, and what is added for figures and verdicts."""
    return "\n".join(
        files(package).joinpath("page.css").read_text(encoding="utf-8")
        for package in ("obversi.arena.report", "obversi.lab.page")
    )
