from math import inf, log, sqrt

import pytest

import obversi as ob
from obversi.arena import summarise
from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.summary import Tally
from obversi.color import BLACK, WHITE
from obversi.formats import GameRecord, PlayedMove


def won(
    number: int, margin: int, a_seconds: tuple[float, ...] = (), b_seconds: tuple[float, ...] = ()
) -> PlayedGame:
    """Return a game that A won by a margin, with the given times of the moves."""
    a_color = BLACK if number % 2 else WHITE
    seconds = [one for pair in zip(a_seconds, b_seconds, strict=True) for one in pair]
    start = ob.Board.parse(ob.Board(4).to_string()[:-1] + ("X" if a_color == BLACK else "O"))
    moves, board = [], start.copy()
    for one in seconds:
        moves.append(PlayedMove(board.legal_moves[0], None, one))
        board.push(board.legal_moves[0])
    record = GameRecord(start, tuple(moves), result=margin if a_color == BLACK else -margin)
    return PlayedGame(number, (number + 1) // 2, a_color, record, a_limit=0.1, b_limit=None)


def test_games_are_counted_by_colour() -> None:
    summary = summarise([won(1, 4), won(2, -6), won(3, 0), won(4, 2), won(5, 8), won(6, 0)])
    every, black, white = summary.all, summary.as_black, summary.as_white
    assert (every.games, every.wins, every.draws, every.losses) == (6, 3, 2, 1)
    assert (every.score, every.margin) == (4 / 6, 8 / 6)
    assert (black.wins, black.draws, black.losses, black.margin) == (2, 1, 0, 4)
    assert (white.wins, white.draws, white.losses, white.margin) == (1, 1, 1, -4 / 3)
    assert white.score == 0.5


def test_pairs_make_the_strength() -> None:
    """Pairs of 1, 1.5 and 1.5 points, with mean margins -1, 1 and 4."""
    strength = summarise(
        [won(1, 4), won(2, -6), won(3, 0), won(4, 2), won(5, 8), won(6, 0)]
    ).strength
    assert strength is not None
    assert strength.pairs == (0, 0, 1, 2, 0)
    assert strength.elo == pytest.approx(120.412, abs=1e-3)  # two points of three
    assert strength.elo_low < 0 < strength.elo < strength.elo_high < inf
    assert 0.5 < strength.superiority < 1
    # The squared distances from 4/3 are 49/9, 1/9 and 64/9: half their sum is 19/3.
    assert strength.margin_error == pytest.approx(1.959964 * sqrt((1 + 2.5 / 3) * 19 / 3 / 3))


def test_order_does_not_matter_and_half_a_pair_counts_as_a_game_only() -> None:
    summary = summarise([won(4, 2), won(1, 4), won(5, 16), won(2, 2), won(3, 2)])
    assert summary.all.games == 5
    assert summary.strength is not None
    assert summary.strength.pairs == (0, 0, 0, 0, 2)
    assert (summary.strength.elo, summary.strength.elo_high) == (inf, inf)
    assert summary.strength.elo_low > -inf


def test_one_pair_has_no_error_of_the_margin() -> None:
    strength = summarise([won(1, 4), won(2, 2)]).strength
    assert strength is not None
    assert strength.margin_error is None


def test_nothing_is_nothing() -> None:
    summary = summarise([])
    assert (summary.all.games, summary.all.score, summary.all.margin) == (0, None, None)
    assert summary.strength is None
    assert summary.a_thinking.mean is summary.a_thinking.longest is None
    assert summarise([won(1, 4)]).strength is None


def test_times_go_to_their_agents() -> None:
    summary = summarise(
        [won(1, 4, (0.05, 0.125), (0.2, 0.3)), won(2, 4, (0.115, 0.01), (0.1, 0.4))]
    )
    a, b = summary.a_thinking, summary.b_thinking
    assert (a.moves, a.longest, a.late) == (4, 0.125, 1)
    assert a.mean == pytest.approx(0.075)
    # B had no limit to be late for.
    assert (b.moves, b.longest, b.late) == (4, 0.4, 0)
    assert b.mean == pytest.approx(0.25)


def test_normalised_elo_is_that_of_the_pairs() -> None:
    strength = summarise(
        [won(1, 4), won(2, -6), won(3, 0), won(4, 2), won(5, 8), won(6, 0)]
    ).strength
    assert strength is not None
    # Pairs of ½, ¾ and ¾ points a game: 1/6 above level, with a variance of 1/72.
    assert strength.normalised == pytest.approx(1 / 6 / sqrt(2 / 72) * 800 / log(10))
    low, high = strength.normalised_interval
    assert low < strength.normalised < high


def test_tallies_add_up() -> None:
    one, other = Tally.of_margins([4, -2, 0]), Tally.of_margins([8])
    assert one == Tally(1, 1, 1, 2)
    assert one + other == Tally.of_margins([4, -2, 0, 8])
