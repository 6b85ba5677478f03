"""Which games a tournament has, and that it is the same one after it was broken off."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import obversi as ob
from obversi.arena import (
    LocalPlayers,
    PlayersInProcesses,
    Sprt,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
    start_openings,
)
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import START
from obversi.color import BLACK, WHITE
from obversi.formats import GameRecord
from obversi.rules import Rules

AGENTS = ["greedy", "random", "r4:depth=1", "positional:depth=1", "r0-adjusted:depth=1"]


def tournament(
    form: str = "round-robin", agents: int = 3, pairs: int = 2, games: Any = (), **options: Any
) -> Tournament:
    rules, size = options.pop("rules", "normal"), options.pop("size", 4)
    rounds = options.get("rounds", 1)
    settings = TournamentSettings(
        entrants=entrants(AGENTS[:agents]),
        form=form,
        size=size,
        rules=rules,
        pairs=pairs,
        time=TimeControl(seconds=1),
        seed=11,
        openings="random",
        **options,
    )
    openings = random_openings(pairs * rounds, size=size, rules=rules, seed=2)
    return Tournament(settings, openings, games)


def result(plan: GamePlan, points: float) -> PlayedGame:
    """A game as planned, that somehow ended with these points of A."""
    margin = {1: 2, 0.5: 0, 0: -2}[points] * (1 if plan.a_color == BLACK else -1)
    record = GameRecord(plan.opening.root(), result=margin)
    return PlayedGame(
        plan.number, plan.pair, plan.a_color, record, plan.a.agent, plan.b.agent, plan.round
    )


def played(played_here: Tournament, decide: Any) -> list[GamePlan]:
    """Play all games with the points that `decide` returns, and return the plans."""
    plans = []
    while played_here.ending is None:
        plan = played_here.take()
        plans.append(plan)
        played_here.add(result(plan, decide(plan)))
    return plans


@pytest.mark.parametrize(
    ("form", "agents", "rounds"),
    [
        *[("round-robin", 4, 1), ("gauntlet", 4, 1), ("swiss", 4, 3), ("swiss", 5, 3)],
        *[("race", 2, 2), ("race", 5, 3), ("neighbours", 7, 1)],
    ],
)
def test_pairs_are_whole_and_fair(form: str, agents: int, rounds: int) -> None:
    here = tournament(form, agents, pairs=3, rounds=rounds)
    plans = played(here, lambda plan: float(plan.a.agent < plan.b.agent))
    assert [plan.number for plan in plans] == list(range(1, here.planned + 1))
    assert here.ending == "all games are played"
    for first, second in zip(plans[::2], plans[1::2], strict=True):
        assert first.pair == second.pair == (second.number + 1) // 2
        assert (first.a.agent, first.b.agent) == (second.a.agent, second.b.agent)
        assert (first.a_color, second.a_color) == (BLACK, WHITE)
        assert first.opening == second.opening
    seeds = [seed for plan in plans for seed in (plan.a.seed, plan.b.seed)]
    assert len(set(seeds)) == len(seeds)
    games = Counter(agent for plan in plans for agent in (plan.a.agent, plan.b.agent))
    if form == "round-robin":
        assert set(games.values()) == {18}
        # All have the same openings.
        for place in range(agents):
            boards = [str(p.opening) for p in plans if place in (p.a.agent, p.b.agent)]
            assert Counter(boards) == Counter(6 * [str(board) for board in here.openings.take(3)])
    if form == "gauntlet":
        assert games == {0: 18, 1: 6, 2: 6, 3: 6}


def test_agents_have_about_as_many_games_at_any_time() -> None:
    plans = played(tournament("round-robin", 4, pairs=5), lambda _plan: 1.0)
    for end in range(len(plans)):
        games = Counter(dict.fromkeys(range(4), 0))
        games.update(agent for plan in plans[:end] for agent in (plan.a.agent, plan.b.agent))
        assert max(games.values()) - min(games.values()) <= 6


def test_the_next_swiss_round_waits_for_the_last_game() -> None:
    here = tournament("swiss", 4, pairs=1, rounds=2)
    first = [here.take() for _ in range(4)]
    assert here.due() is None
    for plan in first[::-1]:
        assert here.due() is None
        here.add(result(plan, 1.0))
    assert here.due() is not None
    # Those who won meet, and those who lost.
    assert {frozenset((p.a.agent, p.b.agent)) for p in (here.take(), here.take(), here.take())} == {
        frozenset((first[0].a.agent, first[2].a.agent)),
        frozenset((first[0].b.agent, first[2].b.agent)),
    }


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    ("form", "agents", "rounds"),
    [("round-robin", 3, 1), ("gauntlet", 4, 1), ("swiss", 5, 4), ("race", 4, 4)],
)
def test_resumed_tournament_equals_an_uninterrupted_one(
    form: str, agents: int, rounds: int
) -> None:
    whole = tournament(form, agents, rounds=rounds)

    def decide(plan: GamePlan) -> float:
        return Random(plan.number).choice([0.0, 0.5, 1.0])

    plans = {plan.number: plan for plan in played(whole, decide)}
    random = Random(5)
    for end in range(0, whole.planned, 3):
        # Up to three games are running when it is interrupted; any of them may be stored.
        known = [game for game in whole.games if game.number <= end or random.random() < 0.3]
        known = [game for game in known if game.number <= end + 3 and game.round <= rounds]
        if form in ("swiss", "race"):
            per_round = whole.settings.games_a_round
            known = [game for game in known if (game.number - 1) // per_round <= end // per_round]
        again = tournament(form, agents, rounds=rounds, games=known)
        missing = played(again, decide)
        assert {plan.number for plan in missing} == set(plans) - {game.number for game in known}
        assert all(plans[plan.number] == plan for plan in missing)
        assert again.games == whole.games


def test_a_game_counts_once() -> None:
    here = tournament(agents=2)
    plan = here.take()
    here.add(result(plan, 1.0))
    here.add(result(plan, 0.0))
    assert [game.points for game in here.games] == [1.0]


def test_a_test_ends_a_match() -> None:
    here = tournament(agents=2, pairs=400, sprt=Sprt(0, 100))
    plans = played(here, lambda plan: 1.0 if plan.number % 4 else 0.5)
    assert len(plans) < 100
    assert here.ending is not None
    assert here.ending.startswith("H1 is accepted: A is +100 Elo over B")
    again = tournament(agents=2, pairs=400, sprt=Sprt(0, 100), games=here.games)
    assert again.ending == here.ending
    level = tournament(agents=2, pairs=400, sprt=Sprt(0, 100))
    played(level, lambda plan: float(plan.a_color == BLACK))
    assert level.ending is not None
    assert level.ending.startswith("H0 is accepted")


def test_openings_of_another_game_are_rejected() -> None:
    with pytest.raises(ob.ObversiError, match="reversed 4×4: expected normal 4×4"):
        Tournament(tournament().settings, random_openings(2, size=4, rules="reversed"))


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_games_are_stored_before_they_are_yielded(rules: Rules) -> None:
    here = tournament("round-robin", 3, rules=rules)
    stored: list[PlayedGame] = []
    yielded: list[PlayedGame] = []
    for games in play_tournament(here, LocalPlayers(), stored.extend):
        yielded += games
        assert stored == yielded
    assert len(yielded) == here.planned == 12
    assert {game.record.rules for game in yielded} == {rules}


@pytest.mark.few_cases
@pytest.mark.parametrize("form", ["swiss", "race"])
def test_processes_play_the_same_tournament(form: str) -> None:
    here, there = (tournament(form, 5, rounds=2, size=6, pairs=1) for _ in range(2))
    for _ in play_tournament(here, LocalPlayers()):
        pass
    for _ in play_tournament(there, PlayersInProcesses(2)):
        pass
    assert [game.record.transcript() for game in here.games] == [
        game.record.transcript() for game in there.games
    ]


@pytest.mark.long
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_order_of_agents_and_games_changes_no_result(rules: Rules) -> None:
    """Agents that leave nothing to chance play the same games whenever and beside whom they do."""
    written = ["r4:depth=1", "positional:depth=2", "r0-adjusted:depth=1", "engine:depth=2"]
    found = []
    for order, players in (
        (written, LocalPlayers()),
        (written[::-1], PlayersInProcesses(2)),
        (Random(1).sample(written, 4), LocalPlayers()),
    ):
        settings = replace(
            tournament(rules=rules, size=6).settings,
            entrants=entrants(order),
            pairs=1,
            openings=START,
        )
        played = Tournament(settings, start_openings(6, rules))
        for _ in play_tournament(played, players):
            pass
        found.append(
            {
                (game.record.black, game.record.white): (game.record.transcript(), game.ending)
                for game in played.games
            }
        )
    assert len(found[0]) == 12
    assert found[0] == found[1] == found[2]


def test_what_cannot_be_kept_ends_it_and_the_players() -> None:
    closed = []

    class Watched(LocalPlayers):
        def close(self) -> None:
            closed.append(True)
            super().close()

    def reject(_games: list[PlayedGame]) -> None:
        raise ob.ObversiError("the disk is full")

    here = tournament()
    with pytest.raises(ob.ObversiError, match="the disk is full"):
        list(play_tournament(here, Watched(), reject))
    assert closed
    assert here.games == []
