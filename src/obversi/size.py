"""The three board sizes."""

from operator import index

from obversi.errors import InvalidBoardError

# The sizes of boards.
SIZES = (4, 6, 8)


# In plies, passes included, with room to spare: no search beyond it finds more.
LONGEST_GAME = 128


def checked_size(size: int) -> int:
    """Return the size if there are boards of it."""
    try:
        number = index(size)
    except TypeError:
        number = 0
    if number not in SIZES:
        raise InvalidBoardError(f"there is no board of size {size!r}: expected 4, 6 or 8")
    return number


def board_mask(size: int) -> int:
    """Return the squares of a board as a 64-bit set."""
    row = (1 << checked_size(size)) - 1
    return sum(row << 8 * r for r in range(size))
