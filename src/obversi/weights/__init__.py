"""Learned weights: reading and writing files of them, and those that come with the package."""

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from obversi import _core
from obversi.arguments import file_path
from obversi.errors import InputError
from obversi.rules import Rules
from obversi.weights.unpacking import unpacked

if TYPE_CHECKING:  # NumPy takes longer to import than all of this
    import numpy as np
    from numpy.typing import NDArray

    _Parts = tuple[list[int], NDArray[np.uint8], NDArray[np.int16], NDArray[np.uint8], bool]

__all__ = ["read_weights", "shipped_path", "write_weights"]

# How much of a weight is a disc, and how many numbers a vector of a network has.
UNIT = 128
WIDTH = 16

_PROBCUT_SHAPE = (2, 16, 6)


def no_probcut() -> "NDArray[np.float32]":
    """Return the Multi-ProbCut model that trusts no shallow search."""
    import numpy as np

    return np.zeros(_PROBCUT_SHAPE, np.float32)


def layers_type() -> "np.dtype[np.void]":
    """Return the type of a network's layers for one number of empty squares."""
    import numpy as np

    return np.dtype(
        [
            ("bias", "<i2", WIDTH),
            ("hidden", "<i2", (WIDTH, WIDTH)),
            ("hidden_bias", "<i4", WIDTH),
            ("output", "<i2", WIDTH),
            ("output_bias", "<i4"),
        ]
    )


@dataclass(frozen=True)
class Tables:
    """The weights of one evaluation: by phase, then by pattern, then by the pattern's weights.

    A network has vectors instead of weights, with another dimension, and layers.
    """

    patterns: tuple[int, ...]  # each as the squares of its first place, a bit a square
    phase_of_empties: "NDArray[np.uint8]"  # for 0 to 64 empty squares
    values: "NDArray[np.int16]"  # a row a phase, in 1/UNIT of a disc
    layers: "NDArray[np.void] | None" = None  # of layers_type(), for 0 to 64 empty squares
    # Whether the weights of the numbers of moves follow those of the patterns in a network.
    counts_moves: bool = False


@dataclass(frozen=True)
class WeightsFile:
    """All that a file of weights holds.

    `probcut[kind, bin]` says how far a deep search is from a shallow one: kind 0 to a depth, 1 to
    the end of the game; a bin for every four numbers of empty squares; mean, mean per ply of the
    shallow search, mean per ply of the deep one, and the same of the logarithm of the deviation.
    """

    size: int
    rules: Rules
    full: Tables
    light: Tables  # for the order of moves near the end
    probcut: "NDArray[np.float32]" = field(default_factory=no_probcut)
    about: str = ""

    def to_bytes(self) -> bytes:
        """Return what the core reads."""
        import numpy as np

        return _core.write_weights(
            self.size,
            self.rules == "reversed",
            self.about,
            _parts(self.full),
            _parts(self.light),
            np.ascontiguousarray(self.probcut, np.float32).reshape(-1),
        )

    def evaluation(self) -> _core.Evaluation:
        """Return the evaluation that these weights make."""
        return _core.Evaluation(self.to_bytes())

    @property
    def game(self) -> str:
        """The game that they were learned for, in words."""
        return f"{self.rules} {self.size}×{self.size}"


def read_weights(path: str | os.PathLike[str]) -> WeightsFile:
    """Read a file of weights; an ObversiError says what is wrong with it.

    >>> read_weights(shipped_path(6, "reversed")).game
    'reversed 6×6'
    """
    with _named(path) as blob:
        size, reversed_rules, about, full, light, probcut = _core.read_weights(bytes(blob))
    return WeightsFile(
        size,
        "reversed" if reversed_rules else "normal",
        _tables(full),
        _tables(light),
        probcut.reshape(_PROBCUT_SHAPE),
        about,
    )


def read_evaluation(path: str | os.PathLike[str]) -> _core.Evaluation:
    """Read a file of weights as the evaluation that it makes: quicker than to read them apart."""
    with _named(path) as blob:
        return _core.Evaluation(blob)


@contextmanager
def _named(path: str | os.PathLike[str]) -> Iterator[bytearray]:
    """Hand out the bytes of a file; errors name it."""
    file = file_path(path)
    try:
        yield unpacked(file)
    except OSError as error:
        raise InputError(f"the weights in {path} cannot be read: {error.strerror}") from error
    except zlib.error:
        raise InputError(
            f"the weights in {path} cannot be used: the file is damaged or holds no weights"
        ) from None
    except (RuntimeError, ValueError) as error:
        raise InputError(f"the weights in {path} cannot be used: {error}") from None


def write_weights(path: str | os.PathLike[str], weights: WeightsFile) -> None:
    """Write a file of weights, compressed; what was there before stays until all is written."""
    place = Path(path)
    blob = zlib.compress(weights.to_bytes(), 9)
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(blob)
            file.flush()
            os.fsync(file.fileno())  # else the name might outlive a power cut, and not the content
        temporary.replace(place)
    except OSError as error:
        raise InputError(f"the weights cannot be written to {path}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _parts(tables: Tables) -> "_Parts":
    import numpy as np

    layers = np.zeros(0, layers_type()) if tables.layers is None else tables.layers
    return (
        list(tables.patterns),
        np.ascontiguousarray(tables.phase_of_empties, np.uint8),
        np.ascontiguousarray(tables.values, np.int16).reshape(-1),
        np.frombuffer(np.asarray(layers, layers_type()).tobytes(), np.uint8),
        tables.counts_moves,
    )


def _tables(parts: "_Parts") -> Tables:
    patterns, phase_of_empties, values, layers, counts_moves = parts
    phases = int(phase_of_empties.max()) + 1
    if not len(layers):
        return Tables(tuple(patterns), phase_of_empties, values.reshape(phases, -1))
    vectors = values.reshape(phases, -1, WIDTH)
    by_empties = layers.view(layers_type())
    return Tables(tuple(patterns), phase_of_empties, vectors, by_empties, counts_moves)


# The files of the package: one for each size and rule set.


def shipped_path(size: int, rules: Rules) -> Path:
    """Return where the weights for boards of a size and rules are, if there are any."""
    return Path(__file__).parent / f"{size}x{size}-{rules}.obw"


def check_game(learned: _core.Evaluation, size: int, rules: Rules, where: str) -> None:
    """Raise an InputError that names where weights are from, unless they are for this game."""
    if (learned.size, learned.reversed) != (size, rules == "reversed"):
        own_rules = "reversed" if learned.reversed else "normal"
        raise InputError(
            f"the weights {where} are for {own_rules} {learned.size}×{learned.size}, "
            f"not for {rules} {size}×{size}"
        )


# Several threads that read the same at once would take as many times as long.
_READING: dict[tuple[int, str], Lock] = {}
# A thread that reads during a fork never releases its lock in the child.
os.register_at_fork(after_in_child=_READING.clear)


def evaluation(size: int, rules: Rules) -> _core.Evaluation | None:
    """Return the evaluation for boards of a size and rules, read once, or None if there is none."""
    with _READING.setdefault((size, rules), Lock()):
        return _read_once(size, rules)


@cache
def _read_once(size: int, rules: Rules) -> _core.Evaluation | None:
    path = shipped_path(size, rules)
    if not path.exists():
        return None
    found = read_evaluation(path)
    if (found.size, found.reversed) != (size, rules == "reversed"):
        raise InputError(f"the weights in {path} are for another board or other rules")
    return found
