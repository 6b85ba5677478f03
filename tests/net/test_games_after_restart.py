"""A server that is killed at any moment goes on where it was."""

from pathlib import Path

import pytest
from game_room import GameRoom, Guest

from obversi.board import Board
from obversi.wire import session
from obversi.wire.session import Clocks, ClockSetting, EndReason

CLOCK = ClockSetting(60, 2)


def restarted(room: GameRoom, path: Path) -> GameRoom:
    """Kill a server, and start another with its file."""
    room.loop.close()
    room.store.close()  # or the lock stays: it is this process that has it
    after = GameRoom(path, quick=room.thinkers.quick)
    after.lobby.restore()
    return after


def restarted_game_with_clocks(path: Path) -> tuple[GameRoom, session.Waiting]:
    """Kill a server at which Ann, who has black, and Ben play; the token is hers."""
    room = GameRoom(path)
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(size=4, clock=CLOCK, color="black"))
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join(size=4, clock=CLOCK))
    return restarted(room, path), waiting


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_at_every_ply_it_is_the_same_game(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path)
    ann, ben = room.guest("Ann"), room.guest("Ben")
    join = session.Join(size=4, rules=rules, clock=CLOCK)  # type: ignore[arg-type]
    [waiting] = room.ask(ann, join)
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, join)
    start = ben.last(session.Start)
    assert start.color is not None
    assert start.token is not None
    own = "white" if start.color == "black" else "black"
    tokens: dict[str, str] = {start.color: start.token, own: waiting.token}
    moves, plies = "", 0
    clocks: Clocks | None = Clocks(60, 60)
    while True:
        room = restarted(room, path)
        guests: dict[str, Guest] = {color: room.guest(color) for color in tokens}
        for color, guest in guests.items():
            room.ask(guest, session.Rejoin(start.game, tokens[color]))
        told = guests["black"].last(session.Start)
        board = Board.parse(told.board, rules)
        assert (told.moves, told.ply) == (moves, plies)
        assert {told.black, told.white} == {"Ann", "Ben"}
        assert told.clocks == clocks
        assert told.turn is not None
        mover = guests[told.turn]
        assert mover.last(session.Turn).legal == told.legal == tuple(board.legal_moves)
        room.time.pass_by(0.25)
        room.ask(mover, session.Play(start.game, told.legal[0]))
        states = mover.all_of(session.State)
        moves += told.legal[0]
        plies, clocks = states[-1].ply, states[-1].clocks
        if mover.all_of(session.End):
            break
    end = mover.last(session.End)
    assert end.reason is EndReason.FINISHED
    room = restarted(room, path)
    assert room.lobby.games == 0
    later = room.guest("Cara")
    room.ask(later, session.Watch(start.game))
    assert later.last(session.Start).moves == moves
    assert later.last(session.End) == end
    room.close()


def test_clocks_wait_for_those_who_come_back(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path)
    ann, ben = room.guest("Ann"), room.guest("Ben")
    for guest in (ann, ben):
        room.ask(guest, session.Join(size=4, clock=CLOCK))
    game = ben.last(session.Start).game
    room.time.pass_by(20)
    room = restarted(room, path)
    watcher = room.guest("Cara")
    room.time.pass_by(59)
    room.ask(watcher, session.Watch(game))
    assert watcher.last(session.Start).clocks == Clocks(60, 60)
    room.time.pass_by(31)
    room.ask(watcher, session.Watch(game))
    assert watcher.last(session.Start).clocks == Clocks(30, 60)
    room.time.pass_by(31)
    assert watcher.last(session.End).reason is EndReason.TIME
    room.close()


def test_a_clock_runs_from_when_its_player_is_back(tmp_path: Path) -> None:
    room, waiting = restarted_game_with_clocks(tmp_path / "games.db")
    room.time.pass_by(50)
    again = room.guest("Ann")
    room.ask(again, session.Rejoin(waiting.game, waiting.token))
    room.time.pass_by(10)
    room.ask(again, session.Play(waiting.game, "b1"))
    assert again.last(session.State).clocks == Clocks(52, 60)
    room.close()


def test_a_clock_waits_for_its_player_though_the_agent_has_moved(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path, quick=False)
    ann = room.guest("Ann")
    room.ask(ann, session.Join("level=3", size=4, color="white", clock=CLOCK))
    start = ann.last(session.Start)
    assert start.token
    room = restarted(room, path)
    room.time.pass_by(5)
    room.answer("b1")
    room.time.pass_by(50)
    again = room.guest("Ann")
    told, _ = room.ask(again, session.Rejoin(start.game, start.token))
    assert isinstance(told, session.Start)
    assert told.clocks is not None
    assert told.clocks.white == 60
    room.time.pass_by(1)
    # Who was back and goes again is not waited for a second time.
    room.lobby.depart(again)
    room.time.pass_by(1)
    third = room.guest("Ann")
    told, _ = room.ask(third, session.Rejoin(start.game, start.token))
    assert isinstance(told, session.Start)
    assert told.clocks is not None
    assert told.clocks.white == 58
    room.close()


def test_a_clock_waits_for_its_player_though_the_other_has_moved(tmp_path: Path) -> None:
    room, waiting = restarted_game_with_clocks(tmp_path / "games.db")
    again = room.guest("Ann")
    room.ask(again, session.Rejoin(waiting.game, waiting.token))
    room.time.pass_by(10)
    room.ask(again, session.Play(waiting.game, "b1"))
    room.time.pass_by(49)
    room.ask(again, session.Watch(waiting.game))
    assert again.last(session.Start).clocks == Clocks(52, 60)
    room.time.pass_by(11)  # a minute after the start it runs anyway
    room.ask(again, session.Watch(waiting.game))
    assert again.last(session.Start).clocks == Clocks(52, 50)
    room.close()


def test_agents_think_again(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path, quick=False)
    ann = room.guest("Ann")
    room.ask(ann, session.Join("level=3", size=4, color="white"))
    start = ann.last(session.Start)
    assert start.token
    room = restarted(room, path)
    [question] = room.thinkers.questions
    assert (question.asker.number, question.description) == (start.game, "engine:level=3")
    room.answer("b1")
    again = room.guest("Ann")
    told, turn = room.ask(again, session.Rejoin(start.game, start.token))
    assert isinstance(told, session.Start)
    assert (told.moves, told.agents) == ("b1", ("black",))
    assert isinstance(turn, session.Turn)
    room.close()


def test_those_who_do_not_come_back_have_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path)
    ann = room.guest("Ann")
    clock = session.ClockSetting(86_400)
    room.ask(ann, session.Join("greedy", size=4, color="black", clock=clock))
    room.ask(ann, session.Join(size=4))
    room.ask(ann, session.Join(size=6, private=True))
    assert room.lobby.games == 3
    room = restarted(room, path)
    assert room.lobby.games == 3
    assert isinstance(room.ask(room.guest(), session.Join(size=4))[0], session.Waiting)
    room.time.pass_by(601)
    assert room.lobby.games == 1
    [record] = room.store.records()
    assert record.margin() == -16
    room.close()


def test_those_who_wait_may_come_back(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path)
    [waiting] = room.ask(room.guest("Ann"), session.Join(size=4, color="any"))
    assert isinstance(waiting, session.Waiting)
    room = restarted(room, path)
    ann, ben = room.guest("Ann"), room.guest("Ben")
    assert room.ask(ann, session.Rejoin(waiting.game, waiting.token)) == [waiting]
    room.ask(ben, session.Join(size=4, color="black"))
    assert ben.last(session.Start).game == waiting.game
    assert ann.last(session.Start).color == "white"
    room = restarted(room, path)
    again = room.guest("Ann")
    room.ask(again, session.Rejoin(waiting.game, waiting.token))
    assert again.last(session.Start).color == "white"
    room.close()


def test_what_was_taken_back_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path)
    ann = room.guest("Ann")
    room.ask(ann, session.Join("greedy", size=4, color="black"))
    start = ann.last(session.Start)
    assert start.token
    room.ask(ann, session.Play(start.game, "b1"))
    room.ask(ann, session.Undo(start.game))
    room.ask(ann, session.Play(start.game, "a2"))
    moves = room.store.game(start.game)
    room = restarted(room, path)
    assert room.store.game(start.game) == moves
    assert moves is not None
    assert moves.moves[0].move == "a2"
    room.close()


def test_a_keeper_is_one_again(tmp_path: Path) -> None:
    """By the token, wherever he sits: at one seat, at both, or at none."""
    path = tmp_path / "games.db"
    room = GameRoom(path, quick=False)
    ann = room.guest("Ann")
    starts = {}
    for yours, request in (
        (("black",), session.Join("greedy", size=4, color="black")),
        (("black", "white"), session.Join("myself", size=4)),
        ((), session.Arrange("greedy", "level=3", size=4)),
    ):
        start = room.ask(ann, request)[0]
        assert isinstance(start, session.Start)
        assert start.token
        starts[yours] = start
    room = restarted(room, path)
    ben = room.guest("Ben")
    for yours, start in starts.items():
        assert start.token
        room.ask(ben, session.Watch(start.game))
        [refused] = room.ask(ben, session.ChangeSeat(start.game, "white", "me"))
        assert isinstance(refused, session.Error)
        again = room.guest("Ann")
        room.ask(again, session.Rejoin(start.game, start.token))
        told = again.last(session.Start)
        assert (told.yours, told.keeper) == (yours, True)
        for color, other in (("black", "white"), ("white", "black")):
            room.ask(again, session.ChangeSeat(start.game, color, "me"))  # type: ignore[arg-type]
            room.ask(again, session.ChangeSeat(start.game, other, "greedy"))  # type: ignore[arg-type]
            assert again.last(session.Start).yours == (color,)
    assert room.time.alarms == 0
    room.close()


@pytest.mark.parametrize("against", ["myself", "greedy"])
def test_a_game_of_ones_own_waits(tmp_path: Path, against: str) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path)
    ann = room.guest("Ann")
    room.ask(ann, session.Join(against, color="white", size=4, moves="b1"))
    start = ann.last(session.Start)
    assert start.token
    room = restarted(room, path)
    room.time.pass_by(1_000_000)
    assert room.lobby.games == 1
    again = room.guest("Ann")
    _, turn = room.ask(again, session.Rejoin(start.game, start.token))
    assert isinstance(turn, session.Turn)
    room.close()


def test_seats_are_as_they_were_changed_and_what_was_taken_back_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    room = GameRoom(path, quick=False)
    ann = room.guest("Ann")
    room.ask(ann, session.Join("greedy", size=4, color="black"))
    start = ann.last(session.Start)
    assert start.token
    game = start.game
    room.ask(ann, session.ChangeSeat(game, "white", "me"))
    for move in ("b1", "a1"):
        room.ask(ann, session.Play(game, move))
    room.ask(ann, session.Undo(game))
    room.ask(ann, session.Undo(game))
    room.ask(ann, session.Redo(game))
    assert ann.last(session.Start).ahead == "a1"
    room.ask(ann, session.ChangeSeat(game, "black", "level=3"))
    room = restarted(room, path)
    again = room.guest("Ann")
    told, turn = room.ask(again, session.Rejoin(game, start.token))
    assert isinstance(told, session.Start)
    assert (told.moves, told.ahead, told.yours) == ("b1", "", ("white",))
    assert (told.black, told.agents) == ("engine:level=3", ("black",))
    assert isinstance(turn, session.Turn)
    [refused] = room.ask(again, session.Redo(game))
    assert isinstance(refused, session.Error)
    room.close()
