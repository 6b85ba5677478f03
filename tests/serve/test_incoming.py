import io
import os
from pathlib import Path

from hypothesis import given, strategies as st

from obversi.errors import FormatError
from obversi.serve.incoming import incoming_lines, is_file, reader


class Pieces:
    """Bytes that come in the pieces they are cut into."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = [piece for piece in pieces if piece]

    def read(self, _count: int) -> bytes:
        return self._pieces.pop(0) if self._pieces else b""


@given(st.lists(st.binary(max_size=12)), st.integers(0, 20))
def test_pieces_make_the_same_lines_as_the_whole(pieces: list[bytes], longest: int) -> None:
    whole = b"".join(pieces)
    lines = [line.removesuffix(b"\r") for line in whole.split(b"\n")]
    if not whole or whole.endswith(b"\n"):
        lines.pop()
    received = list(incoming_lines(Pieces(pieces).read, longest))
    assert len(received) == len(lines)
    for line, text in zip(lines, received, strict=True):
        assert isinstance(text, FormatError) == (len(line) > longest)
        if isinstance(text, str):
            assert text == line.decode("utf-8", "replace")


def test_a_line_without_end_takes_no_memory() -> None:
    longest = 10
    received = list(incoming_lines(Pieces([b"x" * 10_000] * 100 + [b"\nquit\n"]).read, longest))
    assert [str(line) for line in received] == ["a line has more than 10 bytes", "quit"]


def test_lines_are_read_before_the_end() -> None:
    ours, theirs = os.pipe()
    with os.fdopen(ours, encoding="utf-8") as stream, os.fdopen(theirs, "wb") as writer:
        lines = incoming_lines(reader(stream))
        writer.write(b"one\ntwo\nthr")
        writer.flush()
        assert [next(lines), next(lines)] == ["one", "two"]
        writer.write(b"ee\n")
        writer.flush()
        assert next(lines) == "three"


def test_streams_without_a_file() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"one\ntwo"))
    assert list(incoming_lines(reader(stream))) == ["one", "two"]


def test_what_is_a_file(tmp_path: Path) -> None:
    with (tmp_path / "requests.jsonl").open("w") as file:
        assert is_file(file)
    reading, writing = os.pipe()
    with os.fdopen(reading) as pipe, os.fdopen(writing, "w"):
        assert not is_file(pipe)
    assert not is_file(io.StringIO())
