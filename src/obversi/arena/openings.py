"""Positions to begin games from: random or balanced ones, those of a file, or the start."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from math import isfinite
from pathlib import Path
from random import Random

from obversi import formats
from obversi.arguments import checked_type, chosen_seed, whole_number
from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import FormatError, InputError
from obversi.limit import Limit
from obversi.rules import Rules

# The origin of games that start from the initial position.
START = "the start"

# The name of the package's own balanced openings, in place of a file.
BALANCED = "balanced"

# The sizes of boards that have balanced openings.
BALANCED_SIZES = (6, 8)

_USUAL_PLIES = {4: 2, 6: 4, 8: 8}

# After this many games in a row without a new opening there is probably none left.
_GAMES_IN_VAIN = 2000


@dataclass(frozen=True, slots=True)
class Openings:
    """Positions of one size and rule set, with the moves that led to them, and a description."""

    boards: tuple[Board, ...]
    origin: str

    @property
    def size(self) -> int:
        """Squares along an edge."""
        return self.boards[0].size

    @property
    def rules(self) -> Rules:
        """The rules to play by, "normal" or "reversed"."""
        return self.boards[0].rules

    @property
    def distinct(self) -> int:
        """The number of openings if symmetric positions count as one."""
        return len({board.canonical() for board in self.boards})

    def take(self, count: int) -> list[Board]:
        """Return `count` of them, starting again with the first after the last."""
        return list(islice(cycle(self.boards), count))


def checked_openings(openings: Openings) -> Openings:
    """Return the openings if they are some."""
    return checked_type(openings, Openings, "list of openings")


def start_openings(size: int = 8, rules: Rules = "normal") -> Openings:
    """Return the initial position as the only opening, so that the agents choose all moves.

    >>> [board.ply for board in start_openings(6, "reversed").boards]
    [0]
    """
    return Openings((Board(size, rules),), START)


def random_openings(
    count: int,
    *,
    size: int = 8,
    rules: Rules = "normal",
    plies: int | None = None,
    seed: int | None = None,
) -> Openings:
    """Play random moves until there are `count` openings or no more can be found.

    No two are equal, also not by symmetry. They have 8 plies on 8×8, 4 on 6×6 and 2 on 4×4, unless
    `plies` is given.

    >>> [board.ply for board in random_openings(3, size=6, seed=1).boards]
    [4, 4, 4]
    """
    number = whole_number(count, "the number of openings", 1)
    found = tuple(islice(random_positions(size=size, rules=rules, plies=plies, seed=seed), number))
    if not found:
        raise InputError(f"no random game on {size}×{size} goes on after {plies} plies")
    return Openings(found, f"random, {found[0].ply} plies")


def random_positions(
    *, size: int = 8, rules: Rules = "normal", plies: int | None = None, seed: int | None = None
) -> Iterator[Board]:
    """Yield different positions after random moves, until hardly any is left."""
    start = Board(size, rules)
    length = _USUAL_PLIES[size] if plies is None else whole_number(plies, "an opening's plies", 0)
    random = Random(chosen_seed(seed))
    found: set[Board] = set()
    in_vain = 0
    while in_vain < _GAMES_IN_VAIN:
        board = _after_random_plies(start, length, random)
        in_vain += 1
        if not board.is_over and (canonical := board.canonical()) not in found:
            found.add(canonical)
            in_vain = 0
            yield board


def read_openings(
    path: str | Path,
    *,
    size: int = 8,
    rules: Rules = "normal",
    plies: int | None = None,
    seed: int | None = None,
) -> Openings:
    """Read openings from a file in any format, in an order that the seed decides.

    Each is the position after all moves of its record, or after `plies`. They are played under
    `rules`, whatever the file says; `size` applies if the file does not have it. The path
    "balanced" stands for the balanced openings of the package.
    """
    origin = str(path)
    if origin == BALANCED:
        path, origin = balanced_path(size, rules), "balanced openings of the package"
    boards = list(_boards_of_file(path, size, rules, plies))
    if not boards:
        raise FormatError("there is no opening in this file", str(path))
    sizes = sorted({board.size for board in boards})
    if len(sizes) > 1:
        several = " and ".join(f"{size}×{size}" for size in sizes)
        raise FormatError(f"the openings are of several sizes: {several}", str(path))
    Random(chosen_seed(seed)).shuffle(boards)
    return Openings(tuple(boards), origin if plies is None else f"{origin}, {plies} plies")


def _after_random_plies(start: Board, plies: int, random: Random) -> Board:
    board = start.copy()
    for _ in range(plies):
        if board.is_over:
            break
        board.push(random.choice(board.legal_moves))
    return board


def _boards_of_file(
    path: str | Path, size: int, rules: Rules, plies: int | None
) -> Iterator[Board]:
    length = None if plies is None else whole_number(plies, "an opening's plies", 0)
    try:
        for number, record in enumerate(formats.read_path(path, size=size, rules=rules), start=1):
            board = record.start.with_rules(rules)
            for played in record.moves[:length]:
                board.push(played.move)
            if board.is_over:
                advice = "" if plies is not None else "; give the plies to start earlier"
                reason = f"the game is over in this opening{advice}"
                raise FormatError(reason, f"record {number}")
            yield board
    except FormatError as error:
        raise FormatError(str(error), str(path)) from None


# Even depths, so that the same player is to move at the leaves as at the root. On 4×4 every search
# reaches the end of the game.
_DEPTH = {4: 16, 6: 14, 8: 10}

# After this many unbalanced positions in a row there is probably no other left.
_MOST_UNBALANCED = 300


def balanced_openings(
    count: int,
    *,
    within: float = 2.0,
    size: int = 8,
    rules: Rules = "normal",
    plies: int | None = None,
    seed: int | None = None,
    on_found: Callable[[int], None] = lambda _found: None,
) -> Openings:
    """Find random openings whose margin, by the engine, is at most `within` discs.

    Like `random_openings` it stops before `count` if no more can be found. `on_found` is called
    with the number of openings so far.
    """
    number = whole_number(count, "the number of openings", 1)
    if not (isfinite(within) and within >= 0):
        raise InputError(f"openings cannot be balanced within {within} discs: expected 0 or more")
    found = []
    unbalanced = 0
    candidates = random_positions(size=size, rules=rules, plies=plies, seed=seed)
    with Engine(1, 32) as engine:
        for board in candidates:
            analysis = engine.analyse(board, Limit(depth=_DEPTH[board.size]))
            if abs(analysis.margin) <= within:
                found.append(board)
                on_found(len(found))
                unbalanced = 0
            else:
                unbalanced += 1
            if len(found) == number or unbalanced == _MOST_UNBALANCED:
                break
    if not found:
        raise InputError(
            f"no random opening on {size}×{size} is balanced within {within:g} discs: "
            "try more discs, or other plies"
        )
    return Openings(tuple(found), balanced_origin(within, found[0].ply))


def balanced_path(size: int, rules: Rules) -> Path:
    """Return the file of balanced openings that the package has for a game."""
    if size not in BALANCED_SIZES:
        raise InputError(f"the package has no balanced openings for {size}×{size}")
    return Path(__file__).parent / "balanced" / f"{size}x{size}-{rules}.txt"


def balanced_origin(within: float, plies: int) -> str:
    """Return the description of such openings."""
    return f"balanced within {within:g} discs, {plies} plies"
