"""Sets of squares."""

from collections.abc import Iterable, Iterator, Set
from operator import index

from obversi.errors import InvalidMoveError
from obversi.move import ALL_MOVES, Move


class SquareSet(Set[Move]):
    """An immutable set of squares, kept as the 64 bits of one number.

    Its members are the moves that would be played on them: ``"d3" in SquareSet(["d3", "c4"])``.

    >>> squares = SquareSet(["d3", "c4"])
    >>> "d3" in squares, len(squares), squares & SquareSet(["c4", "a1"])
    (True, 2, SquareSet(['c4']))
    """

    __slots__ = ("_mask",)
    _mask: int

    def __init__(self, squares: Iterable[str] = ()) -> None:
        """Collect squares by name."""
        if isinstance(squares, SquareSet):
            self._mask = squares._mask
            return
        if isinstance(squares, str):
            raise InvalidMoveError(f"{squares!r} is one text: expected a list of squares")
        self._mask = 0
        for square in squares:
            move = Move(square)
            self._mask |= 1 << 8 * move.row + move.column

    @classmethod
    def from_mask(cls, mask: int) -> "SquareSet":
        """Make a set of a bitboard, in which bit 8·row + column stands for a square."""
        try:
            bits = index(mask)
        except TypeError:
            bits = -1
        if not 0 <= bits < 1 << 64:
            raise InvalidMoveError(f"{mask!r} is no set of squares: expected 64 bits")
        squares = cls()
        squares._mask = bits
        return squares

    @property
    def mask(self) -> int:
        """The set as a bitboard, in which bit 8·row + column stands for a square."""
        return self._mask

    def __contains__(self, square: object) -> bool:
        """Whether a square is in the set, by any way to write its name."""
        if not isinstance(square, str):
            return False
        try:
            return bool(self._mask >> Move(square).square_index & 1)
        except InvalidMoveError:
            return False

    def __iter__(self) -> Iterator[Move]:
        """Go through the squares from a1 to h8."""
        rest = self._mask
        while rest:
            lowest = rest & -rest
            yield ALL_MOVES[lowest.bit_length() - 1]
            rest ^= lowest

    def __len__(self) -> int:
        """Count the squares."""
        return self._mask.bit_count()

    def __and__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self._mask & _mask_within(other))

    def __or__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self._mask | SquareSet(map(str, other))._mask)

    def __sub__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self._mask & ~_mask_within(other))

    def __xor__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self._mask ^ SquareSet(map(str, other))._mask)

    def __eq__(self, other: object) -> bool:
        """Compare with another set of squares, or with any set of their names."""
        if isinstance(other, SquareSet):
            return self._mask == other._mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        """Hash like a frozenset of the same names, to which it is equal."""
        return hash(frozenset(self))

    def __repr__(self) -> str:
        """Show the set as the expression that makes it."""
        return f"SquareSet({[str(square) for square in self]})"


def _mask_within(others: Set[object]) -> int:
    """Return the squares among the members of any set."""
    if isinstance(others, SquareSet):
        return others.mask
    every = SquareSet.from_mask((1 << 64) - 1)
    return SquareSet(str(other) for other in others if other in every).mask
