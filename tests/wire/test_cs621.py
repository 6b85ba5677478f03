"""The wire of CS621: messages that nothing divides."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi.errors import FormatError
from obversi.rules import Rules
from obversi.wire import cs621
from obversi.wire.cs621 import Close, Handle, Message, Played, Reader, Start

MOVES = st.integers(0, 64).map(lambda index: Played(ob.Move.from_index(index)))
MESSAGES = st.one_of(MOVES, st.sampled_from([Start(ob.BLACK), Start(ob.WHITE), Close()]))


def read(data: bytes, *, handle_first: bool = False) -> list[Message]:
    reader = Reader(handle_first=handle_first)
    reader.feed(data)
    return all_of(reader)


def all_of(reader: Reader) -> list[Message]:
    messages = []
    while (message := reader.next()) is not None:
        messages.append(message)
    return messages


def test_what_the_description_shows() -> None:
    assert cs621.server_bytes(Start(ob.WHITE)) == b"START WHITE"
    assert cs621.server_bytes(Start(ob.BLACK)) == b"START BLACK"
    assert cs621.server_bytes(Played(ob.Move("c4"))) == b"3 2"
    assert cs621.client_bytes(Played(ob.PASS)) == b"-20\n"
    assert cs621.client_bytes(Handle("163050000")) == b"163050000\n"
    assert cs621.client_bytes(Close()) == b"close"


def test_the_course_s_server_ends_a_line_after_start() -> None:
    assert read(b"START WHITE\n\r\n0 7\n") == [Start(ob.WHITE), Played(ob.Move("h1"))]


@given(st.lists(MESSAGES, max_size=20), st.lists(st.integers(0, 300), max_size=8), st.booleans())
def test_glued_or_cut_the_messages_are_the_same(
    messages: list[Message], cuts: list[int], is_client: bool
) -> None:
    write = cs621.client_bytes if is_client else cs621.server_bytes
    data = b"".join(write(message) for message in messages)
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    reader, found = Reader(), []
    for a, b in pairwise(places):
        reader.feed(data[a:b])
        found += all_of(reader)
    assert found == messages


def test_a_handle_comes_first_and_what_follows_it_is_read_too() -> None:
    assert read(b" ada \x07b\r\n2 3\n", handle_first=True) == [
        Handle("ada b"),
        Played(ob.Move("d3")),
    ]
    assert read(b"\n", handle_first=True) == [Handle("guest")]
    assert read(50 * b"x" + b"\n", handle_first=True) == [Handle(40 * "x")]


def test_a_handle_without_a_line_s_end_is_taken_when_it_is_requested() -> None:
    reader = Reader(handle_first=True)
    assert reader.handle() is None
    reader.feed(b"ada")
    assert reader.next() is None
    assert reader.handle() == Handle("ada")
    assert reader.handle() is None
    reader.feed(b"close")
    assert reader.next() == Close()


@pytest.mark.parametrize(
    "data",
    [b"100", b"-10", b"8 0", b"3,2", b"d3", b"START RED", b"START  \t         ", b"3\n2", b"\xff"],
)
def test_what_is_no_message_is_rejected_by_its_text(data: bytes) -> None:
    reader = Reader()
    reader.feed(b"3 2" + data)
    assert reader.next() == Played(ob.Move("c4"))
    with pytest.raises(FormatError, match="is no message of CS621: expected a move such as '3 2'"):
        reader.next()
    with pytest.raises(FormatError, match="is no message of CS621"):
        cs621.parse(data.decode("ascii", "replace"))


@given(MESSAGES)
def test_one_message_alone(message: Message) -> None:
    assert cs621.parse(str(message)) == cs621.parse(f" {message}\n") == message


@given(st.binary(max_size=60))
def test_whatever_comes_is_read_or_rejected(data: bytes) -> None:
    with suppress(FormatError):
        assert all(isinstance(message, Message) for message in read(data))


def test_what_waits_has_an_end() -> None:
    reader = Reader(handle_first=True)
    reader.feed(4096 * b"x")
    with pytest.raises(FormatError, match="more than 4096 bytes"):
        reader.feed(b"x")


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", ob.SIZES)
def test_white_moves_first(size: int, rules: Rules) -> None:
    board = cs621.first_board(size, rules)
    start = ob.Board(size, rules)
    assert (board.turn, board.rules, board.size) == (ob.WHITE, rules, size)
    assert (board.black, board.white) == (start.black, start.white)
