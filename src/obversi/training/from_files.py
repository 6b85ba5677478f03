"""Adding games from files in any format to a folder of games."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from obversi.color import BLACK
from obversi.errors import FormatError, InputError
from obversi.formats.detect import read_path
from obversi.formats.lines import OnProblem
from obversi.formats.record import GameRecord
from obversi.training.files import file_errors
from obversi.training.game_files import ADDED, GAME, UNKNOWN, GameData, Games, GameWriter

_NO_MOVE = 0xFF
_MOST_MOVES = 60
_FROM_A_FILE = 1

_GAMES_A_SHARD = 20_000
_GAMES_BETWEEN_REPORTS = 500


@dataclass(frozen=True, slots=True)
class Added:
    """The number of games added, and of those skipped, by reason."""

    games: int
    skipped: Mapping[str, int]


def add_files(
    data: GameData, paths: Iterable[str | Path], *, on_problem: OnProblem | None = None
) -> Generator[Added, None, None]:
    """Add the games of files to a folder, and yield the counts regularly and at the end.

    Finished games of the folder's size and rules, from the usual start position, are added, each
    once. A file without rules is assumed to have those of the folder. Unreadable games are counted,
    and `on_problem` is called.
    """
    files = [Path(path) for path in paths]
    for path in files:
        if not path.is_file():
            raise InputError(f"there is no file {path}")
    return _add(data, files, on_problem)


def _add(
    data: GameData, paths: list[Path], on_problem: OnProblem | None
) -> Generator[Added, None, None]:
    skipped: Counter[str] = Counter()
    seen = 0
    with data.writing() as writer:
        batch = _Batch(writer)
        try:
            for path in paths:
                for record in _readable(data, path, skipped, on_problem):
                    reason = _unfit(data, record) or batch.add(record)
                    if reason:
                        skipped[reason] += 1
                    seen += 1
                    if seen % _GAMES_BETWEEN_REPORTS == 0:
                        yield Added(batch.games, dict(skipped))
        finally:
            batch.write()
        yield Added(batch.games, dict(skipped))


def _readable(
    data: GameData, path: Path, skipped: Counter[str], on_problem: OnProblem | None
) -> Iterator[GameRecord]:
    """Yield the games of a file that can be read, and count the others."""

    def count(problem: FormatError) -> None:
        skipped["cannot be read"] += 1
        if on_problem is not None:
            on_problem(FormatError(str(problem), str(path)))

    with file_errors(path, "read"):
        yield from read_path(path, rules=data.rules, size=data.size, on_problem=count)


def _unfit(data: GameData, record: GameRecord) -> str:
    """Return why a game cannot be used, or an empty text."""
    if record.size != data.size:
        return "another size"
    if record.rules != data.rules:
        return "other rules"
    if not record.begins_as_usual:
        return "another start"
    if not record.board().is_over:
        return "not finished"
    return ""


class _Batch:
    """Games that are added; it knows those that the folder has already."""

    def __init__(self, writer: GameWriter) -> None:
        self.games = 0
        self._writer = writer
        self._rows: list[Games] = []
        self._known: set[bytes] = set()
        self._next = ADDED
        for shard in writer.data.shards():
            if shard.first >= ADDED:
                self._known.update(moves.tobytes() for moves in shard.read()["moves"])
                self._next = max(self._next, shard.first + shard.numbers)

    def add(self, record: GameRecord) -> str:
        """Add a game, or return why not."""
        moves = _moves(record)
        if moves in self._known:
            return "there already"
        outcome = record.board().outcome()
        assert outcome is not None
        row = np.zeros(1, GAME)
        row["moves"] = np.frombuffer(moves, np.uint8)
        row["values"] = UNKNOWN
        row["number"] = self._next + len(self._rows)
        row["exact_from"] = _MOST_MOVES
        row["margin"] = outcome.margin_for(BLACK)
        row["source"] = _FROM_A_FILE
        self._known.add(moves)
        self._rows.append(row)
        self.games += 1
        if len(self._rows) == _GAMES_A_SHARD:
            self.write()
        return ""

    def write(self) -> None:
        """Write the games of the batch into a file."""
        rows, self._rows = self._rows, []
        if rows:
            self._writer.append(np.concatenate(rows), self._next, len(rows))
            self._next += len(rows)


def _moves(record: GameRecord) -> bytes:
    squares = bytes(played.move.square_index for played in record.moves if not played.move.is_pass)
    return squares.ljust(_MOST_MOVES, bytes([_NO_MOVE]))
