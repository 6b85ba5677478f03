"""One game: clocks, lateness, adjudication, and what is kept of it."""

import time
from dataclasses import replace
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.failure import Fault
from obversi.agents.thought import Thought
from obversi.arena import GamePlan, Player, TimeControl
from obversi.arena.game import agent_pool
from obversi.arena.game.play import play_planned
from obversi.color import BLACK, WHITE

RULES = ["normal", "reversed"]
A_SECOND = TimeControl(seconds=1.0)


def plan(a: str = "greedy", b: str = "random", **settings: Any) -> GamePlan:
    size, rules = settings.pop("size", 4), settings.pop("rules", "normal")
    settings.setdefault("time", A_SECOND)
    opening = settings.pop("opening", ob.Board(size, rules))
    players = Player(3, a, seed=1), Player(5, b, seed=2)
    return GamePlan(7, 4, opening, *players, settings.pop("a_color", BLACK), **settings)


class Slow:
    """Moves after some seconds, and says that it takes others to hear from it."""

    name = "slow"

    def __init__(self, seconds: float, latency: float = 0.0) -> None:
        self.wait, self.latency = seconds, latency
        self.heard: list[ob.Limit] = []

    def choose(self, _board: ob.Board) -> ob.Move:
        raise AssertionError("it thinks, and should be asked to")

    def think(self, board: ob.Board, limit: ob.Limit) -> Thought:
        self.heard.append(limit)
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
def test_a_game_is_kept_with_all_that_was_planned(rules: str, size: int, a_color: int) -> None:
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


def test_what_an_agent_says_is_kept(seat: Any) -> None:
    seat(Slow(0))
    played = play_planned(plan())
    said = [
        (move.value, depth, nodes)
        for move, depth, nodes in zip(played.record.moves, played.depths, played.nodes, strict=True)
        if depth is not None
    ]
    assert set(said) == {(2.5, 3, 99)}
    assert len(said) == len(played.seconds(WHITE))


def test_an_engine_tells_values_depths_and_nodes() -> None:
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
        (saying(value=float("nan")), "nan is no value of a move"),
        (saying(value="much"), "'much' is no value of a move"),
        (saying(depth=2.5), "2.5 is no depth"),
        (saying(nodes=object()), "is no depth or number of positions"),
        (lambda move: move, "is no thought of a move"),
        (saying(move=None), "chose an illegal move: 'None'"),
    ],
)
def test_who_talks_nonsense_is_blamed_for_it(seat: Any, thought: Any, reason: str) -> None:
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
    seat(Slow(0.02))
    played = play_planned(plan(time=TimeControl(seconds=0.001, grace=0.001)))
    assert played.failure is not None
    assert (played.failure.color, played.failure.fault) == (WHITE, Fault.TIME)
    assert "had 0.001 s for a move" in played.failure.reason
    assert played.margin == 16
    assert len(played.record.moves) == 1


def test_grace_latency_and_leniency_save_it(seat: Any) -> None:
    control = TimeControl(seconds=0.001, grace=0.001)
    seat(Slow(0.01, latency=10.0))
    assert play_planned(plan(time=control)).failure is None
    seat(Slow(0.01))
    assert play_planned(plan(time=replace(control, grace=10))).failure is None
    assert play_planned(plan(time=replace(control, strict=False))).failure is None


def test_a_limit_of_its_own_counts_instead(seat: Any) -> None:
    slow = Slow(0.01)
    slow.seconds = None  # type: ignore[attr-defined]
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
    told = []
    for move, clock in zip(played.record.moves, played.clocks, strict=True):
        if move.seconds is not None:
            told += [clocks[WHITE]] if board.turn == WHITE else []
            clocks[board.turn] += 0.5 - move.seconds
            assert clock == pytest.approx(clocks[board.turn], abs=1e-4)
        board.push(move.move)
    assert [limit.clock for limit in slow.heard] == pytest.approx(told, abs=1e-4)
    assert {limit.increment for limit in slow.heard} == {0.5}


def test_a_clock_that_runs_out_loses(seat: Any) -> None:
    seat(Slow(0.03))
    played = play_planned(plan(time=TimeControl(clock=0.05, grace=0.0)))
    assert played.failure is not None
    assert (played.failure.color, played.failure.fault) == (WHITE, Fault.TIME)
    assert "on its clock" in played.failure.reason
    # All moves but the last were within it; how many depends on how long others had the core.
    assert 0 < sum(played.seconds(WHITE)) <= 0.05


@pytest.mark.parametrize("agent", ["engine", "mcts", "r2"])
def test_timed_agents_keep_within_a_clock(agent: str) -> None:
    played = play_planned(plan(agent, size=6, time=TimeControl(clock=1.0, grace=0.5)))
    assert played.failure is None
    assert sum(played.seconds(BLACK)) > 0.05


# Adjudication


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("a_color", [BLACK, WHITE])
def test_a_game_is_adjudicated_as_perfect_play_ends_it(rules: str, a_color: int) -> None:
    engine = ob.Engine()
    margins = set()
    for seed in range(8):
        asked = plan("random", "random", size=6, rules=rules, a_color=a_color, adjudicate=9)
        played = play_planned(
            replace(asked, a=replace(asked.a, seed=seed), b=replace(asked.b, seed=seed + 50))
        )
        board = played.record.board()
        assert (played.ending, board.is_over) == ("adjudicated", False)
        assert len(board.empty) == 9
        solved = engine.solve(board).margin
        assert played.margin == (solved if board.turn == a_color else -solved)
        assert "9 empty squares" in played.record.tags["CO"]
        margins.add(played.margin)
    assert len(margins) > 3


def test_nobody_is_watched_while_a_game_is_adjudicated(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    class Watch:
        def turn(self, _board: ob.Board, _seconds: float | None) -> None:
            heard.append("turn")

        def pause(self) -> None:
            heard.append("pause")

    def solve(_self: agent_pool.AgentPool) -> ob.Engine:
        heard.append("solve")
        return ob.Engine()

    monkeypatch.setattr(agent_pool.AgentPool, "adjudicator", solve)
    play_planned(plan(adjudicate=6), watch=Watch())
    assert heard[-2:] == ["pause", "solve"]


def test_without_adjudication_games_are_played_out() -> None:
    assert play_planned(plan(adjudicate=0)).record.board().is_over


def test_a_game_that_ends_before_is_not_adjudicated() -> None:
    for seed in range(40):
        asked = plan(adjudicate=1)
        played = play_planned(replace(asked, a=replace(asked.a, seed=seed)))
        assert played.ending == ("finished" if played.record.board().is_over else "adjudicated")
