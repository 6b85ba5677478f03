"""A table of solved positions, and the files of those that come with the package."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from obversi.board import Board
from obversi.errors import FormatError
from obversi.move import Move
from obversi.rules import Rules, checked_rules

__all__ = ["SIZE", "Table", "key_of", "path_of", "read_values", "table_of", "written"]

#: The board of the tables. 4×4 needs none: it is solved in no time.
SIZE: Final = 6

_FOLDER: Final = Path(__file__).parent


class Table:
    """The margins of positions for their movers, by the positions' keys."""

    def __init__(self, values: Mapping[str, int]) -> None:
        """Use these margins, which are to stay as they are once lines are asked for."""
        self.values = values
        self._reach: dict[str, int] = {}

    def margins(self, board: Board) -> dict[Move, int] | None:
        """Return what every move is worth to the mover, or None unless all of it is here."""
        margins = {}
        for move in board.legal_moves:
            after = _after(board, move)
            value = after.margin() if after.is_over else self.values.get(key_of(after))
            if value is None:
                return None
            margins[move] = -value
        return margins

    def best_line(self, board: Board) -> list[Move]:
        """Return best moves of both sides as far as they are here: one of the longest lines."""
        line = []
        shown = board.copy(stack=False)
        while moves := self._best_moves(shown):
            line.append(max(moves, key=lambda move: self._plies(_after(shown, move))))
            shown.push(line[-1])
        return line

    def _plies(self, board: Board) -> int:
        """Return how many plies of best play are here from a position on, that is here itself."""
        key = key_of(board)
        if key not in self.values:  # of those there is no end
            return 0
        if key not in self._reach:
            reaches = [self._plies(_after(board, move)) for move in self._best_moves(board)]
            self._reach[key] = 1 + max(reaches) if reaches else 0
        return self._reach[key]

    def _best_moves(self, board: Board) -> list[Move]:
        margins = self.margins(board)
        if not margins:
            return []
        best = max(margins.values())
        return [move for move, margin in margins.items() if margin == best]


@cache
def table_of(rules: Rules) -> Table:
    """Return the table of a rule set."""
    with path_of(rules).open(encoding="utf-8") as file:
        return Table(read_values(file))


def path_of(rules: Rules) -> Path:
    """Return where the table of a rule set lies."""
    return _FOLDER / f"{checked_rules(rules)}-{SIZE}x{SIZE}.txt"


def key_of(board: Board) -> str:
    """Return the name of a position in a table, which its mirror images share."""
    return board.canonical().to_string()


def read_values(lines: Iterable[str]) -> dict[str, int]:
    """Read lines of a board text and a margin; those that begin with % are remarks."""
    found = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("%"):
            continue
        key, _, margin = line.strip().rpartition(" ")
        try:
            found[key] = int(margin)
        except ValueError:
            raise FormatError(f"{line.strip()!r} is no solved position", f"line {number}") from None
    return found


def written(key: str, margin: int) -> str:
    r"""Return the line of a solved position.

    >>> written("-------------XO--OX------------- X", -2)
    '-------------XO--OX------------- X -2\n'
    """
    return f"{key} {margin:+d}\n"


def _after(board: Board, move: Move) -> Board:
    after = board.copy(stack=False)
    after.push(move)
    return after
