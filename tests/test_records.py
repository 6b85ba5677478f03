"""Records: dataclasses as JSON objects, and back."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from obversi.records import Record
from obversi.rules import Rules


@dataclass(frozen=True, slots=True)
class Part(Record):
    name: str
    share: float


@dataclass(frozen=True, slots=True)
class Whole(Record):
    rules: Rules
    count: int
    known: bool
    parts: tuple[Part, ...]
    best: Part | None = None

    STORED = ("rules", "count", "known", "total", "parts", "best")

    @property
    def total(self) -> float:
        return sum(part.share for part in self.parts)


WHOLE = Whole("normal", -3, True, (Part("a", 0.5), Part("b", 2.0)))


def test_a_record_survives_json() -> None:
    stored = json.loads(json.dumps(WHOLE.to_object()))
    assert list(stored) == list(Whole.STORED)
    assert stored["total"] == 2.5
    assert Whole.from_object(stored) == WHOLE
    best = Whole.from_object(stored | {"best": {"name": "a", "share": 1}}).best
    assert best == Part("a", 1.0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"count": "3"}, "'3' is not a whole number"),
        ({"count": True}, "True is not a whole number"),
        ({"known": 1}, "1 is not bool"),
        ({"rules": 5}, "5 is not str"),
        ({"parts": None}, "None is not a list"),
        ({"parts": [3]}, "3 is not an object"),
        ({"best": {"name": "a", "share": "1"}}, "'1' is not a number"),
        ({"best": {"name": "a", "share": float("nan")}}, "nan is not a number"),
        ({"best": {"name": "a", "share": 10**400}}, "is not a number"),
        ({"best": {"name": "a"}}, "share"),
    ],
)
def test_a_wrong_value_is_an_error(change: dict[str, Any], reason: str) -> None:
    with pytest.raises((ValueError, KeyError), match=reason):
        Whole.from_object(WHOLE.to_object() | change)
