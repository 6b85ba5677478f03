"""The rules of Reversi once more, slow and plain; nothing here comes from the package.

One board is a list of rows of -1 (black), 0 (empty) and 1 (white), and squares are pairs (row,
column), both from 0 at a1. Many boards at once are an int8 array of shape (count, n, n) in the
mover's view: 1 is a disc of the mover, -1 one of the opponent. Both walk a square at a time.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from obversi.rules import Rules

Cells = list[list[int]]
Square = tuple[int, int]
Views = NDArray[np.int8]

BLACK, EMPTY, WHITE = -1, 0, 1
PASS = "pass"
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


# One board


def start(size: int) -> Cells:
    cells = [[EMPTY] * size for _ in range(size)]
    low, high = size // 2 - 1, size // 2
    cells[low][low] = cells[high][high] = WHITE
    cells[low][high] = cells[high][low] = BLACK
    return cells


def flips(cells: Cells, turn: int, square: Square) -> list[Square]:
    """The discs that turn if a disc is placed, none if the square is taken."""
    if cells[square[0]][square[1]] != EMPTY:
        return []
    turned = []
    for direction in DIRECTIONS:
        line: list[Square] = []
        for row, column in walk(len(cells), square, direction):
            if cells[row][column] == turn:
                turned += line
            if cells[row][column] != -turn:
                break
            line.append((row, column))
    return sorted(turned)


def walk(size: int, square: Square, direction: Square) -> Iterator[Square]:
    """The squares beyond one in a direction, up to the edge."""
    row, column = square[0] + direction[0], square[1] + direction[1]
    while 0 <= row < size and 0 <= column < size:
        yield row, column
        row, column = row + direction[0], column + direction[1]


def legal_squares(cells: Cells, turn: int) -> list[Square]:
    return [square for square in squares(len(cells)) if flips(cells, turn, square)]


def legal_moves(cells: Cells, turn: int) -> list[str]:
    """The names of all moves, a pass only where it is due."""
    if must_pass(cells, turn):
        return [PASS]
    return [name(square) for square in legal_squares(cells, turn)]


def must_pass(cells: Cells, turn: int) -> bool:
    return not legal_squares(cells, turn) and bool(legal_squares(cells, -turn))


def is_over(cells: Cells) -> bool:
    return not legal_squares(cells, BLACK) and not legal_squares(cells, WHITE)


def successor(cells: Cells, turn: int, move: str) -> Cells:
    """The board after a move; the turn is the other player's then."""
    after = [list(row) for row in cells]
    if move != PASS:
        placed = square_named(move)
        for row, column in [placed, *flips(cells, turn, placed)]:
            after[row][column] = turn
    return after


def margin(cells: Cells, color: int, rules: Rules) -> int:
    """By how much the player would win if the game ended now, empty squares to the winner."""
    own = sum(row.count(color) for row in cells)
    opponent = sum(row.count(-color) for row in cells)
    empty = sum(row.count(EMPTY) for row in cells)
    if own == opponent:
        return 0
    if rules == "normal":
        return own + empty - opponent if own > opponent else own - opponent - empty
    return opponent + empty - own if own < opponent else opponent - own - empty


def perft(cells: Cells, turn: int, depth: int) -> int:
    """Count the lines of play: a pass is one ply, a finished game one line."""
    if depth == 0 or is_over(cells):
        return 1
    return sum(
        perft(successor(cells, turn, move), -turn, depth - 1) for move in legal_moves(cells, turn)
    )


def squares(size: int) -> list[Square]:
    return [(row, column) for row in range(size) for column in range(size)]


def name(square: Square) -> str:
    return "abcdefgh"[square[1]] + str(square[0] + 1)


def square_named(move: str) -> Square:
    return int(move[1]) - 1, "abcdefgh".index(move[0])


# Many boards, in the mover's view


def many_flips(views: Views, square: Square) -> NDArray[np.bool_]:
    """The discs that turn on each board if the mover places a disc on this square."""
    size = views.shape[1]
    by_square = np.ascontiguousarray(views.transpose(1, 2, 0))
    turned = np.zeros(by_square.shape, np.bool_)
    for direction in DIRECTIONS:
        unbroken = by_square[square] == EMPTY
        line: list[Square] = []
        for beyond in walk(size, square, direction):
            closed = unbroken & (by_square[beyond] == 1)
            for between in line:
                turned[between] |= closed
            unbroken &= by_square[beyond] == -1
            line.append(beyond)
    return np.ascontiguousarray(turned.transpose(2, 0, 1))


def many_legal(views: Views) -> NDArray[np.bool_]:
    """Which squares the mover may play on, of the shape of the boards."""
    size = views.shape[1]
    legal = [many_flips(views, square).any(axis=(1, 2)) for square in squares(size)]
    return np.stack(legal, axis=1).reshape(views.shape)


def many_successors(views: Views, square: Square) -> Views:
    """The boards after a legal move on this square, in the view of the next mover."""
    after = np.where(many_flips(views, square), np.int8(1), views)
    after[:, square[0], square[1]] = 1
    return -after


def many_margins(views: Views, rules: Rules) -> NDArray[np.int64]:
    own, opponent, empty = (
        np.count_nonzero(views == disc, axis=(1, 2)).astype(np.int64) for disc in (1, -1, EMPTY)
    )
    ahead, behind = (own, opponent) if rules == "normal" else (opponent, own)
    to_the_winner = np.where(ahead > behind, empty, np.where(ahead < behind, -empty, 0))
    return np.asarray(ahead - behind + to_the_winner, np.int64)


def random_game_views(generator: np.random.Generator, size: int, games: int) -> Views:
    """Every position of random games from the start to the end, passes among them."""
    opening = np.array(start(size), np.int8) * BLACK
    views = np.repeat(opening[None], games, axis=0)
    met = []
    while len(views):
        met.append(views)
        legal = many_legal(views)
        stuck = ~legal.any(axis=(1, 2))
        over = stuck & ~many_legal(-views).any(axis=(1, 2))
        priority = np.where(legal, generator.random(legal.shape), -1.0)
        choice = priority.reshape(len(views), -1).argmax(axis=1)
        after = -views
        for index, square in enumerate(squares(size)):
            chosen = (choice == index) & ~stuck
            if chosen.any():
                after[chosen] = many_successors(views[chosen], square)
        views = after[~over]
    return np.concatenate(met)


def strewn_views(generator: np.random.Generator, size: int, count: int) -> Views:
    """Discs strewn at random, from almost none to a full board, one colour at times missing."""
    shape = (count, size, size)
    filled = generator.random(shape) < generator.uniform(0.05, 1.2, (count, 1, 1))
    own = generator.random(shape) < generator.uniform(-0.2, 1.2, (count, 1, 1))
    return np.where(filled, np.where(own, 1, -1), EMPTY).astype(np.int8)


def mask(cells: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Squares as the bits 8·row + column of one number for each board."""
    masks = np.zeros(len(cells), np.uint64)
    for row, column in squares(cells.shape[1]):
        masks |= cells[:, row, column].astype(np.uint64) << np.uint64(8 * row + column)
    return masks


def position_rows(views: Views) -> NDArray[np.uint64]:
    """Each board as two such numbers: the discs of the mover and of the opponent."""
    return np.stack([mask(views == 1), mask(views == -1)], axis=1)
