import random

import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.core_agents import GreedyAgent, RandomAgent
from obversi.rules import Rules


def position(size: int, rules: Rules, plies: int, seed: int) -> ob.Board:
    """Return a position with a choice of moves, at most `plies` plies into a random game."""
    chance = random.Random(seed)
    board = ob.Board(size, rules)
    for _ in range(plies):
        after = board.copy()
        after.push(chance.choice(after.legal_moves))
        if after.is_over or after.must_pass:
            break
        board = after
    return board


positions = st.builds(
    position,
    size=st.sampled_from(ob.SIZES),
    rules=st.sampled_from(["normal", "reversed"]),
    plies=st.integers(0, 50),
    seed=st.integers(0, 1 << 30),
)


def most_or_fewest_discs(board: ob.Board) -> set[str]:
    """Count the mover's discs after every move on an array, without the margin."""
    discs = {}
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        discs[str(move)] = int((after.to_array() == board.turn).sum())
    wanted = max(discs.values()) if board.rules == "normal" else min(discs.values())
    return {move for move, count in discs.items() if count == wanted}


@given(positions, st.integers(0, 3))
def test_greedy_takes_most_discs_or_fewest(board: ob.Board, seed: int) -> None:
    before = board.copy()
    assert str(GreedyAgent(seed).choose(board)) in most_or_fewest_discs(board)
    assert board == before


def test_greedy_chooses_each_of_the_best_at_times() -> None:
    board = ob.Board()
    chosen = {GreedyAgent(seed).choose(board) for seed in range(50)}
    assert chosen == set(board.legal_moves)


def test_random_plays_every_legal_move_at_times_and_no_other() -> None:
    board = ob.Board()
    board.push("f5")
    agent = RandomAgent(seed=1)
    assert {agent.choose(board) for _ in range(100)} == set(board.legal_moves)


@pytest.mark.parametrize("kind", [RandomAgent, GreedyAgent])
def test_a_seed_repeats_the_choices(kind: type[RandomAgent] | type[GreedyAgent]) -> None:
    def choices(seed: int) -> list[ob.Move]:
        agent = kind(seed)
        return [agent.choose(ob.Board()) for _ in range(40)]

    assert choices(7) == choices(7)
    assert choices(7) != choices(8)


@pytest.mark.parametrize("agent", [RandomAgent(), GreedyAgent()])
def test_a_due_pass_is_passed(agent: RandomAgent | GreedyAgent) -> None:
    passing = ob.Board.parse("XO-------------- O")
    assert passing.must_pass
    assert agent.choose(passing) is ob.PASS


@pytest.mark.parametrize("agent", ["greedy", "r4", "engine", "engine:level=3", "r2:book=default"])
def test_what_is_no_board_is_rejected(agent: str) -> None:
    made = make_agent(agent)
    for choose in (made.choose, lambda board: made.think(board, ob.Limit())):
        with pytest.raises(ob.InvalidBoardError, match="None is no board"):
            choose(None)  # type: ignore[arg-type]


def test_a_seed_has_at_most_64_bits() -> None:
    for fits in (2**64 - 1, -(2**63)):
        assert make_agent(f"random:seed={fits}").choose(ob.Board())
    for more in (2**64, -(2**63) - 1):
        with pytest.raises(ob.InputError, match=f"the seed cannot be {more}"):
            make_agent(f"random:seed={more}")
