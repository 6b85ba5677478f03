"""Who meets whom in the rounds of a race, after what came of the rounds before."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations

import pytest
from stored_games import SETTINGS

import obversi as ob
from obversi.arena import entrants
from obversi.arena.game.played import PlayedGame
from obversi.arena.tournament.schedule import Rounds, decided_rounds
from obversi.color import BLACK, WHITE
from obversi.formats import GameRecord

RACE = replace(SETTINGS, form="race", pairs=1, rounds=5)


def race(agents: int = 4) -> Rounds:
    return Rounds(replace(RACE, entrants=entrants(["random"] * agents)))


def games(*results: tuple[int, int, float]) -> Iterable[PlayedGame]:
    """Make a game of A, B and the points of A for each."""
    for number, (a, b, points) in enumerate(results, start=1):
        color = BLACK if number % 2 else WHITE
        margin = {1: 2, 0.5: 0, 0: -2}[points] * (1 if color == BLACK else -1)
        yield PlayedGame(number, 1, color, GameRecord(ob.Board(4), result=margin), a, b)


def test_race_pairs_each_agent_with_the_next_better_one() -> None:
    here = race(5)
    assert here.next([]) == [(0, 1), (1, 2), (2, 3), (3, 4)]
    # The last agent has won twice, and no other has more points than losses.
    assert here.next(games((3, 4, 0), (3, 4, 0))) == [(4, 0), (0, 1), (1, 2), (2, 3)]


def test_equal_agents_stay_in_the_order_of_the_round_before() -> None:
    here = race()
    here.next([])
    first = list(games((0, 1, 0), (0, 1, 0)))
    assert here.next(first) == [(1, 2), (2, 3), (3, 0)]
    drawn = games(*[(game.a, game.b, 0) for game in first], (3, 0, 0), (3, 0, 0), (1, 2, 0.5))
    # The fourth has lost what the first has won back; the second is still ahead of the third.
    assert here.next(drawn) == [(1, 2), (2, 0), (0, 3)]


def test_race_order_ignores_missing_games_of_the_first() -> None:
    here = race()
    # The first has one opponent, and won twice; the second has two, and won half of its games.
    here.next([])
    assert here.next(games((0, 1, 1), (0, 1, 1), (1, 2, 1), (1, 2, 1), (2, 3, 1), (2, 3, 1))) == [
        (0, 1),
        (1, 2),
        (2, 3),
    ]
    # The second has more points than the first, but from twice as many games.
    more = games((0, 1, 0.5), (0, 1, 1), (1, 2, 1), (1, 2, 0.5), (2, 3, 1), (2, 3, 1))
    assert here.next(more) == [(0, 2), (2, 1), (1, 3)]


@pytest.mark.parametrize("agents", [2, 3, 7])
def test_every_round_has_as_many_encounters(agents: int) -> None:
    here, settings = race(agents), replace(RACE, entrants=entrants(["random"] * agents))
    played: list[tuple[int, int, float]] = []
    for turn in range(5):
        encounters = here.next(games(*played))
        assert len(encounters) == settings.encounters_a_round
        assert {agent for encounter in encounters for agent in encounter} == set(range(agents))
        played += [(a, b, (a + b + turn) % 3 / 2) for a, b in encounters for _ in range(2)]


def test_order_in_which_games_end_does_not_matter() -> None:
    played = list(games((0, 1, 0), (1, 2, 0.5), (2, 3, 0), (0, 1, 1), (2, 3, 0)))
    found = set()
    for order in permutations(played):
        here = race()
        here.next([])
        found.add(tuple(here.next(order)))
    assert len(found) == 1


def test_rounds_that_were_decided_stay_and_late_agents_meet_the_next_better_one() -> None:
    before = replace(RACE, entrants=entrants(["random"] * 3), rounds=2)
    first = list(games((0, 1, 0), (0, 1, 0), (1, 2, 0.5), (1, 2, 0.5)))
    decided = decided_rounds(before, first)
    assert decided == [((0, 1), (1, 2)), ((1, 2), (2, 0))]
    # Without all games of the first round the second is not decided.
    assert decided_rounds(before, first[:3]) == decided[:1]
    after = replace(before, entrants=entrants(["random"] * 5), encounters=tuple(decided))
    rounds = Rounds(after)
    assert rounds.next([]) == [*decided[0], (2, 3), (2, 4)]
    # The order is 1, 3, 2, 4, 0; nobody in time has another encounter than before.
    more = [*((game.a, game.b, game.points) for game in first), (2, 3, 0), (2, 4, 1)]
    assert rounds.next(games(*more)) == [*decided[1], (1, 3), (2, 4)]
    # A round that was decided before stays so, even if earlier games are missing.
    assert decided_rounds(after, []) == [(*decided[0], (2, 3), (2, 4)), decided[1]]
