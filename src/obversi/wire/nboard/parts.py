"""What the messages of NBoard are made of: numbers, moves and text on one line."""

import re
from typing import Final

from obversi.errors import FormatError, InvalidMoveError
from obversi.formats.problems import quoted
from obversi.move import Move

__all__ = [
    "first_word",
    "known_move",
    "move_name",
    "move_text",
    "number_text",
    "one_line",
    "parse_move",
    "parse_number",
    "parse_whole",
]

_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_MOST_DIGITS: Final = 18
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_LARGEST: Final = 1e15
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")


def first_word(text: str) -> tuple[str, str]:
    """Return the first word of a text, and what follows it."""
    word, rest = (*text.split(maxsplit=1), "", "")[:2]
    return word, rest.strip()


def parse_whole(text: str, what: str, least: int = 0) -> int:
    """Read the whole number that a text begins with; `what` names it in the error."""
    word, _ = first_word(text)
    if not _WHOLE.fullmatch(word):
        raise FormatError(f"{quoted(text)} is no {what}: expected a whole number")
    if len(word.lstrip("+-")) > _MOST_DIGITS:
        raise FormatError(f"{quoted(text)} is no {what}: expected at most {_MOST_DIGITS} digits")
    if int(word) < least:
        raise FormatError(f"{quoted(text)} is no {what}: expected {least} or more")
    return int(word)


def parse_number(text: str, what: str) -> float:
    """Read a number, or the two that draws may be worth to black and to white: their mean."""
    numbers = text.split(",")
    if len(numbers) > 2 or not all(_NUMBER.fullmatch(number) for number in numbers):
        raise FormatError(f"{quoted(text)} is no {what}: expected a number such as 1.50")
    value = sum(map(float, numbers)) / len(numbers)
    if not abs(value) <= _LARGEST:
        raise FormatError(f"{quoted(text)} is no {what}: that is too large")
    return value


def known_move(text: str) -> Move | None:
    """Return the move if a text is one."""
    try:
        return Move(text)
    except InvalidMoveError:
        return None


def parse_move(text: str, command: str) -> tuple[Move, float | None, float | None]:
    """Read a move with its value and its time, which may be missing, after a command."""
    name, *numbers = re.split(r"\s*/\s*|\s+", text.strip())
    if not name:
        raise FormatError(f"there is no move after {command!r}")
    if len(numbers) > 2:
        raise FormatError(f"{quoted(text)} has more than a move, its value and its time")
    value, seconds = (*numbers, "", "")[:2]
    return (
        Move(name),
        parse_number(value, "value") if value else None,
        parse_number(seconds, "time") if seconds else None,
    )


def move_name(move: Move) -> str:
    """Write a move without more."""
    return "PA" if move.is_pass else move.upper()


def move_text(move: Move, value: float | None, seconds: float | None) -> str:
    """Write a move with its value and its time."""
    numbers = ["" if number is None else number_text(number) for number in (value, seconds)]
    return "/".join([move_name(move), *numbers]).rstrip("/")


def number_text(number: float) -> str:
    """Write a value or a time."""
    return f"{number:.2f}"


def one_line(text: str) -> str:
    """Return a text that ends no line before its end."""
    return _CONTROL.sub(" ", text).strip()
