"""Boards on which mistakes show, and boards that need time."""

from functools import lru_cache
from itertools import combinations, islice

from obversi.agents.course.answer import legal_squares
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.judge.check.mistakes import mistakes
from obversi.judge.usability_boards import positions_of_games
from obversi.rules import Rules

# The number of random games, and the share of their positions for diagnostic boards.
_GAMES = 60
_ONE_IN = 30
_SEED = 303


@lru_cache
def diagnostic_boards(size: int, rules: Rules) -> tuple[Board, ...]:
    """Choose few positions of games on which every known mistake shows, for each colour.

    Any two mistakes that differ anywhere differ on one of them. The boards have the moves that led
    to them.
    """
    known = list(mistakes(most_directions=1))
    shows: list[tuple[Board, set[tuple[int, int]]]] = []
    for board in islice(positions_of_games(Board(size, rules), _GAMES, _SEED), 0, None, _ONE_IN):
        answers = [mistake.squares(board) for mistake in known]
        legal = legal_squares(board)
        found: set[tuple[int, int]] = {
            (board.turn, place) for place, answer in enumerate(answers) if answer != legal
        }
        # Pairs of mistakes with different answers; the second numbers differ from those above.
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
def hard_boards(size: int, rules: Rules, count: int) -> tuple[Board, ...]:
    """Return the positions of games with the most legal moves, for both colours."""
    found: list[Board] = []
    for color in (BLACK, WHITE):
        boards = [
            board
            for board in positions_of_games(Board(size, rules), _GAMES, _SEED)
            if board.turn == color
        ]
        boards.sort(key=lambda board: (-len(board.legal_moves), -len(board.empty)))
        # One position per game: its neighbours are hard for the same reason.
        games: dict[tuple[str, ...], Board] = {}
        for board in boards:
            games.setdefault(tuple(board.move_stack[:8]), board)
        found += list(games.values())[: (count + (color == BLACK)) // 2]
    return tuple(found)
