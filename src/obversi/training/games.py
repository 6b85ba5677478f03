"""A folder of games for training.

Games lie in files of their own, `games-<first number>.obg`, that are never changed; `data.json`
says what game they are of and how they were made. Games of self-play have the numbers from 0 on,
those added from files the numbers from ADDED on.
"""

import fcntl
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from obversi.board import Rules, checked_rules
from obversi.errors import FormatError, ObversiError
from obversi.formats.problems import OnProblem, raise_problem
from obversi.size import checked_size
from obversi.training.shard import GAME, UNKNOWN, Games, Shard, named_problem, replace_file

__all__ = ["ADDED", "GAME", "UNKNOWN", "GameData", "GameWriter", "Games"]

ADDED: Final = 1 << 31

_FORMAT = 1
_DESCRIPTION = "data.json"
_LOCK = ".lock"


@dataclass(frozen=True)
class GameData:
    """The games in a folder: of one size and one rule set, all made with the same settings."""

    folder: Path
    size: int
    rules: Rules

    @classmethod
    def create(cls, folder: str | Path, size: int = 8, rules: str = "normal") -> Self:
        """Begin a folder that has no games yet."""
        data = cls(Path(folder), checked_size(size), checked_rules(rules))
        if data._description.exists():
            raise ObversiError(f"{data.folder} has games already")
        with named_problem(data.folder, "made"):
            data.folder.mkdir(parents=True, exist_ok=True)
        if data._paths():
            raise ObversiError(
                f"{data.folder} has games but no {_DESCRIPTION} that says what they are: "
                "take another folder"
            )
        data._describe({})
        return data

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """Open a folder that was begun before."""
        data, _ = cls._described(Path(folder))
        return data

    @classmethod
    def open_or_create(cls, folder: str | Path, size: int = 8, rules: str = "normal") -> Self:
        """Open a folder, or begin it; one of another game is refused."""
        if not (Path(folder) / _DESCRIPTION).exists():
            return cls.create(folder, size, rules)
        data = cls.open(folder)
        if (data.size, data.rules) != (checked_size(size), checked_rules(rules)):
            raise ObversiError(
                f"{folder} has {_game(data.size, data.rules)} games, not "
                f"{_game(size, rules)}: take another folder"
            )
        return data

    @property
    def settings(self) -> dict[str, Any]:
        """What the games of self-play are made with; nothing as long as there are none."""
        _, settings = self._described(self.folder)
        return settings

    def keep_settings(self, settings: Mapping[str, Any]) -> None:
        """Let the folder have these settings from now on; one that has others is refused."""
        kept = self.settings
        if not kept:
            self._describe(settings)
            return
        other = [
            f"{name} {kept.get(name)} instead of {settings.get(name)}"
            for name in {**kept, **settings}
            if kept.get(name) != settings.get(name)
        ]
        if other:
            raise ObversiError(
                f"the games in {self.folder} are made with {', '.join(other)}: take another folder"
            )

    def shards(self, on_problem: OnProblem = raise_problem) -> list[Shard]:
        """Return the files of games by their numbers; of a damaged one `on_problem` is told."""
        found = []
        for path in self._paths():
            try:
                shard = Shard.open(path)
                if (shard.size, shard.rules) != (self.size, self.rules):
                    raise FormatError(
                        f"the file has {_game(shard.size, shard.rules)} games, the folder "
                        f"{_game(self.size, self.rules)} ones",
                        str(path),
                    )
                found.append(shard)
            except FormatError as problem:
                on_problem(problem)
        return sorted(found, key=lambda shard: shard.first)

    def parts(self, on_problem: OnProblem = raise_problem) -> Iterator[Games]:
        """Read file after file; a damaged one is left out if `on_problem` does not raise."""
        for shard in self.shards(on_problem):
            try:
                games = shard.read()
            except FormatError as problem:
                on_problem(problem)
                continue
            yield games

    def read(self, on_problem: OnProblem = raise_problem) -> Games:
        """Read all games at once."""
        return np.concatenate([np.empty(0, GAME), *self.parts(on_problem)])

    @contextmanager
    def writing(self) -> Iterator["GameWriter"]:
        """Keep other runs from writing into the folder meanwhile."""
        path = self.folder / _LOCK
        with named_problem(path, "written"):
            lock = path.open("wb")
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ObversiError(f"another run is writing games into {self.folder}") from None
            except OSError:
                pass  # some file systems of a network know no locks
            for partial in self.folder.glob("*.part"):
                # Left by a run that was killed.
                partial.unlink(missing_ok=True)
            yield GameWriter(self)

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("games-*.obg"))

    @property
    def _description(self) -> Path:
        return self.folder / _DESCRIPTION

    @classmethod
    def _described(cls, folder: Path) -> tuple[Self, dict[str, Any]]:
        """Read the description of a folder."""
        path = folder / _DESCRIPTION
        if not path.exists():
            raise ObversiError(f"{folder} is no folder of games: it has no {_DESCRIPTION}")
        with named_problem(path, "read"):
            text = path.read_bytes()
        try:
            told = json.loads(text)
            if told["format"] != _FORMAT:
                raise FormatError(
                    f"the games are of format {told['format']}: format {_FORMAT} is read here"
                )
            data = cls(folder, checked_size(told["size"]), checked_rules(told["rules"]))
            return data, dict(told["settings"])
        except (ValueError, KeyError, TypeError) as error:
            reason = str(error) if isinstance(error, ObversiError) else "this describes no games"
            raise FormatError(reason, str(path)) from error

    def _describe(self, settings: Mapping[str, Any]) -> None:
        told = {
            "format": _FORMAT,
            "size": self.size,
            "rules": self.rules,
            "settings": dict(settings),
        }
        text = json.dumps(told, indent=2) + "\n"
        replace_file(self._description, text.encode())


@dataclass(frozen=True)
class GameWriter:
    """Adds files of games to a folder, which `GameData.writing` keeps for it."""

    data: GameData

    def append(self, games: Games, first: int, numbers: int) -> Shard:
        """Write the games of so many numbers, all there are of them, into a file of their own."""
        if len(games) and not (
            first <= int(games["number"].min()) and int(games["number"].max()) < first + numbers
        ):
            raise ObversiError(f"there are games of other numbers than {numbers} from {first} on")
        path = self.data.folder / f"games-{first:010}.obg"
        return Shard.write(path, self.data.size, self.data.rules, first, numbers, games)


def _game(size: int, rules: str) -> str:
    return f"{rules} {size}×{size}"
