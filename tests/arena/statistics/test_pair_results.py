from itertools import permutations

import obversi as ob
from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.pair_results import HeadToHead
from obversi.color import BLACK
from obversi.formats import GameRecord


def game(pair: int, margin: int, a: int = 0, b: int = 1) -> PlayedGame:
    return PlayedGame(1, pair, BLACK, GameRecord(ob.Board(4), result=margin), a, b)


def test_pairs_are_whole_whatever_the_order() -> None:
    games = [game(1, 4), game(1, -2), game(2, 6), game(2, 0), game(3, 8)]
    for order in permutations(games):
        meeting = HeadToHead(0, order)
        assert sorted(meeting.margins) == [-2, 0, 4, 6, 8]
        assert sorted(sorted(pair) for pair in meeting.pairs) == [[-2, 4], [0, 6]]
        assert meeting.pentanomial == (0, 0, 1, 1, 0)


def test_results_are_symmetric_in_both_agents() -> None:
    games = [game(1, 4), game(1, -2, a=1, b=0)]
    assert HeadToHead(0, games).margins == [4, 2]
    assert HeadToHead(0, games).pentanomial == (0, 0, 0, 0, 1)
    assert HeadToHead(1, games).margins == [-4, -2]
    assert HeadToHead(1, games).pentanomial == (1, 0, 0, 0, 0)


def test_two_draws_are_not_a_win_and_a_loss() -> None:
    games = [game(1, 0), game(1, 0), game(2, 6), game(2, -4), game(3, -2), game(3, 0)]
    assert HeadToHead(0, games).kinds == (0, 1, 1, 1, 0, 0)
    assert HeadToHead(1, games).kinds == (0, 0, 1, 1, 1, 0)
    assert HeadToHead(0, games).pentanomial == (0, 1, 2, 0, 0)
