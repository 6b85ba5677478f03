"""Settings in a description such as ``name:setting=value``, for agents and for evaluations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from obversi.errors import ObversiError
from obversi.suggestion import suggestion

__all__ = ["Setting", "read_settings"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be set: what it does, how its value is read (refused by a ValueError), and more.

    `expected` says in words what is read, and `default` what counts without it.
    """

    description: str
    read: Callable[[str], object]
    expected: str
    default: object = None


def read_settings(
    owner: str, settings: Sequence[str], known: Mapping[str, Setting]
) -> dict[str, Any]:
    """Read texts such as ``depth=4``; the owner, such as ``agent 'r4'``, is named in errors.

    >>> read_settings("agent 'r4'", ["depth=4"], {"depth": Setting("plies", int, "a number")})
    {'depth': 4}
    """
    values: dict[str, Any] = {}
    for setting in settings:
        option, equals, text = setting.partition("=")
        if not equals:
            raise ObversiError(f"{setting!r} in {owner} is no option=value")
        if option not in known:
            raise ObversiError(f"{owner} has no option {option!r}: {suggestion(option, known)}")
        if option in values:
            raise ObversiError(f"{owner} has the option {option!r} twice")
        try:
            values[option] = known[option].read(text)
        except ValueError as error:
            expected = known[option].expected
            raise ObversiError(
                f"{text!r} for {option!r} in {owner}: expected {expected}"
            ) from error
    return values
