"""Messages out of a sandbox: whatever comes, the host stays as it is."""

import json

import pytest

from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import CourseFailureError, raised, read_answer, read_candidates


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b'{"token": "other"}',
        b'{"token": ["t"]}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"token": ' + b"9" * 100_000 + b"}",
    ],
)
def test_a_wrong_answer_is_rejected(message: bytes) -> None:
    with pytest.raises(CourseFailureError) as caught:
        read_answer(message, "t")
    assert caught.value.kind == FailureKind.PROTOCOL


@pytest.mark.parametrize(
    "candidates",
    [
        None,
        {},
        "aa",
        [1],
        [[1]],
        [[1, 2, 3]],
        [[1.0, 2]],
        [[True, 2]],
        [["1", "2"]],
        [[10**9, 0]],
        [[0, 0]] * 5000,
    ],
)
def test_candidates_that_no_guest_of_ours_would_send(candidates: object) -> None:
    with pytest.raises(CourseFailureError) as caught:
        read_candidates({"candidates": candidates})
    assert caught.value.kind == FailureKind.PROTOCOL


def test_candidates() -> None:
    content = json.loads('{"candidates": [[2, 3], [-1, 99]], "trouble": ""}')
    assert read_candidates(content) == ((2, 3), (-1, 99))


def test_errors_of_the_wrong_kind() -> None:
    assert raised({}, "in go") is None
    assert raised({"error": "text"}, "in go") is None
    strange = {"type": 3, "message": ["x"], "line": "4", "trace": None}
    failure = raised({"error": strange}, "in go")
    assert failure is not None
    assert (failure.kind, failure.line, failure.details) == (FailureKind.ERROR, None, "")
    long = raised({"error": {"type": "x" * 10**6, "message": "y" * 10**6}}, "in go")
    assert long is not None
    assert len(str(long)) < 20_000
