"""Games of the engine against itself, into a folder of games.

A game depends on the settings, the weights and its number alone: however a run is cut into pieces,
killed, resumed or spread over machines, the same numbers are the same games.
"""

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import isfinite
from typing import Final

import numpy as np

from obversi.errors import ObversiError
from obversi.machine import core_count
from obversi.numbers import whole_number
from obversi.training.cluster import play_on_cluster
from obversi.training.games import ADDED, GameData, Games, GameWriter
from obversi.training.schedule import Schedule
from obversi.training.self_play import SelfPlay, SelfPlaySettings
from obversi.training.shard import Shard
from obversi.weights.weights_file import WeightsFile

__all__ = ["Progress", "SelfPlaySettings", "generate"]

# So much a run that is killed may lose, and no file is much larger.
_SECONDS_A_SHARD: Final = 30.0
_RECORDS_A_SHARD: Final = 500_000

# So often there is something to tell; a worker of a cluster takes more at once, because every piece
# goes through one process.
_SECONDS_A_PIECE: Final = 1.5
_SECONDS_A_TASK: Final = 6.0

# At the end of a piece threads wait for the last game: the more games, the less that matters.
_GAMES_A_THREAD: Final = 8

_MOST_THREADS: Final = 1024


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games that it has played, that were there before, and that are planned."""

    played: int
    before: int
    planned: int | None
    seconds: float

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.before + self.played

    @property
    def speed(self) -> float:
        """How many games a second this run has played."""
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
    """Play until a folder has so many games, or for so many seconds, and tell how far that is.

    A run goes on where the files of an earlier one end; games that it has lost are played again. An
    error, a Ctrl-C or the closing of the iterator keeps what was played. With `cluster`, the
    address of a Dask scheduler, its workers play; with "local" processes of this machine, one a
    thread.
    """
    if games is None and seconds is None:
        raise ObversiError("self-play needs an end: a number of games, or seconds")
    if games is not None:
        games = whole_number(games, "the number of games", 1, ADDED)
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise ObversiError(f"self-play cannot take {seconds} s: expected a number above 0")
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
        data.keep_settings(player.description())
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
    """Go through the numbers before the end that are in none of the files, which are in order."""
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
    """Games that have been played, and wait until they are enough for a file."""

    def __init__(self, writer: GameWriter) -> None:
        self._writer = writer
        self._pieces: list[tuple[range, Games]] = []
        self._records = 0
        self._written = time.monotonic()

    def add(self, numbers: range, games: Games) -> None:
        """Keep games, and write all there are when it is time to."""
        self._pieces.append((numbers, games))
        self._records += len(games)
        waited = time.monotonic() - self._written
        if waited >= _SECONDS_A_SHARD or self._records >= _RECORDS_A_SHARD:
            self.write()

    def write(self) -> None:
        """Write a file for each run of numbers without a gap."""
        # What cannot be written is not tried again.
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
