"""Books once more, slow and plain: a dictionary of positions, and recursion over boards.

Of the package only boards are used here, an engine for `search_with`, and the types that tests
compare with.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from math import ceil, inf
from pathlib import Path
from random import Random
from typing import NamedTuple

import endgames
import numpy as np

from obversi import Board, Engine, Limit, Symmetry, batch
from obversi.book import file as book_file
from obversi.book.book import Book
from obversi.book.graph import ANY_MOVE, NO_MOVE, PASS, UNKNOWN, Graph, Leaves
from obversi.book.grow import GrowthPlan
from obversi.move import Move
from obversi.rules import Rules

Key = tuple[int, int]


class Leaf(NamedTuple):
    """The best move out of a book; the columns are those of the package."""

    move: int
    value: int
    depth: int
    selectivity: int
    exact: bool


NOT_SEARCHED = Leaf(UNKNOWN, 0, 0, 0, False)


def key_of(board: Board) -> Key:
    """Return the discs of mover and opponent, of the eight images the least."""
    return _least_image(*board.bits, board.size)


@cache
def _least_image(own: int, opp: int, size: int) -> Key:
    board = batch.to_board(np.array([own, opp], np.uint64), size=size)
    return min(image.bits for image in images(board))


def number_of(move: Move) -> int:
    return PASS if move.is_pass else move.square_index


def after(board: Board, move: int | Move) -> Board:
    """Return the position after a move."""
    later = board.copy(stack=False)
    later.push(move if isinstance(move, Move) else Move.from_index(move))
    return later


def images(board: Board) -> Iterator[Board]:
    """Return the eight images of a position."""
    for symmetry in Symmetry:
        yield board.transform(symmetry)


class SlowBook:
    """Positions of one game and their leaves; what follows from them is found by recursion."""

    def __init__(self, size: int, rules: Rules, leaves: dict[Key, Leaf]) -> None:
        """Take leaves by the keys of positions; a move is one in the image of the key."""
        self.size = size
        self.rules: Rules = rules
        self.leaves = leaves
        self._values: dict[Key, int] = {}
        self._costs: dict[tuple[Key, bool], float] = {}

    def board(self, key: Key) -> Board:
        return batch.to_board(np.array(key, np.uint64), size=self.size, rules=self.rules)

    def boards(self) -> list[Board]:
        return [self.board(key) for key in sorted(self.leaves)]

    def is_known(self, board: Board, move: Move) -> bool:
        """Whether a move ends the game or leads to a position of the book."""
        later = after(board, move)
        return later.is_over or key_of(later) in self.leaves

    def unexpanded(self, board: Board) -> list[Move]:
        return [move for move in board.legal_moves if not self.is_known(board, move)]

    def leaf(self, board: Board) -> Leaf | None:
        """Return the leaf if its move leads out of the book, or is any that does."""
        key = key_of(board)
        leaf = self.leaves[key]
        if leaf.move == ANY_MOVE and self.unexpanded(board):
            return leaf
        if leaf.move >= NO_MOVE:
            return None
        stored = self.board(key)
        return None if self.is_known(stored, Move.from_index(leaf.move)) else leaf

    def leads_to_leaf(self, board: Board, move: Move) -> bool:
        """Whether a move leads to the position, or an image of it, after the leaf."""
        leaf = self.leaf(board)
        if leaf is None or leaf.move == ANY_MOVE:
            return False
        target = key_of(after(self.board(key_of(board)), leaf.move))
        return key_of(after(board, move)) == target

    def is_pending(self, board: Board) -> bool:
        return bool(self.unexpanded(board)) and self.leaf(board) is None

    def has_value(self, board: Board) -> bool:
        """Whether a leaf or a known move gives a position a value."""
        known = [move for move in board.legal_moves if self.is_known(board, move)]
        return bool(known) or self.leaf(board) is not None

    def move_value(self, board: Board, move: Move) -> int:
        """Return what a known move is worth to the mover."""
        later = after(board, move)
        return -later.margin() if later.is_over else -self.value(later)

    def value(self, board: Board) -> int:
        key = key_of(board)
        if key not in self._values:
            leaf = self.leaf(board)
            values = [] if leaf is None else [leaf.value]
            for move in board.legal_moves:
                if self.is_known(board, move):
                    values.append(self.move_value(board, move))
            self._values[key] = max(values)
        return self._values[key]

    def is_exact(self, board: Board) -> bool:
        """Whether the value of each move is proven."""
        leaf = self.leaf(board)
        if self.unexpanded(board) and (leaf is None or not leaf.exact):
            return False
        reached = [after(board, move) for move in board.legal_moves if self.is_known(board, move)]
        return all(later.is_over or self.is_exact(later) for later in reached)

    def moves(self, board: Board) -> dict[Move, tuple[int, bool, bool]]:
        """Return of each move that the book knows: value, whether exact, whether expanded."""
        found = {}
        leaf = self.leaf(board)
        for move in board.legal_moves:
            later = after(board, move)
            if self.is_known(board, move):
                exact = later.is_over or self.is_exact(later)
                found[move] = self.move_value(board, move), exact, True
            elif leaf is not None and self.leads_to_leaf(board, move):
                found[move] = leaf.value, leaf.exact, False
        return found

    # Costs

    @cached_property
    def parents(self) -> dict[Key, list[tuple[Key, int]]]:
        """From which positions each is reached, and what the mover gave away."""
        found: dict[Key, list[tuple[Key, int]]] = {key: [] for key in self.leaves}
        for key in self.leaves:
            board = self.board(key)
            for move in board.legal_moves:
                later = after(board, move)
                if not later.is_over and self.is_known(board, move):
                    loss = self.value(board) - self.move_value(board, move)
                    found[key_of(later)].append((key, loss))
        return found

    def cost(
        self, key: Key, root: Key, mover_is_strict: bool, strict: float, lenient: float
    ) -> float:
        """Return the least sum of plies and weighted losses on a way from the root."""
        if key == root:
            return 0.0
        if (key, mover_is_strict) not in self._costs:
            # The one who moved in the parent is the opponent now.
            weight = lenient if mover_is_strict else strict
            ways = [
                self.cost(parent, root, not mover_is_strict, strict, lenient) + 1 + weight * loss
                for parent, loss in self.parents[key]
            ]
            self._costs[key, mover_is_strict] = min(ways, default=inf)
        return self._costs[key, mover_is_strict]

    def leaf_cost(self, key: Key, root: Key, strict: float, lenient: float) -> float:
        board = self.board(key)
        leaf = self.leaf(board)
        if leaf is None:
            return inf
        loss = self.value(board) - leaf.value
        return 1 + min(
            self.cost(key, root, True, strict, lenient) + strict * loss,
            self.cost(key, root, False, strict, lenient) + lenient * loss,
        )

    # Growing

    def grown(self, plan: GrowthPlan, positions: int, search: "Search") -> "SlowBook":
        """Return the book with so many positions, round by round."""
        book = self
        while True:
            book = book.searched(plan, search)
            missing = positions - len(book.leaves)
            if missing <= 0:
                return book
            start = key_of(Board(self.size, self.rules))
            costs = {
                key: book.leaf_cost(key, start, plan.strict, plan.lenient)
                for key in sorted(book.leaves)
            }
            cheapest = sorted(costs, key=lambda key: costs[key])[: min(plan.round, missing)]
            leaves = dict(book.leaves)
            for key in cheapest:
                if costs[key] == inf:
                    continue
                if book.leaves[key].move == ANY_MOVE:
                    leaves[key] = NOT_SEARCHED
                else:
                    later = after(book.board(key), book.leaves[key].move)
                    leaves.setdefault(key_of(later), NOT_SEARCHED)
            if leaves == book.leaves:
                return book
            book = SlowBook(self.size, self.rules, leaves)

    def searched(self, plan: GrowthPlan, search: "Search") -> "SlowBook":
        leaves = dict(self.leaves)
        for board in self.boards():
            if self.is_pending(board):
                moves, depth = self.unexpanded(board), depth_of(plan, board)
                leaves[key_of(board)] = search(board, moves, depth)
        return SlowBook(self.size, self.rules, leaves)

    # Types of the package

    def graph(self) -> Graph:
        keys = sorted(self.leaves)
        positions = np.array(keys, np.uint64).reshape(-1, 2)
        leaves = np.array([tuple(self.leaves[key]) for key in keys], Leaves)
        return Graph(positions, leaves, self.size, self.rules)

    def book(self, path: Path) -> Book:
        """Write the book, and open it."""
        book_file.write(path, self.graph())
        return Book.open(path)

    @classmethod
    def of(cls, graph: Graph) -> "SlowBook":
        leaves = {}
        for position, leaf in zip(graph.positions.tolist(), graph.leaves.tolist(), strict=True):
            move, value, depth, selectivity, exact = leaf
            leaves[tuple(position)] = Leaf(move, value, depth, selectivity, bool(exact))
        return cls(graph.size, graph.rules, leaves)


# A search of some moves of a position, so many plies deep, 0 to the end of the game.
Search = Callable[[Board, list[Move], int], Leaf]


def search_with(engine: Engine) -> Search:
    """Return how slow code searches moves of a position."""

    def search(board: Board, moves: list[Move], depth: int) -> Leaf:
        engine.clear()
        if depth:
            found = engine.analyse(board, Limit(depth=depth), moves=moves)
        else:
            found = engine.solve(board, moves=moves)
        number = number_of(found.move)
        return Leaf(number, found.margin, found.depth, found.selectivity, found.exact)

    return search


def depth_of(plan: GrowthPlan, board: Board) -> int:
    if len(board.empty) <= plan.solve_empties:
        return 0
    ply = board.size**2 - 4 - len(board.empty)
    before = plan.deeper_before - ply
    return plan.depth + (2 * ceil(before / 4) if before > 0 else 0)


# Made-up books


@cache
def all_positions(size: int) -> frozenset[Key]:
    """Return every position of a game, the finished ones left out."""
    found: set[Key] = set()
    waiting = [Board(size)]
    while waiting:
        next_board = waiting.pop()
        if not next_board.is_over and (key := key_of(next_board)) not in found:
            found.add(key)
            waiting += [after(next_board, move) for move in next_board.legal_moves]
    return frozenset(found)


def random_book(
    size: int, rules: Rules, seed: int, *, with_pending: bool = False, count: int = 40
) -> SlowBook:
    """Return a book of positions after the start, and near the end of a game, with random leaves.

    Some leaves are still to be searched if there may be pending ones.
    """
    random = Random(seed)
    keys: set[Key] = set()
    for board, most in ((Board(size, rules), count // 2), (late_board(size, rules, seed), count)):
        keys |= _random_positions(board, most, random)
    book = SlowBook(size, rules, dict.fromkeys(keys, NOT_SEARCHED))
    leaves = {}
    for key in sorted(keys):
        board = book.board(key)
        out = book.unexpanded(board)
        numbers = [number_of(move) for move in out]
        if out and random.random() < 0.2:
            numbers = [ANY_MOVE]
        if with_pending or not out:
            numbers += [NO_MOVE, UNKNOWN, *map(number_of, board.legal_moves)]
        value, depth = random.randint(-(size**2), size**2), random.randint(1, 20)
        selectivity = random.choice([73, 100])
        leaves[key] = Leaf(random.choice(numbers), value, depth, selectivity, random.random() < 0.7)
    return SlowBook(size, rules, leaves)


def late_board(size: int, rules: Rules, seed: int) -> Board:
    """Return the position near the end of a game that a random book has."""
    return endgames.endgame(size, rules, seed, empties=6)


def _random_positions(board: Board, most: int, random: Random) -> set[Key]:
    found: set[Key] = set()
    waiting = [board]
    while waiting and len(found) < most:
        next_board = waiting.pop(random.randrange(len(waiting)))
        found.add(key_of(next_board))
        for move in next_board.legal_moves:
            later = after(next_board, move)
            if not later.is_over and random.random() < 0.7:
                waiting.append(later)
    return found
