"""Reviews that visitors ask for: position by position, within bounds, stopped when asked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from boards import finished_with_pass
from game_room import GameRoom, Guest, Question, found

from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.formats import record_from_moves
from obversi.limit import Limit
from obversi.move import Move
from obversi.review import review
from obversi.wire import session
from obversi.wire.session import ErrorCode, ReviewReport


@pytest.fixture
def room() -> Iterator[GameRoom]:
    room = GameRoom(quick=False)
    yield room
    room.close()


def answer(room: GameRoom, engine: Engine) -> Question:
    """Let the position that was asked about last be solved."""
    question = room.thinkers.questions[-1]
    question.future.set_result(engine.solve(question.board))
    room.settle()
    return question


def long_game(rules: str) -> Board:
    """Return the end of a game on the largest board."""
    board = Board(8, rules)
    while not board.is_over:
        board.push(board.legal_moves[-1])
    return board


def last_error(guest: Guest) -> session.Error:
    error = guest.heard[-1].reply
    assert isinstance(error, session.Error)
    return error


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_a_game_is_reviewed_move_by_move(room: GameRoom, rules: str) -> None:
    board = finished_with_pass(rules)
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    ann = room.guest("Ann")
    request = session.Review(rules=rules, size=4, moves=moves)  # type: ignore[arg-type]
    assert room.ask(ann, request, "r") == []
    assert room.lobby.is_engaged(ann)
    with Engine(hash_mb=1) as engine:
        for ply in range(board.ply):
            question = answer(room, engine)
            assert (question.board.ply, question.top) == (ply, 1)
            assert question.asker == (ann.address, ann.number)
            assert question.limit == Limit(seconds=0.15)
        record = record_from_moves(board.move_stack, Board(4, rules))
        seen = review(record, engine.solve)
    assert len(room.thinkers.questions) == board.ply
    assert all(told.id == "r" for told in ann.heard)
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
    for told, player in ((final.black, seen.black), (final.white, seen.white)):
        assert told is not None
        assert (told.choices, told.lost) == (player.choices, player.lost)
        assert (told.inaccuracies, told.mistakes) == (player.inaccuracies, player.mistakes)
        assert told.blunders == player.blunders
        assert told.accuracy == pytest.approx(player.accuracy, abs=0.05)
    assert not room.lobby.is_engaged(ann)


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_longest_game_has_room_in_a_reply(room: GameRoom, rules: str) -> None:
    ann, board = room.guest("Ann"), long_game(rules)
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    room.ask(ann, session.Review(rules=rules, moves=moves), "r" * 40)  # type: ignore[arg-type]
    while not ann.heard or not ann.last(ReviewReport).final:
        question = room.thinkers.questions[-1]
        line = [Move("h8")] * 60
        question.future.set_result(replace(found(question.board), pv=line))
        room.settle()
    final = ann.last(ReviewReport)
    assert len(final.entries) == board.ply >= 50
    assert all(len(entry.pv) == 12 for entry in final.entries)
    assert len(session.write(final, "r" * 40)) < 64 * 1024


@pytest.mark.parametrize(
    ("asked", "limit"),
    [
        (None, Limit(seconds=0.15)),
        (Limit(seconds=1), Limit(seconds=1)),
        (Limit(seconds=99), Limit(seconds=2)),
        (Limit(depth=6), Limit(seconds=2, depth=6)),
    ],
)
def test_time_is_bounded(room: GameRoom, asked: Limit | None, limit: Limit) -> None:
    room.ask(room.guest(), session.Review(moves="f5", limit=asked), 1)
    assert room.thinkers.questions[-1].limit == limit


def test_a_game_without_moves_is_one_position(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Review(size=4, rules="reversed"), 1)
    with Engine(hash_mb=1) as engine:
        answer(room, engine)
    step, final = ann.all_of(ReviewReport)
    assert (step.done, step.of, step.entries) == (1, 1, ())
    assert final.margins == step.margins == ((0, 4, True),)
    assert final.black == final.white == session.ReviewedPlayer(0, 0, 0, 0, 0, None)


def test_a_game_that_is_over_at_once_is_told_at_once(room: GameRoom) -> None:
    ann = room.guest()
    [final] = room.ask(ann, session.Review(size=4, position=15 * "X" + "O X"), 1)
    assert isinstance(final, ReviewReport)
    assert (final.final, final.done, final.of) == (True, 0, 0)
    assert (final.entries, final.margins) == ((), ((0, 14, True),))
    assert not room.thinkers.questions
    assert not room.lobby.is_engaged(ann)


def test_one_is_stopped_with_what_is_known(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Review(size=4, moves="b1a3c4"), "r")
    with Engine(hash_mb=1) as engine:
        answer(room, engine)
        answer(room, engine)
    ann.take()
    [final] = room.ask(ann, session.Stop("r"))
    assert isinstance(final, ReviewReport)
    assert ann.heard[0].id == "r"
    assert (final.final, final.done, final.of) == (True, 2, 4)
    assert [entry.move for entry in final.entries] == ["b1"]
    assert final.margins == ((0, -10, True), (1, -10, True))
    assert final.black is not None
    assert final.white is not None
    assert (final.black.choices, final.white.choices) == (1, 0)
    assert room.thinkers.questions[-1].future.cancelled()
    assert len(room.thinkers.questions) == 3
    # Before anything is known there is nothing to tell.
    room.ask(ann, session.Review(size=4, moves="b1"), "r")
    [final] = room.ask(ann, session.Stop("r"))
    assert isinstance(final, ReviewReport)
    assert (final.done, final.entries, final.margins) == (0, (), ())


def test_one_that_is_stopped_just_when_a_position_is_done_ends_there(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Review(size=4, moves="b1a3"), "r")
    question = room.thinkers.questions[-1]
    question.future.set_result(found(question.board))
    room.ask(ann, session.Stop("r"))
    assert [(report.final, report.done) for report in ann.all_of(ReviewReport)] == [
        (False, 1),
        (True, 1),
    ]
    assert len(room.thinkers.questions) == 1


def test_it_counts_as_an_analysis(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Review(moves="f5"))
    assert (last_error(ann).code, last_error(ann).about) == (ErrorCode.FORMAT, "review")
    room.ask(ann, session.Review(moves="f5"), 1)
    room.ask(ann, session.Analyse(), 1)
    assert last_error(ann).text == "the analysis 1 is still under way"
    room.ask(ann, session.Analyse(), 2)
    room.ask(ann, session.Review(moves="f5"), 3)
    assert last_error(ann).code is ErrorCode.BUSY
    room.ask(ann, session.Stop(1))
    assert room.ask(ann, session.Review(moves="f5"), 3) == []


def test_those_who_are_busy_are_asked_again(room: GameRoom) -> None:
    ann = room.guest()
    room.thinkers.busy = 1
    room.ask(ann, session.Review(size=4, moves="b1"), 1)
    assert last_error(ann).code is ErrorCode.BUSY
    assert not room.lobby.is_engaged(ann)
    room.ask(ann, session.Review(size=4, moves="b1"), 1)
    with Engine(hash_mb=1) as engine:
        room.thinkers.busy = 3
        answer(room, engine)
        assert len(room.thinkers.questions) == 1
        room.time.pass_by(5)
        answer(room, engine)
    assert ann.last(ReviewReport).final
    # One that waits for them can be stopped, too.
    room.ask(ann, session.Review(size=4, moves="b1"), 1)
    room.thinkers.busy = 1
    with Engine(hash_mb=1) as engine:
        answer(room, engine)
    [final] = room.ask(ann, session.Stop(1))
    assert isinstance(final, ReviewReport)
    assert (final.final, final.done) == (True, 1)
    assert room.time.alarms == 0


def test_one_that_fails_says_so(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Review(moves="f5"), 1)
    room.thinkers.questions[-1].future.set_exception(ObversiError("no memory"))
    room.settle()
    assert (last_error(ann).text, last_error(ann).about) == ("no memory", "review")
    assert not room.lobby.is_engaged(ann)


def test_it_ends_with_the_visitor(room: GameRoom) -> None:
    ann = room.guest()
    room.ask(ann, session.Review(moves="f5"), 1)
    room.lobby.depart(ann)
    room.settle()
    [question] = room.thinkers.questions
    assert question.future.cancelled()
    assert not ann.heard
