"""How weak levels err: within limits, and less towards the end."""

from collections import Counter

import pytest

import obversi as ob
from obversi.agents.core_agents import RandomAgent
from obversi.agents.levels import LevelAgent, Slips, level
from obversi.rules import RULES, Rules


def boards(rules: Rules, size: int, share: float) -> list[ob.Board]:
    """Boards of random games on which so large a share of the squares is still empty."""
    found = []
    for seed in range(12):
        chance, board = RandomAgent(seed), ob.Board(size, rules)
        while not board.is_over and len(board.empty) > share * size**2:
            board.push(chance.choose(board))
        if not board.is_over:
            found.append(board)
    return found


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("number", [1, 3, 6])
@pytest.mark.parametrize("share", [0.85, 0.5, 0.2])
def test_no_slip_costs_more_than_it_may(rules: Rules, number: int, share: float) -> None:
    played = level(number, rules)
    assert played.slips is not None
    with ob.Engine(1, 1) as engine:
        for board in boards(rules, 8, share):
            lines = engine.analyse(board, ob.Limit(depth=1), "all").lines
            judged = played.slips.judged(board, {line.move: line.margin for line in lines})
            chances = played.slips.chances(board, judged)
            assert sum(chances.values()) == pytest.approx(1)
            best, most = max(judged.values()), played.slips.most_lost(board)
            for move, chance in chances.items():
                assert (chance > 0) == (best - judged[move] <= most)


@pytest.mark.few_cases
@pytest.mark.parametrize("number", [1, 4])
def test_slips_are_drawn_as_often_as_they_should_be(number: int) -> None:
    board = boards("normal", 8, 0.5)[0]
    played = level(number)
    assert played.slips is not None
    with ob.Engine(1, 1) as engine:
        found = engine.analyse(board, ob.Limit(depth=played.depth), "all")
    margins = {line.move: float(line.margin) for line in found.lines}
    expected = played.slips.chances(board, played.slips.judged(board, margins))
    drawn = Counter(LevelAgent(number, seed=seed).choose(board) for seed in range(150))
    assert set(drawn) <= {move for move, chance in expected.items() if chance > 0}
    for move, chance in expected.items():
        assert drawn[move] / 150 == pytest.approx(chance, abs=0.15)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_slips_are_larger_in_the_opening_than_at_the_end(rules: Rules, size: int) -> None:
    # The same choice between moves, at different times of a game.
    offered = [0.0, -1.0, -2.0, -4.0, -8.0]
    losses = []
    for share in (0.9, 0.5, 0.1):
        board = boards(rules, size, share)[0]
        slips = level(2, rules, size).slips
        assert slips is not None
        moves = [ob.Move.from_index(place) for place in range(len(offered))]
        chances = slips.chances(board, dict(zip(moves, offered, strict=True)))
        losses.append(-sum(map(lambda a, b: a * b, chances.values(), offered)))
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 1.2 * losses[-1]


def test_limits_fall_from_the_first_move_to_the_last() -> None:
    slips = Slips(temperature=6.0, most=15.0, left=0.25)
    assert slips.share(ob.Board()) == 1
    assert slips.most_lost(ob.Board()) == 15
    board = boards("normal", 8, 0.5)[0]
    assert slips.share(board) == pytest.approx(0.25 + 0.75 * 32 / 60)


@pytest.mark.parametrize(("rules", "sign"), [("normal", 1), ("reversed", -1)])
def test_greed_counts_the_discs_after_a_move(rules: Rules, sign: int) -> None:
    board = boards(rules, 6, 0.5)[0]
    margins = dict.fromkeys(board.legal_moves, 0.0)
    judged = Slips(1.0, 1.0, 0.5, greed=0.5).judged(board, margins)
    for move, value in judged.items():
        after = board.copy()
        after.push(move)
        lead = len(after.discs(board.turn)) - len(after.discs(-board.turn))
        assert value == sign * lead / 2
    assert Slips(1.0, 1.0, 0.5).judged(board, margins) == margins
