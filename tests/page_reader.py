"""Reads pages of HTML as a browser would, for tests of what they tell."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

ALONE = {"meta"}  # elements that have no end


@dataclass
class Element:
    """An element with all text inside."""

    name: str
    attributes: dict[str, str | None]
    text: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads a page, and refuses elements that do not end where they should."""

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


def game_data_of(reader: Reader) -> dict[str, Any]:
    """The games as the script of the page reads them."""
    (block,) = [one for one in reader.named("script") if one.attributes.get("id") == "game-data"]
    data: dict[str, Any] = json.loads("".join(block.text))
    return data
