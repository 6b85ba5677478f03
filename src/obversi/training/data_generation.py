"""Self-play into a folder of games, on this machine or on a cluster.

A game depends only on the settings, the weights and its number: however a run is divided, killed,
resumed or distributed over machines, the same numbers give the same games.
"""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from obversi.arguments import is_positive, whole_number
from obversi.cluster import Cluster, ClusterError, Future
from obversi.errors import InputError
from obversi.machine import core_count
from obversi.training.game_files import ADDED, GameData, Games, GameWriter, Shard
from obversi.training.self_play import SelfPlay, SelfPlaySettings
from obversi.weights import WeightsFile

# How much larger a piece may be than the one before, because the first games may have been short.
_MOST_GROWTH = 4


class Schedule:
    """Divides the numbers of games into pieces that take about the same time.

    `least` is the smallest piece that keeps all threads busy. After `deadline` (of
    `time.monotonic`) there are no more pieces, and shortly before it they become smaller.
    """

    def __init__(
        self, missing: Iterable[range], seconds_a_piece: float, least: int, deadline: float | None
    ) -> None:
        """Begin with pieces of the smallest size."""
        self._missing = iter(missing)
        self._rest = range(0)
        self._seconds = seconds_a_piece
        self._least = least
        self._count = least
        self._deadline = deadline
        self._speed: float | None = None

    def take(self) -> range | None:
        """Return the numbers of the next games, or None if there are no more."""
        count = self._count
        if self._deadline is not None:
            left = self._deadline - time.monotonic()
            if left <= 0:
                return None
            if self._speed is not None:
                count = max(min(count, int(left * self._speed)), 1)
        while not self._rest:
            following = next(self._missing, None)
            if following is None:
                return None
            self._rest = following
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def learn(self, games: int, seconds: float) -> None:
        """Adapt the size of the pieces to the time that one took."""
        self._speed = games / max(seconds, 1e-6)
        aim = int(self._speed * self._seconds)
        self._count = max(min(aim, _MOST_GROWTH * games), self._least)


# Enough that no worker waits for its next piece.
_PIECES_A_THREAD = 2

# How often a piece that failed is tried again.
_RETRIES = 3

# How often the list of workers is updated.
_POLL_SECONDS = 0.5


def play_on_cluster(
    player: SelfPlay, schedule: Schedule, address: str, threads: int
) -> Generator[tuple[range, Games], None, None]:
    """Yield pieces in the order in which they are done; a piece whose worker dies is repeated.

    `address` is that of a scheduler, or "local" for one process per thread on this machine.
    """
    with Cluster(address, workers=threads) as cluster:
        # Sent as the result of a task: unlike scattered data it is made again if its worker dies.
        shared = cluster.begin(_same, player)
        running: dict[Future, range] = {}
        while True:
            _fill(cluster, shared, schedule, running)
            if not running:
                return
            for future in cluster.ended(_POLL_SECONDS):
                if future in running:
                    numbers = running.pop(future)
                    games, seconds = _result(cluster, future, numbers)
                    schedule.learn(len(numbers), seconds)
                    yield numbers, games


def _fill(
    cluster: Cluster, shared: Future, schedule: Schedule, running: dict[Future, range]
) -> None:
    most = _PIECES_A_THREAD * max(sum(cluster.workers().values()), 1)
    while len(running) < most and (numbers := schedule.take()):
        future = cluster.begin(_played, shared, numbers.start, len(numbers), retries=_RETRIES)
        running[future] = numbers


def _same(player: SelfPlay) -> SelfPlay:
    return player


def _played(player: SelfPlay, first: int, count: int) -> tuple[Games, float]:
    """Play in a worker; it runs one task per thread."""
    begin = time.monotonic()
    games = player.play(first, count, threads=1)
    return games, time.monotonic() - begin


def _result(cluster: Cluster, future: Future, numbers: range) -> tuple[Games, float]:
    try:
        games, seconds = cluster.result(future)
    except ClusterError:
        raise
    except Exception as error:
        raise InputError(
            f"the workers could not play games {numbers.start} to {numbers.stop - 1}: "
            f"{type(error).__name__}: {error}"
        ) from error
    return games, seconds


# The limits of a file, in seconds of play and in records; a killed run may lose this much.
_SECONDS_A_SHARD = 30.0
_RECORDS_A_SHARD = 500_000

# The time between progress reports. Pieces for a cluster are larger, because all of them go through
# one process.
_SECONDS_A_PIECE = 1.5
_SECONDS_A_TASK = 6.0

# Threads wait for the last game of a piece, which matters less with more games.
_GAMES_A_THREAD = 8

_MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a run: games that it has played, that existed before, and that are planned."""

    played: int
    before: int
    planned: int | None
    seconds: float

    @property
    def games(self) -> int:
        """The number of games in the folder."""
        return self.before + self.played

    @property
    def speed(self) -> float:
        """The games per second of this run."""
        return self.played / self.seconds if self.seconds else 0.0


def generate(
    data: GameData,
    weights: WeightsFile | None = None,
    settings: SelfPlaySettings | None = None,
    *,
    games: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    cluster: str | None = None,
) -> Generator[Progress, None, None]:
    """Play until a folder has `games` games, or for `seconds` seconds, and yield the progress.

    A run resumes an earlier one and plays games again that it lost. After an error, Ctrl-C or the
    closing of the iterator all finished games are stored. With `cluster`, the address of a Dask
    scheduler, its workers play; with "local" processes of this machine, one per thread.
    """
    if games is None and seconds is None:
        raise InputError("self-play needs an end: a number of games, or seconds")
    if games is not None:
        games = whole_number(games, "the number of games", 1, ADDED)
    if seconds is not None and not is_positive(seconds):
        raise InputError(f"self-play cannot take {seconds} s: expected a number above 0")
    count = core_count() if threads is None else threads
    count = whole_number(count, "the number of threads", 1, most=_MOST_THREADS)
    player = SelfPlay.of(data.size, data.rules, settings or SelfPlaySettings(), weights)
    return _generate(data, player, games, seconds, count, cluster)


def _generate(
    data: GameData,
    player: SelfPlay,
    planned: int | None,
    seconds: float | None,
    threads: int,
    cluster: str | None,
) -> Generator[Progress, None, None]:
    begin = time.monotonic()
    deadline = None if seconds is None else begin + seconds
    with data.writing() as writer:
        data.store_settings(player.description())
        shards = [shard for shard in data.shards() if shard.first < ADDED]
        missing = _missing(shards, ADDED if planned is None else planned)
        if cluster is None:
            schedule = Schedule(missing, _SECONDS_A_PIECE, _GAMES_A_THREAD * threads, deadline)
            pieces = _play_here(player, schedule, threads)
        else:
            schedule = Schedule(missing, _SECONDS_A_TASK, _GAMES_A_THREAD, deadline)
            pieces = play_on_cluster(player, schedule, cluster, threads)
        before, played = sum(shard.numbers for shard in shards), 0
        yield Progress(played, before, planned, 0.0)
        pending = _Pending(writer)
        with closing(pieces):
            try:
                for numbers, games in pieces:
                    pending.add(numbers, games)
                    played += len(numbers)
                    yield Progress(played, before, planned, time.monotonic() - begin)
            finally:
                pending.write()


def _missing(shards: Sequence[Shard], end: int) -> Iterator[range]:
    """Yield the numbers before the end that are in none of the sorted files."""
    known = 0
    for shard in shards:
        if known < min(shard.first, end):
            yield range(known, min(shard.first, end))
        known = max(known, shard.first + shard.numbers)
    if known < end:
        yield range(known, end)


def _play_here(
    player: SelfPlay, schedule: Schedule, threads: int
) -> Generator[tuple[range, Games], None, None]:
    while numbers := schedule.take():
        begin = time.monotonic()
        games = player.play(numbers.start, len(numbers), threads)
        schedule.learn(len(numbers), time.monotonic() - begin)
        yield numbers, games


class _Pending:
    """Games that have been played but not written to a file yet."""

    def __init__(self, writer: GameWriter) -> None:
        self._writer = writer
        self._pieces: list[tuple[range, Games]] = []
        self._records = 0
        self._written = time.monotonic()

    def add(self, numbers: range, games: Games) -> None:
        """Add games, and write all of them when a file is due."""
        self._pieces.append((numbers, games))
        self._records += len(games)
        waited = time.monotonic() - self._written
        if waited >= _SECONDS_A_SHARD or self._records >= _RECORDS_A_SHARD:
            self.write()

    def write(self) -> None:
        """Write a file for each range of numbers without a gap."""
        # Games that cannot be written are not tried again.
        pieces, self._pieces, self._records = self._pieces, [], 0
        pieces.sort(key=lambda piece: piece[0].start)
        runs: list[list[tuple[range, Games]]] = []
        for piece in pieces:
            if runs and runs[-1][-1][0].stop == piece[0].start:
                runs[-1].append(piece)
            else:
                runs.append([piece])
        for run in runs:
            first, stop = run[0][0].start, run[-1][0].stop
            self._writer.append(np.concatenate([games for _, games in run]), first, stop - first)
        self._written = time.monotonic()
