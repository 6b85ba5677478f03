"""Analyses that clients request: limits, intermediate results, stopping."""

from collections.abc import Iterator

import pytest
from simulated_server import SimulatedClient, SimulatedServer, analysis_of

from obversi.board import Board
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.wire import session
from obversi.wire.session import ErrorCode


@pytest.fixture
def server() -> Iterator[SimulatedServer]:
    server = SimulatedServer(quick=False)
    yield server
    server.close()


def rejected(client: SimulatedClient, code: ErrorCode, words: str = "") -> bool:
    """Whether the last message to a client is such a rejection."""
    error = client.received[-1].reply
    return isinstance(error, session.Error) and error.code is code and words in error.text


def test_an_analysis_is_reported(server: SimulatedServer) -> None:
    ann, board = server.connect(), Board(6, "reversed")
    request = session.Analyse("reversed", 6, limit=Limit(depth=9), top="all", steps=True)
    assert server.request(ann, request, 1) == []
    assert server.game_server.is_engaged(ann)
    call = server.engines.calls[-1]
    assert call.requester == (ann.address, ann.number)
    assert (call.board, call.top) == (board, "all")
    assert call.on_step is not None
    call.on_step(analysis_of(board, 5))
    call.future.set_result(analysis_of(board, 9))
    server.settle()
    reports = ann.all_of(session.AnalysisReport)
    assert [(report.depth, report.final) for report in reports] == [(5, False), (9, True)]
    assert reports[1].turn == "black"
    assert reports[1].lines[0].move == board.legal_moves[0]
    assert all(envelope.id == 1 for envelope in ann.received)
    assert not server.game_server.is_engaged(ann)


@pytest.mark.parametrize(
    ("requested", "limit"),
    [
        (None, Limit(seconds=1)),
        (Limit(seconds=0.5), Limit(seconds=0.5)),
        (Limit(seconds=999), Limit(seconds=10)),
        (Limit(depth=60), Limit(seconds=10, depth=60)),
        (Limit(nodes=5, seconds=3), Limit(seconds=3, nodes=5)),
    ],
)
def test_time_is_bounded(server: SimulatedServer, requested: Limit | None, limit: Limit) -> None:
    server.request(server.connect(), session.Analyse(moves="f5", limit=requested), 1)
    assert server.engines.calls[-1].limit == limit
    assert server.engines.calls[-1].board.move_stack == ["f5"]


def test_steps_are_sent_on_request(server: SimulatedServer) -> None:
    ann, board = server.connect(), Board()
    server.request(ann, session.Analyse(), 1)
    call = server.engines.calls[-1]
    assert call.on_step is not None
    call.on_step(analysis_of(board, 5))
    assert not ann.received


def test_one_is_stopped(server: SimulatedServer) -> None:
    ann, board = server.connect(), Board()
    server.request(ann, session.Analyse(), "a")
    server.request(ann, session.Analyse(), "b")
    first, second = server.engines.calls
    assert first.on_step is not None
    first.on_step(analysis_of(board, 7))
    [report] = server.request(ann, session.Stop("a"))
    assert isinstance(report, session.AnalysisReport)
    assert (report.depth, report.final) == (7, True)
    assert ann.received[0].id == "a"
    assert first.future.cancelled()
    first.on_step(analysis_of(board, 8))  # too late
    server.request(ann, session.Stop("b"))
    assert rejected(ann, ErrorCode.REFUSED, "stopped before it had a result")
    assert second.future.cancelled()
    server.request(ann, session.Stop("a"))
    assert rejected(ann, ErrorCode.REFUSED, "no running analysis 'a'")


def test_there_are_not_too_many(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Analyse())
    assert rejected(ann, ErrorCode.FORMAT, "'id' is missing")
    server.request(ann, session.Analyse(), 1)
    server.request(ann, session.Analyse(), 1)
    assert rejected(ann, ErrorCode.REFUSED, "1 is still running")
    server.request(ann, session.Analyse(), 2)
    server.request(ann, session.Analyse(), 3)
    assert rejected(ann, ErrorCode.BUSY, "2 running analyses")
    server.engines.busy = 1
    ben = server.connect("Ben")
    server.request(ben, session.Analyse(), 1)
    assert rejected(ben, ErrorCode.BUSY, "too much to think about")
    server.request(ben, session.Analyse(), 1)
    assert not ben.received


def test_one_that_fails_says_so(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Analyse(), 1)
    server.engines.calls[-1].future.set_exception(ObversiError("no memory"))
    server.settle()
    assert rejected(ann, ErrorCode.REFUSED, "no memory")


def test_analyses_end_with_the_connection(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Analyse(), 1)
    server.game_server.disconnect(ann)
    server.settle()
    assert server.engines.calls[-1].future.cancelled()
    assert not ann.received
