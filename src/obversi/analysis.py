"""What a search found."""

from dataclasses import dataclass, field
from typing import Literal

from obversi.move import Move

# Whether a margin is known, or only that it is at least or at most this.
Bound = Literal["exact", "at_least", "at_most"]

_BOUND_SIGNS = {"exact": "", "at_least": "≥", "at_most": "≤"}


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A move, what it is worth, and how the game may go on.

    The fields mean what those of an `Analysis` do.
    """

    move: Move
    margin: int
    bound: Bound
    exact: bool
    depth: int
    selectivity: int
    pv: list[Move]

    def __str__(self) -> str:
        """Show the margin and the line of play."""
        return f"{margin_text(self.margin, self.bound):>4}  {' '.join(self.pv)}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found about a position.

    ``move`` is the best move and ``margin`` what it is worth to the mover, in discs, larger is
    better under the rules of the board. ``bound`` says whether the margin is the value itself
    ("exact"), or whether the value is "at_least" or "at_most" that, as in a search for the winner
    alone. ``exact`` is true if everything was read to the end of the game, so that margin and bound
    are proven. ``depth`` is in plies; ``selectivity`` is how sure the search is in percent: 100 if
    it left nothing out. ``pv`` is the best line of play, beginning with the move. ``lines`` has one
    for each of the best moves that were asked for, the best first. ``notes`` says what was done
    otherwise than asked for. ``from_book`` is true if a book said this and nothing was searched.

    >>> import obversi as ob
    >>> analysis = ob.Engine(threads=1).solve(ob.Board(size=4, rules="reversed"))
    >>> analysis.margin, analysis.exact, analysis.move == analysis.pv[0]
    (4, True, True)
    """

    move: Move
    margin: int
    bound: Bound
    exact: bool
    depth: int
    selectivity: int
    pv: list[Move]
    nodes: int
    seconds: float
    lines: list[AnalysisLine]
    notes: list[str] = field(default_factory=list)
    from_book: bool = False

    @property
    def reach(self) -> str:
        """How far the search came, in words: ``exact``, ``12``, or ``24 at 95%``."""
        if self.exact:
            return "exact"
        return f"{self.depth}" + (f" at {self.selectivity}%" if self.selectivity < 100 else "")

    def __str__(self) -> str:
        """Show how far the search came, then every line."""
        if self.from_book:
            return "\n".join([f"book, depth {self.reach}", *map(str, self.lines)])
        reach = "exact" if self.exact else f"depth {self.reach}"
        head = f"{reach}, {count_text(self.nodes, 'node')} in {self.seconds:.2f} s"
        return "\n".join([head, *map(str, self.lines)])


def count_text(number: int, what: str) -> str:
    """Write a number of things.

    >>> count_text(1, "node"), count_text(1000, "node")
    ('1 node', '1,000 nodes')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def margin_text(margin: int, bound: Bound = "exact") -> str:
    """Write a margin with its sign, and with ≥ or ≤ before it if it is a bound.

    >>> margin_text(4), margin_text(-2, "at_most")
    ('+4', '≤-2')
    """
    return f"{_BOUND_SIGNS[bound]}{margin:+d}"
