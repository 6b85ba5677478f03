"""Thousands of games at once as a Gymnasium vector environment (extra ``rl``).

>>> from obversi import batch
>>> from obversi.vector_env import ReversiVectorEnv
>>> games = ReversiVectorEnv(num_envs=1000, size=6, rules="reversed")
>>> observations, infos = games.reset(seed=1)
>>> observations["observation"].shape, observations["action_mask"].shape
((1000, 2, 6, 6), (1000, 65))
>>> actions = batch.random_moves(games.positions, size=6, seed=1)
>>> observations, rewards, terminations, truncations, infos = games.step(actions)
>>> infos["turn"][:5].tolist()
[1, 1, 1, 1, 1]
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi import batch
from obversi.arguments import whole_number
from obversi.batch import Positions
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import InputError
from obversi.extras import MissingPackageError, missing_package
from obversi.move import PASS
from obversi.rules import Rules, checked_rules
from obversi.size import LONGEST_GAME, checked_size

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    need = "obversi.vector_env needs Gymnasium 1.1 or newer"
    raise MissingPackageError(missing_package(need, "rl")) from missing

__all__ = ["ReversiVectorEnv"]

Observations = dict[str, NDArray[Any]]
Step = tuple[
    Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]

_ACTIONS = PASS.square_index + 1


class ReversiVectorEnv(VectorEnv[Observations, ArrayLike, NDArray[Any]]):
    """Games of one size and rule set, in each of which every step plays one move.

    An action is the number of a move as in `obversi.batch`, and an observation is that of
    `obversi.env`, with a row for each game: "observation" is `batch.planes` and "action_mask" is
    `batch.move_masks`, both for the player to move; the mask of a finished game is empty. The
    reward is for the player who moved, and its negative is the opponent's: 1, 0 or -1 at the end
    for ``"win"``, or the margin divided by the number of squares for ``"margin"``. An illegal
    action ends the game with the reward -1.

    `autoreset_mode` is one of Gymnasium's: by default a finished game begins again in the next
    step, which ignores its action; with ``SAME_STEP`` at once, and the last observation is in
    ``infos["final_obs"]``; with ``DISABLED`` when `reset` is called with the option "reset_mask".
    The first `random_plies` plies of each game are random, by the seed of `reset`.
    ``infos["turn"]`` is the colour to move, -1 for black and 1 for white.

    >>> games = ReversiVectorEnv(num_envs=2, size=4)
    >>> observations, infos = games.reset()
    >>> observations, rewards, terminations, truncations, infos = games.step([1, 0])
    >>> rewards.tolist(), terminations.tolist()  # b1 is legal, a1 is not
    ([0.0, -1.0], [False, True])
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own form
        "render_modes": ["ansi"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        size: int = 8,
        rules: Rules = "normal",
        reward: Literal["win", "margin"] = "win",
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        random_plies: int = 0,
        render_mode: str | None = None,
        threads: int | None = None,
    ) -> None:
        """Take the number of games, their size and rules, the kind of reward, and when to reset."""
        if reward not in ("win", "margin"):
            raise InputError(f"there is no reward {reward!r}: expected 'win' or 'margin'")
        if render_mode not in (None, "ansi"):
            raise InputError(f"there is no render mode {render_mode!r}: expected ansi")
        self.num_envs = whole_number(num_envs, "the number of games", 1)
        self.render_mode = render_mode
        self._size = checked_size(size)
        self._rules = checked_rules(rules)
        self._reward = reward
        self._mode = AutoresetMode(autoreset_mode)
        self._random_plies = whole_number(random_plies, "random_plies", 0, LONGEST_GAME)
        self._threads = threads
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.single_action_space = spaces.Discrete(_ACTIONS)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, size, size), np.uint8),
                "action_mask": spaces.Box(0, 1, (_ACTIONS,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._rows = np.arange(self.num_envs)
        self._positions = batch.starts(self.num_envs, size)
        self._turns = np.full(self.num_envs, BLACK, np.int8)
        self._is_over = np.zeros(self.num_envs, np.bool_)
        self._had_illegal = False
        self._masks = np.empty(0, np.int8)
        self._observations()

    @property
    def positions(self) -> Positions:
        """A copy of the positions as `obversi.batch` has them, seen by the players to move."""
        return self._positions.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games, or those that are true in ``options["reset_mask"]``."""
        super().reset(seed=seed)
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            chosen = np.ones(self.num_envs, np.bool_)
        elif (mask := np.asarray(chosen)).shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise InputError(
                f"a reset_mask of shape {mask.shape} and type {mask.dtype} does not fit: "
                f"expected {self.num_envs} truth values"
            )
        self._begin(np.flatnonzero(chosen))
        return self._observations(), self._infos()

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in each game; those of games that begin again are ignored."""
        moves = self._checked(actions)
        waiting = self._is_over
        if self._mode is AutoresetMode.DISABLED and waiting.any():
            over = np.flatnonzero(waiting)[0]
            raise InputError(f"game {over} is over: call reset with a reset_mask")
        is_played = self._masks[self._rows, moves] == 1
        is_illegal = ~(is_played | waiting)
        has_illegal = bool(is_illegal.any())
        if has_illegal or self._had_illegal:
            rows = np.flatnonzero(is_played)
            self._positions[rows] = self._after(self._positions[rows], moves[rows])
        else:  # other games that are not played are finished, and stay as they are
            self._positions = self._after(self._positions, moves)
        self._had_illegal = has_illegal
        self._turns = np.where(is_played, -self._turns, self._turns)
        ends = batch.is_over(self._positions, self._size, self._threads) & is_played
        rewards = np.zeros(self.num_envs, np.float32)
        rewards[ends] = self._rewards(self._positions[ends])
        rewards[is_illegal] = -1
        terminations = ends | is_illegal

        self._is_over = terminations.copy()
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP:
            if terminations.any():
                infos = self._final(terminations)
            self._begin(np.flatnonzero(terminations))
        else:
            self._begin(np.flatnonzero(waiting))
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, terminations, truncations, infos | self._infos()

    def boards(self) -> list[Board]:
        """Return the games as boards, without the moves that led there."""
        return [
            batch.to_board(position, BLACK if turn == BLACK else WHITE, self._size, self._rules)
            for position, turn in zip(self._positions, self._turns, strict=True)
        ]

    def render(self) -> tuple[str, ...] | None:
        """Return all boards as texts in the mode "ansi"."""
        if self.render_mode is None:
            return None
        return tuple(board.unicode() for board in self.boards())

    def _checked(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,) or not np.issubdtype(moves.dtype, np.integer):
            raise InputError(
                f"actions of shape {moves.shape} and type {moves.dtype} do not fit: "
                f"expected {self.num_envs} whole numbers"
            )
        if moves.min() < 0 or moves.max() >= _ACTIONS:
            wrong = moves[(moves < 0) | (moves >= _ACTIONS)][0]
            raise InputError(f"{wrong} is not an action: expected 0 to {_ACTIONS - 1}")
        return moves

    def _after(self, positions: Positions, moves: NDArray[np.integer[Any]]) -> Positions:
        return batch.play(positions, moves, self._size, self._threads)

    def _begin(self, rows: NDArray[np.int64]) -> None:
        """Begin games, each after its random plies; a game that would end there stops before."""
        if not len(rows):
            return
        positions = batch.starts(len(rows), self._size)
        turns = np.full(len(rows), BLACK, np.int8)
        for _ in range(self._random_plies):
            seed = int(self.np_random.integers(1 << 62))
            moves = batch.random_moves(positions, self._size, seed, self._threads)
            after = self._after(positions, moves)
            goes_on = ~batch.is_over(after, self._size, self._threads)
            positions[goes_on] = after[goes_on]
            turns[goes_on] *= -1
        self._positions[rows] = positions
        self._turns[rows] = turns
        self._is_over[rows] = False

    def _rewards(self, positions: Positions) -> NDArray[np.float32]:
        """Return the rewards of those who made the last moves of finished games."""
        margins = -batch.margins(positions, self._size, self._rules, self._threads)
        if self._reward == "win":
            return np.sign(margins).astype(np.float32)
        return (margins / self._size**2).astype(np.float32)

    def _observations(self) -> Observations:
        planes = batch.planes(self._positions, self._size, self._threads)
        masks = batch.move_masks(self._positions, self._size, self._threads)
        masks[self._is_over] = 0
        self._masks = masks.copy()
        return {"observation": planes, "action_mask": masks}

    def _infos(self) -> dict[str, Any]:
        return {"turn": self._turns.copy(), "_turn": np.ones(self.num_envs, np.bool_)}

    def _final(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the infos about games that are over, in Gymnasium's form."""
        last = np.full(self.num_envs, None, object)
        rows = np.flatnonzero(ended)
        planes = batch.planes(self._positions[rows], self._size)
        masks = np.zeros((len(rows), _ACTIONS), np.int8)
        for row, cells, mask in zip(rows, planes, masks, strict=True):
            last[row] = {"observation": cells, "action_mask": mask}
        turns = {"turn": np.where(ended, self._turns, 0).astype(np.int8), "_turn": ended.copy()}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": turns,
            "_final_info": ended.copy(),
        }


_ID = "obversi/Reversi-v1"
if _ID not in gymnasium.registry:
    gymnasium.register(_ID, vector_entry_point=f"{__name__}:{ReversiVectorEnv.__name__}")
