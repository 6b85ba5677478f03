"""Whole matches, in this process and in others."""

from dataclasses import replace
from typing import Any

import pytest

import obversi as ob
from obversi.agents.agent import Agent
from obversi.agents.core_agents import GreedyAgent, RandomAgent
from obversi.arena import Match, play_match, random_openings
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE
from obversi.formats import ggf
from obversi.play import play_game
from obversi.rules import RULES, Rules


def small_match(a: str = "greedy", b: str = "random", pairs: int = 4, **options: Any) -> Match:
    seed = options.setdefault("seed", 7)
    size, rules = options.pop("size", 4), options.pop("rules", "normal")
    return Match(a, b, random_openings(pairs, size=size, rules=rules, seed=seed), pairs, **options)


def plans_of(match: Match) -> list[GamePlan]:
    tournament, plans = match.tournament(), []
    while tournament.due() is not None:
        plans.append(tournament.take())
    return plans


# Plans


@pytest.mark.parametrize("rules", RULES)
def test_each_opening_is_played_with_both_colours(rules: Rules) -> None:
    match = small_match(pairs=5, size=6, rules=rules)
    plans = plans_of(match)
    assert [plan.number for plan in plans] == list(range(1, 11))
    assert [plan.pair for plan in plans] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [plan.a_color for plan in plans] == 5 * [BLACK, WHITE]
    for index, opening in enumerate(match.openings.boards):
        assert plans[2 * index].opening == plans[2 * index + 1].opening == opening


def test_every_game_has_seeds_of_its_own_that_repeat() -> None:
    plans, again = plans_of(small_match()), plans_of(small_match())
    seeds = [seed for plan in plans for seed in (plan.a.seed, plan.b.seed)]
    assert len(set(seeds)) == len(seeds)
    assert plans == again
    assert not set(seeds) & {plan.a.seed for plan in plans_of(small_match(seed=8))}


@pytest.mark.parametrize("wrong", [{"pairs": 0}, {"seconds": 0.0}, {"seconds": float("nan")}])
def test_a_match_without_games_or_time_is_rejected(wrong: dict[str, Any]) -> None:
    with pytest.raises(ob.ObversiError, match="cannot"):
        replace(small_match(), **wrong)
    with pytest.raises(ob.ObversiError, match="is no list of openings: expected an Openings"):
        Match("greedy", "random", [ob.Board()], pairs=1)  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="the concurrency cannot be 0"):
        next(play_match(small_match(), 0))


# Games


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_games_equal_those_of_the_agents_alone(size: int, rules: Rules) -> None:
    match = small_match(pairs=3, size=size, rules=rules)
    for plan, played in zip(plans_of(match), play_match(match), strict=True):
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


@pytest.mark.long
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


def test_game_is_written_to_and_read_from_ggf() -> None:
    for played in play_match(small_match(rules="reversed")):
        again = ggf.parse(ggf.dump(played.record))
        assert again.board().move_stack == played.record.board().move_stack
        assert again.margin() == played.record.margin()
        assert [move.seconds for move in again.moves] == [
            move.seconds for move in played.record.moves
        ]


# Processes


def moves_by_number(games: list[PlayedGame]) -> dict[int, list[ob.Move]]:
    return {played.number: played.record.board().move_stack for played in games}


@pytest.mark.long
def test_processes_play_the_same_games() -> None:
    match = small_match(pairs=4, size=6, rules="reversed")
    there, here = list(play_match(match, 3)), list(play_match(match))
    assert len(there) == 8
    assert moves_by_number(there) == moves_by_number(here)
