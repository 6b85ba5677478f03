"""One game: clocks, lateness, adjudication, and what is stored of it."""

import time
from dataclasses import replace
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import BaseAgent, FailureKind, Thought
from obversi.arena import TimeControl
from obversi.arena.game import agent_pool
from obversi.arena.game.plan import GamePlan, PlannedAgent
from obversi.arena.game.play import play_planned
from obversi.color import BLACK, WHITE, Color
from obversi.rules import RULES, Rules

A_SECOND = TimeControl(seconds=1.0)


def plan(a: str = "greedy", b: str = "random", **settings: Any) -> GamePlan:
    size, rules = settings.pop("size", 4), settings.pop("rules", "normal")
    settings.setdefault("time", A_SECOND)
    opening = settings.pop("opening", ob.Board(size, rules))
    players = PlannedAgent(3, a, seed=1), PlannedAgent(5, b, seed=2)
    return GamePlan(7, 4, opening, *players, settings.pop("a_color", BLACK), **settings)


class Slow(BaseAgent):
    """Moves after some seconds, and reports a latency."""

    name = "slow"

    def __init__(self, seconds: float, latency: float = 0.0) -> None:
        self.wait, self.latency = seconds, latency
        self.limits: list[ob.Limit] = []

    def choose(self, _board: ob.Board) -> ob.Move:
        raise AssertionError("`think` should be called instead")

    def think(self, board: ob.Board, limit: ob.Limit) -> Thought:
        self.limits.append(limit)
        time.sleep(self.wait)
        return Thought(board.legal_moves[0], value=2.5, depth=3, nodes=99)


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let an agent sit where `random` is planned."""

    def place(agent: Any) -> None:
        def make(description: str, **options: Any) -> Any:
            return agent if description == "random" else make_agent(description, **options)

        monkeypatch.setattr(agent_pool, "make_agent", make)

    return place


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("a_color", [BLACK, WHITE])
def test_played_game_contains_its_plan(rules: Rules, size: int, a_color: Color) -> None:
    played = play_planned(plan(size=size, rules=rules, a_color=a_color, round=2))
    assert (played.number, played.pair, played.round) == (7, 4, 2)
    assert (played.a, played.b, played.a_color) == (3, 5, a_color)
    assert (played.agent(a_color), played.agent(-a_color)) == (3, 5)
    assert played.ending == "finished"
    board = played.record.board()
    assert board.is_over
    assert played.margin == board.margin(a_color)
    moves = len(played.record.moves)
    assert len(played.clocks) == len(played.depths) == len(played.nodes) == moves
    assert 0 <= played.overhead <= played.seconds_taken
    assert played.place


def test_values_and_depths_of_an_agent_are_stored(seat: Any) -> None:
    seat(Slow(0))
    played = play_planned(plan())
    said = [
        (move.value, depth, nodes)
        for move, depth, nodes in zip(played.record.moves, played.depths, played.nodes, strict=True)
        if depth is not None
    ]
    assert set(said) == {(2.5, 3, 99)}
    assert len(said) == len(played.seconds(WHITE))


def test_engine_reports_values_depths_and_nodes() -> None:
    played = play_planned(plan("engine:depth=2", "engine:depth=1", size=6))
    for ply, move in enumerate(played.record.moves):
        if move.value is not None:
            assert played.depths[ply] is not None
            assert (played.nodes[ply] or 0) > 0
    assert sum(move.value is not None for move in played.record.moves) > 10


def saying(**nonsense: Any) -> Any:
    return lambda move: Thought(**{"move": move, **nonsense})


@pytest.mark.parametrize(
    ("thought", "reason"),
    [
        (saying(value=float("nan")), "nan is not the value of a move"),
        (saying(value="much"), "'much' is not the value of a move"),
        (saying(depth=2.5), "2.5 is not a depth"),
        (saying(nodes=object()), "is not a depth or a number of positions"),
        (lambda move: move, "is not a thought about a move"),
        (saying(move=None), "chose an illegal move: 'None'"),
    ],
)
def test_invalid_thought_is_a_failure(seat: Any, thought: Any, reason: str) -> None:
    class Babbling(Slow):
        def think(self, board: ob.Board, _limit: ob.Limit) -> Thought:
            found: Thought = thought(board.legal_moves[0])
            return found

    seat(Babbling(0))
    played = play_planned(plan())
    assert played.failure is not None
    assert played.failure.color == WHITE
    assert reason in played.failure.reason
    assert len(played.record.moves) == 1


def test_reasons_are_fit_to_be_shown(seat: Any) -> None:
    class Colourful(Slow):
        def think(self, _board: ob.Board, _limit: ob.Limit) -> Thought:
            raise RuntimeError("\x1b[31mboom\x1b[0m\nand more")

    seat(Colourful(0))
    failure = play_planned(plan()).failure
    assert failure is not None
    assert failure.reason == "RuntimeError: [31mboom [0m and more"


# Time


def test_a_late_move_loses(seat: Any) -> None:
    # Longer than any thread of this process waits for a core, which is not charged.
    seat(Slow(0.5))
    played = play_planned(plan(time=TimeControl(seconds=0.001, grace=0.001)))
    assert played.failure is not None
    assert (played.failure.color, played.failure.kind) == (WHITE, FailureKind.TIME)
    assert "had 0.001 s for a move" in played.failure.reason
    assert played.margin == 16
    assert len(played.record.moves) == 1


def test_late_move_is_accepted_within_grace_latency_or_lenient_control(seat: Any) -> None:
    control = TimeControl(seconds=0.001, grace=0.001)
    seat(Slow(0.01, latency=10.0))
    assert play_planned(plan(time=control)).failure is None
    seat(Slow(0.01))
    assert play_planned(plan(time=replace(control, grace=10))).failure is None
    assert play_planned(plan(time=replace(control, strict=False))).failure is None


def test_a_limit_of_its_own_counts_instead(seat: Any) -> None:
    slow = Slow(0.01)
    slow.seconds_per_move = lambda given: None  # type: ignore[method-assign] # noqa: ARG005
    seat(slow)
    played = play_planned(plan(time=TimeControl(seconds=0.001, grace=0.001)))
    assert played.failure is None
    assert (played.a_limit, played.b_limit) == (0.001, None)


def test_a_clock_runs_for_its_owner_alone(seat: Any) -> None:
    slow = Slow(0.01)
    seat(slow)
    played = play_planned(plan(time=TimeControl(clock=5, increment=0.5)))
    assert played.ending == "finished"
    clocks = {BLACK: 5.0, WHITE: 5.0}
    board = played.record.start.copy()
    expected_clocks = []
    for move, clock in zip(played.record.moves, played.clocks, strict=True):
        if move.seconds is not None:
            expected_clocks += [clocks[WHITE]] if board.turn == WHITE else []
            clocks[board.turn] += 0.5 - move.seconds
            assert clock == pytest.approx(clocks[board.turn], abs=1e-4)
        board.push(move.move)
    assert [limit.clock for limit in slow.limits] == pytest.approx(expected_clocks, abs=1e-4)
    assert {limit.increment for limit in slow.limits} == {0.5}


def test_a_clock_that_runs_out_loses(seat: Any) -> None:
    seat(Slow(0.03))
    played = play_planned(plan(time=TimeControl(clock=0.05, grace=0.0)))
    assert played.failure is not None
    assert (played.failure.color, played.failure.kind) == (WHITE, FailureKind.TIME)
    assert "on its clock" in played.failure.reason
    # All moves but the last were within it; how many depends on how long others had the core.
    assert 0 < sum(played.seconds(WHITE)) <= 0.05


@pytest.mark.few_cases
@pytest.mark.parametrize("agent", ["engine", "mcts", "r2"])
def test_timed_agents_keep_within_a_clock(agent: str) -> None:
    control = TimeControl(clock=1.0, strict=False)
    begin = time.process_time()  # unlike the clock it does not depend on the load of the machine
    played = play_planned(plan(agent, size=6, time=control))
    assert played.failure is None
    assert time.process_time() - begin < 1.5
    # It thinks; how much of the game's time is charged to it depends on the load.
    assert max(played.seconds(BLACK)) > 0.001


# Adjudication


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("a_color", [BLACK, WHITE])
def test_a_game_is_adjudicated_as_perfect_play_ends_it(rules: Rules, a_color: Color) -> None:
    engine = ob.Engine()
    margins = set()
    for seed in range(8):
        game_plan = plan("random", "random", size=6, rules=rules, a_color=a_color, adjudicate=9)
        played = play_planned(
            replace(
                game_plan, a=replace(game_plan.a, seed=seed), b=replace(game_plan.b, seed=seed + 50)
            )
        )
        board = played.record.board()
        assert (played.ending, board.is_over) == ("adjudicated", False)
        assert len(board.empty) == 9
        solved = engine.solve(board).margin
        assert played.margin == (solved if board.turn == a_color else -solved)
        assert "9 empty squares" in played.record.tags["CO"]
        margins.add(played.margin)
    assert len(margins) > 3


def test_monitor_is_paused_during_adjudication(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    class Monitor:
        def turn(self, _board: ob.Board, _seconds: float | None) -> None:
            events.append("turn")

        def pause(self) -> None:
            events.append("pause")

    def solve(_self: agent_pool.AgentPool) -> ob.Engine:
        events.append("solve")
        return ob.Engine()

    monkeypatch.setattr(agent_pool.AgentPool, "adjudicator", solve)
    play_planned(plan(adjudicate=6), monitor=Monitor())
    assert events[-2:] == ["pause", "solve"]


def test_without_adjudication_games_are_played_out() -> None:
    assert play_planned(plan(adjudicate=0)).record.board().is_over


def test_a_game_that_ends_before_is_not_adjudicated() -> None:
    for seed in range(40):
        game_plan = plan(adjudicate=1)
        played = play_planned(replace(game_plan, a=replace(game_plan.a, seed=seed)))
        assert played.ending == ("finished" if played.record.board().is_over else "adjudicated")
