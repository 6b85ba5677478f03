"""Reversi as a PettingZoo environment, for reinforcement learning (extra ``rl``).

>>> from obversi.env import env
>>> game = env(size=6, rules="reversed")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> game.step(game.action_space("black_0").sample(observation["action_mask"]))
>>> game.agent_selection
'white_0'
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from obversi import formats
from obversi.arguments import checked_text, whole_number
from obversi.board import Board
from obversi.color import BLACK
from obversi.errors import IllegalMoveError, InputError, InvalidMoveError
from obversi.extras import MissingPackageError, missing_package
from obversi.move import PASS, Move
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:
    raise MissingPackageError(missing_package("obversi.env needs PettingZoo", "rl")) from missing

__all__ = ["ReversiEnv", "env"]

_BLACK, _WHITE = "black_0", "white_0"
_MOVES = [Move.from_index(number) for number in range(PASS.square_index + 1)]

# The bits of a byte row of an observation: own discs, the opponent's discs, the mask of 65 moves.
_MASK = 128
_BITS = _MASK + len(_MOVES)


def env(
    size: int = 8,
    rules: Rules = "normal",
    reward: Literal["win", "margin"] = "win",
    render_mode: str | None = None,
) -> "ReversiEnv":
    """Return the environment; it needs none of PettingZoo's wrappers.

    >>> env(size=4).action_space("black_0")
    Discrete(65)
    """
    return ReversiEnv(size, rules, reward, render_mode)


class ReversiEnv(AECEnv):  # type: ignore[misc]
    """Two agents, "black_0" and "white_0", that move in strict turn; a pass is an action.

    An action is the number of a move as in `obversi.batch`, on every board size: 8·row + column, or
    64 for a pass, which is legal only when nothing else is. An observation has, as "observation",
    an array of shape (2, size, size) of 0 and 1: the agent's own discs and the opponent's. As
    "action_mask" it has 65 numbers, 1 for a legal action; all are 0 while the other side is to move
    and when the game is over.

    The reward comes at the end: 1, 0 or -1 for ``"win"``, or the margin divided by the number of
    squares for ``"margin"``. An illegal action ends the game: its agent gets -1, the other one 1.

    >>> game = ReversiEnv(size=6)
    >>> game.step(game.action("a1"))
    >>> game.rewards
    {'black_0': -1.0, 'white_0': 1.0}
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "obversi_v1",
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
        self.possible_agents = [_BLACK, _WHITE]
        self._actions = spaces.Discrete(len(_MOVES))
        self._observations = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, size, size), np.uint8),
                "action_mask": spaces.Box(0, 1, (len(_MOVES),), np.int8),
            }
        )
        self.reset()

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
        if seed is not None:  # the environment has no randomness
            whole_number(seed, "the seed", None)
        board = Board(self._size, self._rules)
        if moves := (options or {}).get("moves"):
            text = checked_text(moves, "the opening moves")
            board = formats.transcript.parse(text, size=self._size, rules=self._rules).board()
        if board.is_over:
            raise InputError("the game is over after the opening moves")
        self.board = board
        self.agents = [_BLACK, _WHITE]
        self.rewards = {_BLACK: 0.0, _WHITE: 0.0}
        self._cumulative_rewards = {_BLACK: 0.0, _WHITE: 0.0}
        self.terminations = {_BLACK: False, _WHITE: False}
        self.truncations = {_BLACK: False, _WHITE: False}
        self.infos: dict[str, dict[str, Any]] = {_BLACK: {}, _WHITE: {}}
        self.agent_selection = self._mover()
        self._skip_agent_selection = None  # PettingZoo's, of a game that was left at its end
        self._is_over = False

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of an agent: its discs, the other discs, and its legal actions."""
        board = self.board
        own, opp = board.bits
        if agent != self._mover():
            bits = opp | own << 64
        elif self._is_over:
            bits = own | opp << 64
        else:
            moves = board.legal_bits | board.must_pass << PASS.square_index
            bits = own | opp << 64 | moves << _MASK
        # One call for all three: this is most of the time of a step.
        row = np.frombuffer(bits.to_bytes(_BITS // 8 + 1, "little"), np.uint8)
        cells = np.unpackbits(row, bitorder="little")
        planes = cells[:_MASK].reshape(2, 8, 8)
        if (size := self._size) < 8:
            planes = planes[:, :size, :size].copy()
        return {"observation": planes, "action_mask": cells[_MASK:_BITS].view(np.int8)}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; at the end of a game that is None."""
        if not self.agents:
            raise InputError("the game is over for both agents: call reset")
        agent = self.agent_selection
        if self._is_over:
            self._was_dead_step(action)
            return
        if action is None or (number := whole_number(action, "the action", 0)) >= len(_MOVES):
            raise InputError(f"{action!r} is not an action: expected 0 to {len(_MOVES) - 1}")
        self._cumulative_rewards[agent] = 0.0
        board = self.board
        try:
            board.push(_MOVES[number])
        except (IllegalMoveError, InvalidMoveError):
            self._end(-1.0 if agent == _BLACK else 1.0)
        else:
            if board.is_over:
                self._end(self._black_reward())
            self.agent_selection = self._mover()
        if self.render_mode == "human":
            self.render()

    def action(self, move: str) -> int:
        """Return the number of a move.

        >>> ReversiEnv(size=6).action("b3"), ReversiEnv(size=6).action("pass")
        (17, 64)
        """
        return Move(move).square_index

    def move(self, action: int) -> Move:
        """Return the move with a number."""
        return Move.from_index(action)

    def render(self) -> str | None:
        """Return the board as text, or print it in the mode "human"."""
        if self.render_mode == "human":
            print(self.board.unicode())
        return self.board.unicode() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment has no resources."""

    def _mover(self) -> str:
        return _BLACK if self.board.turn == BLACK else _WHITE

    def _black_reward(self) -> float:
        margin = self.board.margin(BLACK)
        return float(np.sign(margin)) if self._reward == "win" else margin / self._size**2

    def _end(self, black: float) -> None:
        self._is_over = True
        self.terminations = {_BLACK: True, _WHITE: True}
        self.rewards = {_BLACK: black, _WHITE: 0.0 - black}  # no -0.0
        self._accumulate_rewards()
