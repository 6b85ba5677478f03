"""Who gets a place on the server: no address keeps others out, however many it sends."""

import asyncio
import logging

import pytest
from game_room import GameRoom
from game_room import Guest as RoomGuest
from game_server import LineClient, run, serving

from obversi.errors import ObversiError
from obversi.net.bounds import Bounds
from obversi.net.home import home_of
from obversi.net.rate import Rates
from obversi.net.reception import Reception
from obversi.wire import session

CROWD, HOME = "192.0.2.1", "192.0.2.2"


class Guest(RoomGuest):
    """Somebody at the door."""

    def __init__(self, number: int, address: str = CROWD) -> None:
        super().__init__(f"v{number}", address)
        self.name = "somebody"
        self.came_at = self.heard_at = float(number)
        self.looked_after = 0

    def look_after(self, now: float) -> None:  # noqa: ARG002
        self.looked_after += 1


@pytest.fixture
def reception(room: GameRoom) -> Reception:
    return Reception(room.lobby, Bounds(connections=4, connections_of_address=4))


def test_a_crowd_makes_room_for_others(reception: Reception) -> None:
    crowd = [Guest(number) for number in range(4)]
    for guest in crowd:
        assert reception.admit(guest) == ""
    assert "4 connections from 192.0.2.1" in reception.admit(Guest(4))
    crowd[0].heard_at = 9  # so that another one has been silent for longest
    others = [Guest(number, HOME) for number in range(5, 8)]
    assert [reception.admit(guest) for guest in others[:2]] == ["", ""]
    assert [guest.closed is None for guest in crowd] == [True, False, False, True]
    assert len(reception) == 4
    # Both addresses have as many now.
    assert "4 visitors" in reception.admit(others[2])
    for guest in (*crowd, *others, *crowd):
        reception.leave(guest)
    assert len(reception) == 0
    assert not reception.is_besieged


def test_of_many_who_are_refused_few_words_are_made(
    reception: Reception, caplog: pytest.LogCaptureFixture
) -> None:
    guests = [Guest(number) for number in range(1200)]
    with caplog.at_level(logging.INFO, "obversi"):
        refused = [guest for guest in guests if reception.admit(guest)]
        reception.look_after(0.0)
        reception.look_after(0.0)
    assert len(refused) == 1196
    assert reception.is_besieged
    first, rest = caplog.messages
    assert "is refused: there are 4 connections" in first
    assert rest == "1195 more were refused"
    for guest in refused:
        reception.leave(guest)
    assert not reception.is_besieged


def test_who_is_silent_for_an_hour_goes_unless_a_clock_runs(room: GameRoom) -> None:
    reception = Reception(room.lobby, Bounds())
    clock = session.ClockSetting(9000, 0)
    joins = [session.Join("greedy"), session.Join("greedy", clock=clock), session.Join(clock=clock)]
    guests = [Guest(number) for number in range(3)]
    for guest, join in zip(guests, joins, strict=True):
        reception.admit(guest)
        room.lobby.arrive(guest)
        room.ask(guest, session.Hello(session.VERSION, "Ann"))
        room.ask(guest, join)
    reception.look_after(3000.0)
    assert [guest.closed for guest in guests] == [None, None, None]
    reception.look_after(3700.0)
    assert [guest.closed is None for guest in guests] == [False, True, False]


def test_while_many_are_refused_nobody_waits_to_read_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.net.reception._MOST_ON_THEIR_WAY_OUT", 2)

    async def test() -> None:
        async with serving(connections=1) as server:
            await LineClient.connect(server.address)
            clients = [await LineClient.connect(server.address, "") for _ in range(5)]
            answers = await asyncio.gather(*(client.rest() for client in clients))
            assert [len(answer) for answer in answers] == [2, 2, 0, 0, 0]

    run(test())


@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf")])
def test_a_bound_is_a_number_above_zero(value: float) -> None:
    with pytest.raises(ObversiError, match="'waiting_seconds' cannot be"):
        Bounds(waiting_seconds=value)


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1:2:3", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::1", "::1"),
        ("somewhere", "somewhere"),
    ],
)
def test_what_counts_as_one_address(host: str, home: str) -> None:
    assert home_of(host) == home


def test_buckets_that_are_full_again_are_forgotten() -> None:
    rates = Rates(per_second=1, burst=2)
    for number in range(3000):
        assert rates.take(str(number), now=number / 100)
    assert len(rates._rates) < 1500
    assert rates.take("2999", 30.0)
    assert not rates.take("2999", 30.0)
