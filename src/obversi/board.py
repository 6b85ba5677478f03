"""The board: a position, the rules it is played by, and the moves that led to it."""

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

from obversi import _core, svg
from obversi.arguments import chosen_seed
from obversi.color import BLACK, EMPTY, WHITE, Color, checked_color, color_name
from obversi.errors import IllegalMoveError, InputError, InvalidBoardError, InvalidMoveError
from obversi.move import PASS, Move
from obversi.outcome import Outcome, winning_words
from obversi.rules import Rules, checked_rules
from obversi.size import SIZES, board_mask, checked_size
from obversi.squares import SquareSet
from obversi.symmetry import checked_symmetry
from obversi.validity import position_problems

if TYPE_CHECKING:  # these take longer to import than all of this
    from random import Random

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

# How cells are written: empty, black, white.
_CELLS = str.maketrans("012", "-XO")

# How cells may be written.
_CELL_OF_LETTER = (
    dict.fromkeys("-.", EMPTY) | dict.fromkeys("XxBb*0", BLACK) | dict.fromkeys("OoWw1", WHITE)
)

# How boards are drawn: black, empty, white, and an empty square that the mover may play on.
LETTER_DISCS = ("X", "-", "O", "+")
UNICODE_DISCS = ("●", "·", "○", "×")

_push, _pop, _peek = _core.Game.push, _core.Game.pop, _core.Game.peek
_is_legal, _copy, _flip_bits = _core.Game.is_legal, _core.Game.copy, _core.Game.flip_bits

AnyBoard = TypeVar("AnyBoard", bound="Board")


class Board(_core.Game):
    """A game of Reversi in progress.

    >>> board = Board(size=6, rules="reversed")
    >>> board.push("b3")
    >>> board.legal_moves
    ['b2', 'd2', 'b4']

    Two boards are equal if discs, mover, size and rules are; the moves that led there do not count.
    """

    __slots__ = ()

    def __init__(self, size: int = 8, rules: Rules = "normal") -> None:
        """Set up the start: black on e4 and d5 (on 8×8) moves first."""
        super().__init__(checked_size(size), checked_rules(rules) == "reversed")

    # Making boards

    @classmethod
    def _from_masks(cls, black: int, white: int, turn: Color, size: int, rules: Rules) -> Self:
        board = cls.__new__(cls)
        reversed_rules = checked_rules(rules) == "reversed"
        _core.Game.__init__(board, size, reversed_rules, black, white, turn)
        return board

    @classmethod
    def parse(cls, text: str, rules: Rules = "normal") -> Self:
        """Read a board text: the cells row by row, then the mover.

        Empty cells are ``-`` or ``.``, black is one of ``XxBb*0``, white one of ``OoWw1``; blanks
        and line ends do not matter. The number of cells gives the size.
        """
        cells, turn = _parse_cells(text)
        size = int(len(cells) ** 0.5)
        return cls._from_masks(*_masks(cells, size), turn, size, rules)

    @classmethod
    def from_array(cls, array: "ArrayLike", turn: Color = BLACK, rules: Rules = "normal") -> Self:
        """Make a board of an n×n array of -1 (black), 0 (empty) and 1 (white)."""
        import numpy as np

        try:
            cells = np.asarray(array)
        except ValueError as error:
            raise InvalidBoardError(f"these rows make no array: {error}") from None
        if cells.ndim != 2 or cells.shape[0] != cells.shape[1] or cells.shape[0] not in SIZES:
            raise InvalidBoardError(
                f"an array of shape {cells.shape} is no board: expected (4, 4), (6, 6) or (8, 8)"
            )
        if not np.issubdtype(cells.dtype, np.integer):
            raise InvalidBoardError(f"an array of {cells.dtype} is no board: expected integers")
        strange = np.argwhere((cells < -1) | (cells > 1))
        if len(strange):
            row, column = strange[0]
            raise InvalidBoardError(
                f"{cells[row, column]} on {Move.at(row, column)} is no disc: "
                "expected -1 (black), 0 (empty) or 1 (white)"
            )
        size = cells.shape[0]
        masks = _masks([int(cell) for cell in cells.flat], size)
        return cls._from_masks(*masks, checked_color(turn), size, rules)

    def root(self) -> Self:
        """Return the position before the first move played on this board."""
        root = self.copy()
        root.reset()
        return root

    def with_rules(self, rules: Rules) -> Self:
        """Return the same position and moves under other rules."""
        return _replayed(*self._history(), rules)

    def transform(self, symmetry: int) -> Self:
        """Return the mirrored or turned position, without its moves: see `obversi.Symmetry`."""
        way = checked_symmetry(symmetry)
        black = _core.transform(self.black_bits, way, self.size)
        white = _core.transform(self.white_bits, way, self.size)
        return self._from_masks(black, white, self.turn, self.size, self.rules)

    def canonical(self) -> Self:
        """Return the one of the eight mirrored and turned positions that stands for all."""
        return self.transform(self.canonical_symmetry)

    # Playing. The core does it; the methods are here because those of the core have no signatures.

    def push(self, move: str) -> None:
        """Play a move, such as "f5", or "pass" when that is due."""
        _push(self, move)

    def pop(self) -> Move:
        """Take the last move back and return it."""
        return _pop(self)

    def peek(self) -> Move:
        """Return the last move."""
        return _peek(self)

    def reset(self) -> None:
        """Take all moves back."""
        while self.ply:
            self.pop()

    def random_move(self, seed: "int | Random | None" = None) -> Move:
        """Return a random legal move.

        The same seed gives the same move. A `random.Random` continues its series, None is random.
        """
        if self.is_over:
            raise InputError(f"there is no legal move, the game is over: {self.status()}")
        from random import Random

        chance = seed if isinstance(seed, Random) else Random(chosen_seed(seed))
        return chance.choice(self.legal_moves)

    def is_legal(self, move: str) -> bool:
        """Whether the move may be played now; nonsense is not legal."""
        return _is_legal(self, move)

    def copy(self, stack: bool = True) -> Self:
        """Return a board of its own with the same position.

        It has the same moves unless `stack` is false; what a subclass adds is not copied.
        """
        return _copy(self, stack)

    # Looking at the position

    def flip_bits(self, move: str) -> int:
        """Return the discs that a legal move flips as a 64-bit set."""
        return _flip_bits(self, move)

    @property
    def black(self) -> SquareSet:
        """The squares with a black disc."""
        return SquareSet.from_mask(self.black_bits)

    @property
    def white(self) -> SquareSet:
        """The squares with a white disc."""
        return SquareSet.from_mask(self.white_bits)

    @property
    def empty(self) -> SquareSet:
        """The squares without a disc."""
        own, opp = self.bits
        return SquareSet.from_mask(board_mask(self.size) & ~(own | opp))

    def discs(self, color: Color) -> SquareSet:
        """Return the squares with a disc of one colour."""
        return self.black if checked_color(color) == BLACK else self.white

    def __getitem__(self, square: str) -> int:
        """Return what lies on a square: -1 black, 0 nothing, 1 white."""
        move = Move(square)
        if move.is_pass or not self._has_square(move):
            raise InvalidMoveError(f"{square!r} is no square of the {self.size}×{self.size} board")
        return _cell(self, 8 * move.row + move.column)

    # Having squares does not make a board a sequence to go through.
    __iter__ = None
    __contains__ = None

    def flips(self, move: str) -> SquareSet:
        """Return the discs that a legal move flips."""
        return SquareSet.from_mask(_flip_bits(self, move))

    def margin(self, color: Color | None = None) -> int:
        """Return the margin if the game ended now, for the mover or the named player.

        It is in discs, and larger is better under the rules of this board.
        """
        margin = self.mover_margin
        return margin if color is None or checked_color(color) == self.turn else -margin

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        margin = self.margin(BLACK)
        winner = None if margin == 0 else BLACK if margin > 0 else WHITE
        return Outcome(winner, abs(margin), len(self.black), len(self.white))

    def result(self) -> str:
        """Return the points of black and white: "1-0", "0-1", "1/2-1/2", or "*" during the game."""
        outcome = self.outcome()
        if outcome is None:
            return "*"
        return {BLACK: "1-0", WHITE: "0-1", None: "1/2-1/2"}[outcome.winner]

    def problems(self) -> list[str]:
        """Say in plain words why this position cannot come about in a game, if it cannot."""
        return position_problems(self.black, self.white, self.turn, self.size)

    # Showing it

    def to_array(self) -> "NDArray[np.int8]":
        """Return an n×n array of -1 (black), 0 (empty) and 1 (white)."""
        import numpy as np

        words = np.array([self.white_bits, self.black_bits], "<u8").view(np.uint8)
        white, black = np.unpackbits(words, bitorder="little").astype(np.int8).reshape(2, 8, 8)
        cells: NDArray[np.int8] = white - black
        return cells[: self.size, : self.size].copy()

    def to_string(self) -> str:
        """Return the text that `parse` reads: the cells row by row, then the mover."""
        # A server writes boards for every move, so that this has to be quick: a number whose 64
        # digits are 1 for black and 2 for white, which never carry.
        discs = int(f"{self.black_bits:b}") + 2 * int(f"{self.white_bits:b}")
        cells = f"{discs:064d}"[::-1].translate(_CELLS)
        if self.size < 8:
            cells = "".join(cells[8 * row : 8 * row + self.size] for row in range(self.size))
        return f"{cells} {'X' if self.turn == BLACK else 'O'}"

    def __str__(self) -> str:
        """Draw the board with letters."""
        return _drawing(self, LETTER_DISCS)

    def unicode(self) -> str:
        """Draw the board with Unicode discs."""
        return _drawing(self, UNICODE_DISCS)

    def status(self) -> str:
        """Return a line that says whose turn it is, or who won."""
        outcome = self.outcome()
        rules = winning_words(self.rules)
        if outcome is None:
            duty = "must pass" if self.must_pass else "to move"
            return f"{color_name(self.turn)} {duty} ({rules})"
        score = f"black {outcome.black}, white {outcome.white} ({rules})"
        if outcome.winner is None:
            return f"a draw: {score}"
        return f"{color_name(outcome.winner)} wins by {outcome.margin}: {score}"

    def svg(
        self,
        *,
        last_move: str | None = None,
        marks: Sequence[str] = (),
        values: dict[str, float] | None = None,
        show_moves: bool = True,
        square_size: int = 48,
    ) -> str:
        """Draw the board as SVG.

        `last_move` gets a dot (by default the last move played here), `marks` a frame,
        and `values` a number on each square, the largest of them bold.
        """
        if square_size < 1:
            raise InvalidBoardError(f"squares of {square_size} pixels cannot be drawn")
        if last_move is None and self.ply and not self.peek().is_pass:
            last_move = self.peek()
        for square in (*marks, *(values or {}), *([last_move] if last_move else [])):
            self[square]  # rejects what is no square of this board
        for square, value in (values or {}).items():
            if isinstance(value, str) or not hasattr(value, "__float__"):
                raise InputError(f"the value of {square} cannot be {value!r}: expected a number")
        return svg.draw(
            self.to_array(),
            legal=SquareSet.from_mask(self.legal_bits) if show_moves else SquareSet(),
            last_move=Move(last_move) if last_move else None,
            marks=SquareSet(marks),
            values={Move(square): value for square, value in (values or {}).items()},
            square_size=square_size,
            title=f"Reversi, {self.status()}",
        )

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        return self.svg()

    def __repr__(self) -> str:
        """Show the position as the expression that makes it."""
        rules = f", rules={self.rules!r}" if self.rules != "normal" else ""
        return f"Board.parse({self.to_string()!r}{rules})"

    # Being a value

    def _key(self) -> tuple[int, int, int, int, str]:
        return (*self.bits, self.turn, self.size, self.rules)

    def __eq__(self, other: object) -> bool:
        """Compare discs, mover, size and rules."""
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        """Hash the position as it is now; a board kept in a set must not be played on."""
        return hash((self.position_hash, self.turn, self.size, self.rules))

    def __copy__(self) -> Self:
        """Copy position, moves, and the attributes of a subclass."""
        return self._copied(object.__getstate__(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy position, moves, and the attributes of a subclass."""
        return self._copied(deepcopy(object.__getstate__(self), memo))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the root, the moves, the rules, and the attributes of a subclass."""
        return _replayed, (*self._history(), self.rules), object.__getstate__(self)

    # Inside

    def _copied(self, state: Any) -> Self:
        """Return a copy with the attributes of a subclass, as `object.__getstate__` has them."""
        board = self.copy()
        attributes, slots = state if isinstance(state, tuple) else (state, None)
        for name, value in {**(attributes or {}), **(slots or {})}.items():
            setattr(board, name, value)
        return board

    def _history(self) -> tuple[type[Self], str, list[Move]]:
        return type(self), self.root().to_string(), self.move_stack

    def _has_square(self, move: Move) -> bool:
        return move.row < self.size and move.column < self.size

    def _reject(self, move: object) -> NoReturn:
        """Say why a move cannot be played; the core calls this, and the board is as it was."""
        if not isinstance(move, str):
            raise InvalidMoveError(f"{move!r} is no move: expected a text such as 'd3' or 'pass'")
        named = Move(move)
        mover, size = color_name(self.turn), f"{self.size}×{self.size}"
        if self.is_over:
            raise IllegalMoveError(f"{move!r} cannot be played: the game is over")
        if named is PASS:
            there = self.legal_moves[0]
            raise IllegalMoveError(f"{mover} cannot pass while there is a move such as {there}")
        if not self._has_square(named):
            raise InvalidMoveError(f"{move!r} is no square of the {size} board")
        if self.must_pass:
            raise IllegalMoveError(f"{move!r} cannot be played: {mover} has no move and must pass")
        if self[named] != EMPTY:
            raise IllegalMoveError(f"{move!r} cannot be played: there is a disc already")
        raise IllegalMoveError(f"{move!r} cannot be played: {mover} would flip no disc there")


def checked_board(board: Board) -> Board:
    """Return the board if it is one."""
    if not isinstance(board, Board):
        raise InvalidBoardError(f"{board!r} is no board: expected a Board")
    return board


def unfinished_board(board: Board) -> Board:
    """Return the board if there is a move to search for."""
    if checked_board(board).is_over:
        raise InputError(f"there is no move to search for, the game is over: {board.status()}")
    return board


def _parse_cells(text: str) -> tuple[list[int], Color]:
    """Read 16, 36 or 64 cells and the mover; blanks and line ends do not matter."""
    if not isinstance(text, str):
        raise InvalidBoardError(f"{text!r} is no board text: expected a str")
    found = []
    for place, letter in enumerate(text):
        if letter.isspace():
            continue
        if letter not in _CELL_OF_LETTER:
            raise InvalidBoardError(
                f"{letter!r} at character {place + 1} of the board text is no cell: "
                "expected X, O or -"
            )
        found.append(_CELL_OF_LETTER[letter])
    cells, mover = found[:-1], found[-1:]
    if len(found) in (16, 36, 64) and len(cells) not in (16, 36, 64):
        raise InvalidBoardError("the mover is missing after the cells: expected X or O at the end")
    if len(cells) not in (16, 36, 64):
        raise InvalidBoardError(
            f"{len(cells)} cells before the mover make no board: expected 16, 36 or 64"
        )
    if mover == [EMPTY]:
        raise InvalidBoardError("the mover after the cells is empty: expected X or O")
    return cells, checked_color(mover[0])


def _masks(cells: Sequence[int], size: int) -> tuple[int, int]:
    black = white = 0
    for index, cell in enumerate(cells):
        place = 1 << (8 * (index // size) + index % size)
        if cell == BLACK:
            black |= place
        elif cell == WHITE:
            white |= place
    return black, white


def _replayed(cls: type[AnyBoard], root: str, moves: list[Move], rules: Rules) -> AnyBoard:
    board = cls.parse(root, rules)
    for move in moves:
        board.push(move)
    return board


def _cell(board: Board, place: int) -> int:
    """Return what lies on a square by its number: -1 black, 0 nothing, 1 white."""
    return (board.white_bits >> place & 1) - (board.black_bits >> place & 1)


def _drawing(board: Board, discs: Sequence[str]) -> str:
    """Return the board with its coordinates, and the status below it."""
    legal = board.legal_bits
    lines = ["  " + " ".join("abcdefgh"[: board.size])]
    for row in range(board.size):
        symbols = [
            discs[3] if legal >> place & 1 else discs[_cell(board, place) + 1]
            for place in range(8 * row, 8 * row + board.size)
        ]
        lines.append(f"{row + 1} {' '.join(symbols)}")
    return "\n".join([*lines, board.status()])
