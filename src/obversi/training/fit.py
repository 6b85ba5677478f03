"""Fits the weights of the evaluation to positions whose margins are known.

Runs as `python -m obversi.training.fit`, and by its path where nothing but NumPy and PyTorch is
installed: so it uses nothing of the package. What the patterns are, `obversi_selfplay --describe`
tells it.
"""

import argparse
import importlib
import json
import struct
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Plan", "fit", "main", "read_patterns", "read_records", "write_weights"]

# core/training/record.hpp and core/evaluation/weights.hpp tell what the bytes mean.
_RECORD = np.dtype(
    [
        ("own", "<u8"),
        ("opp", "<u8"),
        ("margin", "<i2"),
        ("empties", "u1"),
        ("source", "u1"),
        ("game", "<u4"),
    ]
)
_RECORDS_HEADER = struct.Struct("<8sIBB10x")
_WEIGHTS_HEADER = struct.Struct("<8sIBBBB65s")
_VERSION = 1

# As many phases as the games on a board of this size give enough positions for.
_PHASES = {4: 4, 6: 8, 8: 15}

# One game of so many is held out.
_HELD_OUT = 50

Records = NDArray[np.void]
Numbers = NDArray[np.int64]
Tensor = Any


@dataclass(frozen=True)
class Pattern:
    """A shape, the places where it lies on the board, and which weight each index has."""

    name: str
    features: tuple[tuple[int, ...], ...]
    weight_of_index: Numbers

    @property
    def weights(self) -> int:
        """The number of different weights."""
        return int(self.weight_of_index.max()) + 1


@dataclass(frozen=True)
class PatternSet:
    """All patterns of the boards of one size."""

    size: int
    unit: int
    patterns: tuple[Pattern, ...]

    @property
    def most_empties(self) -> int:
        """The number of empty squares at the start."""
        return self.size**2 - 4


@dataclass(frozen=True)
class Plan:
    """How the weights are fitted."""

    phases: int
    ridge: float = 1.0  # the pull towards the next phase, times the mean square of the errors
    overlap: int = 2  # positions so many plies beyond a phase count too,
    overlap_weight: float = 0.5  # but only so much
    iterations: int = 60
    device: str = "cpu"

    def phase_of(self, empties: Numbers, most_empties: int) -> Numbers:
        """Divide the game into phases of the same length; the last plies belong to the last."""
        played = np.maximum(most_empties - empties, 0)
        phases: Numbers = np.minimum(played * self.phases // most_empties, self.phases - 1)
        return phases


def read_patterns(path: Path) -> PatternSet:
    """Read what `obversi_selfplay --describe` has written."""
    try:
        told = json.loads(path.read_text())
        patterns = tuple(
            Pattern(
                entry["name"],
                tuple(tuple(squares) for squares in entry["features"]),
                _weight_of_index(len(entry["features"][0]), entry["mirrors"]),
            )
            for entry in told["patterns"]
        )
        return PatternSet(told["size"], told["unit"], patterns)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise ValueError(f"{path} does not describe patterns: {error!r}") from error


def _weight_of_index(length: int, mirrors: Sequence[Sequence[int]]) -> Numbers:
    indices = np.arange(3**length)
    digits = [indices // 3**k % 3 for k in range(length)]
    smallest = indices
    for order in mirrors:
        mirrored = sum((digits[order[k]] * 3**k for k in range(length)), np.zeros_like(indices))
        smallest = np.minimum(smallest, mirrored)
    return np.unique(smallest, return_inverse=True)[1].reshape(-1)


def read_records(paths: Sequence[Path], size: int) -> tuple[Records, int]:
    """Read files of records for boards of a size, and the number of the rules all are made for."""
    parts = []
    found = set()
    for path in paths:
        with path.open("rb") as file:
            header = file.read(_RECORDS_HEADER.size)
            if len(header) < _RECORDS_HEADER.size or header[:8] != b"obversir":
                raise ValueError(f"{path} holds no training records")
            _, version, file_size, rules = _RECORDS_HEADER.unpack(header)
            if version != _VERSION or file_size != size:
                raise ValueError(
                    f"{path} has records of version {version} for size {file_size}, "
                    f"not of version {_VERSION} for size {size}"
                )
            # A run that was killed may have left the beginning of one more record.
            whole = (path.stat().st_size - _RECORDS_HEADER.size) // _RECORD.itemsize
            parts.append(np.fromfile(file, _RECORD, whole))
            found.add(rules)
    if len(found) != 1:
        raise ValueError("the records are made for different rules, or there are none")
    return np.concatenate(parts), found.pop()


def _torch() -> Any:
    """Import PyTorch, which only fitting needs."""
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise RuntimeError("fitting needs PyTorch: pip install torch") from error


@dataclass(frozen=True)
class _Positions:
    """Different positions on the device; the margins in discs."""

    own: Tensor
    opp: Tensor
    margin: Tensor
    empties: Tensor
    held_out: Tensor

    def __getitem__(self, chosen: Tensor) -> "_Positions":
        parts = (self.own, self.opp, self.margin, self.empties, self.held_out)
        return _Positions(*(part[chosen] for part in parts))

    def __len__(self) -> int:
        return len(self.own)


def _mixed(word: Tensor) -> Tensor:
    # One round of splitmix64; PyTorch has signed words only, whose shifts drag the sign along.
    word = (word ^ (word >> 30 & (1 << 34) - 1)) * (0xBF58476D1CE4E5B9 - (1 << 64))
    word = (word ^ (word >> 27 & (1 << 37) - 1)) * (0x94D049BB133111EB - (1 << 64))
    return word ^ (word >> 31 & (1 << 33) - 1)


def _different(records: Records, unit: int, device: str) -> _Positions:
    """Merge records of the same position: the mean of the margins from the surest source."""
    torch = _torch()

    def column(name: str, kind: type) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(records[name]).astype(kind)).to(device)

    own, opp = (
        torch.from_numpy(records[n].copy().view(np.int64)).to(device) for n in ("own", "opp")
    )
    keys, order = torch.sort(_mixed(own + _mixed(opp)))
    begins = torch.ones(len(keys), dtype=torch.bool, device=device)
    begins[1:] = keys[1:] != keys[:-1]
    group = torch.cumsum(begins, 0) - 1
    # A source outweighs all that are less sure.
    trust = 1000.0 ** (2 - column("source", np.float64)[order])
    margin = column("margin", np.float64)[order] / unit
    groups = int(begins.sum())
    total = torch.zeros(groups, dtype=torch.float64, device=device)
    weighted = total.index_add(0, group, trust * margin)
    first = order[begins]
    return _Positions(
        own[first],
        opp[first],
        (weighted / total.index_add(0, group, trust)).float(),
        column("empties", np.int64)[first],
        column("game", np.int64)[first] % _HELD_OUT == 0,
    )


class _Matrix:
    """Which weights the features of some positions have: a row a position, a column a weight.

    Only the places of the ones are kept, by rows for products with weights, and sorted by columns
    for products with positions: sums of neighbours need no two threads to write to one place.
    """

    def __init__(self, patterns: PatternSet, positions: _Positions) -> None:
        torch = _torch()
        self._torch = torch
        self._device = positions.own.device
        self._rows = len(positions)
        self.columns = sum(pattern.weights for pattern in patterns.patterns)
        digits = [
            ((positions.own >> square & 1) + 2 * (positions.opp >> square & 1)).to(torch.uint8)
            for square in range(64)
        ]
        self._weights: list[Tensor] = []
        offset = 0
        for pattern in patterns.patterns:
            weight_of_index = torch.from_numpy(pattern.weight_of_index + offset)
            weight_of_index = weight_of_index.to(torch.int32).to(self._device)
            for squares in pattern.features:
                index = torch.zeros(self._rows, dtype=torch.int32, device=self._device)
                for k, square in enumerate(squares):
                    index += digits[square].to(torch.int32) * 3**k
                self._weights.append(weight_of_index[index])
            offset += pattern.weights
        self._sorted: list[tuple[Tensor, Tensor, Tensor]] = []

    def times(self, weights: Tensor) -> Tensor:
        """Return the sum of the weights of each position."""
        sums = self._torch.zeros(self._rows, device=self._device)
        for column in self._weights:
            sums += weights.index_select(0, column)
        return sums

    def transposed_times(self, values: Tensor) -> Tensor:
        """Return the sum of the values of the positions that have each weight."""
        sums = self._torch.zeros(self.columns, dtype=self._torch.float64, device=self._device)
        for weights, ends, order in self._by_column():
            running = values.index_select(0, order).double().cumsum(0)[ends]
            running[1:] -= running[:-1].clone()
            sums[weights] += running
        return sums.float()

    def _by_column(self) -> list[tuple[Tensor, Tensor, Tensor]]:
        if not self._sorted:
            for column in self._weights:
                in_order, order = self._torch.sort(column)
                weights, counts = self._torch.unique_consecutive(in_order, return_counts=True)
                self._sorted.append((weights.long(), counts.cumsum(0) - 1, order.int()))
        return self._sorted


@dataclass(frozen=True)
class _LeastSquares:
    """The weights of one phase, with a ridge that pulls them towards those of the phase after it.

    By conjugate gradients: the minimum is unique, and no learning rate has to be chosen.
    """

    matrix: _Matrix
    target: Tensor
    importance: Tensor
    after: Tensor

    def fitted(self, plan: Plan) -> Tensor:
        """Fit roughly first, to learn how far the margins scatter: the more, the less they say."""
        rough = self._solved(self.after, plan.ridge * _mean(self.target**2) / 10, 10)
        scatter = _mean((self.target - self.matrix.times(rough)) ** 2)
        return self._solved(rough, plan.ridge * scatter, plan.iterations)

    def _solved(self, start: Tensor, ridge: float, iterations: int) -> Tensor:
        matrix, importance = self.matrix, self.importance
        scale = matrix.transposed_times(importance) + ridge
        weights = start.clone()
        rest = matrix.transposed_times(importance * (self.target - matrix.times(weights)))
        rest -= ridge * (weights - self.after)
        step = rest / scale
        direction = step
        product = float(rest.double() @ step.double())
        goal = 1e-7 * product
        for _ in range(iterations):
            if product <= goal:
                break
            image = matrix.transposed_times(importance * matrix.times(direction))
            image += ridge * direction
            length = product / float(direction.double() @ image.double())
            weights += length * direction
            rest -= length * image
            step = rest / scale
            previous, product = product, float(rest.double() @ step.double())
            direction = step + product / previous * direction
        return weights


@dataclass(frozen=True)
class PhaseReport:
    """What came of one phase; the errors and the spread in discs."""

    phase: int
    most_empties: int
    least_empties: int
    positions: int
    spread: float
    fitted_error: float
    held_out: int
    held_out_error: float
    held_out_deviation: float

    HEADER = (
        "phase  empties   positions  spread  mean error | held out  mean error  deviation\n"
        "-----  -------  ----------  ------  ---------- + --------  ----------  ---------"
    )

    def __str__(self) -> str:
        return (
            f"{self.phase:5}  {self.most_empties:3}-{self.least_empties:<3}  {self.positions:10}  "
            f"{self.spread:6.2f}  {self.fitted_error:10.2f} | {self.held_out:8}  "
            f"{self.held_out_error:10.2f}  {self.held_out_deviation:9.2f}"
        )


def fit(
    patterns: PatternSet, records: Records, plan: Plan
) -> Iterator[tuple[PhaseReport, NDArray[np.int16]]]:
    """Fit phase by phase, from the end of the game to its beginning.

    A phase starts from the weights of the one after it and is pulled towards them, so that
    what is rarely seen, or not at all, is taken from there.
    """
    torch = _torch()
    positions = _different(records, patterns.unit, plan.device)
    every = np.arange(patterns.most_empties + 1)
    phases = plan.phase_of(every, patterns.most_empties)
    weights = torch.zeros(sum(pattern.weights for pattern in patterns.patterns), device=plan.device)
    for phase in reversed(range(plan.phases)):
        least, most = int(every[phases == phase].min()), int(every[phases == phase].max())
        near = (positions.empties >= least - plan.overlap) & (
            positions.empties <= most + plan.overlap
        )
        fitted = positions[near & ~positions.held_out]
        inside = (fitted.empties >= least) & (fitted.empties <= most)
        matrix = _Matrix(patterns, fitted)
        if len(fitted):
            importance = torch.where(inside, 1.0, plan.overlap_weight)
            weights = _LeastSquares(matrix, fitted.margin, importance, weights).fitted(plan)
        limit = np.iinfo(np.int16).max
        stored = (weights * patterns.unit).round().clamp(-limit, limit)
        used = stored / patterns.unit
        errors = (matrix.times(used) - fitted.margin)[inside]
        tested = positions[
            positions.held_out & (positions.empties >= least) & (positions.empties <= most)
        ]
        misses = _Matrix(patterns, tested).times(used) - tested.margin
        report = PhaseReport(
            phase,
            most,
            least,
            int(inside.sum()),
            _deviation(fitted.margin[inside]),
            _mean(errors.abs()),
            len(tested),
            _mean(misses.abs()),
            _mean(misses**2) ** 0.5,
        )
        yield report, stored.cpu().numpy().astype(np.int16)


def _mean(values: Tensor) -> float:
    return float(values.double().mean()) if len(values) else 0.0


def _deviation(values: Tensor) -> float:
    return float(values.double().std(correction=0)) if len(values) else 0.0


def write_weights(
    patterns: PatternSet, rules: int, plan: Plan, weights: Sequence[NDArray[np.int16]]
) -> bytes:
    """Return the weights, a row a phase, as the bytes the core reads."""
    phase_of_empties = plan.phase_of(np.arange(65), patterns.most_empties).astype(np.uint8)
    parts = [
        _WEIGHTS_HEADER.pack(
            b"obversiw",
            _VERSION,
            patterns.size,
            rules,
            plan.phases,
            len(patterns.patterns),
            phase_of_empties.tobytes(),
        )
    ]
    for pattern in patterns.patterns:
        squares = sum(1 << square for square in pattern.features[0])
        parts.append(struct.pack("<QI", squares, pattern.weights))
    parts += [row.astype("<i2").tobytes() for row in weights]
    blob = b"".join(parts)
    return blob + struct.pack("<I", zlib.crc32(blob))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, fit, show what came of it and write the weights."""
    parser = argparse.ArgumentParser(description="Fit the weights of the evaluation to records.")
    parser.add_argument("records", nargs="+", type=Path, help="written by obversi_selfplay")
    parser.add_argument("--patterns", type=Path, required=True, help="from --describe")
    parser.add_argument("--out", type=Path, help="the weights, compressed (.obw)")
    parser.add_argument("--raw", type=Path, help="the weights as the core reads them")
    parser.add_argument("--phases", type=int, help="instead of 4, 8 or 15 by size")
    parser.add_argument("--ridge", type=float, default=Plan.ridge)
    parser.add_argument("--overlap", type=int, default=Plan.overlap)
    parser.add_argument("--overlap-weight", type=float, default=Plan.overlap_weight)
    parser.add_argument("--iterations", type=int, default=Plan.iterations)
    parser.add_argument("--device", help="instead of a GPU where there is one")
    options = parser.parse_args(arguments)
    try:
        blob = _fit_files(options)
    except (OSError, ValueError, RuntimeError) as error:
        sys.exit(f"fit: {error}")
    if options.raw:
        options.raw.write_bytes(blob)
    if options.out:
        options.out.write_bytes(zlib.compress(blob, 9))


def _fit_files(options: argparse.Namespace) -> bytes:
    begin = time.monotonic()
    patterns = read_patterns(options.patterns)
    records, rules = read_records(options.records, patterns.size)
    plan = Plan(
        phases=options.phases or _PHASES[patterns.size],
        ridge=options.ridge,
        overlap=options.overlap,
        overlap_weight=options.overlap_weight,
        iterations=options.iterations,
        device=options.device or ("cuda" if _torch().cuda.is_available() else "cpu"),
    )
    print(f"{len(records)} records, on {plan.device}", PhaseReport.HEADER, sep="\n", flush=True)
    weights: list[NDArray[np.int16]] = []
    for report, row in fit(patterns, records, plan):
        print(report, flush=True)
        weights.insert(0, row)
    print(f"{time.monotonic() - begin:.1f} s")
    return write_weights(patterns, rules, plan, weights)


if __name__ == "__main__":
    main()
