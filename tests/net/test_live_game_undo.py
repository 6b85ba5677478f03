"""Moves are taken back and played again; a change that cannot be stored is not sent."""

import pytest
from boards import finished_with_pass
from simulated_server import SimulatedClient, SimulatedServer

from obversi.board import Board
from obversi.errors import InputError
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import ErrorCode, Request

RULES = ["normal", "reversed"]


def begun(server: SimulatedServer, client: SimulatedClient, join: session.Join) -> session.Start:
    start = server.request(client, join)[0]
    assert isinstance(start, session.Start)
    return start


def changed(server: SimulatedServer, client: SimulatedClient, request: Request) -> session.Start:
    """Return the answer to a change of moves."""
    replies = server.request(client, request, "u")
    assert isinstance(replies[0], session.Start), replies
    assert client.received[0].id == "u"
    return replies[0]


def rejected(
    server: SimulatedServer, client: SimulatedClient, request: Request, words: str
) -> bool:
    [error] = server.request(client, request)
    assert isinstance(error, session.Error)
    return error.code is ErrorCode.REFUSED and words in error.text


def stored_moves(server: SimulatedServer, game: str) -> list[str]:
    stored = server.store.game(game)
    assert stored is not None
    return [str(move.move) for move in stored.moves]


@pytest.mark.parametrize("rules", RULES)
def test_every_move_of_a_game_for_both_colors_is_taken_back(
    server: SimulatedServer, rules: Rules
) -> None:
    """The last move and the passes after it go, one after another, and all come again."""
    ann, ben = server.connect("Ann"), server.connect("Ben")
    board = finished_with_pass(rules)
    line = [str(move) for move in board.move_stack if not move.is_pass]
    start = begun(server, ann, session.Join("myself", size=4, rules=rules))
    game = start.game
    server.request(ben, session.Watch(game))
    for move in line[:-1]:
        server.request(ann, session.Play(game, move))
    whole = ann.last(session.State).board
    plies = stored_moves(server, game)
    assert "pass" in plies
    for count in range(len(line) - 2, -1, -1):
        earlier = changed(server, ann, session.Undo(game))
        assert earlier.moves == "".join(line[:count])
        assert earlier.ahead == "".join(line[count:-1])
        assert ann.last(session.Turn).legal == earlier.legal
        assert ben.last(session.Start).moves == earlier.moves
        assert stored_moves(server, game) == plies[: earlier.ply]
    assert earlier.board == Board(4, rules).to_string()
    assert rejected(server, ann, session.Undo(game), "not made a move to undo")
    for count in range(1, len(line)):
        later = changed(server, ann, session.Redo(game))
        assert later.moves == "".join(line[:count])
        assert later.ahead == "".join(line[count:-1])
        assert stored_moves(server, game) == plies[: later.ply]
    assert later.board == whole
    assert rejected(server, ann, session.Redo(game), "no undone move to play again")
    server.request(ann, session.Play(game, line[-1]))
    assert ann.last(session.End).text == board.status()


@pytest.mark.parametrize("rules", RULES)
def test_redo_restores_the_moves_of_an_agent(server: SimulatedServer, rules: Rules) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    join = session.Join("greedy", color="black", size=6, rules=rules)
    game = begun(server, ann, join).game
    for _ in range(2):
        server.request(ann, session.Play(game, ann.last(session.Turn).legal[0]))
        server.answer(server.engines.calls[-1].board.legal_moves[0])
    moves = stored_moves(server, game)
    assert changed(server, ann, session.Undo(game)).ahead == "".join(moves[2:])
    assert changed(server, ann, session.Undo(game)).ahead == "".join(moves)
    calls = len(server.engines.calls)
    again = changed(server, ann, session.Redo(game))
    assert (again.moves, again.ahead) == ("".join(moves[:2]), "".join(moves[2:]))
    assert (again.turn, ann.last(session.Turn).legal) == ("black", again.legal)
    assert changed(server, ann, session.Redo(game)).moves == "".join(moves)
    assert len(server.engines.calls) == calls  # no agent was asked
    assert stored_moves(server, game) == moves


def test_an_agent_that_had_not_answered_thinks_again(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    game = begun(server, ann, session.Join("greedy", color="black", size=4)).game
    server.request(ann, session.Play(game, "b1"))
    assert changed(server, ann, session.Undo(game)).ahead == "b1"
    assert server.engines.calls[-1].future.cancelled()
    again = changed(server, ann, session.Redo(game))
    assert (again.moves, again.ahead, again.turn) == ("b1", "", "white")
    assert not ann.all_of(session.Turn)
    server.answer("a1")
    assert ann.last(session.State).ply == 2


def test_a_move_keeps_what_it_begins_and_forgets_the_rest(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    game = begun(server, ann, session.Join("greedy", color="black", size=4)).game
    server.request(ann, session.Play(game, "b1"))
    server.answer("a1")
    third = ann.last(session.Turn).legal[0]
    server.request(ann, session.Play(game, third))
    changed(server, ann, session.Undo(game))
    assert changed(server, ann, session.Undo(game)).ahead == f"b1a1{third}"
    server.request(ann, session.Play(game, "b1"))
    server.request(ann, session.Watch(game))
    assert ann.last(session.Start).ahead == f"a1{third}"
    # The agent is thinking: what it played before may come again at once.
    assert changed(server, ann, session.Redo(game)).ahead == third
    assert server.engines.calls[-1].future.cancelled()
    changed(server, ann, session.Undo(game))
    server.request(ann, session.Play(game, "b1"))
    server.answer("c1")
    server.request(ann, session.Watch(game))
    assert ann.last(session.Start).ahead == ""
    assert rejected(server, ann, session.Redo(game), "no undone move to play again")


def test_undone_moves_survive_a_change_of_seats(server: SimulatedServer) -> None:
    server.engines.quick = False
    ann = server.connect("Ann")
    game = begun(server, ann, session.Join("greedy", color="black", size=4)).game
    server.request(ann, session.Play(game, "b1"))
    server.answer("a1")
    changed(server, ann, session.Undo(game))
    mine = changed(server, ann, session.ChangeSeat(game, "white", "me"))
    assert (mine.moves, mine.ahead) == ("", "b1a1")
    assert changed(server, ann, session.Redo(game)).moves == "b1"
    assert changed(server, ann, session.Redo(game)).moves == "b1a1"
    assert changed(server, ann, session.Undo(game)).ahead == "a1"


def test_moves_of_the_opening_cannot_be_undone(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    game = begun(server, ann, session.Join("myself", size=4, moves="b1a1")).game
    assert rejected(server, ann, session.Undo(game), "not made a move to undo")
    server.request(ann, session.Play(game, "a2"))
    assert changed(server, ann, session.Undo(game)).moves == "b1a1"


@pytest.mark.parametrize("name", ["take_back", "add_moves"])
def test_an_undo_that_cannot_be_stored_is_not_sent(
    server: SimulatedServer, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    game = begun(server, ann, session.Join("myself", size=4)).game
    server.request(ben, session.Watch(game))
    for move in ("b1", "a1"):
        server.request(ann, session.Play(game, move))
    changed(server, ann, session.Undo(game))
    ben.take()
    request = session.Undo(game) if name == "take_back" else session.Redo(game)
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise InputError("the disk is full")

        patch.setattr(server.store, name, full)
        assert rejected(server, ann, request, "cannot store")
    assert not ben.received
    moves = {"take_back": "", "add_moves": "b1a1"}
    assert changed(server, ann, request).moves == moves[name]
    assert ben.last(session.Start).moves == moves[name]
