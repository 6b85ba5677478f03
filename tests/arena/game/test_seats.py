"""Agents that take a seat before they move, and tell of the game when it is over."""

from collections.abc import Mapping
from typing import Any

import pytest

import obversi as ob
from obversi.agents import AGENTS, AgentFailureError, AgentKind, Fault, make_agent
from obversi.arena import GamePlan, Player, TimeControl
from obversi.arena.game import agent_pool
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.notes import notes_of
from obversi.arena.game.play import play_planned
from obversi.color import BLACK, WHITE
from obversi.errors import MachineError

RULES = ["normal", "reversed"]


class Seated:
    """Keeps what it hears, and tells it."""

    name = "seated"
    seconds_to_come = 7.5

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.refuses = self.is_machine_s_fault = False

    def begin(self) -> None:
        self.heard = ["begin"]

    def sit(self, size: int, rules: str, color: int) -> None:
        self.heard.append((size, rules, color))
        if self.is_machine_s_fault:
            raise MachineError("no sandbox can be started")
        if self.refuses:
            raise AgentFailureError(Fault.FORBIDDEN, "it imports os")

    def choose(self, board: ob.Board) -> ob.Move:
        self.heard.append("choose")
        return board.legal_moves[0]

    def notes(self) -> Mapping[str, Any]:
        return {"heard": self.heard[:3]}

    def close(self) -> None:
        self.heard.append("close")
        raise OSError("it would not end")


class Watched:
    """Notes how long agents are waited for."""

    def __init__(self) -> None:
        self.told: list[float | None] = []

    def turn(self, _board: ob.Board, seconds: float | None) -> None:
        self.told.append(seconds)

    def pause(self) -> None:
        self.told.append(-1.0)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Seated]:
    """Let `seated` be an agent, and return all of them that are made."""
    agents: list[Seated] = []

    def make(description: str, **options: Any) -> Any:
        if not description.startswith("seated"):
            return make_agent(description, **options)
        agents.append(Seated())
        agents[-1].refuses = description.endswith("refuses")
        agents[-1].is_machine_s_fault = description.endswith("machine")
        return agents[-1]

    kind = AgentKind("takes a seat", Seated, kept=True)
    monkeypatch.setattr(agent_pool, "make_agent", make)
    monkeypatch.setattr(agent_pool, "AGENTS", {**AGENTS, "seated": kind})
    return agents


def plan(a: str, a_color: int, size: int = 4, rules: str = "normal") -> GamePlan:
    players = Player(0, a, seed=1), Player(1, "random", seed=2)
    return GamePlan(1, 1, ob.Board(size, rules), *players, a_color, TimeControl(seconds=1))


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_seat_is_taken_before_the_first_move(
    made: list[Seated], size: int, rules: str, color: int
) -> None:
    watch = Watched()
    game = play_planned(plan("seated", color, size, rules), watch=watch)
    [agent] = made
    assert agent.heard[:3] == ["begin", (size, rules, color), "choose"]
    assert game.failure is None
    assert game.notes == {
        "black" if color == BLACK else "white": {"heard": ["begin", [size, rules, color], "choose"]}
    }
    # To come it has a minute, to sit down what it says.
    assert watch.told[watch.told.index(7.5) - 1] == 60.0
    assert watch.told[-1] == -1.0


def test_a_seat_is_given_up_with_the_game(made: list[Seated]) -> None:
    with AgentPool() as pool:
        first, second = (play_planned(plan("seated", BLACK), pool) for _ in range(2))
        assert [agent.heard.count("close") for agent in made] == [1, 1]
        assert first.failure is second.failure is None
    assert [agent.heard[-1] for agent in made] == ["close", "close"]
    assert len(made[0].heard) == len(made[1].heard)


def test_who_cannot_sit_down_loses_and_still_tells(made: list[Seated]) -> None:
    game = play_planned(plan("seated:refuses", WHITE, rules="reversed"))
    assert game.failure is not None
    assert (game.failure.color, game.failure.fault) == (WHITE, Fault.FORBIDDEN)
    assert (game.failure.reason, game.margin) == ("it imports os", -16)
    assert game.notes == {"white": {"heard": ["begin", [4, "reversed", WHITE]]}}
    assert made[0].heard[-1] == "close"


def test_nobody_loses_by_a_fault_of_the_machine(made: list[Seated]) -> None:
    watch = Watched()
    with pytest.raises(MachineError, match="no sandbox"):
        play_planned(plan("seated:machine", WHITE), watch=watch)
    assert made[0].heard[-1] == "close"
    assert watch.told[-1] == -1.0


# Notes


class Telling:
    name = "telling"

    def __init__(self, told: Any) -> None:
        self.told = told

    def choose(self, board: ob.Board) -> ob.Move:
        return board.legal_moves[0]

    def notes(self) -> Any:
        if isinstance(self.told, BaseException):
            raise self.told
        return self.told


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({}, {}),
        ({"plies": (1, 2), 3: None}, {"plies": [1, 2], "3": None}),
        ({"output": "\udcff\0"}, {"output": "\udcff\0"}),
        (None, {"problem": "TypeError: 'NoneType' object is not iterable"}),
        ({"mb": float("nan")}, {"problem": "ValueError: Out of range float values"}),
        ({"a": {1}}, {"problem": "TypeError: Object of type set is not JSON"}),
        (RuntimeError("no"), {"problem": "RuntimeError: no"}),
        (SystemExit(3), {"problem": "SystemExit: 3"}),
        ({"x": ["y" * 9000] * 60}, {"problem": "its notes are too long: 540,"}),
    ],
)
def test_notes_are_kept_or_why_there_are_none(told: Any, kept: dict[str, Any]) -> None:
    found = notes_of(Telling(told))
    if "problem" in kept:
        assert list(found) == ["problem"]
        assert found["problem"].startswith(kept["problem"])
    else:
        assert found == kept


def test_notes_that_contain_themselves() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless
    assert notes_of(Telling(endless))["problem"].startswith("RecursionError")


def test_long_texts_have_a_beginning_and_an_end() -> None:
    text = "".join(f"{number}\n" for number in range(100_000))
    [kept] = notes_of(Telling({"output": text})).values()
    assert len(kept) <= 70_000
    assert kept.startswith("0\n1\n2\n")
    assert kept.endswith("\n99999\n")
    assert f"\n… {len(text) - 69_950:,} characters left out …\n" in kept


def test_most_agents_have_no_notes() -> None:
    assert notes_of(make_agent("random", seed=1)) == {}
