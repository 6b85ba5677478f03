"""Monte Carlo tree search: random games from the leaves of a tree that grows at promising moves."""

from dataclasses import dataclass
from math import isfinite, sqrt
from time import perf_counter

from obversi import _core
from obversi.analysis import count_text
from obversi.arguments import seed_bits, whole_number
from obversi.board import Board, unfinished_board
from obversi.errors import InputError
from obversi.move import Move

_DEFAULT_SECONDS = 1.0

# The core cannot count further; more playouts would take hours in any case.
_MOST_NODES = 1 << 31
_MOST_PLAYOUTS = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move, the number of games that began with it, and the share of them that its player won."""

    move: Move
    visits: int
    value: float

    def is_surely_better(self, other: "TriedMove") -> bool:
        """Whether it was won more often than another move, by more than two standard errors.

        Each counts a win and a loss more (Agresti and Caffo 2000), so that few games with one
        result are no proof.
        """
        (share, variance), (other_share, other_variance) = self._estimate(), other._estimate()
        return share - other_share > 2 * sqrt(variance + other_variance)

    def _estimate(self) -> tuple[float, float]:
        games = self.visits + 2
        share = (self.value * self.visits + 1) / games
        return share, share * (1 - share) / games


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """The result of a Monte Carlo tree search.

    ``move`` is the one with the most visits, and ``value`` the share of these games that its player
    won; a draw is half a win. ``playouts`` is the number of games, ``nodes`` that of the positions
    in the tree. ``moves`` has all moves that were tried, the most visited first. The same ``seed``
    and number of playouts give the same result.
    """

    move: Move
    value: float
    playouts: int
    nodes: int
    moves: list[TriedMove]
    seed: int
    seconds: float

    def lead_over(self, other: Move) -> float:
        """Return the lead of `move` over another move in the share of won games.

        It is 0 where chance may explain the difference, and for a move that was not tried.
        """
        for tried in self.moves:
            if tried.move == other and self.moves[0].is_surely_better(tried):
                return self.value - tried.value
        return 0.0

    def __str__(self) -> str:
        """Show it on one line."""
        return (
            f"{self.move} ({self.value:.1%}) after {count_text(self.playouts, 'playout')}, "
            f"{count_text(self.nodes, 'node')} in {self.seconds:.2f} s"
        )


def mcts(
    board: Board,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    exploration: float = sqrt(2),
    *,
    most_nodes: int = 1 << 21,
) -> MonteCarlo:
    """Search by UCT for a number of playouts or of seconds; by default for 1 s.

    From the root on, the search takes the move with the largest w + c·√(ln N / n), where w is the
    share of its games that were won, n their number, N that of all games from there, and c the
    `exploration`: the larger it is, the more the search tries moves that look bad. A move that was
    never tried is added to the tree, and the game goes on at random from there; the result counts
    for all moves on the way. Without a seed every search is different. A node takes 24 bytes; at
    `most_nodes` the tree stops growing.

    >>> found = mcts(Board(), playouts=1000, seed=1)
    >>> found.playouts, sum(tried.visits for tried in found.moves)
    (1000, 1000)
    """
    unfinished_board(board)
    if playouts is None and seconds is None:
        seconds = _DEFAULT_SECONDS
    games = 0 if playouts is None else _checked_playouts(playouts)
    longest = 0.0 if seconds is None else _checked_seconds(seconds)
    constant = checked_exploration(exploration)
    room = _checked_nodes(most_nodes)
    chosen = seed_bits(seed)
    begin = perf_counter()
    try:
        found = _core.mcts(
            *board.bits,
            board.size,
            board.rules == "reversed",
            playouts=games,
            seconds=longest,
            seed=chosen,
            exploration=constant,
            most_nodes=room,
        )
    except MemoryError:
        raise InputError(f"there is no memory for a tree of {room} nodes") from None
    return MonteCarlo(
        move=Move.from_index(found.move),
        value=found.value,
        playouts=found.playouts,
        nodes=found.nodes,
        moves=[
            TriedMove(Move.from_index(tried.move), tried.visits, tried.value)
            for tried in found.moves
        ],
        seed=chosen,
        seconds=perf_counter() - begin,
    )


def _checked_playouts(playouts: int) -> int:
    return whole_number(playouts, "the number of playouts", 1, most=_MOST_PLAYOUTS)


def _checked_seconds(seconds: float) -> float:
    if not _is_finite(seconds) or seconds <= 0:
        raise InputError(f"a search cannot take {seconds!r} s: expected a number above 0")
    return float(seconds)


def checked_exploration(exploration: float) -> float:
    """Return the constant of UCT if it is valid."""
    if not _is_finite(exploration) or exploration < 0:
        raise InputError(f"the exploration cannot be {exploration!r}: expected 0 or more")
    return float(exploration)


def _checked_nodes(most_nodes: int) -> int:
    nodes = whole_number(most_nodes, "the largest number of nodes", 1)
    if nodes > _MOST_NODES:
        raise InputError(f"a tree cannot have {nodes} nodes: expected {_MOST_NODES} or fewer")
    return nodes


def _is_finite(value: float) -> bool:
    try:
        return isfinite(value)
    except (TypeError, OverflowError):
        return False
