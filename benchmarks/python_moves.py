"""Moves a second of random games driven from Python, move by move."""

import random
from collections.abc import Callable

from measure import options, report, seconds_of

import obversi as ob

GAMES = 2_000


def with_choice() -> int:
    """Play as a newcomer would write it."""
    plies = 0
    for _ in range(GAMES):
        board = ob.Board()
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
        plies += board.ply
    return plies


def with_index() -> int:
    """Play without `random.choice`, which costs as much as the rest."""
    plies = 0
    draw = random.random
    for _ in range(GAMES):
        board = ob.Board()
        while moves := board.legal_moves:
            board.push(moves[int(draw() * len(moves))])
        plies += board.ply
    return plies


def moves_per_second(play: Callable[[], int]) -> float:
    plies = 0

    def seeded() -> None:
        nonlocal plies
        random.seed(0)
        plies = play()

    seconds = seconds_of(seeded)
    return plies / seconds


def main() -> None:
    save = options(__doc__).parse_args().save
    figures = {
        "random_choice": moves_per_second(with_choice),
        "random_index": moves_per_second(with_index),
    }
    report("python_moves", {"games": GAMES, "moves_per_second": figures}, save)


if __name__ == "__main__":
    main()
