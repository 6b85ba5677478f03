"""The PettingZoo environment."""

import subprocess
import sys
import warnings
from typing import Literal

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import obversi as ob
from obversi import batch
from obversi.env import ReversiEnv, env
from obversi.extras import install_command
from obversi.rules import Rules

SIZES_AND_RULES = [(size, rules) for size in (4, 6, 8) for rules in ("normal", "reversed")]


def random_game(game: ReversiEnv, seed: int) -> None:
    """Play sampled actions to the end, checking each observation against the board."""
    generator = np.random.default_rng(seed)
    while game.agents:
        agent = game.agent_selection
        observation, _, over, cut, _ = game.last()
        assert not cut
        if over:
            game.step(None)
            continue
        board = game.board
        color = -1 if agent == "black_0" else 1
        assert color == board.turn
        [planes] = batch.planes(batch.from_boards([board]), board.size)
        [mask] = batch.move_masks(batch.from_boards([board]), board.size)
        np.testing.assert_array_equal(observation["observation"], planes, strict=True)
        np.testing.assert_array_equal(observation["action_mask"], mask, strict=True)
        legal = np.flatnonzero(mask)
        assert [game.move(int(action)) for action in legal] == board.legal_moves
        other = game.observe("white_0" if agent == "black_0" else "black_0")
        np.testing.assert_array_equal(other["observation"], planes[::-1])
        assert not other["action_mask"].any()
        game.step(int(generator.choice(legal)))


@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_the_librarys_own_test_passes(size: int, rules: Rules) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(size, rules), num_cycles=300)
        seed_test(lambda: env(size, rules), num_cycles=50)
    # PettingZoo warns of dictionaries, unless the environment is one of its own, and of the empty
    # mask when a game is over.
    assert {str(warning.message) for warning in caught} <= {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete",
        "Action mask numpy array is all zeros (no legal actions).",
    }


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_rewards_show_who_won_and_by_how_much(size: int, rules: Rules) -> None:
    winners = set()
    for seed in range(30):
        win, margin = ReversiEnv(size, rules), ReversiEnv(size, rules, reward="margin")
        for game in (win, margin):
            game.reset()
            while not game.board.is_over:
                legal = game.observe(game.agent_selection)["action_mask"]
                choice = np.random.default_rng((seed, game.board.ply)).choice(np.flatnonzero(legal))
                game.step(int(choice))
        outcome = win.board.outcome()
        assert outcome is not None
        winners.add(outcome.winner)
        for agent, color in (("black_0", ob.BLACK), ("white_0", ob.WHITE)):
            assert win.rewards[agent] == np.sign(outcome.margin_for(color))
            assert margin.rewards[agent] == outcome.margin_for(color) / size**2
        assert win.terminations == {"black_0": True, "white_0": True}
    assert {ob.BLACK, ob.WHITE} <= winners


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_observations_show_the_board_and_the_legal_moves(size: int, rules: Rules) -> None:
    game = ReversiEnv(size, rules)
    for seed in range(5):
        game.reset(seed=seed)
        random_game(game, seed)


@pytest.mark.parametrize("reward", ["win", "margin"])
@pytest.mark.parametrize("moves", ["b3", "b3b2"])
def test_an_illegal_action_loses(moves: str, reward: Literal["win", "margin"]) -> None:
    for illegal in (
        0,
        14,
        63,
        64,
    ):  # a1 flips nothing, g2 and h8 are not on the board, no pass is due
        game = env(size=6, reward=reward)
        game.reset(options={"moves": moves})
        offender = game.agent_selection
        [other] = {"black_0", "white_0"} - {offender}
        board = game.board.copy()
        game.step(illegal)
        assert game.board == board
        assert game.terminations == {"black_0": True, "white_0": True}
        assert game.rewards == {offender: -1, other: 1}
        ended = {}
        for agent in game.agent_iter():
            observation, ended[agent], over, cut, _ = game.last()
            assert over
            assert not cut
            assert not observation["action_mask"].any()
            game.step(None)
        assert ended == {offender: -1, other: 1}
        with pytest.raises(ob.ObversiError, match="call reset"):
            game.step(None)


def test_a_game_can_begin_after_some_moves() -> None:
    game = ReversiEnv()
    game.reset(options={"moves": "f5d6"})
    assert game.board.move_stack == ["f5", "d6"]
    assert game.agent_selection == "black_0"
    with pytest.raises(ob.ObversiError, match=r"ply 2.*f5"):
        game.reset(options={"moves": "f5f5"})


def test_a_pass_is_the_last_action_and_legal_only_when_due() -> None:
    game = ReversiEnv(size=4)
    game.reset()
    game.board = ob.Board.parse("OX-- ---- ---- ---- X")
    game.agent_selection = "black_0"
    assert np.flatnonzero(game.observe("black_0")["action_mask"]).tolist() == [64]
    game.step(64)
    assert game.agent_selection == "white_0"
    assert game.action("pass") == 64
    assert game.move(64) is ob.PASS


def test_observations_belong_to_who_gets_them() -> None:
    game = ReversiEnv(size=6)
    first = game.observe("black_0")
    first["observation"][:] = 7
    first["action_mask"][:] = 7
    assert game.observe("black_0")["observation"].max() == 1
    assert game.observe("black_0")["action_mask"].max() == 1
    game.step(game.action("b3"))
    assert game.rewards == {"black_0": 0, "white_0": 0}


def test_rendering_is_the_board_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    ansi = ReversiEnv(size=4, render_mode="ansi")
    ansi.reset()
    assert ansi.render() == ob.Board(4).unicode()
    human = ReversiEnv(size=4, render_mode="human")
    human.reset()
    human.step(human.action("b1"))
    assert "white to move" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({"size": 5}, "5"), ({"rules": "odd"}, "odd"), ({"reward": "fame"}, "fame"),
     ({"render_mode": "film"}, "film")],
)  # fmt: skip
def test_wrong_settings_are_named(arguments: dict[str, object], named: str) -> None:
    with pytest.raises(ob.ObversiError, match=named):
        ReversiEnv(**arguments)  # type: ignore[arg-type]


def test_a_number_that_is_no_action_is_named() -> None:
    game = ReversiEnv(size=4)
    game.reset()
    with pytest.raises(ob.ObversiError, match="65"):
        game.step(65)
    assert game.board == ob.Board(4)


def test_without_pettingzoo_the_message_says_what_to_install() -> None:
    script = "import sys; sys.modules['pettingzoo'] = None; import obversi.env"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    assert install_command("rl") in done.stderr


def test_odd_beginnings_and_actions_are_rejected() -> None:
    game = ReversiEnv(size=4)
    finished = ob.Board(4)
    while finished.legal_moves:
        finished.push(finished.legal_moves[0])
    with pytest.raises(ob.ObversiError, match="the game is over"):
        game.reset(options={"moves": " ".join(finished.move_stack)})
    game.reset(options={"moves": None})
    with pytest.raises(ob.ObversiError, match=r"the opening moves cannot be \['d1'\]: expected a"):
        game.reset(options={"moves": ["d1"]})
    with pytest.raises(ob.ObversiError, match="the seed cannot be 'x': expected a whole number"):
        game.reset(seed="x")  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match=r"1\.7"):
        game.step(1.7)  # type: ignore[arg-type]
    assert game.board == ob.Board(4)
