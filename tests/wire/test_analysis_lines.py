import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import obversi as ob
from obversi.wire.analysis_lines import (
    Analyse,
    Defaults,
    Found,
    Rejection,
    RequestError,
    StatusRequest,
    Terminate,
    VersionRequest,
    parse_request,
)

FIELDS = ["rules", "size", "position", "moves", "turns", "limit", "top", "every", "action", "x"]


def parsed(**fields: Any) -> Analyse:
    request = parse_request(json.dumps({"id": 1, **fields}))
    assert isinstance(request, Analyse)
    return request


def test_a_request_with_everything() -> None:
    request = parsed(
        rules="reversed",
        size=6,
        moves="B3 b2",
        turns=[0, 2, 0],
        limit={"seconds": 2, "depth": 9, "nodes": 10**6},
        top="all",
        every=0.5,
    )
    assert request.game.start == ob.Board(6, "reversed")
    assert request.game.transcript() == "b3b2"
    assert request.turns == (0, 2)
    assert request.limit == ob.Limit(seconds=2, depth=9, nodes=10**6)
    assert (request.top, request.every) == ("all", 0.5)


def test_a_request_with_nothing() -> None:
    request = parsed()
    assert request.game.start == ob.Board()
    assert (request.turns, request.limit) == ((0,), ob.Limit())
    assert (request.top, request.every) == (1, None)
    defaults = Defaults("reversed", 4, ob.Limit(depth=3), 2)
    other = parse_request('{"id": "a"}', defaults)
    assert isinstance(other, Analyse)
    assert other.game.start == ob.Board(4, "reversed")
    assert (other.limit, other.top) == (ob.Limit(depth=3), 2)


def test_a_position_has_its_own_size() -> None:
    request = parsed(position=ob.Board(4).to_string(), moves="b1")
    assert (request.game.size, request.turns) == (4, (1,))


def test_passes_count_and_need_not_be_written() -> None:
    request = parsed(size=4, rules="reversed", moves="a2a3b4c1a4d1")
    assert request.turns == (7,)
    assert request.game.moves[5].move is ob.PASS


def test_actions() -> None:
    assert parse_request('{"id": 1, "action": "version"}') == VersionRequest(1)
    assert parse_request('{"id": "s", "action": "status"}') == StatusRequest("s")
    request = parse_request('{"id": 1, "action": "terminate", "target": "a"}')
    assert request == Terminate(1, "a")


@pytest.mark.parametrize(
    ("text", "field", "number"),
    [
        ("", None, None),
        ("null", None, None),
        ('{"id": 1', None, None),
        ('{"id": 1, "id": 2}', None, None),
        ('{"id": 1, "every": NaN}', None, None),
        ("[" * 5000, None, None),
        ("{}", "id", None),
        ('{"id": null}', "id", None),
        ('{"id": true}', "id", None),
        ('{"id": 1.5}', "id", None),
        (json.dumps({"id": "x" * 101}), "id", None),
        ('{"id": 1, "action": 7}', "action", 1),
        ('{"id": 1, "action": "version", "size": 4}', "size", 1),
        ('{"id": 1, "action": "terminate", "target": null}', "target", 1),
        ('{"id": 1, "size": 5}', "size", 1),
        ('{"id": 1, "size": "8"}', "size", 1),
        ('{"id": 1, "moves": ["f5"]}', "moves", 1),
        ('{"id": 1, "turns": 0}', "turns", 1),
        ('{"id": 1, "turns": [-1]}', "turns", 1),
        ('{"id": 1, "turns": [1]}', "turns", 1),
        ('{"id": 1, "top": 0}', "top", 1),
        ('{"id": 1, "top": "most"}', "top", 1),
        ('{"id": 1, "every": -1}', "every", 1),
        ('{"id": 1, "limit": {}}', "limit", 1),
        ('{"id": 1, "limit": {"seconds": 0}}', "limit", 1),
        ('{"id": 1, "limit": {"depth": 2.5}}', "limit", 1),
    ],
)
def test_what_is_no_request(text: str, field: str | None, number: int | None) -> None:
    with pytest.raises(RequestError) as caught:
        parse_request(text)
    answer = json.loads(str(Rejection.of(caught.value)))
    assert (answer["id"], answer["field"]) == (number, field)
    assert answer["error"] == str(caught.value) != ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60) | JSON.map(json.dumps))
def test_any_text_is_read_or_rejected(text: str) -> None:
    with suppress(RequestError):
        parse_request(text)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4))
def test_any_fields_are_read_or_rejected(fields: dict[str, Any]) -> None:
    with suppress(RequestError):
        parse_request(json.dumps({"id": 1, **fields}))


def test_an_answer_in_ascii_on_one_line() -> None:
    text = str(Found("ä\n", 0, ob.Board(), None))
    assert text.isascii()
    assert "\n" not in text
    assert json.loads(text)["id"] == "ä\n"
