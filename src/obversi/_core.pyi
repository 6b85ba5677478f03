"""
The C++ core of Obversi. Use the names of the package; these are its inside.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, Self, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

from obversi.color import Color
from obversi.move import Move



PASS_INDEX: int = 64

def set_move_objects(moves: list[Move]) -> None:
    """Give the objects that stand for the squares a1 to h8 and the pass."""

def transform(bits: int, symmetry: int, size: int) -> int:
    """Move a set of squares by one of the eight symmetries."""

class Game:
    """A position, its rules, and the moves that led to it."""


    @overload
    def __init__(self, size: int, reversed: bool) -> None: ...

    @overload
    def __init__(self, size: int, reversed: bool, black: int, white: int, turn: int) -> None: ...

    def copy(self, stack: bool = True) -> Self:
        """
        A board of its own with the same position and, unless `stack` is false, the same moves; what a subclass adds is not copied.
        """

    @property
    def size(self) -> int:
        """Squares along an edge: 4, 6 or 8."""

    @property
    def rules(self) -> Literal['normal', 'reversed']:
        """"normal" if most discs win, "reversed" if fewest do."""

    @property
    def turn(self) -> Color:
        """The player to move: BLACK (-1) or WHITE (1)."""

    @property
    def is_over(self) -> bool:
        """Whether neither player can move."""

    @property
    def must_pass(self) -> bool:
        """Whether the mover has no move while the other side has one."""

    @property
    def ply(self) -> int:
        """The number of moves and passes played on this board."""

    @property
    def bits(self) -> tuple[int, int]:
        """
        The discs of the mover and of the opponent as 64-bit sets, bit 8·row + column.
        """

    @property
    def position_hash(self) -> int:
        """A 64-bit hash of the discs in the mover's view."""

    @property
    def legal_bits(self) -> int:
        """The squares the mover may play on."""

    @property
    def black_bits(self) -> int:
        """The black discs as a 64-bit set."""

    @property
    def white_bits(self) -> int:
        """The white discs as a 64-bit set."""

    @property
    def mover_margin(self) -> int:
        """The mover's margin if the game ended now."""

    @property
    def legal_moves(self) -> list[Move]:
        """
        The moves that may be played, from a1 to h8; a pass if only that is legal; empty when the game is over.
        """

    def is_legal(self, move: str) -> bool:
        """Whether the move may be played now; nonsense is not legal."""

    def push(self, move: str) -> None:
        """Play a move, such as "f5", or "pass" when that is due."""

    def pop(self) -> Move:
        """Take the last move back and return it."""

    def peek(self) -> Move:
        """The last move."""

    @property
    def move_stack(self) -> list[Move]:
        """The moves played on this board, first to last."""

    def flip_bits(self, move: str) -> int:
        """The discs that a legal move flips as a 64-bit set."""

    @property
    def canonical_symmetry(self) -> int:
        """The symmetry that leads to the canonical position."""

def batch_legal_moves(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, threads: int, masks: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_margins(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, reversed: bool, threads: int, margins: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_canonical(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, threads: int, images: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu')]) -> None: ...

def batch_planes(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, threads: int, cells: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_move_masks(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, threads: int, masks: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_random_moves(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, seed: int, threads: int, moves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_play(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], moves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], size: int, threads: int, after: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu')]) -> int:
    """
    Play a move in each position; the index of the first illegal move, or their number.
    """

def batch_count_successors(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, threads: int, counts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_successors(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], size: int, threads: int, moves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], after: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu')]) -> None: ...

def batch_playouts(starts: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, reversed: bool, seed: int, first_stream: int, threads: int, margins: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')], plies: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_exact_margins(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, reversed: bool, threads: int, margins: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

def batch_tree_sizes(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, depth: int, threads: int, counts: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    The nodes at each ply of a search without cut-offs: a row of depth + 1 numbers each.
    """

def perft(own: int, opp: int, size: int, depth: int) -> int:
    """Count the lines of play of `depth` plies."""

class KernelSpeed:
    """The speed of one kernel on this machine."""


    @property
    def work(self) -> str:
        """What it computes: flips or moves."""

    @property
    def kernel(self) -> str:
        """The kernel's name."""

    @property
    def chosen(self) -> bool:
        """Whether the core uses it."""

    @property
    def nanoseconds(self) -> float:
        """Time for one call."""

def kernel_speeds() -> list[KernelSpeed]:
    """Measure every kernel that was compiled in."""

class Line:
    """A move, what it is worth, and how the game may go on."""


    @property
    def move(self) -> int:
        """The move's number: 8·row + column, or 64 for the pass."""

    @property
    def margin(self) -> int:
        """What the move is worth to the mover, in discs."""

    @property
    def bound(self) -> Literal['exact', 'at_least', 'at_most']:
        """What the margin is to the value that was searched for."""

    @property
    def depth(self) -> int:
        """How many plies were searched."""

    @property
    def selectivity(self) -> int:
        """In percent; 100 without selective cut-offs."""

    @property
    def exact(self) -> bool:
        """Whether all was searched to the end of the game."""

    @property
    def moves(self) -> list[int]:
        """The numbers of the moves, beginning with this one."""

class Report:
    """The state of a search after a step of deepening."""


    @property
    def depth(self) -> int:
        """How many plies were searched."""

    @property
    def selectivity(self) -> int:
        """In percent; 100 without selective cut-offs."""

    @property
    def exact(self) -> bool:
        """Whether all was searched to the end of the game."""

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""

    @property
    def seconds(self) -> float:
        """The time since the search began."""

    @property
    def lines(self) -> list[Line]:
        """The best line first."""

class Evaluation:
    """What positions are worth, by learned weights."""


    def __init__(self, weights: bytes | bytearray) -> None:
        """Read the weights; a ValueError says what does not fit."""

    @property
    def size(self) -> int:
        """The boards that it is made for."""

    @property
    def reversed(self) -> bool:
        """The rules that it is made for."""

class Engine:
    """A table and threads, kept from search to search."""


    def __init__(self, threads: int, hash_bytes: int) -> None: ...

    def use(self, evaluation: Evaluation) -> None:
        """Take this evaluation for the boards and rules that it is made for."""

    def start(self, *, own: int, opp: int, size: int, reversed: bool, seconds: float = 0.0, depth: int = 0, nodes: int = 0, lines: int = 1, exact: bool = False, lower: int = -64, upper: int = 64, moves: int = 18446744073709551615) -> None:
        """
        Begin a search in the background, for a position with a move or a pass; a search that still runs is stopped first. A limit of 0 is none. Of the legal moves only those in `moves` are searched, at least one.
        """

    def wait(self, seconds: float) -> bool:
        """
        Wait for a report, at most these seconds; true as soon as the search has ended.
        """

    def next_report(self) -> Report | None:
        """Take the oldest report that was not yet taken."""

    def stop(self) -> None:
        """Ask the search to end with what it has; from any thread, at any time."""

    def result(self) -> Report:
        """The last report, once the search has ended."""

    def evaluate(self, own: int, opp: int, size: int, reversed: bool) -> float:
        """
        What the position is worth to the mover, in discs, without looking ahead.
        """

    def clear(self) -> None:
        """Forget all searches."""

    @property
    def threads(self) -> int:
        """How many threads search."""

    @property
    def splits(self) -> int:
        """How many nodes were shared by threads, in all searches so far."""

    @property
    def idle_seconds(self) -> float:
        """
        How long threads waited for work, in all searches so far; the sum of all threads.
        """

    @property
    def hash_bytes(self) -> int:
        """The size of the table."""

class Heuristic:
    """What positions of one game are worth at a glance."""


    def value(self, own: int, opp: int) -> float:
        """What a game that goes on is worth to the player to move."""

    def finished_value(self, own: int, opp: int) -> float:
        """What a finished game is worth to the player who would be to move."""

    def values(self, positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], threads: int, out: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """The value of each of many positions, one a row."""

    @property
    def size(self) -> int:
        """The boards that it is made for."""

    @property
    def reversed(self) -> bool:
        """The rules that it is made for."""

class Mix(Heuristic):
    """A weighted sum of features."""


    def __init__(self, size: int, reversed: bool, finished: str, written_for_reversed: bool, features: Sequence[str], phases: Sequence[tuple[int, Sequence[float]]], squares: Sequence[float]) -> None:
        """
        A phase is the largest number of discs that it lasts to, and a weight a feature.
        """

    def terms(self, own: int, opp: int) -> list[tuple[str, float, float]]:
        """The name of each feature, its weight now and here, and its value."""

class PatternHeuristic(Heuristic):
    """The learned evaluation, for textbook searches."""


    def __init__(self, evaluation: Evaluation) -> None:
        """Values are margins in discs."""

def features() -> list[tuple[str, str, bool]]:
    """
    The name of each feature, what it means, and whether it is a goal feature.
    """

def square_features() -> list[str]:
    """The names of the features that need the weights of squares."""

class PythonHeuristic(Heuristic):
    """An evaluation by a Python function of a board."""


    def __init__(self, size: int, reversed: bool, finished: str, name: str, function: Callable[..., Any], board_type: type[Game]) -> None:
        """The function gets a board of the type, on which black is to move."""

class NativeHeuristic(Heuristic):
    """An evaluation by machine code at an address."""


    def __init__(self, size: int, reversed: bool, finished: str, name: str, address: int, again: Callable[..., Any]) -> None:
        """
        At the address is double(uint64 own, uint64 opp, int64 size, int64 reversed). When it returns no finite number, `again`, with the same arguments, raises why; it keeps the code alive as well.
        """

class Found:
    """What a search found."""


    @property
    def value(self) -> float:
        """What the position is worth to its mover."""

    @property
    def move(self) -> int:
        """The move's number: 8·row + column, or 64 for the pass."""

    @property
    def depth(self) -> int:
        """How many plies were searched."""

    @property
    def nodes(self) -> int:
        """Positions that the search was called for."""

    @property
    def evaluations(self) -> int:
        """Positions that were evaluated."""

def minimax(heuristic: Heuristic, own: int, opp: int, depth: int, leaf_seen_by_mover: bool = False) -> Found:
    """Search without any cut-off."""

def alpha_beta(heuristic: Heuristic, own: int, opp: int, depth: int, leaf_seen_by_mover: bool = False) -> Found:
    """Search with a function for either player and cut-offs."""

def negamax(heuristic: Heuristic, own: int, opp: int, depth: int) -> Found:
    """Search with one function for both players and cut-offs."""

def maximax(heuristic: Heuristic, own: int, opp: int, depth: int) -> Found:
    """Search with an alpha for each player and sorted moves."""

def deepening(heuristic: Heuristic, own: int, opp: int, seconds: float, q: float, depth: int) -> Found:
    """Search by maximax, deeper and deeper until the time is up."""

class SortedMove:
    """A move in the order in which it is tried."""


    @property
    def move(self) -> int:
        """The move's number: 8·row + column, or 64 for the pass."""

    @property
    def value(self) -> float:
        """What it is sorted by, to the player to move."""

    @property
    def in_table(self) -> bool:
        """Whether an earlier search found the value."""

class TraceNode:
    """A position of a search; its window and value are the first mover's."""


    @property
    def parent(self) -> int:
        """The index of the position before."""

    @property
    def move(self) -> int:
        """The number of the move that led here."""

    @property
    def alpha(self) -> float:
        """The lower bound when it was opened."""

    @property
    def beta(self) -> float:
        """The upper bound when it was opened."""

    @property
    def is_searched(self) -> bool:
        """Whether it is more than evaluated."""

    @property
    def evaluations_before(self) -> int:
        """Before it was opened."""

    @property
    def evaluations_after(self) -> int:
        """When it was closed."""

    @property
    def value(self) -> float:
        """What the search returned for it."""

    @property
    def order(self) -> list[SortedMove]:
        """Its moves in their order, if they were sorted."""

def traced_search(heuristic: Heuristic, own: int, opp: int, search: str, depth: int, most_nodes: int) -> tuple[Found, list[TraceNode]] | None:
    """
    Search and return what was found with all positions, in the order in which they were opened; None if there are too many.
    """

class MctsRound:
    """One round of a Monte Carlo tree search."""


    @property
    def moves(self) -> list[int]:
        """Those from the root to where the random game begins."""

    @property
    def is_expanded(self) -> bool:
        """Whether the last one is new in the tree."""

    @property
    def reward(self) -> float:
        """To the player to move where the game begins."""

def traced_mcts(own: int, opp: int, size: int, reversed: bool, *, playouts: int, seed: int, exploration: float) -> tuple[MctsFound, list[MctsRound]]:
    """Search by random games and return what was found with all rounds."""

class MctsMove:
    """What came of a move at the root."""


    @property
    def move(self) -> int:
        """The move's number: 8·row + column, or 64 for the pass."""

    @property
    def visits(self) -> int:
        """How many games began with it."""

    @property
    def value(self) -> float:
        """The share of them that the player won."""

class MctsFound:
    """What a Monte Carlo tree search found."""


    @property
    def move(self) -> int:
        """The move with the most visits."""

    @property
    def value(self) -> float:
        """What it is worth to the player who makes it."""

    @property
    def playouts(self) -> int:
        """How many games were played."""

    @property
    def nodes(self) -> int:
        """How many positions the tree has."""

    @property
    def moves(self) -> list[MctsMove]:
        """The moves that were tried, the most visited first."""

def mcts(own: int, opp: int, size: int, reversed: bool, *, playouts: int, seconds: float, seed: int, exploration: float, most_nodes: int) -> MctsFound:
    """
    Search by random games, until they are played or the time is up; a limit of 0 is none.
    """

def perfect(own: int, opp: int, size: int, reversed: bool) -> Found:
    """Search to the end of the game."""

def one_direction_random_games(seed: int, first: int, games: Annotated[NDArray[numpy.uint64], dict(shape=(None, 65, 2), order='C', device='cpu')]) -> None:
    """The positions of random games by the number of discs."""

def one_direction_alpha_beta(heuristic: Heuristic, positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], depth: int, threads: int, values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], nodes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """R2's search of each position, with its way to sort moves."""

def one_direction_minimax_nodes(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], depth: int, threads: int, nodes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """The positions of a search without cut-offs before its last ply."""

def one_direction_games(a: Heuristic, b: Heuristic | None, solved: int, seed: int, first: int, threads: int, results: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Games of an evaluation against another one, or against a random chooser.
    """

class Player:
    """Someone who moves, of one of the six games."""


    def begin(self, seed: int) -> None:
        """Begin a game; what is left to chance in it depends on the seed."""

    def choose(self, own: int, opp: int) -> tuple[int, int]:
        """
        Choose a move, which there must be: its number, and the positions looked at.
        """

    @property
    def size(self) -> int:
        """The boards that it plays on."""

    @property
    def reversed(self) -> bool:
        """The rules that it plays by."""

class RandomPlayer(Player):
    """Any legal move."""


    def __init__(self, size: int, reversed: bool) -> None: ...

class GreedyPlayer(Player):
    """The best margin right after the move."""


    def __init__(self, size: int, reversed: bool) -> None: ...

class SearchPlayer(Player):
    """A textbook search to a fixed depth."""


    def __init__(self, heuristic: Heuristic, method: str, depth: int, leaf_view: str = 'root') -> None:
        """
        The method is minimax, alpha_beta, negamax or maximax; the leaf view root or mover.
        """

class DeepeningPlayer(Player):
    """A search that deepens in its time."""


    def __init__(self, heuristic: Heuristic, seconds: float, q: float, depth: int = 128) -> None: ...

class MonteCarloPlayer(Player):
    """Monte Carlo tree search."""


    def __init__(self, size: int, reversed: bool, playouts: int, seconds: float, exploration: float) -> None:
        """A limit of 0 is none."""

class LeftoverPlayer(Player):
    """
    A search that deepens, and Monte Carlo tree search in the time that is left.
    """


    def __init__(self, heuristic: Heuristic, seconds: float, q: float, lead: float, depth: int = 128, playouts: int = 0) -> None:
        """
        The seconds are for both searches. The move with the most visits is played if it was won more often by more than the lead. A limit of 0 playouts is none.
        """

class EnginePlayer(Player):
    """The engine, on one thread."""


    def __init__(self, size: int, reversed: bool, evaluation: Evaluation | None, depth: int, nodes: int, seconds: float, hash_bytes: int) -> None:
        """A limit of 0 is none."""

class PerfectEndingPlayer(Player):
    """Another player, and the last squares perfectly."""


    def __init__(self, player: Player, last: int) -> None: ...

def play_games(a: Player, b: Player, positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], turns: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, threads: int, solved: int, results_only: bool, on_progress: Callable[[int, int, int], None] | None, games: Annotated[NDArray[numpy.int64], dict(shape=(None, 8), order='C', device='cpu')], rounds: Annotated[NDArray[numpy.uint64], dict(shape=(65, 12), order='C', device='cpu')], failures: list[tuple[int, bool, str]]) -> None:
    """
    Play a game for each row of `games`: two from each opening, the first with A as black. With `solved` empty squares a game ends with the margin of perfect play, or its sign. The results are right even if an exception ends the games.

    Columns of games: finished, margin of A, plies, discs, corners of A and B, nodes of A and B. Of rounds, a row for each number of discs: positions, passes, legal moves, choices of A and B, nodes of A and B, decided games, corners of winners and losers, stable discs of winners and losers. Failures are (game, whether A failed, reason). Progress is reported as wins, draws and losses of A.
    """

def write_weights(size: int, reversed: bool, about: str, full: tuple[Sequence[int], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], bool], light: tuple[Sequence[int], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], bool], probcut: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """
    The bytes of weights; tables are patterns, phases by empty squares, values, and the bytes of a network's layers, and whether it counts moves. A RuntimeError says what does not fit.
    """

def read_weights(blob: bytes) -> tuple[int, bool, str, tuple[list[int], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.int16], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], bool], tuple[list[int], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.int16], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], bool], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
    """What write_weights was given. A RuntimeError says what does not fit."""

def pattern_set(size: int, name: str) -> list[int]:
    """The patterns of a named set, as squares of their first places."""

def pattern_features(size: int, shape: int) -> list[list[int]]:
    """
    The squares of each place of a pattern, that of the lowest digit first.
    """

def weight_of_index(size: int, shape: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
    """Which weight each index of a pattern has."""

def generate_games(size: int, reversed: bool, evaluation: Evaluation | None, depth: int, solve: int, seed: int, first_number: int, count: int, threads: int, random_least: int, random_most: int, noise: int, branches: int, siblings: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C')]:
    """
    Play games of the engine against itself; a row of 136 bytes for each record, that is, for each game and each of its branches.

    Game i depends on the settings, the seed and first_number + i alone. The first moves are random, as many as the smaller of two numbers from random_least to random_most; then the engine searches `depth` plies (0: mostly the move that leaves the fewest replies, without an evaluation), and from `solve` empty squares on play is perfect. In percent: noise, the random moves of every second game; branches, the searched positions from which a branch begins; siblings, the solved ones.
    """

def expand_games(records: Annotated[NDArray[numpy.uint8], dict(shape=(None, 136), order='C', device='cpu', writable=False)], size: int, reversed: bool, td_lambda: float, threads: int) -> dict[str, numpy.typing.NDArray[Any]]:
    """
    Find the positions of game records whose margin is known.

    Columns: own and opp of the canonical image; margin, the mover's, in discs; empties; source, 0 exact, 1 played out, 2 searched; game, the record's number. Margins that are not exact are the mean of the game's result and of the return of TD(lambda). A ValueError names a damaged record.
    """

def search_values(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int, reversed: bool, evaluation: Evaluation, depths: int, exact_empties: int, threads: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')]:
    """
    Search positions without selective cut-offs; a row of depths + 2 numbers each.

    These are the mover's margins by searches of 0 … depths plies, then the exact one; NaN where a search would reach the end, and where more squares are empty than exact_empties.
    """

MOVE_WEIGHTS: int = 250

def move_counts(positions: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], size: int) -> Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C')]:
    """
    Find which of the MOVE_WEIGHTS weights of a network the numbers of moves have: a row with that of the mover and that of the opponent for each position.
    """
