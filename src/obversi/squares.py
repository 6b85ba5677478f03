"""Sets of squares."""

from collections.abc import Iterable, Iterator, Set

from obversi.errors import InvalidMoveError
from obversi.move import Move

__all__ = ["SquareSet"]


class SquareSet(Set[Move]):
    """An immutable set of squares, kept as the 64 bits of one number.

    Its members are the moves that would be played on them: ``"d3" in SquareSet(["d3", "c4"])``.
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, squares: Iterable[str] = ()) -> None:
        """Collect squares by name."""
        if isinstance(squares, SquareSet):
            self.mask = squares.mask
            return
        if isinstance(squares, str):
            raise InvalidMoveError(f"{squares!r} is one text: expected a list of squares")
        self.mask = 0
        for square in squares:
            self.mask |= 1 << Move(square).square_index

    @classmethod
    def from_mask(cls, mask: int) -> "SquareSet":
        """Make a set of a bitboard, in which bit 8·row + column stands for a square."""
        if not 0 <= mask < 1 << 64:
            raise InvalidMoveError(f"{mask} is no set of squares: expected 64 bits")
        squares = cls()
        squares.mask = mask
        return squares

    def __contains__(self, square: object) -> bool:
        """Whether a square is in the set, by any way to write its name."""
        if not isinstance(square, str):
            return False
        try:
            return bool(self.mask >> Move(square).square_index & 1)
        except InvalidMoveError:
            return False

    def __iter__(self) -> Iterator[Move]:
        """Go through the squares from a1 to h8."""
        rest = self.mask
        while rest:
            lowest = rest & -rest
            yield Move.from_index(lowest.bit_length() - 1)
            rest ^= lowest

    def __len__(self) -> int:
        """Count the squares."""
        return self.mask.bit_count()

    def __and__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self.mask & _mask(other))

    def __or__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self.mask | _mask(other))

    def __sub__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self.mask & ~_mask(other))

    def __xor__(self, other: Set[object]) -> "SquareSet":
        return SquareSet.from_mask(self.mask ^ _mask(other))

    def __eq__(self, other: object) -> bool:
        """Compare with another set of squares, or with any set of their names."""
        if isinstance(other, SquareSet):
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        """Hash like a frozenset of the same names, to which it is equal."""
        return hash(frozenset(self))

    def __repr__(self) -> str:
        """Show the set as the expression that makes it."""
        return f"SquareSet({[str(square) for square in self]})"


def _mask(squares: Set[object]) -> int:
    return (squares if isinstance(squares, SquareSet) else SquareSet(map(str, squares))).mask
