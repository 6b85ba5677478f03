"""A reader of HTML pages for tests."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

ALONE = {"meta"}  # elements without an end tag


@dataclass
class Element:
    """An element with all text inside."""

    name: str
    attributes: dict[str, str | None]
    text: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Parses a page; elements that are not properly nested are an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.elements.append(element)
        if tag not in ALONE:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text.append(data)

    def named(self, name: str) -> list[Element]:
        return [element for element in self.elements if element.name == name]

    def texts(self, name: str) -> list[str]:
        return ["".join(element.text) for element in self.named(name)]

    def plain_text(self, name: str) -> str:
        """All text of the elements of that name, with single blanks as a browser shows it."""
        return " ".join(" ".join(self.texts(name)).split())


def game_data_of(reader: Reader) -> dict[str, Any]:
    """The games as the script of the page reads them."""
    (block,) = [one for one in reader.named("script") if one.attributes.get("id") == "game-data"]
    data: dict[str, Any] = json.loads("".join(block.text))
    return data
