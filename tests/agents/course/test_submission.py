"""Files that are handed in, looked at and not run."""

import ast
import hashlib
import os
import pickle
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from obversi.agents.agent import FailureKind
from obversi.agents.course.preset import read_preset
from obversi.agents.course.source_checks import SubmissionError
from obversi.agents.course.submission import Submission, read_submission

PRESET = read_preset("cs303")

GOOD = """
class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = [(2, 3)]
"""


def handed_in(folder: Path, text: str | bytes) -> Submission:
    path = folder / "agent.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_submission(path, PRESET)


def rejected(folder: Path, text: str | bytes) -> SubmissionError:
    with pytest.raises(SubmissionError) as caught:
        handed_in(folder, text)
    assert str(caught.value) == caught.value.words
    return caught.value


def test_a_good_file_is_read(tmp_path: Path) -> None:
    text = "import numpy as np\nfrom numba import njit\nimport time\n" + GOOD
    submission = handed_in(tmp_path, text)
    assert submission.name == "agent"
    assert submission.source == text
    assert submission.data == text.encode()
    assert submission.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert submission.libraries == ("numpy", "numba")


@pytest.mark.parametrize("encoding", ["gbk", "latin-1", "utf-8-sig"])
def test_other_encodings_are_read_as_python_does(tmp_path: Path, encoding: str) -> None:
    cookie = "" if encoding == "utf-8-sig" else f"# -*- coding: {encoding} -*-\n"
    name = "学生" if encoding == "gbk" else "José"
    text = f"{cookie}# {name}\n{GOOD}"
    assert handed_in(tmp_path, text.encode(encoding)).source == text


# What is no file


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="there is no file"):
        read_submission(tmp_path / "missing.py", PRESET)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="there is no Python file"):
        read_submission(tmp_path, PRESET)


def test_a_link_is_rejected_with_its_target(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(GOOD)
    link = tmp_path / "link.py"
    link.symlink_to("other.py")
    with pytest.raises(SubmissionError, match=r"it is a link to 'other.py', not a file") as caught:
        read_submission(link, PRESET)
    assert caught.value.kind == FailureKind.FORBIDDEN


def test_a_pipe_is_rejected_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(SubmissionError, match="it is a pipe"):
        read_submission(tmp_path / "pipe.py", PRESET)


def test_a_device_and_a_name_that_is_none() -> None:
    with pytest.raises(SubmissionError, match="it is a device"):
        read_submission("/dev/zero", PRESET)
    with pytest.raises(SubmissionError, match="is not a file name"):
        read_submission("a\0b.py", PRESET)


def test_a_large_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    with path.open("wb") as file:
        file.truncate(50 << 20)
    with pytest.raises(SubmissionError, match=r"it is 50.0 MB large, and 512 KB are") as caught:
        read_submission(path, PRESET)
    assert caught.value.kind == FailureKind.FORBIDDEN


# What is no Python


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x80\x81", "it cannot be read: "),
        (b"x = 1\n\xff\xfe = 2\n", "it is not a text in utf-8: byte 0xff cannot be read"),
        (b"x = 1\n\0", "it contains NUL bytes"),
        (GOOD.encode("utf-16"), "it contains NUL bytes"),
        (b"# coding: nonsense\n", "unknown encoding"),
        (b"# coding: punycode\n", "it says that it is written in 'punycode'"),
        (b"# coding: hex\n00", "it cannot be read: "),
        (b"# coding: undefined\n", "it cannot be read: undefined encoding"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "it cannot be read: "),
    ],
)
def test_no_text(tmp_path: Path, data: bytes, words: str) -> None:
    error = rejected(tmp_path, data)
    assert words in error.words
    assert "UTF-8" in error.advice


def test_the_place_of_an_error_is_shown(tmp_path: Path) -> None:
    error = rejected(tmp_path, "x = 1\nif x = 2:\n    pass\n")
    assert error.line == 2
    assert error.words.startswith("it is not valid Python: line 2: ")
    assert error.details == "if x = 2:\n   ^"


@pytest.mark.parametrize(
    "text", ["(" * 1000, "-" * 100_000 + "1", "1" + "+1" * 100_000, "a" + ".a" * 100_000]
)
def test_deep_nesting_is_rejected(tmp_path: Path, text: str) -> None:
    assert rejected(tmp_path, text).kind == FailureKind.ERROR


def test_a_long_chain_of_base_classes(tmp_path: Path) -> None:
    classes = "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 3000))
    text = f"class C0: pass\n{classes}class AI(C2999): pass\n"
    assert "class AI has no __init__" in rejected(tmp_path, text).words


@pytest.mark.filterwarnings("error")
def test_warnings_of_the_parser_are_ignored(tmp_path: Path) -> None:
    handed_in(tmp_path, GOOD + '\npattern = "\\d"\n1 is 1\n')


# What is not allowed


@pytest.mark.parametrize(
    ("line", "module"),
    [
        ("import os", "os"),
        ("import os.path as p", "os.path"),
        ("import sys, socket", "socket"),
        ("from os import path", "os"),
        ("from multiprocessing.pool import Pool", "multiprocessing.pool"),
        ("def f():\n        import obversi", "obversi"),
        ("x = __import__('os')", "os"),
        ("import builtins; builtins.__import__('os')", "os"),
    ],
)
def test_forbidden_imports_are_found(tmp_path: Path, line: str, module: str) -> None:
    error = rejected(tmp_path, GOOD.replace("object):", f"object):\n    {line}"))
    assert error.kind == FailureKind.FORBIDDEN
    assert error.line is not None
    assert error.words == f"line {error.line} imports {module!r}, which the course forbids"


def test_names_that_only_look_forbidden(tmp_path: Path) -> None:
    handed_in(tmp_path, "import osmosis\nfrom . import os\nos = 3\n" + GOOD)


# What has no interface


def method(text: str) -> str:
    return GOOD.replace("def go(self, chessboard):", text)


def constructor(text: str) -> str:
    return GOOD.replace("def __init__(self, chessboard_size, color, time_out):", text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it has no class 'AI'"),
        ("def AI(size, color, time_out): pass", "it has no class 'AI'"),
        (GOOD.replace("AI", "Agent"), "the class with a method 'go' is called 'Agent' (line 2)"),
        ("class Ai: pass", "it has no class 'AI', but 'Ai' (line 1)"),
        ("class Outer:\n    class AI: pass", "that of line 2 is inside of another"),
        ("class AI: pass", "class AI has no __init__"),
        (constructor("def __init__(self, size, color):"), "it takes (self, size, color)"),
        (constructor("def __init__(self, a, b, c, d):"), "it takes (self, a, b, c, d)"),
        (constructor("def __init__(self, a, b, c, *, d):"), "it wants 'd' by name"),
        (constructor("def __init__():"), "it takes no 'self'"),
        (
            constructor("def __init__(self, color, chessboard_size, time_out):"),
            "takes (color, chessboard_size, time_out), but is called as AI(8, -1, 5)",
        ),
        (constructor("def __init__(self, n, time_limit, colour):"), "the order differs"),
        (method("def move(self, chessboard):"), "class AI has no method 'go'"),
        (method("def g0(self, chessboard):"), "class AI has no method 'go'"),
        (method("def go(self):"), "cannot be called as go(chessboard): it takes (self)"),
        (method("def go(chessboard):"), "it takes (chessboard), but gets 1 beside self"),
        (method("async def go(self, chessboard):"), "is an async function"),
    ],
)
def test_a_missing_part_is_named(tmp_path: Path, text: str, words: str) -> None:
    error = rejected(tmp_path, text)
    assert words in error.words
    assert error.kind == FailureKind.ERROR
    assert error.advice


@pytest.mark.parametrize(
    "text",
    [
        constructor("def __init__(self, *args):"),
        constructor("def __init__(self, size, color, time_out, more=3, **named):"),
        constructor("def __init__(self, color_of_size, size, time_out):"),
        constructor("def __init__(self, n, size, color):"),
        method("@staticmethod\n    def go(chessboard):"),
        method("def go(self, chessboard, depth=4):"),
        method("def go(*args):"),
        GOOD.replace("class AI(object)", "class Base") + "class AI(Base):\n    pass\n",
        GOOD.replace("AI(object)", "Other") + "AI = Other\n",
        "try:\n" + GOOD.replace("\n", "\n    ") + "\nexcept ValueError: pass\n",
        "import numpy\nclass AI(numpy.ndarray):\n    pass\n",
        "class AI(AI): pass",
        GOOD.replace("def go(self, chessboard)", "def play(self, board)") + "    go = play\n",
    ],
)
def test_unusual_files_are_accepted(tmp_path: Path, text: str) -> None:
    handed_in(tmp_path, text)


def test_the_call_is_that_of_the_course(tmp_path: Path) -> None:
    path = tmp_path / "student.py"
    path.write_text("class AI: pass")
    with pytest.raises(SubmissionError, match=r"AI\(6, -1, 0\.1\) cannot be called"):
        read_submission(path, replace(PRESET, size=6, move_seconds=0.1))


def test_a_rejection_can_be_sent_elsewhere(tmp_path: Path) -> None:
    error = rejected(tmp_path, "import os\n" + GOOD)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.kind, copy.words, copy.advice, copy.line) == (
        error.kind,
        error.words,
        error.advice,
        1,
    )


def test_two_threads_do_not_parse_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse, under_way, most = ast.parse, [0], [0]

    def slow_parse(*what: Any, **how: Any) -> Any:
        under_way[0] += 1
        most[0] = max(most[0], under_way[0])
        time.sleep(0.02)
        under_way[0] -= 1
        return parse(*what, **how)

    handed_in(tmp_path, GOOD)
    monkeypatch.setattr(ast, "parse", slow_parse)
    path = tmp_path / "agent.py"
    threads = [threading.Thread(target=read_submission, args=(path, PRESET)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_only_packages_of_the_course_may_be_imported(tmp_path: Path) -> None:
    allowing = replace(PRESET, packages=("numba", "sympy"))
    path = tmp_path / "agent.py"
    path.write_text("import numpy, json, numba.types\nfrom sympy import Sum\n" + GOOD)
    assert read_submission(path, allowing).libraries == ("numpy", "numba", "sympy")
    path.write_text("import json\nfrom scipy.signal import convolve\n" + GOOD)
    assert read_submission(path, PRESET).packages == ("json", "scipy")
    with pytest.raises(SubmissionError) as caught:
        read_submission(path, allowing)
    assert str(caught.value) == "line 2 imports 'scipy', which is not a package of the course"
    assert caught.value.advice == "Do without it: the course has numba, numpy, sympy."
    assert caught.value.kind == FailureKind.FORBIDDEN
