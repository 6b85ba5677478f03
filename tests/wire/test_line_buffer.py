from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from obversi.errors import FormatError
from obversi.wire.line_buffer import LineBuffer


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(places)]


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=8))
def test_where_the_bytes_are_cut_does_not_matter(data: bytes, cuts: list[int]) -> None:
    whole, buffer = LineBuffer().feed(data), LineBuffer()
    assert [line for piece in pieces(data, cuts) for line in buffer.feed(piece)] == whole
    assert len(whole) == data.count(b"\n")


def test_ends_of_lines_are_left_out_and_bytes_replaced() -> None:
    assert LineBuffer().feed("dé\r\n\xff\n\n".encode("latin-1")) == ["d�", "�", ""]
    assert LineBuffer().feed("é\n".encode()) == ["é"]


def test_a_line_may_be_as_long_as_allowed_and_no_longer() -> None:
    assert LineBuffer(10).feed(10 * b"x" + b"\n") == [10 * "x"]
    for data in (11 * b"x", 11 * b"x" + b"\n"):
        with pytest.raises(FormatError, match="a line has more than 10 bytes"):
            LineBuffer(10).feed(data)
    buffer = LineBuffer(10)
    buffer.feed(9 * b"x")
    with pytest.raises(FormatError):
        buffer.feed(b"xx")
