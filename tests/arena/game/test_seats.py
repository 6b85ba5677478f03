"""Agents that are seated before they move, and return notes after the game."""

from collections.abc import Mapping
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import AgentFailureError, AgentKind, BaseAgent, FailureKind, SeatedAgent
from obversi.agents.catalog import AGENTS
from obversi.arena import TimeControl
from obversi.arena.game import agent_pool
from obversi.arena.game.agent_pool import AgentPool
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.play import notes_of, play_planned
from obversi.color import BLACK, WHITE, Color
from obversi.errors import MachineError
from obversi.rules import RULES, Rules


class Seated(SeatedAgent):
    """Records the calls, and returns them as notes."""

    name = "seated"
    start_seconds = 7.5

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.rejects = self.is_machine_error = False

    def begin(self) -> None:
        self.events = ["begin"]

    def sit(self, size: int, rules: Rules, color: Color) -> None:
        self.events.append((size, rules, color))
        if self.is_machine_error:
            raise MachineError("no sandbox can be started")
        if self.rejects:
            raise AgentFailureError(FailureKind.FORBIDDEN, "it imports os")

    def choose(self, board: ob.Board) -> ob.Move:
        self.events.append("choose")
        return board.legal_moves[0]

    def notes(self) -> Mapping[str, Any]:
        return {"events": self.events[:3]}

    def close(self) -> None:
        self.events.append("close")
        raise OSError("it would not end")


class Monitor:
    """Notes how long agents are waited for."""

    def __init__(self) -> None:
        self.seconds: list[float | None] = []

    def turn(self, _board: ob.Board, seconds: float | None) -> None:
        self.seconds.append(seconds)

    def pause(self) -> None:
        self.seconds.append(-1.0)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Seated]:
    """Let `seated` be an agent, and return all of them that are made."""
    agents: list[Seated] = []

    def make(description: str, **options: Any) -> Any:
        if not description.startswith("seated"):
            return make_agent(description, **options)
        agents.append(Seated())
        agents[-1].rejects = description.endswith("rejects")
        agents[-1].is_machine_error = description.endswith("machine")
        return agents[-1]

    kind = AgentKind("takes a seat", Seated, kept=True)
    monkeypatch.setattr(agent_pool, "make_agent", make)
    monkeypatch.setattr(agent_pool, "AGENTS", {**AGENTS, "seated": kind})
    return agents


def plan(a: str, a_color: Color, size: int = 4, rules: Rules = "normal") -> GamePlan:
    players = PlannedAgent(0, a, seed=1), PlannedAgent(1, "random", seed=2)
    return GamePlan(1, 1, ob.Board(size, rules), *players, a_color, TimeControl(seconds=1))


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_seat_is_taken_before_the_first_move(
    made: list[Seated], size: int, rules: Rules, color: Color
) -> None:
    monitor = Monitor()
    game = play_planned(plan("seated", color, size, rules), monitor=monitor)
    [agent] = made
    assert agent.events[:3] == ["begin", (size, rules, color), "choose"]
    assert game.failure is None
    assert game.notes == {
        "black" if color == BLACK else "white": {
            "events": ["begin", [size, rules, color], "choose"]
        }
    }
    # To come it has a minute, to sit down what it says.
    assert monitor.seconds[monitor.seconds.index(7.5) - 1] == 60.0
    assert monitor.seconds[-1] == -1.0


def test_a_seat_is_given_up_with_the_game(made: list[Seated]) -> None:
    with AgentPool() as pool:
        first, second = (play_planned(plan("seated", BLACK), pool) for _ in range(2))
        assert [agent.events.count("close") for agent in made] == [1, 1]
        assert first.failure is second.failure is None
    assert [agent.events[-1] for agent in made] == ["close", "close"]
    assert len(made[0].events) == len(made[1].events)


def test_agent_that_cannot_be_seated_loses_with_notes(made: list[Seated]) -> None:
    game = play_planned(plan("seated:rejects", WHITE, rules="reversed"))
    assert game.failure is not None
    assert (game.failure.color, game.failure.kind) == (WHITE, FailureKind.FORBIDDEN)
    assert (game.failure.reason, game.margin) == ("it imports os", -16)
    assert game.notes == {"white": {"events": ["begin", [4, "reversed", WHITE]]}}
    assert made[0].events[-1] == "close"


def test_machine_error_is_not_a_loss(made: list[Seated]) -> None:
    monitor = Monitor()
    with pytest.raises(MachineError, match="no sandbox"):
        play_planned(plan("seated:machine", WHITE), monitor=monitor)
    assert made[0].events[-1] == "close"
    assert monitor.seconds[-1] == -1.0


# Notes


class NotingAgent(BaseAgent):
    name = "noting"

    def __init__(self, given: Any) -> None:
        self.seconds = given

    def choose(self, board: ob.Board) -> ob.Move:
        return board.legal_moves[0]

    def notes(self) -> Any:
        if isinstance(self.seconds, BaseException):
            raise self.seconds
        return self.seconds


@pytest.mark.parametrize(
    ("given", "expected"),
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
def test_notes_or_the_reason_for_missing_ones_are_stored(
    given: Any, expected: dict[str, Any]
) -> None:
    found = notes_of(NotingAgent(given))
    if "problem" in expected:
        assert list(found) == ["problem"]
        assert found["problem"].startswith(expected["problem"])
    else:
        assert found == expected


def test_notes_that_contain_themselves() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless
    assert notes_of(NotingAgent(endless))["problem"].startswith("RecursionError")


def test_long_texts_have_a_beginning_and_an_end() -> None:
    text = "".join(f"{number}\n" for number in range(100_000))
    [note] = notes_of(NotingAgent({"output": text})).values()
    assert len(note) <= 70_000
    assert note.startswith("0\n1\n2\n")
    assert note.endswith("\n99999\n")
    assert f"\n… {len(text) - 69_950:,} characters left out …\n" in note


def test_most_agents_have_no_notes() -> None:
    assert notes_of(make_agent("random", seed=1)) == {}
