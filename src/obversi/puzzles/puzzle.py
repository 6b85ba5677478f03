"""A puzzle: a position, its solution, its themes and its rating; and files of puzzles."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from obversi.board import Board
from obversi.color import Color, color_name
from obversi.errors import FormatError, InputError, ObversiError
from obversi.move import PASS, Move
from obversi.outcome import winning_words
from obversi.puzzles.themes import THEMES
from obversi.rules import Rules, checked_rules


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one best move, and the moves to find from there on.

    The `solution` has the moves of both sides without passes. It is empty for a puzzle that is
    played to the end of the game, where every best move is right. `margins` are those of the moves
    of the start, as far as they are known.
    """

    name: str
    start: Board
    solution: tuple[Move, ...]
    themes: tuple[str, ...]
    rating: int
    margins: Mapping[Move, int] = field(default_factory=dict)

    @property
    def empties(self) -> int:
        """The number of empty squares."""
        return len(self.start.empty)

    @property
    def solver(self) -> Color:
        """The colour to find moves for; the other side plays perfectly."""
        return self.start.turn

    @property
    def moves_to_find(self) -> int:
        """The number of moves of the solver in the solution."""
        return sum(turn == self.solver for turn in _turns(self.start, self.solution))

    @property
    def task(self) -> str:
        """What is asked for, in a sentence."""
        mover, winner = color_name(self.solver).capitalize(), winning_words(self.start.rules)
        if not self.solution:
            moves = "moves until the end of the game"
        else:
            number = self.moves_to_find
            moves = "move" if number == 1 else f"{number} moves"
        return f"{mover} to move, {winner}: find the best {moves}."

    def theme_words(self) -> Iterator[str]:
        """Yield a sentence about each theme.

        >>> puzzle = Puzzle("", Board(), (Move("d3"),), ("wipe-out",), 1500)
        >>> list(puzzle.theme_words())
        ['Wipe-out: the move leads to a game in which the opponent has no disc left.']
        """
        for name in self.themes:
            if name in THEMES:
                yield f"{name.capitalize()}: {THEMES[name].words[self.start.rules]}"


_HEAD = "obversi puzzles"
_FIELDS = 4


def write_puzzles(puzzles: Iterable[Puzzle], rules: Rules) -> Iterator[str]:
    """Write a head line with the rules, then a line for each puzzle.

    That has the board, the solution, the rating and the themes, separated by semicolons.
    """
    yield f"{_HEAD} {rules}\n"
    for puzzle in puzzles:
        parts = (
            puzzle.start.to_string(),
            " ".join(puzzle.solution),
            str(puzzle.rating),
            " ".join(puzzle.themes),
        )
        yield "; ".join(parts).rstrip() + "\n"


def read_puzzles(lines: Iterable[str], prefix: str = "") -> Iterator[Puzzle]:
    """Read what `write_puzzles` wrote; names are the prefix and the number, from 1.

    >>> lines = ["obversi puzzles normal", "XOO-OOOO-------- X; d1; 700; corner"]
    >>> [puzzle] = read_puzzles(lines, "mine-")
    >>> puzzle.name, puzzle.solution, puzzle.rating, puzzle.themes
    ('mine-1', ('d1',), 700, ('corner',))
    """
    numbered = enumerate(lines, start=1)
    _, head = next(numbered, (1, ""))
    if not head.startswith(_HEAD):
        raise FormatError(f"expected the head line of a file of puzzles, '{_HEAD} RULES'", "line 1")
    rules = checked_rules(head.removeprefix(_HEAD).strip())
    for number, line in numbered:
        try:
            yield _read(line, rules, f"{prefix}{number - 1}")
        except ObversiError as error:
            raise FormatError(str(error), f"line {number}") from None


def _read(line: str, rules: Rules, name: str) -> Puzzle:
    parts = [part.strip() for part in line.split(";")]
    if len(parts) != _FIELDS:
        raise InputError(f"expected a board, a solution, a rating and themes, not {line.strip()!r}")
    board, solution, rating, themes = parts
    if not (rating.isascii() and rating.isdecimal()):
        raise InputError(f"{rating!r} is no rating: expected a whole number")
    start = Board.parse(board, rules)
    moves = tuple(map(Move, solution.split()))
    if not moves or list(_turns(start, moves))[-1] != start.turn:
        raise InputError("the solution does not end with a move of the solver")
    return Puzzle(name, start, moves, tuple(themes.split()), int(rating))


def _turns(start: Board, moves: Iterable[Move]) -> Iterator[Color]:
    """Play moves without passes, and yield the player of each."""
    board = start.copy()
    for move in moves:
        if board.must_pass:
            board.push(PASS)
        yield board.turn
        board.push(move)
