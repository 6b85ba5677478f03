"""The vector environment: against boards played one by one, and Gymnasium's conventions."""

import subprocess
import sys
from importlib import import_module
from typing import Any, Literal

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

import obversi as ob
from obversi import batch
from obversi.env import ReversiEnv
from obversi.extras import install_command
from obversi.rules import Rules
from obversi.vector_env import ReversiVectorEnv

SIZES_AND_RULES = [(size, rules) for size in (4, 6, 8) for rules in ("normal", "reversed")]
GAMES = 24
NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP


def random_actions(games: ReversiVectorEnv, size: int, seed: int) -> NDArray[np.uint8]:
    """Draw legal actions, and now and then, by the seed, one that is illegal in most games."""
    actions = batch.random_moves(games.positions, size, seed=seed)
    if seed % 7 == 6:
        actions[seed % len(actions)] = seed % 65
    return actions


@pytest.mark.few_cases
@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_it_agrees_with_the_single_environment(
    size: int, rules: Rules, mode: AutoresetMode
) -> None:
    reward: Literal["win", "margin"] = "win" if size == 6 else "margin"
    games = ReversiVectorEnv(GAMES, size, rules, reward, autoreset_mode=mode)
    singles = [ReversiEnv(size, rules, reward) for _ in range(GAMES)]
    waiting = GAMES * [False]
    observations, infos = games.reset(seed=1)
    ended = illegal = 0
    for step in range(3 * size * size):
        actions = random_actions(games, size, step)
        observations, rewards, terminations, truncations, infos = games.step(actions)
        assert not truncations.any()
        for row, single in enumerate(singles):
            final = expected_reward = None
            if waiting[row]:
                single.reset()
                waiting[row], over = False, False
            else:
                mover = single.agent_selection
                illegal += not single.observe(mover)["action_mask"][actions[row]]
                single.step(int(actions[row]))
                over, expected_reward = single.terminations[mover], single.rewards[mover]
                if over and mode is SAME_STEP:
                    final = single.observe(mover_of(single))
                    single.reset()
                waiting[row] = over and mode is NEXT_STEP
                ended += over
            assert terminations[row] == over
            assert rewards[row] == np.float32(expected_reward or 0)
            assert infos["turn"][row] == single.board.turn
            same_observation(row_of(observations, row), single.observe(mover_of(single)))
            assert ("final_obs" in infos and infos["_final_obs"][row]) == (final is not None)
            if final is not None:
                same_observation(infos["final_obs"][row], final)
    assert ended > GAMES
    assert illegal > 0


def mover_of(game: ReversiEnv) -> str:
    return "black_0" if game.board.turn == ob.BLACK else "white_0"


def row_of(observations: dict[str, NDArray[Any]], row: int) -> dict[str, NDArray[Any]]:
    return {name: array[row] for name, array in observations.items()}


def same_observation(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> None:
    assert one.keys() == other.keys()
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], strict=True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("size", [4, 6, 8])
def test_spaces_types_and_metadata(size: int, mode: AutoresetMode) -> None:
    games = ReversiVectorEnv(3, size, autoreset_mode=mode)
    assert games.num_envs == 3
    assert games.metadata["autoreset_mode"] is mode
    assert ReversiVectorEnv.metadata["autoreset_mode"] is NEXT_STEP
    observations, infos = games.reset(seed=5)
    assert observations in games.observation_space
    assert row_of(observations, 0) in games.single_observation_space
    games.action_space.seed(1)
    actions = games.action_space.sample(mask=tuple(observations["action_mask"]))
    assert actions in games.action_space
    observations, rewards, terminations, truncations, infos = games.step(actions)
    assert observations in games.observation_space
    assert rewards.dtype == np.float32
    assert terminations.dtype == truncations.dtype == np.bool_
    assert infos["turn"].tolist() == [1, 1, 1]
    assert infos["_turn"].all()
    games.close()


def test_the_default_resets_in_the_next_step_and_ignores_that_action() -> None:
    games = ReversiVectorEnv(2, size=4)
    games.reset()
    observations, rewards, terminations, _, _ = games.step([0, 1])  # a1 is illegal, b1 is not
    assert rewards.tolist() == [-1, 0]
    assert terminations.tolist() == [True, False]
    assert not observations["action_mask"][0].any()
    observations, rewards, terminations, _, infos = games.step([0, 0])
    assert rewards.tolist() == [0, 0 if observations["action_mask"][1].any() else -1]
    assert not terminations[0]
    assert infos["turn"][0] == ob.BLACK
    assert games.boards()[0] == ob.Board(4)


def test_without_automatic_resets_the_caller_says_which_games_begin() -> None:
    games = ReversiVectorEnv(3, size=4, autoreset_mode=AutoresetMode.DISABLED)
    games.reset()
    games.step([0, 1, 64])
    with pytest.raises(ob.ObversiError, match=r"game 0 is over.*reset_mask"):
        games.step([1, 1, 1])
    played = games.boards()[1]
    chosen = np.array([True, False, False])
    observations, _ = games.reset(options={"reset_mask": chosen})
    assert games.boards()[:2] == [ob.Board(4), played]
    assert observations["action_mask"].any(axis=1).tolist() == [True, True, False]
    for wrong in (np.ones(2, np.bool_), np.ones(3), [1, 0, 0]):
        with pytest.raises(ob.ObversiError, match="reset_mask"):
            games.reset(options={"reset_mask": wrong})


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), SIZES_AND_RULES)
def test_games_begin_after_random_plies_by_the_seed(size: int, rules: Rules) -> None:
    games = ReversiVectorEnv(200, size, rules, random_plies=5)
    games.reset(seed=3)
    first = games.positions
    boards = games.boards()
    assert {board.turn for board in boards} == {ob.WHITE}
    assert {16 if size == 4 else len(board.empty) for board in boards} <= {size * size - 9, 16}
    assert len(np.unique(first, axis=0)) > 50
    games.reset(seed=3)
    assert np.array_equal(games.positions, first)
    games.reset()
    assert not np.array_equal(games.positions, first)
    one, two = (ReversiVectorEnv(50, size, rules, random_plies=3) for _ in range(2))
    for games in (one, two):
        games.reset(seed=8)
        for step in range(2 * size * size):
            games.step(random_actions(games, size, step))
    assert np.array_equal(one.positions, two.positions)


def test_random_plies_never_end_a_game() -> None:
    games = ReversiVectorEnv(300, 4, random_plies=60)
    observations, _ = games.reset(seed=1)
    assert observations["action_mask"].any(axis=1).all()
    assert not batch.is_over(games.positions, 4).any()


def test_what_it_returns_belongs_to_the_caller() -> None:
    games = ReversiVectorEnv(2, size=6)
    observations, infos = games.reset()
    before = games.positions
    for array in (*observations.values(), games.positions, infos["turn"]):
        array[:] = 0
    assert np.array_equal(games.positions, before)
    _, rewards, terminations, _, _ = games.step([17, 17])
    terminations[:] = True
    assert rewards.tolist() == [0, 0]
    observations, rewards, _, _, infos = games.step([64, 9])
    assert rewards.tolist() == [-1, 0]
    assert infos["turn"].tolist() == [1, -1]


def test_gymnasium_makes_it_and_wraps_it() -> None:
    name = "obversi.vector_env:obversi/Reversi-v1"
    games: Any = gymnasium.make_vec(name, num_envs=5, size=6, rules="reversed")
    assert isinstance(games.unwrapped, ReversiVectorEnv)
    assert games.unwrapped.boards() == 5 * [ob.Board(6, "reversed")]
    wrapped: Any = DictInfoToList(RecordEpisodeStatistics(games))
    wrapped.reset(seed=1)
    lengths = []
    for seed in range(80):
        actions = batch.random_moves(games.unwrapped.positions, 6, seed=seed)
        infos = wrapped.step(actions)[4]
        assert [info["turn"] for info in infos] == [b.turn for b in games.unwrapped.boards()]
        lengths += [int(info["episode"]["l"]) for info in infos if "episode" in info]
    assert len(lengths) >= 5
    assert set(lengths) <= set(range(8, 45))


def test_observations_become_tensors_without_a_copy() -> None:
    torch = import_module("torch")
    games = ReversiVectorEnv(7, size=6)
    observations, _ = games.reset()
    for array in observations.values():
        assert array.ctypes.data % 64 == 0
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data


@pytest.mark.parametrize(
    ("actions", "named"),
    [([1], r"\(1,\)"), ([1, 2, 3], r"\(3,\)"), ([1.0, 2.0], "float64"), ([True, True], "bool"),
     ([19, 65], "65"), ([-1, 19], "-1"), ([[19, 19]], r"\(1, 2\)")],
)  # fmt: skip
def test_wrong_actions_are_named_and_change_nothing(actions: Any, named: str) -> None:
    games = ReversiVectorEnv(2)
    games.reset()
    with pytest.raises(ob.ObversiError, match=named):
        games.step(actions)
    assert games.boards() == 2 * [ob.Board()]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({"size": 5}, "5"), ({"rules": "odd"}, "odd"), ({"reward": "fame"}, "fame"),
     ({"render_mode": "film"}, "film"), ({"num_envs": 0}, "0"), ({"random_plies": -1}, "-1"),
     ({"threads": 0}, "0"), ({"autoreset_mode": "never"}, "never")],
)  # fmt: skip
def test_wrong_settings_are_named(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        ReversiVectorEnv(**arguments)


def test_rendering_is_the_boards_as_text() -> None:
    games = ReversiVectorEnv(2, size=4, render_mode="ansi")
    games.reset()
    assert games.render() == 2 * (ob.Board(4).unicode(),)
    assert ReversiVectorEnv(2).render() is None


def test_without_gymnasium_the_message_says_what_to_install() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import obversi.vector_env"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    assert install_command("rl") in done.stderr
