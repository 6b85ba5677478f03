"""Boards on which mistakes show."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice
from random import Random
from typing import Final

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.judge.answer_check import legal_squares
from obversi.judge.check.mistakes import mistakes

__all__ = ["hard_boards", "odd_boards"]

# So many random games are looked at, and of those for odd boards one position in so many.
_GAMES: Final = 60
_ONE_IN: Final = 30
_SEED: Final = 303


@lru_cache
def odd_boards(size: int, rules: str) -> tuple[Board, ...]:
    """Choose few positions of games, so that every known mistake shows on one of each colour.

    Any two mistakes have different answers on one of them, if they have anywhere. The boards have
    the moves that led to them.
    """
    known = list(mistakes(most_directions=1))
    shows: list[tuple[Board, set[tuple[int, int]]]] = []
    for board in islice(_positions(size, rules), 0, None, _ONE_IN):
        answers = [mistake.squares(board) for mistake in known]
        legal = legal_squares(board)
        found = {(board.turn, place) for place, answer in enumerate(answers) if answer != legal}
        # Pairs that are told apart; the second numbers are none of those above.
        found |= {
            (one, len(known) + other)
            for (one, first), (other, second) in combinations(enumerate(answers), 2)
            if first != second
        }
        shows.append((board, found))
    chosen: list[Board] = []
    left = set().union(*(found for _, found in shows))
    while left:
        board, found = max(shows, key=lambda each: len(each[1] & left))
        chosen.append(board)
        left -= found
    return tuple(sorted(chosen, key=lambda board: board.ply))


@lru_cache
def hard_boards(size: int, rules: str, count: int) -> tuple[Board, ...]:
    """Return positions of games with the most moves to choose from, as black and as white."""
    found: list[Board] = []
    for color in (BLACK, WHITE):
        boards = [board for board in _positions(size, rules) if board.turn == color]
        boards.sort(key=lambda board: (-len(board.legal_moves), -len(board.empty)))
        # One of a game: the next position of the same game is as hard for the same reason.
        games: dict[tuple[str, ...], Board] = {}
        for board in boards:
            games.setdefault(tuple(board.move_stack[:8]), board)
        found += list(games.values())[: (count + (color == BLACK)) // 2]
    return tuple(found)


def _positions(size: int, rules: str) -> Iterator[Board]:
    """Go through all positions of some random games."""
    random = Random(_SEED)
    for _ in range(_GAMES):
        board = Board(size, rules)
        while not board.is_over:
            yield board.copy()
            board.push(random.choice(board.legal_moves))
