"""Reading a file that anyone may have written, or put there instead of a file."""

import codecs
import io
import os
import stat
import tokenize
from pathlib import Path
from typing import Final

from obversi.agents.course.refusal import SubmissionError
from obversi.agents.failure import Fault

__all__ = ["file_bytes", "source_text"]

# No file is written in these, and some take long to read what was made to.
_STRANGE_ENCODINGS: Final = {"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape"}

_SAVE_AS_UTF_8: Final = "Save it as UTF-8 in your editor."

_KINDS: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def file_bytes(path: Path, most_kb: float) -> bytes:
    """Return what is in a file that is one, and not larger than it may be."""
    try:
        _check_kind(path)
        # What lies there now may be something else than a moment ago: links are not followed, and
        # nobody waits for the other end of a pipe.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise SubmissionError(Fault.ERROR, "it is no file", "Hand in one Python file.")
            most = int(most_kb * 1024)
            data = file.read(most + 1)
            size = max(os.fstat(opened).st_size, len(data))
    except FileNotFoundError:
        raise SubmissionError(Fault.ERROR, f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise SubmissionError(Fault.ERROR, f"it cannot be opened: {error.strerror}") from None
    except ValueError as error:
        if isinstance(error, SubmissionError):
            raise
        raise SubmissionError(Fault.ERROR, f"{str(path)!r} is no name of a file") from None
    if len(data) > most:
        raise SubmissionError(
            Fault.FORBIDDEN,
            f"it is {_kilobytes(size)} large, and {most_kb:g} KB are allowed",
            "Hand in the code only: no data, no second copy of it, no tables that it can compute.",
        )
    return data


def source_text(data: bytes) -> str:
    """Return the text of a file as Python reads it, by the encoding that it names."""
    if b"\0" in data:
        raise SubmissionError(
            Fault.ERROR,
            "it has NUL bytes in it, so it is no Python file",
            f"It may be UTF-16, or no text at all. {_SAVE_AS_UTF_8}",
            1 + data[: data.index(b"\0")].count(b"\n"),
        )
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise SubmissionError(Fault.ERROR, f"it cannot be read: {error}", _SAVE_AS_UTF_8) from None
    if codecs.lookup(encoding).name.replace("_", "-") in _STRANGE_ENCODINGS:
        raise SubmissionError(
            Fault.ERROR, f"it says that it is written in {encoding!r}", _SAVE_AS_UTF_8, 1
        )
    try:
        with io.TextIOWrapper(io.BytesIO(data), encoding) as text:
            return text.read()
    except UnicodeDecodeError as error:
        raise SubmissionError(
            Fault.ERROR,
            f"it is no text in {error.encoding}: byte {error.object[error.start]:#04x} cannot be "
            "read",
            _SAVE_AS_UTF_8,
        ) from None
    except (UnicodeError, LookupError) as error:  # an encoding, but not of text
        raise SubmissionError(Fault.ERROR, f"it cannot be read: {error}", _SAVE_AS_UTF_8) from None


def _check_kind(path: Path) -> None:
    """Refuse what is no plain file, and say what it is."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        raise SubmissionError(
            Fault.FORBIDDEN,
            f"it is a link to {os.readlink(path)!r}, not a file",  # noqa: PTH115 - as it is written
            "Hand in the file itself.",
        )
    for is_kind, name in _KINDS:
        if is_kind(mode):
            raise SubmissionError(
                Fault.ERROR, f"it is {name}, not a file", "Hand in one Python file."
            )


def _kilobytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} KB"
