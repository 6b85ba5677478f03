"""Parts of pages as HTML in which every text is escaped."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from obversi.extras import MissingPackageError, missing_package

try:
    from markupsafe import Markup, escape
except ImportError as missing:
    raise MissingPackageError(missing_package("an HTML page needs Jinja2", "arena")) from missing

# A text that is HTML already and is not escaped again.
Html = Markup


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, whether it holds numbers, and a tooltip."""

    head: str
    number: bool = True
    about: str = ""

    @property
    def css_class(self) -> str:
        """Return the class of its cells; numbers are aligned to the right."""
        return "number" if self.number else "text"


def tag(name: str, *content: str, **attributes: object) -> Html:
    """Return an element; an attribute that is None is left out, and `class_` is a class.

    >>> print(tag("td", "a < b", class_="agent", title='"'))
    <td class="agent" title="&#34;">a &lt; b</td>
    """
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{listed}>{Html().join(content)}</{name}>")


def agent_name(label: str) -> Html:
    """Return the label of an agent, isolated from the direction of the text around it."""
    return tag("span", label, class_="agent")


def section(heading: str, *content: str, anchor: str | None = None) -> Html:
    """Return a section with its heading."""
    return tag("section", tag("h2", heading), *content, id=anchor)


def note(text: str) -> Html:
    """Return a short explanation."""
    return tag("p", text, class_="note")


def bullets(lines: Iterable[str]) -> Html:
    """Return a list of lines."""
    return tag("ul", *(tag("li", line) for line in lines))


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]], about: str) -> Html:
    """Return a table that scrolls on a narrow screen, and a note what it is about."""
    heads = [
        tag("th", column.head, scope="col", title=column.about or None, class_=column.css_class)
        for column in columns
    ]
    lines = [
        tag(
            "tr",
            *(
                tag("td", cell, class_=column.css_class)
                for cell, column in zip(row, columns, strict=True)
            ),
        )
        for row in rows
    ]
    inside = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *lines))
    scrolled = tag("div", inside, class_="scroll", tabindex=0, role="region", aria_label=about)
    return scrolled + note(about)


def script_json(value: Any) -> Html:
    """Return JSON for a script element, in which no text can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Html(text.replace("<", "\\u003c"))
