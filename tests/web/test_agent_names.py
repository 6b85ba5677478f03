"""What agents are called."""

import pytest

from obversi.web.api.about import agent_name


@pytest.mark.parametrize(
    ("description", "name"),
    [
        ("random", "random"),
        ("mcts:playouts=2000", "Monte Carlo tree search, 2,000 playouts"),
        ("mcts", "Monte Carlo tree search"),
        ("r2:seconds=0.5", "R2, 0.5 s per move"),
        ("r2-position:depth=4", "R2 position, 4 plies deep"),
        ("r1-corrected:level=3", "R1 corrected, level 3"),
        ("positional:search=minimax:depth=3", "positional, search minimax, 3 plies deep"),
        ("greedy:perfect=12", "greedy, perfect with 12 empty squares"),
        ("engine:nodes=100000:hash_mb=4", "engine, 100,000 positions, hash mb 4"),
        ("file:weights/mine.toml:depth=5", "mine, 5 plies deep"),
        ("python:lab/mine.py:judge:depth=3", "mine judge, 3 plies deep"),
    ],
)
def test_plain_names(description: str, name: str) -> None:
    assert agent_name(description) == name
