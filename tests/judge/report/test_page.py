"""Words of agents cannot do more on a screen than be read."""

import unicodedata

import pytest

from obversi.formats.lines import visible


@pytest.mark.parametrize(
    "letter",
    [
        *("\x00", "\x07", "\x08", "\x0b", "\x0c", "\r", "\x1b", "\x7f", "\x85", "\x9b"),
        *("\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"),
        *("\u2028", "\u2029", "\ufeff", "\u200b", "\U000e0041", "\ud83d"),
    ],
)
def test_orders_to_the_screen_become_dots(letter: str) -> None:
    assert visible(f"a{letter}b") == "a·b"


def test_no_control_character_is_left() -> None:
    everything = "".join(map(chr, range(0x300)))
    left = {letter for letter in visible(everything) if unicodedata.category(letter) == "Cc"}
    assert left == {"\n", "\t"}


def test_letters_of_all_scripts_stay() -> None:
    text = "Zoë, 李小龙, שלום, مرحبا, 👩\u200d💻, a\tb\nc < & >"
    assert visible(text) == text


def test_lines_end_alike() -> None:
    assert visible("a\r\nb\rc") == "a\nb·c"
