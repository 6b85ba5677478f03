import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from obversi.limit import Limit
from obversi.wire import session
from obversi.wire.session import ErrorCode, MessageError, Reply, Request

BOARD = 6 * "-" + "OX--XO" + 4 * "-" + " X"
CLOCK = session.ClockSetting(300, 2)

REQUESTS: list[Request] = [
    session.Hello(1, "Ann"),
    session.Join(),
    session.Join("level=3", "white", "reversed", 6, CLOCK, BOARD, "b3", True),
    session.Accept("g-1"),
    session.Arrange("greedy", "random", "reversed", 4),
    session.Watch("g-1"),
    session.Leave("g-1"),
    session.Play("g-1", "f5"),
    session.Resign("g-1"),
    session.ChangeSeat("g-1", "white", "level=3"),
    session.Undo("g-1"),
    session.Redo("g-1"),
    session.Rejoin("g-1", "secret"),
    session.Rematch("g-1"),
    session.Decline("g-1"),
    session.Say("g-1", session.Phrase.GOOD_LUCK),
    session.ListGames(),
    session.ListGames(follow=True),
    session.Ping(-7),
    session.Analyse(),
    session.Analyse("normal", 4, BOARD, "", Limit(seconds=0.5, depth=9), "all", True),
    session.Review(),
    session.Review("reversed", 4, BOARD, "b1", Limit(seconds=0.5)),
    session.Stop("a"),
]

REPLIES: list[Reply] = [
    session.Welcome(
        1,
        "obversi 0.1.0",
        "v12",
        (session.Offer("greedy", "takes most"),),
        session.Allowance(4096, 20.0, 20, 10.0),
    ),
    session.Waiting("g-1", "secret", "normal", 8, CLOCK),
    session.Start(
        game="g-1",
        color=None,
        token=None,
        rules="reversed",
        size=4,
        black="Ann",
        white="engine:level=3",
        agents=("white",),
        clock=CLOCK,
        position=BOARD,
        moves="",
        ply=0,
        board=BOARD,
        turn="black",
        clocks=session.Clocks(300, 299.5),
        legal=("b1", "a2"),
        yours=("black", "white"),
        ahead="b1a1",
        keeper=True,
    ),
    session.Turn("g-1", ("b1",), None),
    session.State(
        "g-1", 1, "b1", "black", ("b2",), BOARD, None, session.Clocks(1, 2), 0.25, 4, 1
    ),
    session.Presence("g-1", "white", False, 600.0),
    session.Presence("g-1", "white", False, 590.0, 10.0),
    session.Said("g-1", "white", session.Phrase.THANKS),
    session.End("g-1", session.EndReason.TIME, "black", 16, 4, 1, "black wins: …"),
    session.Left("g-1"),
    session.RematchEvent("g-1", "asked", "white", None),
    session.RematchEvent("g-1", "begun", None, "g-2"),
    session.GameList(
        (session.GameEntry("g-1", "normal", 8, "Ann", None, CLOCK, 0, True, 3),),
    ),
    session.AnalysisReport(
        True, 12, 100, False, 12345, 0.5, "white",
        (session.AnalysedLine("d3", -4, "at_most", False, ("d3", "pass")),),
    ),
    session.ReviewReport(False, 0, 3, (), (), None, None),
    session.ReviewReport(
        True, 3, 3,
        (
            session.ReviewedMove(
                1, "b1", "black", -4, "a2", 2, 6, "mistake", True, True, ("a2", "pass")
            ),
        ),
        (session.ReviewMargin(0, 2, True), session.ReviewMargin(1, -4, False)),
        session.ReviewedPlayer(1, 6, 0, 1, 0, 50.0),
        session.ReviewedPlayer(0, 0, 0, 0, 0, None),
    ),
    session.Error(ErrorCode.NOT_YOURS, "you do not play this game", "move"),
    session.Pong(-7),
    session.Closing("the server goes down", again=True),
]  # fmt: skip


def test_every_type_is_here() -> None:
    assert {type(request) for request in REQUESTS} == set(session.REQUESTS.values())
    assert {type(reply) for reply in REPLIES} == set(session.REPLIES.values())


@pytest.mark.parametrize("id", [None, 7, "a-7"])
@pytest.mark.parametrize("message", [*REQUESTS, *REPLIES], ids=lambda m: session.name_of(m))
def test_what_is_written_is_read(message: Any, id: int | str | None) -> None:
    text = session.write(message, id)
    assert text.isascii()
    assert "\n" not in text
    if message in REQUESTS:
        assert session.parse_request(text) == session.RequestEnvelope(message, id)
        assert session.parse_request(text.encode()) == session.RequestEnvelope(message, id)
    else:
        assert session.parse_reply(text) == session.ReplyEnvelope(message, id)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda m: session.name_of(m))
def test_no_field_may_be_missing_unknown_or_of_another_kind(request_: Any) -> None:
    whole = json.loads(session.write(request_))
    needed = {field.name for field in fields(request_) if field.name in whole}
    with pytest.raises(MessageError, match="there is no field 'colour'"):
        session.parse_request(json.dumps(whole | {"colour": 1}))
    wrongs: list[Any] = [[], {"a": 1}, None, True, 2.5, "\n", "x" * 500, 2**70]
    for name in needed:
        rejections = [_rejection(whole | {name: wrong}) for wrong in wrongs]
        assert sum(rejection is not None for rejection in rejections) >= 6
        for rejection in filter(None, rejections):
            assert f"'{name}" in str(rejection)
            assert rejection.about == whole["type"]
    required = [name for name in needed if not _has_default(request_, name)]
    for name in required:
        rest = {key: value for key, value in whole.items() if key != name}
        with pytest.raises(MessageError, match=f"the field '{name}' is missing"):
            session.parse_request(json.dumps(rest))


def _rejection(members: dict[str, Any]) -> MessageError | None:
    try:
        session.parse_request(json.dumps(members))
    except MessageError as error:
        return error
    return None


def _has_default(message: Any, name: str) -> bool:
    return any(
        field.name == name and field.default is not field.default_factory
        for field in fields(message)
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the message is empty"),
        (" \r", "the message is empty"),
        (b"\xff\xfe", "byte 1 of the message is not UTF-8"),
        (b'{"type": "ping", "number": 1, "\xc3', "is not UTF-8"),
        ("move f5", "is not JSON"),
        ('{"type": "ping"', "is not JSON"),
        ("[]", "is not a JSON object"),
        ("null", "is not a JSON object"),
        ("17", "is not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"type": "ping", "number": ' + "9" * 5000 + "}", "a number is too long"),
        ('{"type": "ping", "number": NaN}', "NaN is not a number"),
        ('{"type": "ping", "number": -Infinity}', "Infinity is not a number"),
        ('{"type": "ping", "number": 1e999}', "'number' cannot be"),
        ('{"type": "ping", "number": 8.0}', "expected a whole number"),
        ('{"type": "ping", "number": true}', "expected a whole number"),
        ('{"type": "ping", "type": "hello"}', "the field 'type' twice"),
        ('{"type": "ping", "number": 1, "number": 2}', "the field 'number' twice"),
        ('{"number": 1}', "the field 'type' is missing"),
        ('{"type": "pin"}', "did you mean 'ping'"),
        ('{"type": "state"}', "there is no message of type 'state'"),
        ('{"type": ["ping"]}', "there is no message of type"),
        ('{"type": null}', "there is no message of type null"),
        ('{"type": "join", "size": 7}', "'size' cannot be 7: expected 4 or 6 or 8"),
        ('{"type": "join", "size": 8.0}', "'size' cannot be"),
        ('{"type": "join", "size": true}', "'size' cannot be true"),
        ('{"type": "join", "rules": "revers"}', "did you mean 'reversed'"),
        ('{"type": "join", "clock": {}}', "the field 'seconds' of 'clock' is missing"),
        ('{"type": "join", "clock": 300}', "'clock' cannot be 300: expected an object"),
        ('{"type": "join", "clock": {"seconds": 0}}', "'clock.seconds' cannot be 0"),
        ('{"type": "join", "clock": {"seconds": 1e9}}', "at most 86400"),
        ('{"type": "join", "clock": {"second": 3}}', "did you mean 'seconds'"),
        ('{"type": "join", "clock": {"seconds": 1' + "0" * 400 + "}}", "at most 86400"),
        ('{"type": "join", "clock": {"seconds": -1' + "0" * 400 + "}}", "above 0"),
        ('{"type": "join", "clock": {"seconds": 1e999}}', "'clock.seconds' cannot be"),
        ('{"type": "analyse", "limit": {"seconds": 1' + "0" * 400 + "}}", "at most 3600"),
        ('{"type": "join", "private": 1}', "expected true or false"),
        ('{"type": "hello", "version": 1, "name": "  "}', "a text of 1 to 40"),
        ('{"type": "hello", "version": 1, "name": "a\\u0007"}', "printable"),
        ('{"type": "hello", "version": 1, "name": "\\ud800"}', "printable"),
        ('{"type": "hello", "version": 1, "name": "' + "a" * 41 + '"}', "1 to 40"),
        ('{"type": "games", "id": ""}', "'id' cannot be"),
        ('{"type": "games", "id": 1.5}', "'id' cannot be 1.5"),
        ('{"type": "games", "id": "' + "a" * 41 + '"}', "'id' cannot be"),
        ('{"type": "analyse", "top": 0}', "'top' cannot be 0"),
        ('{"type": "analyse", "top": true}', "'top' cannot be true"),
        ('{"type": "analyse", "limit": {}}', "'limit' cannot be {}"),
        ('{"type": "analyse", "limit": {"clock": 3}}', "'limit' cannot be"),
        ('{"type": "analyse", "limit": {"depth": 0}}', "'limit.depth' cannot be 0"),
    ],
)
def test_bad_texts_are_rejected(text: str | bytes, reason: str) -> None:
    with pytest.raises(MessageError) as caught:
        session.parse_request(text)
    assert reason in str(caught.value)
    answer = caught.value.answer
    assert answer.code is ErrorCode.FORMAT
    assert session.parse_reply(session.write(answer, caught.value.id)).reply == answer


def test_a_repeated_field_among_many_is_an_error() -> None:
    """To compare each with each would take minutes."""
    names = ",".join(f'"{number}": 1' for number in [*range(100_000), 99_999])
    with pytest.raises(MessageError, match="the field '99999' twice"):
        session.parse_request("{" + names + "}")


def test_a_rejection_knows_what_it_is_about() -> None:
    with pytest.raises(MessageError) as caught:
        session.parse_request('{"type": "move", "id": "q", "game": 3}')
    assert caught.value.id == "q"
    assert caught.value.about == "move"
    assert caught.value.answer.about == "move"


def test_names_lose_the_blanks_around_them() -> None:
    parsed = session.parse_request('{"type": "hello", "version": 1, "name": "  Ann B. "}')
    assert parsed.request == session.Hello(1, "Ann B.")


def test_a_newer_server_may_say_more() -> None:
    envelope = session.parse_reply('{"type": "pong", "number": 3, "mood": "good"}')
    assert envelope.reply == session.Pong(3)
    with pytest.raises(MessageError, match="the field 'number' is missing"):
        session.parse_reply('{"type": "pong"}')


def test_a_server_cannot_say_a_number_that_is_none() -> None:
    welcome = session.write(REPLIES[0]).replace('"rate":20.0', '"rate":1' + "0" * 400)
    with pytest.raises(MessageError, match=r"'bounds\.rate' cannot be 1000"):
        session.parse_reply(welcome)


@pytest.mark.parametrize("margin", [[], [0, 2], [0, 2, True, 1], [0, 2, 1], [0, 65, True], 3])
def test_a_row_has_its_parts(margin: Any) -> None:
    text = session.write(session.ReviewReport(False, 0, 3, (), (), None, None))
    whole = json.loads(text) | {"margins": [margin]}
    with pytest.raises(MessageError, match=r"'margins\[0\]"):
        session.parse_reply(json.dumps(whole))
    envelope = session.parse_reply(json.dumps(whole | {"margins": [[0, 2, True]]})).reply
    assert isinstance(envelope, session.ReviewReport)
    assert envelope.margins[0].exact


def test_what_is_as_usual_is_not_written() -> None:
    assert session.write(session.Join()) == '{"type":"join"}'


def test_texts_become_plain() -> None:
    assert session.plain("two\nlines \x07\ud800") == "two lines"
    assert len(session.plain("x" * 5000)) == 1000
    assert session.plain("4×4 …") == "4×4 …"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**308, 10**400)  # beyond all floats
    | st.floats()
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = sorted(
    {field.name for kind in session.REQUESTS.values() for field in fields(kind)} | {"id"}
)


@settings(max_examples=80, deadline=None)
@given(
    st.fixed_dictionaries(
        {"type": st.sampled_from([*session.REQUESTS, "x"])},
        optional=dict.fromkeys(FIELDS, JSON),
    )
)
def test_whatever_comes_is_read_or_rejected(members: dict[str, Any]) -> None:
    rejection = _rejection(members)
    if rejection is None:
        parsed = session.parse_request(json.dumps(members))
        assert session.parse_request(session.write(parsed.request, parsed.id)) == parsed
    else:
        answer = session.write(rejection.answer, rejection.id)
        assert session.parse_reply(answer).reply == rejection.answer


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_noise_is_rejected(noise: str | bytes) -> None:
    with pytest.raises(MessageError):
        session.parse_request(noise)


def test_a_message_is_written_again_with_and_without_an_id() -> None:
    one, other = session.Pong(1), session.Pong(2)
    texts = [session.write(one), session.write(one), session.write(one, 7), session.write(other)]
    assert [session.parse_reply(text) for text in (*texts, session.write(one))] == [
        *(session.ReplyEnvelope(one), session.ReplyEnvelope(one), session.ReplyEnvelope(one, 7)),
        *(session.ReplyEnvelope(other), session.ReplyEnvelope(one)),
    ]
    assert texts[0] is texts[1]
