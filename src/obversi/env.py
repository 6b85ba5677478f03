"""Reversi as a PettingZoo environment, for reinforcement learning (extra ``rl``).

>>> from obversi.env import env
>>> game = env(size=6, rules="reversed")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> game.step(game.action_space("black").sample(observation["action_mask"]))
>>> game.agent_selection
'white'
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from obversi import formats
from obversi.arguments import whole_number
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import InputError
from obversi.extras import MissingPackageError, missing_package
from obversi.move import PASS, Move
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise MissingPackageError(missing_package("obversi.env needs PettingZoo", "rl")) from missing

__all__ = ["ReversiEnv", "env"]

_COLORS = {"black": BLACK, "white": WHITE}


def env(
    size: int = 8,
    rules: Rules = "normal",
    reward: Literal["win", "margin"] = "win",
    render_mode: str | None = None,
) -> AECEnv:
    """Return the environment in PettingZoo's usual wrappers: an illegal move loses at once."""
    game = ReversiEnv(size, rules, reward, render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class ReversiEnv(AECEnv):  # type: ignore[misc]
    """Two agents, "black" and "white", that move in strict turn; a pass is an action.

    An action is size·row + column, or size² for a pass, which is legal only when nothing else is.
    An agent sees its own discs and the opponent's as two planes, and a mask of the legal actions,
    which is empty while the other side is to move. The reward comes at the end: 1, 0 or -1 for
    ``"win"``, or the margin divided by the number of squares for ``"margin"``.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "obversi_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi", "human"],
        "render_fps": 2,
    }

    def __init__(
        self,
        size: int = 8,
        rules: Rules = "normal",
        reward: Literal["win", "margin"] = "win",
        render_mode: str | None = None,
    ) -> None:
        """Take the size, the rules and the kind of reward."""
        if reward not in ("win", "margin"):
            raise InputError(f"there is no reward {reward!r}: expected 'win' or 'margin'")
        if render_mode not in (None, "ansi", "human"):
            raise InputError(f"there is no render mode {render_mode!r}: expected ansi or human")
        self._size = checked_size(size)
        self._rules = checked_rules(rules)
        self._reward = reward
        self.render_mode = render_mode
        self.possible_agents = list(_COLORS)
        self._actions = spaces.Discrete(size * size + 1)
        self._observations = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (size, size, 2), np.int8),
                "action_mask": spaces.Box(0, 1, (size * size + 1,), np.int8),
            }
        )
        self.board = Board(size, rules)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of observations, the same for both agents."""
        del agent
        return self._observations

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of actions, the same for both agents."""
        del agent
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; ``options={"moves": "f5d6"}`` plays a few moves first."""
        del seed  # the environment has no randomness
        moves = (options or {}).get("moves") or ""
        record = formats.transcript.parse(moves, size=self._size, rules=self._rules)
        board = record.board()
        if board.is_over:
            raise InputError("the game is over after the opening moves")
        self.board = board
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return the observation of an agent: its discs, the other discs, and its legal actions."""
        cells = self.board.to_array() * _COLORS[agent]
        mask = np.zeros(self._size**2 + 1, np.int8)
        if agent == self._mover():
            mask[[self.action(move) for move in self.board.legal_moves]] = 1
        planes = np.stack([cells == 1, cells == -1], axis=-1).astype(np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or whole_number(action, "the action", 0) >= self._actions.n:
            raise InputError(f"{action!r} is not an action: expected 0 to {self._actions.n - 1}")
        mover = self.agent_selection
        self.board.push(self.move(int(action)))
        self._cumulative_rewards[mover] = 0.0
        if outcome := self.board.outcome():
            for agent, color in _COLORS.items():
                margin = outcome.margin_for(color)
                share = float(np.sign(margin)) if self._reward == "win" else margin / self._size**2
                self.rewards[agent] = share
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def action(self, move: str) -> int:
        """Return the number of a move."""
        named = Move(move)
        return self._size**2 if named is PASS else self._size * named.row + named.column

    def move(self, action: int) -> Move:
        """Return the move with a number."""
        return PASS if action == self._size**2 else Move.at(*divmod(action, self._size))

    def render(self) -> str | None:
        """Return the board as text, or print it in the mode "human"."""
        if self.render_mode == "human":
            print(self.board.unicode())
        return self.board.unicode() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment has no resources."""

    def _mover(self) -> str:
        return "black" if self.board.turn == BLACK else "white"
