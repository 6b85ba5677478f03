"""R2's program once more, slow and plain: its rules, its search and its way to sort moves.

Written from what R2's published code does, on lists of rows; nothing here comes from the package.
Colours and squares are as in `reference`.
"""

from random import Random

from reference import BLACK, EMPTY, WHITE, Cells, Square, legal_squares, walk

# Up, down, left, right; then the diagonals up left, up right, down left, down right.
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def start() -> Cells:
    cells = [[EMPTY] * 8 for _ in range(8)]
    cells[3][3] = cells[4][4] = BLACK
    cells[3][4] = cells[4][3] = WHITE
    return cells


def played(cells: Cells, turn: int, square: Square) -> Cells:
    """The board after a legal move: the discs of the first direction that has any are flipped."""
    after = [row[:] for row in cells]
    after[square[0]][square[1]] = turn
    for direction in DIRECTIONS:
        line: list[Square] = []
        for row, column in walk(8, square, direction):
            if cells[row][column] == -turn:
                line.append((row, column))
                continue
            if cells[row][column] == turn and line:
                for flipped_row, flipped_column in line:
                    after[flipped_row][flipped_column] = turn
                return after
            break
    raise AssertionError(f"{square} is not legal")


def random_game(random: Random) -> list[tuple[Cells, int]]:
    """All positions of a random game, passes included, with the player to move; the end last."""
    cells, turn, passes = start(), BLACK, 0
    positions = []
    while passes < 2:
        positions.append((cells, turn))
        moves = legal_squares(cells, turn)
        passes = 0 if moves else passes + 1
        if moves:
            cells = played(cells, turn, random.choice(moves))
        turn = -turn
    return positions[:-1]


def table(ten: list[float]) -> list[list[float]]:
    """The weights of all squares from those of a1, b1, c1, d1, b2, c2, d2, c3, d3 and d4."""
    quarter = dict(zip([(r, c) for r in range(4) for c in range(r, 4)], ten, strict=True))
    near = [min(i, 7 - i) for i in range(8)]
    return [
        [quarter[min(near[r], near[c]), max(near[r], near[c])] for c in range(8)] for r in range(8)
    ]


def value(cells: Cells, turn: int, weights: list[list[float]]) -> float:
    """What a board is worth to a player: the opponent's weights minus his own."""
    pairs = zip(cells, weights, strict=True)
    both = sum(disc * weight for row, line in pairs for disc, weight in zip(row, line, strict=True))
    return -turn * both / sum(abs(weight) for line in weights for weight in line)


def misplaced(boards: list[Cells], keys: list[float]) -> list[Cells]:
    """Sort from high to low as R2's insertion sort does: the keys stay where they are."""
    boards = boards[:]
    for i in range(1, len(boards)):
        board, place = boards[i], i
        while place > 0 and keys[place - 1] < keys[i]:
            boards[place] = boards[place - 1]
            place -= 1
        boards[place] = board
    return boards


class Search:
    """R2's search: one function for both players, and what each is sure of elsewhere."""

    def __init__(self, weights: list[list[float]]) -> None:
        self.weights = weights
        self.nodes = 0

    def value(self, cells: Cells, turn: int, depth: int, sure: dict[int, float]) -> float:
        self.nodes += 1
        sure = dict(sure)
        moves = legal_squares(cells, turn)
        if not moves:
            if not legal_squares(cells, -turn):
                discs = sum(map(sum, cells))  # more than 0 if white has more
                return float((discs * turn < 0) - (discs * turn > 0))
            return -self.value(cells, -turn, depth - 1, sure)
        boards = [played(cells, turn, square) for square in moves]
        boards = misplaced(boards, [value(board, turn, self.weights) for board in boards])
        if depth <= 1:
            return value(boards[0], turn, self.weights)
        best = float("-inf")
        for board in boards:
            best = max(best, -self.value(board, -turn, depth - 1, sure))
            sure[turn] = max(sure[turn], best)
            if -best <= sure[-turn]:
                break
        return best


def nodes(cells: Cells, turn: int, depth: int, ten: list[float]) -> int:
    """The calls of R2's search of a position."""
    search = Search(table(ten))
    search.value(cells, turn, depth, {BLACK: float("-inf"), WHITE: float("-inf")})
    return search.nodes
