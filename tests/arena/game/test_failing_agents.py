"""Agents that do not move as they should, at the board."""

from collections.abc import Callable
from typing import Any

import pytest

import obversi as ob
from obversi.agents import BaseAgent, make_agent
from obversi.agents.agent import Agent, AgentKind, FailureKind
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import RandomAgent
from obversi.arena import Match, play_match, random_openings
from obversi.arena.game import agent_pool
from obversi.arena.game.played import Failure
from obversi.color import BLACK, WHITE
from obversi.formats import ggf
from obversi.rules import RULES, Rules


def small_match(a: str = "greedy", b: str = "random", pairs: int = 4, **options: Any) -> Match:
    rules = options.pop("rules", "normal")
    return Match(a, b, random_openings(pairs, size=4, rules=rules, seed=7), pairs, **options)


def plans_seeds(match: Match) -> list[tuple[int, int]]:
    tournament, seeds = match.tournament(), []
    while tournament.due() is not None:
        plan = tournament.take()
        seeds.append((plan.a.seed, plan.b.seed))
    return seeds


class Broken(BaseAgent):
    """Fails after a given number of moves."""

    name = "broken"

    def __init__(self, act: Callable[[], Any], moves: int) -> None:
        self.act, self.moves = act, moves

    def choose(self, board: ob.Board) -> ob.Move:
        self.moves -= 1
        if self.moves >= 0:
            return board.legal_moves[0]
        answer: ob.Move = self.act()
        return answer


def stumble() -> None:
    raise RuntimeError("out of\nideas")


def leave() -> None:
    raise SystemExit(3)


@pytest.fixture
def agents(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], Agent]]:
    """Further agents, by their descriptions."""
    further: dict[str, Callable[[], Agent]] = {}

    def make(description: str, **options: Any) -> Agent:
        return (
            further[description]() if description in further else make_agent(description, **options)
        )

    class Kinds(dict[str, AgentKind]):
        def __missing__(self, _name: str) -> AgentKind:
            return AGENTS["random"]

    monkeypatch.setattr(agent_pool, "make_agent", make)
    monkeypatch.setattr(agent_pool, "AGENTS", Kinds(AGENTS))
    return further


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("act", "blame"),
    [
        (stumble, (FailureKind.ERROR, "RuntimeError: out of ideas")),
        (leave, (FailureKind.ERROR, "SystemExit: 3")),
        (
            lambda: None,
            (FailureKind.ILLEGAL, "agent 'broken' playing COLOR chose an illegal move: 'None'"),
        ),
        (
            lambda: "a9",
            (FailureKind.ILLEGAL, "agent 'broken' playing COLOR chose an illegal move: 'a9'"),
        ),
        # What fails inside an agent is an error of its own, whatever it is.
        (lambda: ob.Board(4).push("a1"), (FailureKind.ERROR, "IllegalMoveError: 'a1'")),
    ],
)
def test_an_agent_that_fails_loses_the_game_and_the_match_goes_on(
    agents: dict[str, Callable[[], Agent]],
    rules: Rules,
    act: Callable[[], Any],
    blame: tuple[FailureKind, str],
) -> None:
    agents["broken"] = lambda: Broken(act, moves=1)
    for a, b, margin in (("broken", "greedy", -16), ("greedy", "broken", 16)):
        games = list(play_match(small_match(a, b, pairs=2, rules=rules)))
        assert len(games) == 4
        for played in games:
            color = played.a_color if a == "broken" else -played.a_color
            kind, reason = blame
            named = reason.replace("COLOR", "black" if color == BLACK else "white")
            assert played.failure is not None
            assert (played.failure.kind, played.ending) == (kind, kind.value)
            assert played.failure.color == color
            assert played.failure.reason.startswith(named)
            assert played.margin == margin
            assert len(played.seconds(color)) == 1
            again = ggf.parse(ggf.dump(played.record))
            assert again.margin() == played.record.margin()
            assert again.tags["CO"] == played.failure.reason


def test_an_agent_that_cannot_be_made_loses_too(
    agents: dict[str, Callable[[], Agent]],
) -> None:
    def fail() -> Agent:
        raise MemoryError

    agents["heavy"] = fail
    [first, second] = play_match(small_match("heavy", "random", pairs=1))
    assert first.failure == Failure(BLACK, FailureKind.ERROR, "MemoryError")
    assert second.failure == Failure(WHITE, FailureKind.ERROR, "MemoryError")
    assert (first.margin, second.margin) == (-16, -16)


def test_ctrl_c_is_not_a_failure(agents: dict[str, Callable[[], Agent]]) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    agents["slow"] = lambda: Broken(interrupt, moves=1)
    with pytest.raises(KeyboardInterrupt):
        next(play_match(small_match("slow", "random")))


def test_a_long_reason_is_cut(agents: dict[str, Callable[[], Agent]]) -> None:
    agents["chatty"] = lambda: Broken(lambda: 10_000 * "x", moves=0)
    failure = next(play_match(small_match("chatty", "random"))).failure
    assert failure is not None
    assert len(failure.reason) < 500


def test_an_agent_s_own_limit_counts(agents: dict[str, Callable[[], Agent]]) -> None:
    class OwnLimit(RandomAgent):
        def __init__(self, seconds: float | None) -> None:
            super().__init__(1)
            self._seconds = seconds

        def seconds_per_move(self, _given: float | None) -> float | None:
            return self._seconds

    agents["patient"] = lambda: OwnLimit(5.0)
    agents["timeless"] = lambda: OwnLimit(None)
    for played in play_match(small_match("patient", "timeless", pairs=1, seconds=0.5)):
        assert (played.a_limit, played.b_limit) == (5.0, None)


def test_seconds_and_seed_reach_the_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def make(description: str, **options: Any) -> Agent:
        calls.append((description, options))
        return RandomAgent()

    monkeypatch.setattr(agent_pool, "make_agent", make)
    match = small_match(pairs=1, seconds=0.25)
    list(play_match(match))
    (first_a, first_b), (second_a, second_b) = plans_seeds(match)
    assert calls == [
        ("greedy", {"seed": first_a, "seconds": 0.25}),
        ("random", {"seed": first_b, "seconds": 0.25}),
        ("random", {"seed": second_b, "seconds": 0.25}),
        ("greedy", {"seed": second_a, "seconds": 0.25}),
    ]
