"""Analyses that visitors ask for: within bounds, told on the way, stopped when asked."""

from collections.abc import Iterator

import pytest
from game_room import GameRoom, Guest, found

from obversi.board import Board
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.wire import session
from obversi.wire.session import ErrorCode


@pytest.fixture
def room() -> Iterator[GameRoom]:
    room = GameRoom(quick=False)
    yield room
    room.close()


def refused(guest: Guest, code: ErrorCode, words: str = "") -> bool:
    """Whether the last that a visitor heard is such a refusal."""
    error = guest.heard[-1].reply
    return isinstance(error, session.Error) and error.code is code and words in error.text


def test_what_is_found_is_told(room: GameRoom) -> None:
    ann, board = room.guest(), Board(6, "reversed")
    asked = session.Analyse("reversed", 6, limit=Limit(depth=9), top="all", steps=True)
    assert room.ask(ann, asked, 1) == []
    assert room.lobby.is_engaged(ann)
    question = room.thinkers.questions[-1]
    assert question.asker == (ann.address, ann.number)
    assert (question.board, question.top) == (board, "all")
    assert question.on_step is not None
    question.on_step(found(board, 5))
    question.future.set_result(found(board, 9))
    room.settle()
    reports = ann.all_of(session.AnalysisReport)
    assert [(report.depth, report.final) for report in reports] == [(5, False), (9, True)]
    assert reports[1].turn == "black"
    assert reports[1].lines[0].move == board.legal_moves[0]
    assert all(told.id == 1 for told in ann.heard)
    assert not room.lobby.is_engaged(ann)


@pytest.mark.parametrize(
    ("asked", "limit"),
    [
        (None, Limit(seconds=1)),
        (Limit(seconds=0.5), Limit(seconds=0.5)),
        (Limit(seconds=999), Limit(seconds=10)),
        (Limit(depth=60), Limit(seconds=10, depth=60)),
        (Limit(nodes=5, seconds=3), Limit(seconds=3, nodes=5)),
    ],
)
def test_time_is_bounded(room: GameRoom, asked: Limit | None, limit: Limit) -> None:
    room.ask(room.guest(), session.Analyse(moves="f5", limit=asked), 1)
    assert room.thinkers.questions[-1].limit == limit
    assert room.thinkers.questions[-1].board.move_stack == ["f5"]


def test_steps_are_told_to_those_who_want_them(room: GameRoom) -> None:
    ann, board = room.guest(), Board()
    room.ask(ann, session.Analyse(), 1)
    question = room.thinkers.questions[-1]
    assert question.on_step is not None
    question.on_step(found(board, 5))
    assert not ann.heard


def test_one_is_stopped(room: GameRoom) -> None:
    ann, board = room.guest(), Board()
    room.ask(ann, session.Analyse(), "a")
    room.ask(ann, session.Analyse(), "b")
    first, second = room.thinkers.questions
    assert first.on_step is not None
    first.on_step(found(board, 7))
    [report] = room.ask(ann, session.Stop("a"))
    assert isinstance(report, session.AnalysisReport)
    assert (report.depth, report.final) == (7, True)
    assert ann.heard[0].id == "a"
    assert first.future.cancelled()
    first.on_step(found(board, 8))  # too late
    room.ask(ann, session.Stop("b"))
    assert refused(ann, ErrorCode.REFUSED, "stopped before anything was found")
    assert second.future.cancelled()
    room.ask(ann, session.Stop("a"))
    assert refused(ann, ErrorCode.REFUSED, "no analysis 'a' under way")


def test_there_are_not_too_many(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Analyse())
    assert refused(ann, ErrorCode.FORMAT, "'id' is missing")
    room.ask(ann, session.Analyse(), 1)
    room.ask(ann, session.Analyse(), 1)
    assert refused(ann, ErrorCode.REFUSED, "1 is still under way")
    room.ask(ann, session.Analyse(), 2)
    room.ask(ann, session.Analyse(), 3)
    assert refused(ann, ErrorCode.BUSY, "2 analyses")
    room.thinkers.busy = 1
    ben = room.guest("Ben")
    room.ask(ben, session.Analyse(), 1)
    assert refused(ben, ErrorCode.BUSY, "too much to think about")
    room.ask(ben, session.Analyse(), 1)
    assert not ben.heard


def test_one_that_fails_says_so(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Analyse(), 1)
    room.thinkers.questions[-1].future.set_exception(ObversiError("no memory"))
    room.settle()
    assert refused(ann, ErrorCode.REFUSED, "no memory")


def test_they_end_with_the_visitor(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Analyse(), 1)
    room.lobby.depart(ann)
    room.settle()
    assert room.thinkers.questions[-1].future.cancelled()
    assert not ann.heard
