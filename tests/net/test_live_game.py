"""Games are played and watched, from wherever they begin to their end."""

import pytest
from simulated_server import SimulatedClient, SimulatedServer, two_players

from obversi.board import Board
from obversi.rules import Rules
from obversi.wire import session
from obversi.wire.session import EndReason


def play_on(
    server: SimulatedServer, players: dict[str, SimulatedClient], start: session.Start
) -> Board:
    """Play the first legal move until the game is over, and check all replies."""
    board = Board(start.size, start.rules)
    while not board.is_over:
        mover = players["black" if board.turn == -1 else "white"]
        turn = mover.last(session.Turn)
        assert list(turn.legal) == board.legal_moves
        flips = board.flips(turn.legal[0])
        states = [
            reply
            for reply in server.request(mover, session.Play(start.game, turn.legal[0]))
            if isinstance(reply, session.State)
        ]
        board.push(turn.legal[0])
        assert states[0].flips == tuple(flips)
        if board.must_pass:
            board.push("pass")
            assert states[1].move == "pass"
        assert states[-1].ply == board.ply
        assert states[-1].board == board.to_string()
        assert (states[-1].turn is None) == board.is_over
        assert states[-1].black_discs == len(board.black)
    return board


@pytest.mark.parametrize(("size", "rules"), [(4, "normal"), (4, "reversed"), (6, "reversed")])
def test_two_players_play_a_game(server: SimulatedServer, size: int, rules: Rules) -> None:
    join = session.Join(size=size, rules=rules)
    players, start = two_players(server, join)
    assert start.rules == rules
    assert start.board == Board(size, rules).to_string()
    watcher = server.connect("Cara")
    [watched] = server.request(watcher, session.Watch(start.game))
    assert isinstance(watched, session.Start)
    assert watched.color is None
    board = play_on(server, players, start)
    outcome = board.outcome()
    assert outcome is not None
    ends = [client.last(session.End) for client in (*players.values(), watcher)]
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].reason is EndReason.FINISHED
    assert ends[0].margin == outcome.margin
    assert ends[0].winner == {-1: "black", 1: "white", None: None}[outcome.winner]
    assert ends[0].text == board.status()
    assert len(watcher.all_of(session.State)) == board.ply
    assert server.game_server.games == 0
    assert server.time.alarms == 0
    assert not server.game_server.is_engaged(watcher)
    [record] = server.store.records()
    assert record.board() == board
    assert record.margin() == outcome.margin_for(-1)


def test_a_game_may_begin_anywhere(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    white_first = Board(4).to_string()[:-1] + "O"
    join = session.Join(size=4, position=white_first, moves="c1")
    server.request(ann, join)
    server.request(ben, join)
    start = ben.last(session.Start)
    assert (start.position, start.moves, start.turn) == (white_first, "c1", "black")
    assert [*ann.all_of(session.Turn), *ben.all_of(session.Turn)][0].legal == start.legal


def test_a_pass_that_is_due_at_once_is_played(server: SimulatedServer) -> None:
    ann = server.connect("Ann")
    position = "XO--" + 12 * "-" + " O"
    start = server.request(ann, session.Join("greedy", color="black", size=4, position=position))[0]
    assert isinstance(start, session.Start)
    assert (start.turn, start.ply, start.legal) == ("black", 1, ("c1",))


def test_a_player_who_resigns_loses(server: SimulatedServer) -> None:
    players, start = two_players(server)
    end = server.request(players["white"], session.Resign(start.game), 4)[-1]
    assert isinstance(end, session.End)
    assert (end.reason, end.winner, end.margin) == (EndReason.RESIGN, "black", 16)
    assert players["white"].received[-1].id == 4
    assert players["black"].last(session.End) == end
    [record] = server.store.records()
    assert record.margin() == 16
    assert record.tags["CO"] == "black wins: white has resigned"


def test_a_finished_game_is_read_from_the_store(server: SimulatedServer) -> None:
    ann, ben = server.connect("Ann"), server.connect("Ben")
    start = server.request(ann, session.Join("greedy", color="black", size=4))[0]
    assert isinstance(start, session.Start)
    assert start.token
    server.request(ann, session.Resign(start.game))
    replies = server.request(ben, session.Watch(start.game), 3)
    assert isinstance(replies[0], session.Start)
    assert (replies[0].turn, replies[0].legal, replies[0].color) == (None, (), None)
    assert isinstance(replies[1], session.End)
    assert ben.received[0].id == 3
    replies = server.request(ben, session.Rejoin(start.game, start.token))
    assert isinstance(replies[0], session.Start)
    assert replies[0].color == "black"
    assert not server.game_server.is_engaged(ben)


def test_states_describe_the_position(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Join("myself"))
    start = ann.last(session.Start)
    board = Board()
    assert start.legal_flips == tuple("".join(board.flips(move)) for move in board.legal_moves)
    assert start.text == "The start. Black 2, White 2. Black has 4 moves."
    for move in ("c4", "e3", "f6", "e6", "f5"):
        server.request(ann, session.Play(start.game, move))
        board.push(move)
        state = ann.last(session.State)
        assert state.legal == tuple(board.legal_moves)
        assert state.legal_flips == tuple("".join(board.flips(move)) for move in board.legal_moves)
    last = ann.last(session.State)
    assert last.opening == "Tiger"
    assert last.text == "Black plays f5, 1 disc flips. Black 6, White 3. White has 6 moves."


def test_the_last_state_lists_no_moves(server: SimulatedServer) -> None:
    ann = server.connect()
    server.request(ann, session.Join("myself", size=4, position="XOOXXXXXXXXXXXO- X"))
    start = ann.last(session.Start)
    replies = server.request(ann, session.Play(start.game, start.legal[0]))
    states = [reply for reply in replies if isinstance(reply, session.State)]
    assert states[-1].legal == states[-1].legal_flips == ()
    assert states[-1].turn is None
