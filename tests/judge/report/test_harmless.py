"""Hostile names and output cannot change a page."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest
from page_reader import Reader

from obversi.agents.agent import FailureKind
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK
from obversi.judge.finding import CheckFinding, Severity
from obversi.judge.report.state import ContestState
from obversi.judge.report.student_page import check_page, student_page
from obversi.judge.report.teacher_page import grades_page, teacher_page
from obversi.judge.usability import Usability
from obversi.pages.rendering import STATIC

MakeGame = Callable[..., PlayedGame]
MakeState = Callable[..., ContestState]

HOSTILE = (
    "</pre></script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;"
    "<a href='javascript:alert(3)'>]]>\x1b[2J\x00\x9b\u202eevil\u2066\u2028\ud800"
)
CONTROL_CHARACTERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029\u2066-\u2069]"
)


@pytest.fixture(scope="module")
def pages(make_state: MakeState, make_game: MakeGame) -> dict[str, str]:
    """All pages of a contest in which every text is hostile."""

    def hostile(games: list[PlayedGame]) -> list[PlayedGame]:
        notes = {
            "layers": [HOSTILE],
            "output": HOSTILE,
            "output_bytes": HOSTILE,
            "memory_mb": 1.0,
            "time_outs": [],
            "remarks": [{"ply": 0, "remark": HOSTILE}],
        }
        failed = make_game(1, kind=FailureKind.ERROR, reason=HOSTILE, failed=BLACK)
        return [
            replace(game, notes={"black": notes, "white": notes}) for game in (failed, *games[1:])
        ]

    names = (HOSTILE, "ben", "cleo")
    state = make_state(names, games=hostile, problem=HOSTILE)
    state = replace(
        state,
        title=HOSTILE,
        notes=(HOSTILE,),
        usability={name: _hostile(tried) for name, tried in state.usability.items()},
        record=replace(state.record, missing={HOSTILE: HOSTILE}, machine=HOSTILE),
    )
    findings = [
        CheckFinding(level, HOSTILE, HOSTILE, HOSTILE, HOSTILE, moves=HOSTILE) for level in Severity
    ]
    sparring = [
        (make_game(1, kind=FailureKind.ERROR, reason=HOSTILE, failed=BLACK), BLACK, HOSTILE)
    ]
    students = {f"student {one.place}": student_page(state, one) for one in state.grades}
    return {
        "teacher": teacher_page(state, {}),
        "grades": grades_page(state),
        "check": check_page(HOSTILE, state.preset, findings, sparring),
        **students,
    }


def _hostile(usability: Usability) -> Usability:
    boards = [
        replace(
            one,
            about=HOSTILE,
            words=HOSTILE,
            details=HOSTILE,
            output=HOSTILE,
            candidates=("(9, -9)",),
        )
        for one in usability.boards
    ]
    return Usability(tuple(boards), (HOSTILE,), 0.1)


def test_texts_are_escaped(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        page.encode()
        reader = Reader(page)
        assert len(reader.named("script")) in (0, 2), name
        assert not reader.named("img")
        for element in reader.elements:
            assert not [key for key in element.attributes if key.startswith("on")]
            link = element.attributes.get("href")
            assert link is None or link.startswith(("students/", "grades.html")), link
        assert not CONTROL_CHARACTERS.search(page), name
        # Scripts decode what JSON has written as numbers.
        assert not re.search(r"\\u00(?:[01][0-9a-b]|7f|9)|\\u20", page), name


def test_pages_load_nothing(pages: dict[str, str]) -> None:
    for page in pages.values():
        for element in Reader(page).elements:
            assert element.name not in {"link", "img", "iframe", "object", "base", "form"}
            assert not {"src", "style", "srcset"} & set(element.attributes)
        style, script = (
            re.findall(f"<{name}>.*?</{name}>", page, re.S) for name in ("style", "script")
        )
        assert not re.search(r"url\(|@import|fetch\(|innerHTML|eval\(", "".join((*style, *script)))


def test_the_policy_allows_only_the_scripts_of_the_page(pages: dict[str, str]) -> None:
    for page in pages.values():
        reader = Reader(page)
        (policy,) = [
            element.attributes["content"] or ""
            for element in reader.named("meta")
            if element.attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        assert policy.startswith("default-src 'none';")
        assert "unsafe" not in policy
        texts = [reader.texts("style")[0], *reader.texts("script")[1:]]
        for text in texts:
            fingerprint = b64encode(sha256(text.encode()).digest()).decode()
            assert f"'sha256-{fingerprint}'" in policy
        assert policy.count("sha256-") == len(texts)


def test_scripts_contain_no_end_tags() -> None:
    for path in (*STATIC.glob("*.js"), *STATIC.glob("*.css")):
        text = path.read_text(encoding="utf-8")
        assert "</" not in text, path
        assert not CONTROL_CHARACTERS.search(text), path
