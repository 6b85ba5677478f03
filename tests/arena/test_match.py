"""Whole matches, in this process and in others."""

import multiprocessing
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

import obversi as ob
from obversi.agents import Agent, GreedyAgent, RandomAgent, make_agent
from obversi.arena import Failure, Match, PlayedGame, game, play_match, random_openings
from obversi.arena.game import GamePlan
from obversi.arena.processes import play_in_processes
from obversi.color import BLACK, WHITE
from obversi.formats import ggf
from obversi.play import play_game

RULES = ["normal", "reversed"]


def small_match(a: str = "greedy", b: str = "random", pairs: int = 4, **options: Any) -> Match:
    seed = options.setdefault("seed", 7)
    size, rules = options.pop("size", 4), options.pop("rules", "normal")
    return Match(a, b, random_openings(pairs, size=size, rules=rules, seed=seed), pairs, **options)


# Plans


@pytest.mark.parametrize("rules", RULES)
def test_each_opening_is_played_with_both_colours(rules: str) -> None:
    match = small_match(pairs=5, size=6, rules=rules)
    plans = list(match.plans())
    assert [plan.number for plan in plans] == list(range(1, 11))
    assert [plan.pair for plan in plans] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [plan.a_color for plan in plans] == 5 * [BLACK, WHITE]
    for index, opening in enumerate(match.openings.boards):
        assert plans[2 * index].opening == plans[2 * index + 1].opening == opening


def test_every_game_has_seeds_of_its_own_that_repeat() -> None:
    plans, again = list(small_match().plans()), list(small_match().plans())
    seeds = [seed for plan in plans for seed in (plan.a.seed, plan.b.seed)]
    assert len(set(seeds)) == len(seeds)
    assert plans == again
    assert not set(seeds) & {plan.a.seed for plan in small_match(seed=8).plans()}


@pytest.mark.parametrize("wrong", [{"pairs": 0}, {"seconds": 0.0}, {"seconds": float("nan")}])
def test_a_match_without_games_or_time_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ob.ObversiError, match="cannot"):
        replace(small_match(), **wrong)
    with pytest.raises(ob.ObversiError, match="the concurrency cannot be 0"):
        next(play_match(small_match(), 0))


# Games


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_the_games_are_those_of_the_agents(size: int, rules: str) -> None:
    match = small_match(pairs=3, size=size, rules=rules)
    for plan, played in zip(match.plans(), play_match(match), strict=True):
        agents: list[Agent] = [GreedyAgent(plan.a.seed), RandomAgent(plan.b.seed)]
        black, white = agents if plan.a_color == BLACK else agents[::-1]
        final = play_game(black, white, plan.opening)
        record = played.record
        assert record.board().move_stack == final.move_stack
        assert (record.rules, record.size) == (rules, size)
        names = ("greedy", "random") if plan.a_color == BLACK else ("random", "greedy")
        assert (record.black, record.white) == names
        outcome = final.outcome()
        assert outcome is not None
        assert played.margin == outcome.margin_for(plan.a_color)
        assert played.points == (
            0.5 if outcome.winner is None else float(outcome.winner == plan.a_color)
        )
        assert (played.failure, played.a_limit, played.b_limit) == (None, 0.1, 0.1)


def test_the_better_agent_wins_in_both_games() -> None:
    for rules in RULES:
        games = list(play_match(small_match(pairs=40, size=8, rules=rules, seed=1)))
        assert sum(played.points for played in games) > 40
        assert sum(played.margin for played in games) > 0


def test_moves_are_timed_and_opening_and_passes_are_not() -> None:
    passes = 0
    for played in play_match(small_match(pairs=20)):
        moves = played.record.moves
        opening = random_openings(1, size=4).boards[0].ply
        timed = [move for move in moves if move.seconds is not None]
        assert not any(move.seconds is not None for move in moves[:opening])
        assert all(move.move.is_pass for move in moves[opening:] if move.seconds is None)
        assert len(played.seconds(BLACK)) + len(played.seconds(WHITE)) == len(timed)
        passes += sum(move.move.is_pass for move in moves)
        board = played.record.start.copy()
        for move in moves[:opening]:
            board.push(move.move)
        black = 0
        for move in moves[opening:]:
            black += board.turn == BLACK and not move.move.is_pass
            board.push(move.move)
        assert len(played.seconds(BLACK)) == black
    assert passes


def test_a_game_survives_as_ggf() -> None:
    for played in play_match(small_match(rules="reversed")):
        again = ggf.parse(ggf.dump(played.record))
        assert again.board().move_stack == played.record.board().move_stack
        assert again.margin() == played.record.margin()
        assert [move.seconds for move in again.moves] == [
            move.seconds for move in played.record.moves
        ]


# Agents that fail


class Broken:
    """Does something else than to move, after as many moves as it is told."""

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


@pytest.fixture
def agents(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], Agent]]:
    """Further agents, by their descriptions."""
    further: dict[str, Callable[[], Agent]] = {}

    def make(description: str, **options: Any) -> Agent:
        return (
            further[description]() if description in further else make_agent(description, **options)
        )

    monkeypatch.setattr(game, "make_agent", make)
    return further


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (stumble, "RuntimeError: out of ideas"),
        (
            lambda: None,
            "IllegalMoveError: agent 'broken' playing COLOR chose an illegal move: 'None'",
        ),
        (
            lambda: "a9",
            "IllegalMoveError: agent 'broken' playing COLOR chose an illegal move: 'a9'",
        ),
    ],
)
def test_an_agent_that_fails_loses_the_game_and_the_match_goes_on(
    agents: dict[str, Callable[[], Agent]], rules: str, act: Callable[[], Any], reason: str
) -> None:
    agents["broken"] = lambda: Broken(act, moves=1)
    for a, b, margin in (("broken", "greedy", -16), ("greedy", "broken", 16)):
        games = list(play_match(small_match(a, b, pairs=2, rules=rules)))
        assert len(games) == 4
        for played in games:
            color = played.a_color if a == "broken" else -played.a_color
            named = reason.replace("COLOR", "black" if color == BLACK else "white")
            assert played.failure is not None
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
    assert first.failure == Failure(BLACK, "MemoryError")
    assert second.failure == Failure(WHITE, "MemoryError")
    assert (first.margin, second.margin) == (-16, -16)


def test_ctrl_c_is_no_failure(agents: dict[str, Callable[[], Agent]]) -> None:
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
    class Patient(RandomAgent):
        seconds: float | None

        def __init__(self, seconds: float | None) -> None:
            super().__init__(1)
            self.seconds = seconds

    agents["patient"] = lambda: Patient(5.0)
    agents["timeless"] = lambda: Patient(None)
    for played in play_match(small_match("patient", "timeless", pairs=1, seconds=0.5)):
        assert (played.a_limit, played.b_limit) == (5.0, None)


def test_seconds_and_seed_reach_the_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def make(description: str, **options: Any) -> Agent:
        asked.append((description, options))
        return RandomAgent()

    monkeypatch.setattr(game, "make_agent", make)
    match = small_match(pairs=1, seconds=0.25)
    list(play_match(match))
    plans = list(match.plans())
    assert asked == [
        ("greedy", {"seed": plans[0].a.seed, "seconds": 0.25}),
        ("random", {"seed": plans[0].b.seed, "seconds": 0.25}),
        ("random", {"seed": plans[1].b.seed, "seconds": 0.25}),
        ("greedy", {"seed": plans[1].a.seed, "seconds": 0.25}),
    ]


# Processes


def moves_by_number(games: list[PlayedGame]) -> dict[int, list[ob.Move]]:
    return {played.number: played.record.board().move_stack for played in games}


def test_processes_play_the_same_games() -> None:
    match = small_match(pairs=4, size=6, rules="reversed")
    there, here = list(play_match(match, 3)), list(play_match(match))
    assert len(there) == 8
    assert moves_by_number(there) == moves_by_number(here)
    assert multiprocessing.active_children() == []


def test_leaving_early_ends_the_processes() -> None:
    with closing(play_match(small_match(pairs=50, size=8), 2)) as playing:
        next(playing)
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


class Deadly(ob.Board):
    """Ends the process that it is sent to."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (7,)


def test_a_process_that_dies_is_told_with_its_game() -> None:
    plans: list[GamePlan] = list(small_match(pairs=3).plans())
    plans[3] = replace(plans[3], opening=Deadly(4))
    finished: list[PlayedGame] = []
    with pytest.raises(ob.ObversiError, match="played game 4 ended by itself, with status 7"):
        finished.extend(play_in_processes(plans, 2))
    # The other process may have played all the others by then.
    assert {played.number for played in finished} <= {1, 2, 3, 5, 6}
    assert multiprocessing.active_children() == []
