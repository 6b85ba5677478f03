"""Games that are played again, because the machine may be why a clock ran out."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import AgentFailureError, BaseAgent, FailureKind
from obversi.agents.catalog import AGENTS
from obversi.arena import TimeControl
from obversi.arena.game import agent_pool, play
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.play import DISPUTES, play_planned
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE


class Late(BaseAgent):
    """Fails at its first move, as often as configured."""

    name = "late"

    def __init__(self, failures: Iterator[AgentFailureError]) -> None:
        self.failures = failures

    def choose(self, board: ob.Board) -> ob.Move:
        for failure in self.failures:
            raise failure
        return board.legal_moves[0]


def late(number: int, *, disputed: bool) -> list[AgentFailureError]:
    return [
        AgentFailureError(FailureKind.TIME, f"late {place + 1}", disputed=disputed)
        for place in range(number)
    ]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds for which the cores were watched."""
    seconds: list[float] = []
    monkeypatch.setattr(play, "quietest_core", lambda some: seconds.append(some))
    return seconds


@pytest.fixture
def played(
    monkeypatch: pytest.MonkeyPatch,
    watched: list[float],  # noqa: ARG001 - no core is watched
) -> Callable[[list[AgentFailureError]], PlayedGame]:
    def play_with(failures: list[AgentFailureError]) -> PlayedGame:
        left = iter(failures)

        def make(description: str, **options: Any) -> Any:
            return Late(left) if description == "late" else make_agent(description, **options)

        monkeypatch.setattr(agent_pool, "make_agent", make)
        monkeypatch.setattr(agent_pool, "AGENTS", {**AGENTS, "late": AGENTS["random"]})
        a, b = PlannedAgent(0, "late", 1), PlannedAgent(1, "random", 2)
        plan = GamePlan(1, 1, ob.Board(4), a, b, WHITE, TimeControl(seconds=5))
        return play_planned(plan)

    return play_with


def test_a_disputed_clock_is_played_again(played: Any, watched: list[float]) -> None:
    game = played(late(2, disputed=True))
    assert game.failure is None
    assert game.notes == {"white": {DISPUTES: ["late 1", "late 2"]}}
    assert len(watched) == 2


def test_after_three_more_games_the_agent_is_blamed(played: Any, watched: list[float]) -> None:
    game = played(late(9, disputed=True))
    assert game.failure is not None
    assert (game.failure.color, game.failure.reason) == (WHITE, "late 4")
    assert game.notes["white"][DISPUTES] == ["late 1", "late 2", "late 3"]
    assert watched == list(play.QUIET_SECONDS)


def test_a_clock_beyond_dispute_is_not_played_again(played: Any, watched: list[float]) -> None:
    game = played(late(1, disputed=False))
    assert game.failure is not None
    assert game.failure.reason == "late 1"
    assert (game.notes, watched) == ({}, [])


def test_a_game_without_failures_has_no_disputes(played: Any, watched: list[float]) -> None:
    game = played([])
    assert game.failure is None
    assert game.record.start.turn == BLACK
    assert (game.notes, watched) == ({}, [])
