"""The themes of puzzles: what kind of move the only best move of a position is.

Each theme is a rule about the position, the move and the margins, so that a program can check it.
The two games share the names. Where a good thing of the normal game is a bad one of the reversed
game, the rule is the other way round.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from obversi.board import Board
from obversi.move import Move
from obversi.rules import Rules
from obversi.size import board_mask


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: its name, what the best move does in each game, and how it is recognised."""

    name: str
    words: Mapping[Rules, str]
    fits: Callable[[Board, Move, Mapping[Move, int]], bool]


def themes_of(board: Board, margins: Mapping[Move, int]) -> tuple[str, ...]:
    """Return the names of the themes of a position with one best move, given all margins.

    >>> board = Board.parse("XOO-OOOO-------- X")
    >>> themes_of(board, {Move("d1"): 4, Move("a3"): -2, Move("c3"): -6})
    ('corner', 'parity', 'quiet')
    """
    best = max(margins, key=margins.__getitem__)
    return tuple(name for name, theme in THEMES.items() if theme.fits(board, best, margins))


# Corners


@cache
def _corners(size: int) -> int:
    last = size - 1
    return 1 | 1 << last | 1 << 8 * last | 1 << 9 * last


def _takes_corner(board: Board, move: Move) -> bool:
    return bool(_corners(board.size) >> move.square_index & 1)


def _only_some(moves: Mapping[Move, int], takes: Callable[[Move], bool]) -> bool:
    return not all(takes(move) for move in moves)


def _replies(board: Board, move: Move) -> int:
    """Return the squares that the opponent may play on after a move."""
    after = board.copy(stack=False)
    after.push(move)
    return after.legal_bits


def _corner(board: Board, best: Move, margins: Mapping[Move, int]) -> bool:
    if board.rules == "normal":
        return _takes_corner(board, best) and _only_some(
            margins, lambda move: _takes_corner(board, move)
        )
    replies = _replies(board, best)
    return bool(replies) and not replies & ~_corners(board.size)


def _sacrifice(board: Board, best: Move, margins: Mapping[Move, int]) -> bool:
    if board.rules == "reversed":
        return _takes_corner(board, best) and _only_some(
            margins, lambda move: _takes_corner(board, move)
        )
    return _opens_corner(board, best) and _only_some(
        margins, lambda move: _opens_corner(board, move)
    )


def _opens_corner(board: Board, move: Move) -> bool:
    """Whether the opponent can take a corner after a move that was closed to it before."""
    cells, _, mover = board.to_string().partition(" ")
    before = Board.parse(f"{cells} {'O' if mover == 'X' else 'X'}", board.rules)
    return bool(_replies(board, move) & _corners(board.size) & ~before.legal_bits)


# Quiet moves


def _quiet(board: Board, best: Move, margins: Mapping[Move, int]) -> bool:
    return [move for move in margins if _is_quiet(board, move)] == [best]


def _is_quiet(board: Board, move: Move) -> bool:
    """Whether no flipped disc touches an empty square after the move."""
    empty = board.empty.mask & ~(1 << move.square_index)
    return not _spread(board.flip_bits(move)) & empty


# All but the last column, and all but the first.
_NOT_LAST = 0x7F7F_7F7F_7F7F_7F7F
_NOT_FIRST = 0xFEFE_FEFE_FEFE_FEFE


def _spread(squares: int) -> int:
    """Return a set of squares with all their neighbours, also diagonal ones, on 8×8."""
    wide = squares | (squares & _NOT_LAST) << 1 | (squares & _NOT_FIRST) >> 1
    return (wide | wide << 8 | wide >> 8) & board_mask(8)


# Parity


def _parity(board: Board, best: Move, margins: Mapping[Move, int]) -> bool:
    odd = {move: _region(board, move).bit_count() % 2 == 1 for move in margins}
    wanted = board.rules == "normal"
    good = [margin for move, margin in margins.items() if odd[move] == wanted]
    bad = [margin for move, margin in margins.items() if odd[move] != wanted]
    return bool(good and bad) and odd[best] == wanted and min(good) > max(bad)


def _region(board: Board, move: Move) -> int:
    """Return the empty squares that are connected with a square, also diagonally."""
    empty = board.empty.mask
    region = 1 << move.square_index
    while (larger := _spread(region) & empty) != region:
        region = larger
    return region


# Wipe-outs


def _wipe_out(board: Board, best: Move, margins: Mapping[Move, int]) -> bool:
    return margins[best] == board.size**2


def _themes() -> Iterator[Theme]:
    yield Theme(
        "corner",
        {
            "normal": "the move takes a corner, where no disc can be flipped any more.",
            "reversed": "the move leaves the opponent nothing but corners, "
            "where discs stay for good.",
        },
        _corner,
    )
    yield Theme(
        "parity",
        {
            "normal": "the move is in a region with an odd number of empty squares, where you can "
            "have the last move. Every move in an even region is worse.",
            "reversed": "the move is in a region with an even number of empty squares, where the "
            "opponent can get the last move. Every move in an odd region is worse.",
        },
        _parity,
    )
    quiet = (
        "the move is the only one that flips no disc beside an empty square, "
        "so that it opens nothing to the opponent."
    )
    yield Theme("quiet", {"normal": quiet, "reversed": quiet}, _quiet)
    yield Theme(
        "wipe-out",
        {
            "normal": "the move leads to a game in which the opponent has no disc left.",
            "reversed": "the move leads to a game in which you have no disc left.",
        },
        _wipe_out,
    )
    yield Theme(
        "sacrifice",
        {
            "normal": "the move gives the opponent a corner that was closed, and gains more.",
            "reversed": "the move takes a corner, a disc that stays yours for good, "
            "and gains more.",
        },
        _sacrifice,
    )


#: The themes by name.
THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in _themes()})
