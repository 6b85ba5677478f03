"""A book that learns from games: the engine plays with it against itself without a book.

Values are discs of searches. Games also tell which of nearly equal lines are easy to win. Each move
is chosen by its expected score plus a bonus for moves that were played rarely: a rule like UCB1,
with the variance of the results. The results of each game are stored for all moves of the book in
it; values are not changed.
"""

import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from math import inf, log, sqrt
from random import Random
from threading import Event, Lock, local
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from obversi.arguments import chosen_seed, whole_number
from obversi.board import Board
from obversi.book.book import Book, BookMove, position_after, position_key
from obversi.book.file import columns_of
from obversi.book.graph import Results
from obversi.book.player import GAMES_BEFORE, expected_scores, playable
from obversi.book.store import BookStore
from obversi.color import BLACK, WHITE, Color
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.machine import core_count

#: The time for a move, on average.
DEFAULT_SECONDS = 0.1

# Games have between half and twice the limit of a move, so that lines are learned that win at
# different strengths.
_SPREAD = 2.0
_HASH_MB = 16
_LAST_GAMES = 200
# Seconds between writes: a killed run may lose the games of this time.
_SECONDS_A_WRITE = 1.0

_Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Learned:
    """The state of a run: its games, and the points of the side with the book."""

    games: int
    points: float
    last_score: float  # points per game, of the last 200 games
    seconds: float


class _Game(NamedTuple):
    """The positions after the moves of the book, and the score of the side with the book."""

    keys: list[_Key]
    half_points: int


def learn(
    store: BookStore,
    *,
    games: int | None = None,
    seconds: float | None = None,
    limit: Limit | None = None,
    threads: int | None = None,
    seed: int | None = None,
) -> Generator[Learned, None, None]:
    """Play games with a book, store their results, and yield the progress as games end.

    The side with the book is Black and White in turn. `limit`, in seconds or nodes, is that of a
    move on average. Results are stored about once a second. With a seed, one thread and a limit of
    nodes a run can be repeated.
    """
    if games is None and seconds is None:
        raise InputError("learning needs an end: a number of games, or seconds")
    most = inf if games is None else whole_number(games, "the number of games", 1)
    count = core_count() if threads is None else whole_number(threads, "the number of threads", 1)
    begin = time.monotonic()
    deadline = inf if seconds is None else begin + seconds
    played = _Games(store, limit or Limit(seconds=DEFAULT_SECONDS), Random(chosen_seed(seed)))
    last: deque[int] = deque(maxlen=_LAST_GAMES)
    ended: list[_Game] = []
    begun = done = half_points = 0
    written = begin
    running: set[Future[_Game | None]] = set()
    pool = ThreadPoolExecutor(count)
    try:
        while True:
            while len(running) < count and begun < most and time.monotonic() < deadline:
                running.add(pool.submit(played.play, BLACK if begun % 2 == 0 else WHITE))
                begun += 1
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            found = [game for future in finished if (game := future.result()) is not None]
            ended += found
            last += [game.half_points for game in found]
            done += len(found)
            half_points += sum(game.half_points for game in found)
            now = time.monotonic()
            if now - written > _SECONDS_A_WRITE:
                # An interruption must not store them again.
                stored, ended, written = ended, [], now
                store.add_results(_results_of(stored))
            yield Learned(done, half_points / 2, sum(last) / len(last) / 2, now - begin)
    finally:
        played.stop()
        store.add_results(_results_of(ended))
        pool.shutdown(cancel_futures=True)


def _results_of(games: list[_Game]) -> NDArray[np.void]:
    """Return the results of games as rows to be stored."""
    rows = [(*key, 1, game.half_points) for game in games for key in game.keys]
    return np.array(rows, Results)


class _Games:
    """Games that threads play, and what all of them have found about each move so far."""

    def __init__(self, store: BookStore, limit: Limit, random: Random) -> None:
        graph = store.graph(searched=True)
        if not len(graph):
            raise InputError(f"{store.path} has no moves yet: let it grow first")
        self._book = Book(columns_of(graph), str(store.path))
        self._limit = limit
        self._random = random
        self._lock = Lock()
        self._own = local()
        self._stopped = Event()
        self._games: dict[_Key, int] = {}
        self._points: dict[_Key, float] = {}
        for own, opp, games, half_points in graph.results.tolist():
            self._games[own, opp] = games
            self._points[own, opp] = half_points / 2

    def stop(self) -> None:
        """End the games that are being played, without a result."""
        self._stopped.set()

    def play(self, with_book: Color) -> _Game | None:
        """Play a game in which this colour has the book; None if it was stopped."""
        if not hasattr(self._own, "engines"):
            self._own.engines = [Engine(hash_mb=_HASH_MB) for _ in range(2)]
        engines: list[Engine] = self._own.engines
        for engine in engines:
            engine.clear()
        limit = self._drawn_limit()
        board = Board(self._book.size, self._book.rules)
        keys: list[_Key] = []
        while not board.is_over:
            if self._stopped.is_set():
                return None
            if board.turn != with_book:
                board.push(engines[0].play(board, limit))
            elif (move := self._chosen(board)) is None:
                board.push(engines[1].play(board, limit))
            else:
                board.push(move.move)
                keys.append(position_key(board))
        margin = board.margin(with_book)
        half_points = 1 + (margin > 0) - (margin < 0)
        with self._lock:
            for key in keys:
                self._points[key] += half_points / 2
        return _Game(keys, half_points)

    def _drawn_limit(self) -> Limit:
        with self._lock:
            factor = _SPREAD ** self._random.uniform(-1, 1)
        nodes, seconds = self._limit.nodes, self._limit.seconds
        return replace(
            self._limit,
            nodes=None if nodes is None else max(round(nodes * factor), 1),
            seconds=None if seconds is None else seconds * factor,
        )

    def _chosen(self, board: Board) -> BookMove | None:
        """Choose a move of the book; its game counts as lost until it has ended.

        So threads that choose at the same time try different moves.
        """
        known = playable(self._book, board)
        if not known:
            return None
        keys = [position_key(position_after(board, move.move)) for move in known]
        with self._lock:
            moves = [
                replace(move, games=self._games.get(key, 0), points=self._points.get(key, 0.0))
                for move, key in zip(known, keys, strict=True)
            ]
            scores = expected_scores(moves)
            spread = max(score * (1 - score) for score in scores)
            trials = spread * log(1 + sum(move.games for move in moves))
            priorities = [
                (score + sqrt(trials / (GAMES_BEFORE + move.games)), self._random.random())
                for move, score in zip(moves, scores, strict=True)
            ]
            chosen = priorities.index(max(priorities))
            key = keys[chosen]
            self._games[key] = moves[chosen].games + 1
            self._points.setdefault(key, 0.0)
        return moves[chosen]
