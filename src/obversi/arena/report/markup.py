"""Pieces of HTML in which every text is escaped: labels and descriptions are anyone's words."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

__all__ = [
    "Column",
    "Html",
    "agent_name",
    "bullets",
    "data_block",
    "note",
    "script_json",
    "section",
    "table",
    "tag",
]


class Html(str):
    """A text that is HTML already, and is not escaped again."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, whether it holds numbers, and what the head means."""

    head: str
    number: bool = True
    about: str = ""


def tag(name: str, *content: str, **attributes: object) -> Html:
    """Return an element; an attribute that is None is left out, and `class_` is a class.

    >>> tag("td", "a < b", class_="agent", title='"')
    '<td class="agent" title="&quot;">a &lt; b</td>'
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{told}>{''.join(map(_escaped, content))}</{name}>")


def agent_name(label: str) -> Html:
    """Return what an agent is called, whatever is in there."""
    return tag("span", label, class_="agent")


def section(heading: str, *content: str, anchor: str | None = None) -> Html:
    """Return a part of the page under its heading."""
    return tag("section", tag("h2", heading), *content, id=anchor)


def note(text: str) -> Html:
    """Return a short explanation."""
    return tag("p", text, class_="note")


def bullets(lines: Iterable[str]) -> Html:
    """Return a list of lines."""
    return tag("ul", *(tag("li", line) for line in lines))


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]], about: str) -> Html:
    """Return a table that scrolls by itself where the screen is narrow, and what it is about."""
    heads = [
        tag("th", column.head, scope="col", title=column.about or None, class_=_class(column))
        for column in columns
    ]
    lines = [
        tag(
            "tr",
            *(
                tag("td", cell, class_=_class(column))
                for cell, column in zip(row, columns, strict=True)
            ),
        )
        for row in rows
    ]
    inside = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *lines))
    scrolled = tag("div", inside, class_="scroll", tabindex=0, role="region", aria_label=about)
    return Html(scrolled + note(about))


def data_block(identifier: str, value: Any) -> Html:
    """Return JSON that scripts can read, in which no text can end the block."""
    text = script_json(value)
    return Html(f'<script type="application/json" id="{escape(identifier)}">{text}</script>')


def script_json(value: Any) -> str:
    """Write JSON as it may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _class(column: Column) -> str:
    return "number" if column.number else "text"


def _escaped(text: str) -> str:
    return text if isinstance(text, Html) else escape(text)
