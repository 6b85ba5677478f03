"""Reviews that clients request: position by position, within bounds, stopped on request."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from boards import finished_with_pass
from simulated_server import EngineCall, SimulatedClient, SimulatedServer, analysis_of

from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.formats import record_from_moves
from obversi.limit import Limit
from obversi.move import Move
from obversi.review import review
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import ErrorCode, ReviewReport


@pytest.fixture
def server() -> Iterator[SimulatedServer]:
    server = SimulatedServer(quick=False)
    yield server
    server.close()


def answer(server: SimulatedServer, engine: Engine) -> EngineCall:
    """Let the position that was requested last be solved."""
    call = server.engines.calls[-1]
    call.future.set_result(engine.solve(call.board))
    server.settle()
    return call


def long_game(rules: Rules) -> Board:
    """Return the end of a game on the largest board."""
    board = Board(8, rules)
    while not board.is_over:
        board.push(board.legal_moves[-1])
    return board


def last_error(client: SimulatedClient) -> session.Error:
    error = client.received[-1].reply
    assert isinstance(error, session.Error)
    return error


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_a_game_is_reviewed_move_by_move(server: SimulatedServer, rules: Rules) -> None:
    board = finished_with_pass(rules)
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    ann = server.connect("Ann")
    request = session.Review(rules=rules, size=4, moves=moves)
    assert server.request(ann, request, "r") == []
    assert server.game_server.is_engaged(ann)
    with Engine(hash_mb=1) as engine:
        for ply in range(board.ply):
            call = answer(server, engine)
            assert (call.board.ply, call.top) == (ply, 1)
            assert call.requester == (ann.address, ann.number)
            assert call.limit == Limit(seconds=0.15)
        record = record_from_moves(board.move_stack, Board(4, rules))
        seen = review(record, engine.solve)
    assert len(server.engines.calls) == board.ply
    assert all(envelope.id == "r" for envelope in ann.received)
    *steps, final = ann.all_of(ReviewReport)
    assert [step.done for step in steps] == list(range(1, board.ply + 1))
    assert all((step.black, step.white, step.final) == (None, None, False) for step in steps)
    assert {report.of for report in (*steps, final)} == {board.ply}
    # What comes on the way is what comes in the end.
    assert tuple(entry for step in steps for entry in step.entries) == final.entries
    assert tuple(point for step in steps for point in step.margins) == final.margins
    assert max(len(step.entries) for step in steps) <= 2
    assert (final.final, final.done) == (True, board.ply)
    assert [entry.move for entry in final.entries] == board.move_stack
    assert [entry.ply for entry in final.entries] == list(range(1, board.ply + 1))
    expected = [(ply, margin, True) for ply, margin in enumerate(seen.margins)]
    assert list(final.margins) == expected
    for entry, analysed in zip(final.entries, seen.moves, strict=True):
        assert analysed.played is not None
        assert (entry.margin, entry.loss) == (analysed.played.margin, analysed.played.loss)
        assert (entry.best_margin, entry.exact) == (analysed.analysis.margin, True)
        assert entry.mover == session.color_word(analysed.board.turn)
    mistakes = [entry for entry in final.entries if entry.grade != "good"]
    assert mistakes
    assert [(m.ply, m.grade, m.turning_point) for m in seen.mistakes] == [
        (entry.ply, entry.grade, entry.turning_point) for entry in mistakes
    ]
    for sent, player in ((final.black, seen.black), (final.white, seen.white)):
        assert sent is not None
        assert (sent.choices, sent.lost) == (player.choices, player.lost)
        assert (sent.inaccuracies, sent.mistakes) == (player.inaccuracies, player.mistakes)
        assert sent.blunders == player.blunders
        assert sent.accuracy == pytest.approx(player.accuracy, abs=0.05)
    assert not server.game_server.is_engaged(ann)


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_longest_review_fits_into_a_reply(server: SimulatedServer, rules: Rules) -> None:
    ann, board = server.connect("Ann"), long_game(rules)
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    server.request(ann, session.Review(rules=rules, moves=moves), "r" * 40)
    while not ann.received or not ann.last(ReviewReport).final:
        call = server.engines.calls[-1]
        line = [Move("h8")] * 60
        call.future.set_result(replace(analysis_of(call.board), pv=line))
        server.settle()
    final = ann.last(ReviewReport)
    assert len(final.entries) == board.ply >= 50
    assert all(len(entry.pv) == 12 for entry in final.entries)
    assert len(session.write(final, "r" * 40)) < 64 * 1024


@pytest.mark.parametrize(
    ("requested", "limit"),
    [
        (None, Limit(seconds=0.15)),
        (Limit(seconds=1), Limit(seconds=1)),
        (Limit(seconds=99), Limit(seconds=2)),
        (Limit(depth=6), Limit(seconds=2, depth=6)),
    ],
)
def test_time_is_bounded(server: SimulatedServer, requested: Limit | None, limit: Limit) -> None:
    server.request(server.connect(), session.Review(moves="f5", limit=requested), 1)
    assert server.engines.calls[-1].limit == limit


def test_a_game_without_moves_is_one_position(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Review(size=4, rules="reversed"), 1)
    with Engine(hash_mb=1) as engine:
        answer(server, engine)
    step, final = ann.all_of(ReviewReport)
    assert (step.done, step.of, step.entries) == (1, 1, ())
    assert final.margins == step.margins == ((0, 4, True),)
    assert final.black == final.white == session.ReviewedPlayer(0, 0, 0, 0, 0, None)


def test_a_review_without_positions_ends_at_once(server: SimulatedServer) -> None:
    ann = server.connect()
    [final] = server.request(ann, session.Review(size=4, position=15 * "X" + "O X"), 1)
    assert isinstance(final, ReviewReport)
    assert (final.final, final.done, final.of) == (True, 0, 0)
    assert (final.entries, final.margins) == ((), ((0, 14, True),))
    assert not server.engines.calls
    assert not server.game_server.is_engaged(ann)


def test_a_stopped_review_has_the_known_positions(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Review(size=4, moves="b1a3c4"), "r")
    with Engine(hash_mb=1) as engine:
        answer(server, engine)
        answer(server, engine)
    ann.take()
    [final] = server.request(ann, session.Stop("r"))
    assert isinstance(final, ReviewReport)
    assert ann.received[0].id == "r"
    assert (final.final, final.done, final.of) == (True, 2, 4)
    assert [entry.move for entry in final.entries] == ["b1"]
    assert final.margins == ((0, -10, True), (1, -10, True))
    assert final.black is not None
    assert final.white is not None
    assert (final.black.choices, final.white.choices) == (1, 0)
    assert server.engines.calls[-1].future.cancelled()
    assert len(server.engines.calls) == 3
    # A review that is stopped at once has no results.
    server.request(ann, session.Review(size=4, moves="b1"), "r")
    [final] = server.request(ann, session.Stop("r"))
    assert isinstance(final, ReviewReport)
    assert (final.done, final.entries, final.margins) == (0, (), ())


def test_a_review_stopped_after_a_position_ends_there(
    server: SimulatedServer,
) -> None:
    ann = server.connect()
    server.request(ann, session.Review(size=4, moves="b1a3"), "r")
    call = server.engines.calls[-1]
    call.future.set_result(analysis_of(call.board))
    server.request(ann, session.Stop("r"))
    assert [(report.final, report.done) for report in ann.all_of(ReviewReport)] == [
        (False, 1),
        (True, 1),
    ]
    assert len(server.engines.calls) == 1


def test_it_counts_as_an_analysis(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Review(moves="f5"))
    assert (last_error(ann).code, last_error(ann).about) == (ErrorCode.FORMAT, "review")
    server.request(ann, session.Review(moves="f5"), 1)
    server.request(ann, session.Analyse(), 1)
    assert last_error(ann).text == "the analysis 1 is still running"
    server.request(ann, session.Analyse(), 2)
    server.request(ann, session.Review(moves="f5"), 3)
    assert last_error(ann).code is ErrorCode.BUSY
    server.request(ann, session.Stop(1))
    assert server.request(ann, session.Review(moves="f5"), 3) == []


def test_busy_engines_are_called_again(server: SimulatedServer) -> None:
    ann = server.connect()
    server.engines.busy = 1
    server.request(ann, session.Review(size=4, moves="b1"), 1)
    assert last_error(ann).code is ErrorCode.BUSY
    assert not server.game_server.is_engaged(ann)
    server.request(ann, session.Review(size=4, moves="b1"), 1)
    with Engine(hash_mb=1) as engine:
        server.engines.busy = 3
        answer(server, engine)
        assert len(server.engines.calls) == 1
        server.time.advance(5)
        answer(server, engine)
    assert ann.last(ReviewReport).final
    # One that waits for them can be stopped, too.
    server.request(ann, session.Review(size=4, moves="b1"), 1)
    server.engines.busy = 1
    with Engine(hash_mb=1) as engine:
        answer(server, engine)
    [final] = server.request(ann, session.Stop(1))
    assert isinstance(final, ReviewReport)
    assert (final.final, final.done) == (True, 1)
    assert server.time.alarms == 0


def test_one_that_fails_says_so(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Review(moves="f5"), 1)
    server.engines.calls[-1].future.set_exception(ObversiError("no memory"))
    server.settle()
    assert (last_error(ann).text, last_error(ann).about) == ("no memory", "review")
    assert not server.game_server.is_engaged(ann)


def test_a_review_ends_with_the_connection(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Review(moves="f5"), 1)
    server.game_server.disconnect(ann)
    server.settle()
    [call] = server.engines.calls
    assert call.future.cancelled()
    assert not ann.received
