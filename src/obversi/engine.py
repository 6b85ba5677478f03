"""The engine: analyses, solves and plays, for both rule sets and all sizes."""

import os
import sys
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from operator import index
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from obversi import _core
from obversi.analysis import Analysis, AnalysisLine
from obversi.arguments import whole_number
from obversi.board import Board, checked_board, unfinished_board
from obversi.errors import InputError, MachineError, ObversiWarning
from obversi.limit import Limit
from obversi.machine import core_count, memory_bytes
from obversi.move import Move
from obversi.rules import Rules
from obversi.weights import WeightsFile, check_game, evaluation, read_evaluation

if TYPE_CHECKING:
    from obversi.book.book import Book, BookMove
    from obversi.book.player import BookPlayer

_DEFAULT_LIMIT = Limit(seconds=1.0)

# Seconds between the checks for Ctrl-C while the engine searches.
_SECONDS_BETWEEN_SIGNALS = 0.05

# The rest of the memory is for other programs.
_SHARE_OF_MEMORY = 0.5

# The largest numbers that make a difference: more is the same as no limit.
_LONGEST_SEARCH_SECONDS = 1e9
_MOST_NODES = 1 << 62
_DEEPEST = 64

_ALL_SQUARES = (1 << 64) - 1

Top = int | Literal["all"]


class _Task(NamedTuple):
    """What the core is asked for, beside the position; a limit of 0 is none."""

    lines: int
    seconds: float = 0.0
    depth: int = 0
    nodes: int = 0
    exact: bool = False
    lower: int = -64
    upper: int = 64
    moves: int = _ALL_SQUARES


class Engine:
    """A searcher with threads and memory of its own, which it keeps from call to call.

    >>> with Engine() as engine:
    ...     analysis = engine.solve(Board(size=4))
    >>> analysis.margin, analysis.exact
    (-10, True)

    One engine does one search at a time: calls from several threads wait for each other. There may
    be many engines. Pickling keeps the settings, not what was learned.
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = 64,
        weights: str | os.PathLike[str] | WeightsFile | None = None,
        book: "str | os.PathLike[str] | Book | BookPlayer | None" = None,
    ) -> None:
        """Start the threads, and allocate a table of `hash_mb` megabytes.

        More threads than cores, or more memory than the machine can spare, are not given: `notes`
        and an `ObversiWarning` say so. With `weights`, a file or what was read from one, the engine
        plays the game that they were learned for, and no other. With a `book`, a file or "default"
        for those of the package, `play` takes its moves without a search, and `stream` begins with
        its values; a `BookPlayer` says how much worse than the best its moves may be.
        """
        self._notes: list[str] = []
        self._lock = Lock()
        self._owner: int | None = None
        self._searching = False
        self._stops = 0  # while no search was running
        self._process = os.getpid()
        self._evaluations: set[tuple[int, str]] = set()
        self._weights = weights
        self._own = None if weights is None else _evaluation(weights)
        self._book = None if book is None else book_player(book)
        threads = self._spared_threads(whole_number(threads, "the number of threads", 1))
        hash_mb = self._spared_memory(whole_number(hash_mb, "the size of the hash in MB", 1))
        try:
            self._core: _core.Engine | None = _core.Engine(threads, hash_mb << 20)
        except MemoryError:
            raise InputError(f"there is no memory for a hash of {hash_mb} MB") from None
        except RuntimeError as error:
            raise _threads_missing(threads, error) from None
        self._threads, self._hash_mb = threads, hash_mb
        for note in self._notes:
            warnings.warn(note, ObversiWarning, stacklevel=2)

    # Searching

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        top: Top = 1,
        moves: Iterable[str] | None = None,
    ) -> Analysis:
        """Search until the limit is reached, or the end of the game is proven.

        With `top` that many of the best moves get a value and a line of play of their own; all
        moves do with ``top="all"``. Only `moves` are considered, if they are given. Without a limit
        the search takes a second.
        """
        return self._found(self._result(board, _task(board, limit, top, moves)))

    def stream(
        self, board: Board, limit: Limit | None = None, top: Top = 1
    ) -> Generator[Analysis, None, None]:
        """Search like `analyse`, and hand out what is known after each step of deepening.

        The last is the final one. To close the iterator, or to leave the loop, stops the search.
        With a book that has the position, the first is what the book says.
        """
        task = _task(board, limit, top)
        return self._stream(self._from_book(board, task.lines), self._reports(board, task))

    def solve(
        self,
        board: Board,
        *,
        window: tuple[int, int] | None = None,
        wld: bool = False,
        top: Top = 1,
        moves: Iterable[str] | None = None,
    ) -> Analysis:
        """Search to the end of the game, however long that takes.

        The margin is then the best that the mover can be sure of. With a window (a, b) margins of
        a or less, and of b or more, are distinguished from those between but not from each other,
        which is faster; ``wld=True`` is the window (-1, 1): who wins. Only `moves` are considered,
        if they are given.
        """
        unfinished_board(board)
        if wld and window is not None:
            raise InputError(f"wld=True is a window itself: it cannot go with {window!r}")
        lower, upper = _checked_window(board, (-1, 1) if wld else window)
        mask = _mask(board, moves)
        lines = _line_count(board, top, mask)
        task = _Task(lines, exact=True, lower=lower, upper=upper, moves=mask)
        return self._found(self._result(board, task))

    def play(self, board: Board, limit: Limit | None = None) -> Move:
        """Choose a move; where there is only one, or the book has one, without a search."""
        task = _task(board, limit, 1)
        if len(board.legal_moves) == 1:
            return board.legal_moves[0]
        if (known := self.book_move(board)) is not None:
            return known.move
        return Move.from_index(self._result(board, task).lines[0].move)

    def book_move(self, board: Board) -> "BookMove | None":
        """Return a move of the book with its value, or None if there is none."""
        return None if self._book is None else self._book.choose(board)

    def evaluate(self, board: Board) -> float:
        """Return what the position is worth to the mover, in discs, without looking ahead."""
        if checked_board(board).is_over:
            return float(board.margin())
        with self._alone(board) as core:
            return core.evaluate(*board.bits, board.size, board.rules == "reversed")

    def stop(self) -> None:
        """End the running search with what it has found; from any thread.

        If none is running, one that was asked for but has not begun ends at once.
        """
        if not self._searching:
            self._stops += 1
        if (core := self._core) is not None:
            core.stop()

    def evaluation(self, size: int, rules: Rules) -> _core.Evaluation | None:
        """Return the evaluation for a game: its own weights, or those of the package."""
        if self._own is None:
            return evaluation(size, rules)
        check_game(self._own, size, rules, _name(self._weights))
        return self._own

    def clear(self) -> None:
        """Forget what was learned in earlier searches."""
        with self._alone() as core:
            core.clear()

    # Settings

    @property
    def threads(self) -> int:
        """How many threads search."""
        return self._threads

    @property
    def hash_mb(self) -> int:
        """The size of the table in megabytes."""
        return self._hash_mb

    @property
    def notes(self) -> list[str]:
        """What differs from the request, in plain words."""
        return list(self._notes)

    def __repr__(self) -> str:
        """Show the settings as the expression that makes such an engine."""
        weights = "" if self._weights is None else f", weights={self._weights!r}"
        book = "" if self._book is None else f", book={self._book!r}"
        return f"Engine(threads={self._threads}, hash_mb={self._hash_mb}{weights}{book})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings."""
        return Engine, (self._threads, self._hash_mb, self._weights, self._book)

    # The end

    def close(self) -> None:
        """Stop a running search, and release threads and memory."""
        core, self._core = self._core, None
        self._stops += 1  # for a search that was asked for but has not begun
        if core is not None:
            core.stop()

    def __enter__(self) -> Self:
        """Be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the engine."""
        self.close()

    # Inside

    def _spared_threads(self, threads: int) -> int:
        if threads <= (cores := core_count()):
            return threads
        self._notes.append(f"{threads} threads are more than the cores there are: {cores} are used")
        return cores

    def _spared_memory(self, hash_mb: int) -> int:
        memory = memory_bytes() or sys.maxsize
        most = max(int(memory * _SHARE_OF_MEMORY) >> 20, 1)
        if hash_mb <= most:
            return hash_mb
        self._notes.append(f"a hash of {hash_mb} MB is more than can be spared: {most} MB are used")
        return most

    def _check_process(self) -> None:
        """Raise an InputError in a forked child, which has none of the threads."""
        if self._process != os.getpid():
            raise InputError("this engine belongs to another process: make one in this")

    @contextmanager
    def _alone(self, board: Board | None = None) -> Iterator[_core.Engine]:
        """Wait until no other thread uses the engine, and keep others out.

        If a board is named, what the engine knows of its game is brought to the core first.
        """
        self._check_process()
        if self._owner == get_ident():
            raise InputError("this engine is searching: close its stream or take it to its end")
        with self._lock:
            core = self._core
            if core is None:
                raise InputError("this engine is closed")
            self._owner = get_ident()
            try:
                kind = None if board is None else (board.size, board.rules)
                if kind is not None and kind not in self._evaluations:
                    if (learned := self.evaluation(*kind)) is not None:
                        core.use(learned)
                    self._evaluations.add(kind)
                yield core
            finally:
                self._owner = None
                del core  # a traceback that is kept must not keep the threads of a closed engine

    def _reports(self, board: Board, task: _Task) -> Generator[_core.Report, None, None]:
        """Search, and hand out every report; the last is the result, or says the same."""
        return self._reports_after(self._stops, board, task)

    def _reports_after(
        self, stops: int, board: Board, task: _Task
    ) -> Generator[_core.Report, None, None]:
        """Search; if there were further stops before it began, only as long as is needed."""
        own, opp = board.bits
        size, reversed_rules = board.size, board.rules == "reversed"
        with self._alone(board) as core:
            try:
                core.start(own=own, opp=opp, size=size, reversed=reversed_rules, **task._asdict())
            except RuntimeError as error:
                raise _threads_missing(self._threads, error) from None
            self._searching = True
            if self._stops != stops:
                core.stop()
            try:
                last = None
                while not core.wait(_SECONDS_BETWEEN_SIGNALS):
                    while (report := core.next_report()) is not None:
                        last = report
                        yield report
                        self._check_process()
                result = core.result()
                while (report := core.next_report()) is not None:
                    if _reach(report) != _reach(result):
                        last = report
                        yield report
                        self._check_process()
                if last is None or (_reach(last), last.nodes) != (_reach(result), result.nodes):
                    yield result
            finally:
                self._searching = False
                core.stop()
                # In a forked child nothing runs that could be waited for.
                while self._process == os.getpid() and not core.wait(_SECONDS_BETWEEN_SIGNALS):
                    core.next_report()
                del core  # for the same reason as above

    def _result(self, board: Board, task: _Task) -> _core.Report:
        *_, last = self._reports(board, task)
        return last

    def _from_book(self, board: Board, lines: int) -> Analysis | None:
        known = [] if self._book is None else self._book.moves(board)
        if not known:
            return None
        found = [
            AnalysisLine(
                move=move.move,
                margin=move.value,
                bound="exact",
                exact=move.exact,
                depth=move.depth,
                selectivity=move.selectivity,
                pv=[move.move],
            )
            for move in known[:lines]
        ]
        best = found[0]
        return Analysis(
            move=best.move,
            margin=best.margin,
            bound=best.bound,
            exact=all(move.exact for move in known),
            depth=best.depth,
            selectivity=best.selectivity,
            pv=best.pv,
            nodes=0,
            seconds=0.0,
            lines=found,
            notes=self.notes,
            from_book=True,
        )

    def _stream(
        self, known: Analysis | None, reports: Generator[_core.Report, None, None]
    ) -> Generator[Analysis, None, None]:
        if known is not None:
            yield known
        with closing(reports):
            for report in reports:
                yield self._found(report)

    def _found(self, report: _core.Report) -> Analysis:
        lines = [
            AnalysisLine(
                move=Move.from_index(line.move),
                margin=line.margin,
                bound=line.bound,
                exact=line.exact,
                depth=line.depth,
                selectivity=line.selectivity,
                pv=[Move.from_index(move) for move in line.moves],
            )
            for line in report.lines
        ]
        best = lines[0]
        return Analysis(
            move=best.move,
            margin=best.margin,
            bound=best.bound,
            exact=report.exact,
            depth=report.depth,
            selectivity=report.selectivity,
            pv=list(best.pv),
            nodes=report.nodes,
            seconds=report.seconds,
            lines=lines,
            notes=self.notes,
        )


def _threads_missing(threads: int, error: RuntimeError) -> MachineError:
    return MachineError(
        f"this system does not start an engine of {threads} threads ({error}): "
        "use fewer, or raise the limit on processes and threads"
    )


def _evaluation(weights: str | os.PathLike[str] | WeightsFile) -> _core.Evaluation:
    if isinstance(weights, WeightsFile):
        return weights.evaluation()
    if not isinstance(weights, str | os.PathLike):
        raise InputError(f"{weights!r} are no weights: expected the name of a file")
    return read_evaluation(weights)


def book_player(
    book: "str | os.PathLike[str] | Book | BookPlayer",
    tolerance: int | None = None,
    seed: int | None = None,
) -> "BookPlayer":
    """Return what plays the moves of a book; it is imported when one is used."""
    # Books need NumPy, which takes long to import.
    from obversi.book.player import BookPlayer

    return book if isinstance(book, BookPlayer) else BookPlayer(book, tolerance, seed)


def _name(weights: str | os.PathLike[str] | WeightsFile | None) -> str:
    if isinstance(weights, str | os.PathLike):
        return f"in {os.fspath(weights)}"
    return "given"


def _task(board: Board, limit: Limit | None, top: Top, moves: Iterable[str] | None = None) -> _Task:
    unfinished_board(board)
    if limit is not None and not isinstance(limit, Limit):
        raise InputError(f"{limit!r} is no limit: expected one such as Limit(seconds=1)")
    if limit is None or limit.is_unlimited:
        limit = _DEFAULT_LIMIT
    mask = _mask(board, moves)
    return _Task(
        _line_count(board, top, mask),
        seconds=min(limit.seconds_for(len(board.empty)) or 0.0, _LONGEST_SEARCH_SECONDS),
        depth=min(limit.depth or 0, _DEEPEST),
        nodes=min(limit.nodes or 0, _MOST_NODES),
        moves=mask,
    )


def _mask(board: Board, moves: Iterable[str] | None) -> int:
    """Return the squares of the moves to consider, if all of them are legal."""
    if moves is None:
        return _ALL_SQUARES
    if not isinstance(moves, Iterable):
        raise InputError(f"{moves!r} are no moves to consider: expected some such as ['d3']")
    chosen = set()
    for move in moves:
        board.copy(stack=False).push(move)  # raises if the move is not legal
        chosen.add(Move(move))
    if not chosen:
        raise InputError("there is no move to consider: expected one or more")
    return sum(1 << move.square_index for move in chosen if not move.is_pass)


def _line_count(board: Board, top: Top, mask: int) -> int:
    """Return how many of the best moves are wanted, of those there are."""
    moves = sum(move.is_pass or mask >> move.square_index & 1 for move in board.legal_moves)
    if top == "all":
        return moves
    if isinstance(top, str):
        raise InputError(f"the number of best moves cannot be {top!r}: expected one, or 'all'")
    return min(whole_number(top, "the number of best moves", 1), moves)


def _checked_window(board: Board, window: tuple[int, int] | None) -> tuple[int, int]:
    """Return the window, or the widest if there is none."""
    most = board.size**2
    if window is None:
        return -most, most
    try:
        lower, upper = map(index, window)
    except (TypeError, ValueError):
        raise InputError(f"{window!r} is no window: expected two whole numbers") from None
    lower, upper = max(lower, -most), min(upper, most)
    if lower >= upper:
        raise InputError(
            f"{window!r} is no window: expected margins from {-most} to {most}, the smaller first"
        )
    return lower, upper


def _reach(report: _core.Report) -> tuple[int, int]:
    return report.depth, report.selectivity
