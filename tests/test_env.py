"""The PettingZoo environment."""

import subprocess
import sys
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import obversi as ob
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
        color = -1 if agent == "black" else 1
        assert color == board.turn
        own, opp = observation["observation"][..., 0], observation["observation"][..., 1]
        np.testing.assert_array_equal((own - opp) * color, board.to_array())
        legal = np.flatnonzero(observation["action_mask"])
        assert [game.move(int(action)) for action in legal] == board.legal_moves
        assert not game.observe("white" if agent == "black" else "black")["action_mask"].any()
        game.step(int(generator.choice(legal)))


@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_the_librarys_own_test_passes(size: int, rules: Rules) -> None:
    with warnings.catch_warnings():
        # PettingZoo warns whenever an observation is a dictionary and not an array.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(size, rules), num_cycles=300)
        seed_test(lambda: env(size, rules), num_cycles=50)


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
        for agent, color in (("black", ob.BLACK), ("white", ob.WHITE)):
            assert win.rewards[agent] == np.sign(outcome.margin_for(color))
            assert margin.rewards[agent] == outcome.margin_for(color) / size**2
        assert win.terminations == {"black": True, "white": True}
    assert {ob.BLACK, ob.WHITE} <= winners


@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_observations_show_the_board_and_the_legal_moves(size: int, rules: Rules) -> None:
    game = ReversiEnv(size, rules)
    for seed in range(5):
        game.reset(seed=seed)
        random_game(game, seed)


def test_an_illegal_action_loses() -> None:
    game = env(size=6)
    game.reset()
    game.step(0)
    assert game.terminations == {"black": True, "white": True}
    assert game.rewards["black"] == -1


def test_a_game_can_begin_after_some_moves() -> None:
    game = ReversiEnv()
    game.reset(options={"moves": "f5d6"})
    assert game.board.move_stack == ["f5", "d6"]
    assert game.agent_selection == "black"
    with pytest.raises(ob.ObversiError, match=r"ply 2.*f5"):
        game.reset(options={"moves": "f5f5"})


def test_a_pass_is_the_last_action_and_legal_only_when_due() -> None:
    game = ReversiEnv(size=4)
    game.reset()
    game.board = ob.Board.parse("OX-- ---- ---- ---- X")
    game.agent_selection = "black"
    assert np.flatnonzero(game.observe("black")["action_mask"]).tolist() == [16]
    game.step(16)
    assert game.agent_selection == "white"
    assert game.action("pass") == 16
    assert game.move(16) is ob.PASS


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
    with pytest.raises(ob.ObversiError, match="17"):
        game.step(17)
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
    with pytest.raises(ob.ObversiError, match=r"1\.7"):
        game.step(1.7)  # type: ignore[arg-type]
    assert game.board == ob.Board(4)
