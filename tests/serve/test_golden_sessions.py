"""Whole sessions, as they are written down."""

import json

import pytest
from golden_sessions import SESSIONS, Answers, check_session, matches, steps

import obversi as ob
from obversi.serve.analysis import AnalysisSession
from obversi.serve.gtp import GtpSession
from obversi.serve.nboard import NBoardSession
from obversi.serve.search import TimedEngine


@pytest.mark.parametrize("name", ["nboard", "nboard_reversed"])
def test_nboard(engine: ob.Engine, name: str) -> None:
    answers = Answers()
    session = NBoardSession(TimedEngine(engine), answers)
    results = []
    try:
        check_session(name, lambda line: results.append(session.handle(line)), answers)
    finally:
        session.end()
    assert answers.rest == []
    assert results == [True] * (len(results) - 1) + [False]


def test_gtp(engine: ob.Engine) -> None:
    answers = Answers()
    session = GtpSession(TimedEngine(engine, depth=3))

    def say(line: str) -> None:
        assert not session.is_over
        if (response := session.handle(line)) is not None:
            answers(str(response).removesuffix("\n"))

    check_session("gtp", say, answers)
    assert answers.rest == []
    assert session.is_over


def test_analysis(engine: ob.Engine) -> None:
    answers = Answers()
    with AnalysisSession(engine, answers) as session:
        check_session("analysis", session.handle, answers)
        session.finish()
    assert answers.rest == []


def test_all_sessions_are_held() -> None:
    names = {path.stem for path in SESSIONS.iterdir()}
    assert names == {"nboard", "nboard_reversed", "gtp", "analysis"}
    for sign, text in steps("analysis"):
        if sign == ">" and "error" not in text and text.startswith("{"):
            json.loads(text)


def test_an_answer_that_differs_is_found() -> None:
    assert matches("=== */4.00/*", "=== B1/4.00/0.12")
    assert not matches("=== */4.00/*", "=== B1/3.00/0.12")
    answers = Answers()
    with pytest.raises(AssertionError, match="instead of"):
        check_session("gtp", lambda _: answers("=1 3\n"), answers)
