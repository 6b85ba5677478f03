"""Two people play again, with colours swapped."""

import pytest
from game_room import GameRoom, Guest, two_players

from obversi.wire import session
from obversi.wire.session import ErrorCode, RematchNews


def played(room: GameRoom, request: session.Join | None = None) -> tuple[Guest, Guest, str]:
    """Return Black, White and their game, which White has resigned."""
    players, start = two_players(room, request or session.Join(size=4))
    black, white = players["black"], players["white"]
    room.ask(white, session.Resign(start.game))
    for guest in (black, white):
        guest.take()
    return black, white, start.game


def test_both_are_led_into_the_next_game(room: GameRoom) -> None:
    clock = session.ClockSetting(60, 1)
    wish = session.Join(
        rules="reversed",
        size=6,
        clock=clock,
        position="-" * 14 + "OX" + "-" * 4 + "XO" + "-" * 14 + " X",
        moves="b3",
        private=True,
    )
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, wish)
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Accept(waiting.game))
    before = ann.last(session.Start)
    room.ask(ann, session.Resign(before.game))
    for guest in (ann, ben):
        guest.take()
    [asked] = room.ask(ann, session.Rematch(before.game), 1)
    assert asked == RematchNews(before.game, "asked", before.color, None)
    assert ben.take() == [asked]
    room.ask(ben, session.Rematch(before.game), 2)
    begun, start, *_ = [told.reply for told in ben.heard]
    assert isinstance(start, session.Start)
    assert begun == RematchNews(before.game, "begun", None, start.game)
    assert start.game != before.game
    assert start.color == before.color  # who was Black is White, and it was the other's
    other = ann.last(session.Start)
    assert other.color != before.color
    assert (other.black, other.white) == (before.white, before.black)
    same = ("rules", "size", "clock", "position", "moves", "board", "legal")
    assert all(getattr(start, each) == getattr(before, each) for each in same)
    tokens = {start.token, other.token}
    assert None not in tokens
    assert len(tokens) == 2
    mover = ann if other.turn == other.color else ben
    room.ask(mover, session.Play(start.game, start.legal[0]))
    assert ann.last(session.State).move == ben.last(session.State).move == start.legal[0]
    # The token opens the new seat.
    again = room.guest("Ann")
    assert other.token is not None
    assert isinstance(room.ask(again, session.Rejoin(start.game, other.token))[0], session.Start)
    # A private game stays one.
    [listed] = room.ask(ben, session.ListGames())
    assert listed == session.GameList(())


def test_to_ask_twice_is_harmless(room: GameRoom) -> None:
    black, white, game = played(room)
    room.ask(black, session.Rematch(game))
    white.take()
    [again] = room.ask(black, session.Rematch(game), 5)
    assert again == RematchNews(game, "asked", "black", None)
    assert white.take() == []
    assert room.lobby.games == 0
    room.ask(white, session.Rematch(game))
    assert room.lobby.games == 1
    # What has begun cannot be begun again.
    [refused] = room.ask(black, session.Rematch(game))
    assert isinstance(refused, session.Error)
    assert room.lobby.games == 1


def test_to_decline_is_told(room: GameRoom) -> None:
    black, white, game = played(room)
    room.ask(black, session.Rematch(game))
    [declined] = room.ask(white, session.Decline(game))
    assert declined == RematchNews(game, "declined", "white", None)
    assert black.last(RematchNews) == declined
    # The first has to ask anew.
    room.ask(white, session.Rematch(game))
    assert room.lobby.games == 0
    room.ask(black, session.Rematch(game))
    assert room.lobby.games == 1


@pytest.mark.parametrize("how", ["leave", "hang up"])
def test_who_goes_is_missed_and_may_come_back(room: GameRoom, how: str) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join(size=4))
    game = waiting.game
    room.ask(ben, session.Resign(game))
    room.ask(ann, session.Rematch(game))
    ben.take()
    if how == "leave":
        assert room.ask(ann, session.Leave(game), 3) == [session.Left(game)]
    else:
        room.lobby.depart(ann)
    assert ben.take() == [session.Presence(game, "black", False, None)]
    # His wish went with him.
    [refused] = room.ask(ben, session.Rematch(game))
    assert isinstance(refused, session.Error)
    assert refused.text == "the other player has gone"
    ben.take()
    back = room.guest("Ann") if how == "hang up" else ann
    room.ask(back, session.Rejoin(game, waiting.token))
    assert ben.take() == [session.Presence(game, "black", True, None)]
    room.ask(ben, session.Rematch(game))
    room.ask(back, session.Rematch(game))
    assert back.last(session.Start).color == "white"


def test_who_comes_back_hears_what_was_asked(room: GameRoom) -> None:
    ann, ben = room.guest("Ann"), room.guest("Ben")
    [waiting] = room.ask(ann, session.Join(color="black", size=4))
    assert isinstance(waiting, session.Waiting)
    room.ask(ben, session.Join(size=4))
    room.ask(ben, session.Resign(waiting.game))
    room.ask(ben, session.Rematch(waiting.game))
    room.lobby.depart(ann)
    again = room.guest("Ann")
    start, end, asked = room.ask(again, session.Rejoin(waiting.game, waiting.token))
    assert isinstance(start, session.Start)
    assert isinstance(end, session.End)
    assert asked == RematchNews(waiting.game, "asked", "white", None)
    room.ask(again, session.Rematch(waiting.game))
    assert ben.last(session.Start).color == "black"


def test_those_who_watched_hear_of_the_next_game(room: GameRoom) -> None:
    players, start = two_players(room, session.Join(size=4))
    watcher, other = room.guest("Cy"), room.guest("Di")
    for each in (watcher, other):
        room.ask(each, session.Watch(start.game))
    room.ask(players["black"], session.Resign(start.game))
    for each in (watcher, other):
        each.take()
    room.lobby.depart(other)
    room.ask(players["black"], session.Rematch(start.game))
    assert watcher.take() == []
    room.ask(players["white"], session.Rematch(start.game))
    [news] = watcher.take()
    assert isinstance(news, RematchNews)
    assert news.next == players["black"].last(session.Start).game
    assert isinstance(room.ask(watcher, session.Watch(news.next))[0], session.Start)
    assert other.take() == []


def test_what_cannot_be_played_again(room: GameRoom) -> None:
    players, start = two_players(room, session.Join(size=4))
    ann, stranger = players["black"], room.guest("Cy")

    def refused(guest: Guest, request: session.Request) -> session.Error:
        [reply] = room.ask(guest, request)
        assert isinstance(reply, session.Error)
        return reply

    assert refused(ann, session.Rematch(start.game)).text == "this game is not over"
    assert refused(ann, session.Rematch("g-none")).code == ErrorCode.UNKNOWN_GAME
    room.ask(ann, session.Resign(start.game))
    ann.take()
    assert refused(stranger, session.Rematch(start.game)).code == ErrorCode.NOT_YOURS
    assert refused(stranger, session.Decline(start.game)).code == ErrorCode.NOT_YOURS
    for against in ("greedy", session.MYSELF):
        room.ask(stranger, session.Join(against, size=4))
        own = stranger.last(session.Start).game
        room.ask(stranger, session.Resign(own))
        stranger.take()
        assert "two people" in refused(stranger, session.Rematch(own)).text
    for guest in players.values():
        room.lobby.depart(guest)
    assert refused(stranger, session.Rematch(start.game)).code == ErrorCode.NOT_YOURS
