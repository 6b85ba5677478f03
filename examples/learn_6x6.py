"""Learn 6×6 Reversi by temporal differences, from nothing, in about a minute on two cores.

A small network predicts the final margin for the player to move. A thousand games at once are
played against itself: each move leads to the position that the network likes least for the
opponent, or, now and then, is random. After each step the prediction for a position is moved
towards the reward, or towards the negative of the prediction for the next position.

    python examples/learn_6x6.py
    python examples/learn_6x6.py --rules reversed --seconds 20
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from obversi import Rules, batch
from obversi.vector_env import ReversiVectorEnv

SIZE = 6
GAMES = 1024
HIDDEN = 64
RANDOM_MOVES = 0.1
LEARNING_RATE = 0.002

Floats = NDArray[np.float32]


class Network:
    """Two planes of discs, a hidden layer, and a number from -1 to 1; trained by Adam."""

    def __init__(self, seed: int) -> None:
        """Begin with small random weights."""
        draw = np.random.default_rng(seed)
        inputs = 2 * SIZE * SIZE + 1  # and a constant
        self.weights: list[Floats] = [
            draw.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            draw.normal(0, HIDDEN**-0.5, HIDDEN).astype(np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.weights]
        self.squares = [np.zeros_like(part) for part in self.weights]
        self.updates = 0

    def hidden(self, planes: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return the inputs and the hidden layer."""
        inputs = np.ones((len(planes), len(self.weights[0])), np.float32)
        inputs[:, 1:] = planes.reshape(len(planes), 2 * SIZE * SIZE)
        return inputs, np.maximum(inputs @ self.weights[0], 0)

    def values(self, planes: NDArray[np.uint8]) -> Floats:
        """Predict the margins of the players to move, as a share of the squares."""
        result: Floats = np.tanh(self.hidden(planes)[1] @ self.weights[1])
        return result

    def learn(self, planes: NDArray[np.uint8], targets: Floats) -> None:
        """Move the predictions towards the targets."""
        inputs, hidden = self.hidden(planes)
        values = np.tanh(hidden @ self.weights[1])
        slope = (values - targets) * (1 - values**2) / len(planes)
        back = np.outer(slope, self.weights[1]) * (hidden > 0)
        self.updates += 1
        for part, gradient, mean, square in zip(
            self.weights, (inputs.T @ back, slope @ hidden), self.means, self.squares, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scale = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            part -= LEARNING_RATE * scale * mean / (np.sqrt(square) + 1e-8)


def best_moves(network: Network, positions: batch.Positions) -> NDArray[np.uint8]:
    """Return the move after which the opponent's prediction is lowest; 64 for finished games."""
    following = batch.successors(positions, SIZE)
    values = network.values(batch.planes(following.positions, SIZE))
    order = np.lexsort((-values, following.parents))
    moves = np.full(len(positions), 64, np.uint8)
    moves[following.parents[order]] = following.moves[order]  # the last one stays
    return moves


def learn(network: Network, rules: Rules, seed: int = 0) -> Iterator[None]:
    """Play against itself and learn, without an end; each round is a step of all games."""
    games = ReversiVectorEnv(GAMES, SIZE, rules, reward="margin", random_plies=4)
    draw = np.random.default_rng(seed)
    observations, _ = games.reset(seed=seed)
    is_over = np.zeros(GAMES, np.bool_)
    while True:
        planes = observations["observation"]
        moves = best_moves(network, games.positions)
        at_random = draw.random(GAMES) < RANDOM_MOVES
        drawn = batch.random_moves(games.positions, SIZE, seed=int(draw.integers(1 << 62)))
        observations, rewards, ends, _, _ = games.step(np.where(at_random, drawn, moves))
        targets = np.where(ends, rewards, -network.values(observations["observation"]))
        # The step after the end of a game only sets up a new one. A random move says little about
        # the position before it, unless the game ends.
        known = ~is_over & (~at_random | ends)
        network.learn(planes[known], targets[known])
        is_over = ends
        yield


@dataclass(frozen=True)
class Result:
    """Games against an opponent that moves at random, half of them as black."""

    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        """Return the share of points: 1 for a win, ½ for a draw."""
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)


def against_random(network: Network, rules: Rules, games: int = 1000, seed: int = 1) -> Result:
    """Play games in which the network moves in even rows first, and in odd rows second."""
    positions = batch.starts(games, SIZE)
    network_moves = np.arange(games) % 2 == 0
    ply = 0
    while not (over := batch.is_over(positions, SIZE)).all():
        moves = batch.random_moves(positions, SIZE, seed=seed + ply)
        moves[network_moves] = best_moves(network, positions[network_moves])
        positions = batch.play(positions, moves, SIZE)
        network_moves ^= ~over  # a finished game stays as it is, and so does its mover
        ply += 1
    margins = batch.margins(positions, SIZE, rules)
    margins = np.where(network_moves, margins, -margins)
    return Result(int((margins > 0).sum()), int((margins == 0).sum()), int((margins < 0).sum()))


def main() -> None:
    """Learn for some seconds, and print the score against random moves now and then."""
    parser = argparse.ArgumentParser(description="Learn 6×6 Reversi in a minute.")
    parser.add_argument("--rules", choices=["normal", "reversed"], default="normal")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    network = Network(options.seed)
    begin = time.perf_counter()
    reported = 0.0
    for step, _ in enumerate(learn(network, options.rules, options.seed), start=1):
        seconds = time.perf_counter() - begin
        if seconds >= reported or seconds >= options.seconds:
            result = against_random(network, options.rules)
            print(f"{seconds:5.1f} s  {step * GAMES:9,} moves  {result.score:.1%}  {result}")
            reported += options.seconds / 6
        if seconds >= options.seconds:
            return


if __name__ == "__main__":
    main()
