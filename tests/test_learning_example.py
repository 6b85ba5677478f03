"""The example that learns 6×6: a few seconds of it are better than random moves."""

import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from obversi import batch
from obversi.rules import Rules

PATH = Path(__file__).parents[1] / "examples" / "learn_6x6.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_6x6", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn_6x6"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.parametrize(("rules", "steps"), [("normal", 200), ("reversed", 400)])
def test_it_learns_to_beat_random_moves(example: ModuleType, rules: Rules, steps: int) -> None:
    network = example.Network(seed=1)
    for _ in itertools.islice(example.learn(network, rules, seed=1), steps):
        pass
    assert example.against_random(network, rules).score > 0.65


def test_the_best_move_leaves_the_opponent_the_lowest_value(example: ModuleType) -> None:
    network = example.Network(seed=2)
    positions = batch.starts(50, 6)
    for ply in range(15):
        positions = batch.play(positions, batch.random_moves(positions, 6, seed=ply), 6)
    positions = positions[~batch.is_over(positions, 6)]
    moves = example.best_moves(network, positions)
    after = batch.play(positions, moves, 6)
    following = batch.successors(positions, 6)
    values = network.values(batch.planes(following.positions, 6))
    for row, value in enumerate(network.values(batch.planes(after, 6))):
        assert value == pytest.approx(values[following.parents == row].min(), abs=1e-5)


def test_a_step_of_learning_brings_the_values_nearer(example: ModuleType) -> None:
    network = example.Network(seed=3)
    planes = batch.planes(batch.successors(batch.starts(4, 6), 6).positions, 6)
    targets = np.linspace(-0.5, 0.5, len(planes), dtype=np.float32)
    before = np.square(network.values(planes) - targets).sum()
    for _ in range(20):
        network.learn(planes, targets)
    assert np.square(network.values(planes) - targets).sum() < before


def test_the_command_prints_its_scores(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["learn_6x6.py", "--seconds", "0", "--rules", "reversed"])
    example.main()
    assert "1,024 moves" in capsys.readouterr().out
