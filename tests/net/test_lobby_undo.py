"""Moves are taken back and played again; what is not stored is not told."""

import pytest
from boards import finished_with_pass
from game_room import GameRoom, Guest

from obversi.board import Board
from obversi.errors import ObversiError
from obversi.wire import session
from obversi.wire.session import ErrorCode, Request

RULES = ["normal", "reversed"]


def begun(room: GameRoom, guest: Guest, join: session.Join) -> session.Start:
    start = room.ask(guest, join)[0]
    assert isinstance(start, session.Start)
    return start


def told(room: GameRoom, guest: Guest, request: Request) -> session.Start:
    """Return the answer to a change of moves."""
    replies = room.ask(guest, request, "u")
    assert isinstance(replies[0], session.Start), replies
    assert guest.heard[0].id == "u"
    return replies[0]


def refused(room: GameRoom, guest: Guest, request: Request, words: str) -> bool:
    [error] = room.ask(guest, request)
    assert isinstance(error, session.Error)
    return error.code is ErrorCode.REFUSED and words in error.text


def stored_moves(room: GameRoom, game: str) -> list[str]:
    stored = room.store.game(game)
    assert stored is not None
    return [str(move.move) for move in stored.moves]


@pytest.mark.parametrize("rules", RULES)
def test_every_move_of_a_game_with_oneself(room: GameRoom, rules: str) -> None:
    """The last move and the passes after it go, one after another, and all come again."""
    ann, ben = room.guest("Ann"), room.guest("Ben")
    board = finished_with_pass(rules)
    line = [str(move) for move in board.move_stack if not move.is_pass]
    start = begun(room, ann, session.Join("myself", size=4, rules=rules))  # type: ignore[arg-type]
    game = start.game
    room.ask(ben, session.Watch(game))
    for move in line[:-1]:
        room.ask(ann, session.Play(game, move))
    whole = ann.last(session.State).board
    plies = stored_moves(room, game)
    assert "pass" in plies
    for count in range(len(line) - 2, -1, -1):
        earlier = told(room, ann, session.Undo(game))
        assert earlier.moves == "".join(line[:count])
        assert earlier.ahead == "".join(line[count:-1])
        assert ann.last(session.Turn).legal == earlier.legal
        assert ben.last(session.Start).moves == earlier.moves
        assert stored_moves(room, game) == plies[: earlier.ply]
    assert earlier.board == Board(4, rules).to_string()
    assert refused(room, ann, session.Undo(game), "no move of yours to take back")
    for count in range(1, len(line)):
        later = told(room, ann, session.Redo(game))
        assert later.moves == "".join(line[:count])
        assert later.ahead == "".join(line[count:-1])
        assert stored_moves(room, game) == plies[: later.ply]
    assert later.board == whole
    assert refused(room, ann, session.Redo(game), "no move to play again")
    room.ask(ann, session.Play(game, line[-1]))
    assert ann.last(session.End).text == board.status()


@pytest.mark.parametrize("rules", RULES)
def test_against_an_agent_its_answers_come_again(room: GameRoom, rules: str) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    join = session.Join("greedy", color="black", size=6, rules=rules)  # type: ignore[arg-type]
    game = begun(room, ann, join).game
    for _ in range(2):
        room.ask(ann, session.Play(game, ann.last(session.Turn).legal[0]))
        room.answer(room.thinkers.questions[-1].board.legal_moves[0])
    moves = stored_moves(room, game)
    assert told(room, ann, session.Undo(game)).ahead == "".join(moves[2:])
    assert told(room, ann, session.Undo(game)).ahead == "".join(moves)
    asked = len(room.thinkers.questions)
    again = told(room, ann, session.Redo(game))
    assert (again.moves, again.ahead) == ("".join(moves[:2]), "".join(moves[2:]))
    assert (again.turn, ann.last(session.Turn).legal) == ("black", again.legal)
    assert told(room, ann, session.Redo(game)).moves == "".join(moves)
    assert len(room.thinkers.questions) == asked  # nobody had to think
    assert stored_moves(room, game) == moves


def test_an_agent_that_had_not_answered_thinks_again(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    game = begun(room, ann, session.Join("greedy", color="black", size=4)).game
    room.ask(ann, session.Play(game, "b1"))
    assert told(room, ann, session.Undo(game)).ahead == "b1"
    assert room.thinkers.questions[-1].future.cancelled()
    again = told(room, ann, session.Redo(game))
    assert (again.moves, again.ahead, again.turn) == ("b1", "", "white")
    assert not ann.all_of(session.Turn)
    room.answer("a1")
    assert ann.last(session.State).ply == 2


def test_a_move_keeps_what_it_begins_and_forgets_the_rest(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    game = begun(room, ann, session.Join("greedy", color="black", size=4)).game
    room.ask(ann, session.Play(game, "b1"))
    room.answer("a1")
    third = ann.last(session.Turn).legal[0]
    room.ask(ann, session.Play(game, third))
    told(room, ann, session.Undo(game))
    assert told(room, ann, session.Undo(game)).ahead == f"b1a1{third}"
    room.ask(ann, session.Play(game, "b1"))
    room.ask(ann, session.Watch(game))
    assert ann.last(session.Start).ahead == f"a1{third}"
    # The agent is thinking: what it played before may come again at once.
    assert told(room, ann, session.Redo(game)).ahead == third
    assert room.thinkers.questions[-1].future.cancelled()
    told(room, ann, session.Undo(game))
    room.ask(ann, session.Play(game, "b1"))
    room.answer("c1")
    room.ask(ann, session.Watch(game))
    assert ann.last(session.Start).ahead == ""
    assert refused(room, ann, session.Redo(game), "no move to play again")


def test_what_was_taken_back_outlives_a_change_of_seats(room: GameRoom) -> None:
    room.thinkers.quick = False
    ann = room.guest("Ann")
    game = begun(room, ann, session.Join("greedy", color="black", size=4)).game
    room.ask(ann, session.Play(game, "b1"))
    room.answer("a1")
    told(room, ann, session.Undo(game))
    mine = told(room, ann, session.ChangeSeat(game, "white", "me"))
    assert (mine.moves, mine.ahead) == ("", "b1a1")
    assert told(room, ann, session.Redo(game)).moves == "b1"
    assert told(room, ann, session.Redo(game)).moves == "b1a1"
    assert told(room, ann, session.Undo(game)).ahead == "a1"


def test_what_was_played_before_the_game_stays(room: GameRoom) -> None:
    ann = room.guest("Ann")
    game = begun(room, ann, session.Join("myself", size=4, moves="b1a1")).game
    assert refused(room, ann, session.Undo(game), "no move of yours")
    room.ask(ann, session.Play(game, "a2"))
    assert told(room, ann, session.Undo(game)).moves == "b1a1"


@pytest.mark.parametrize("name", ["take_back", "add_moves"])
def test_what_cannot_be_stored_is_not_told(
    room: GameRoom, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    game = begun(room, ann, session.Join("myself", size=4)).game
    room.ask(ben, session.Watch(game))
    for move in ("b1", "a1"):
        room.ask(ann, session.Play(game, move))
    told(room, ann, session.Undo(game))
    ben.take()
    request = session.Undo(game) if name == "take_back" else session.Redo(game)
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise ObversiError("the disk is full")

        patch.setattr(room.store, name, full)
        assert refused(room, ann, request, "cannot store")
    assert not ben.heard
    moves = {"take_back": "", "add_moves": "b1a1"}
    assert told(room, ann, request).moves == moves[name]
    assert ben.last(session.Start).moves == moves[name]
