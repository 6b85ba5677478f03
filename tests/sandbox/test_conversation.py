"""Messages over a pipe from an untrusted process."""

import os
from collections.abc import Iterator

import pytest

from obversi.sandbox import SandboxError
from obversi.sandbox.conversation import BoundedOutput, FrameReader, framed
from obversi.sandbox.error import Cause


@pytest.fixture
def pipe() -> Iterator[tuple[FrameReader, int]]:
    reads, writes = os.pipe()
    os.set_blocking(reads, False)
    yield FrameReader(reads), writes
    os.close(reads)
    os.close(writes)


def test_messages_come_whole_and_in_order(pipe: tuple[FrameReader, int]) -> None:
    reader, writes = pipe
    assert reader.read(100) is None
    for byte in framed(b"one"):
        assert reader.read(100) is None
        os.write(writes, bytes([byte]))
    os.write(writes, framed(b"") + framed(b"three"))
    assert [reader.read(100) for _ in range(4)] == [b"one", b"", b"three", None]
    assert not reader.is_partial


def test_one_that_is_too_long_is_not_read(pipe: tuple[FrameReader, int]) -> None:
    reader, writes = pipe
    os.write(writes, framed(b"x" * 101))
    with pytest.raises(SandboxError, match="101 bytes, but at most 100") as caught:
        reader.read(100)
    assert caught.value.cause == Cause.PROTOCOL


def test_nothing_is_read_ahead(pipe: tuple[FrameReader, int]) -> None:
    reader, writes = pipe
    os.write(writes, framed(b"one") + framed(b"two"))
    reader.read(100)
    assert not reader.is_partial


def test_a_closed_pipe_is_noticed(pipe: tuple[FrameReader, int]) -> None:
    reader, writes = pipe
    duplicate = os.dup(writes)
    os.write(writes, framed(b"one")[:-1])
    os.close(writes)
    assert (reader.read(100), reader.is_closed) == (None, False)
    os.dup2(duplicate, writes)
    os.close(duplicate)
    os.write(writes, b"e")
    assert reader.read(100) == b"one"


@pytest.mark.parametrize("size", [0, 1, 5, 9, 10])
def test_short_output_is_kept_whole(size: int) -> None:
    output = BoundedOutput(at_each_end=5)
    for _ in range(size):
        output.add(b"x")
    assert (output.text, output.size) == ("x" * size, size)


def test_of_long_output_both_ends_are_kept() -> None:
    output = BoundedOutput(at_each_end=5)
    for number in range(1000):
        output.add(f"{number:04d}".encode())
    assert output.text == "00000\n… 3990 bytes left out …\n80999"
    assert output.size == 4000


def test_bytes_that_are_no_text_are_marked() -> None:
    output = BoundedOutput()
    output.add(b"\xff\xfe ok")
    assert output.text == "�� ok"
