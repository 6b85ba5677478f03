"""Fitting with a small pattern set on 4×4: what goes in must come out."""

import importlib
import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from obversi.training import fit

ROW = [0, 1, 2, 3]
PATTERNS = {
    "size": 4,
    "unit": 128,
    "patterns": [
        {"name": "constant", "mirrors": [], "features": [[]]},
        {
            "name": "edge",
            "mirrors": [[3, 2, 1, 0]],
            "features": [ROW, [24, 25, 26, 27], [0, 8, 16, 24], [3, 11, 19, 27]],
        },
    ],
}
WEIGHTS = 1 + (81 + 9) // 2


def write_patterns(folder: Path) -> Path:
    path = folder / "patterns.json"
    path.write_text(json.dumps(PATTERNS))
    return path


def write_records(path: Path, records: np.ndarray, rules: int = 0, size: int = 4) -> Path:
    header = struct.pack("<8sIBB10x", b"obversir", 1, size, rules)
    path.write_bytes(header + records.tobytes())
    return path


def digit(own: int, opp: int, square: int) -> int:
    return (own >> square & 1) + 2 * (opp >> square & 1)


def strewn_records(count: int) -> np.ndarray:
    """Positions at random, worth one disc for the mover, and one more for each own corner."""
    random = np.random.default_rng(1)
    rows = []
    for game in range(count):
        discs, colors = (int(word) for word in random.integers(0, 1 << 16, 2))
        own, opp = spread(discs & colors), spread(discs & ~colors)
        corners = sum(own >> square & 1 for square in (0, 3, 24, 27))
        rows.append((own, opp, 128 * (1 + corners), 16 - discs.bit_count(), 0, game))
    return np.array(rows, fit._RECORD)


def spread(cells: int) -> int:
    """Sixteen cells in their places among the 64 squares."""
    return sum((cells >> 4 * row & 15) << 8 * row for row in range(4))


def test_images_of_each_other_share_a_weight(tmp_path: Path) -> None:
    patterns = fit.read_patterns(write_patterns(tmp_path))
    constant, edge = patterns.patterns
    assert constant.weights == 1
    assert edge.weights == (81 + 9) // 2
    assert edge.weight_of_index[1] == edge.weight_of_index[27]
    assert edge.weight_of_index[1] != edge.weight_of_index[2]
    # Numbered by the smallest index, as in the core.
    assert edge.weight_of_index[:4].tolist() == [0, 1, 2, 3]


def test_phases_divide_the_game() -> None:
    phases = fit.Plan(phases=15).phase_of(np.arange(65), 60)
    assert phases[60] == phases[64] == 0
    assert phases[57] == 0
    assert phases[56] == 1
    assert phases[4] == phases[0] == 14
    assert (np.diff(phases) <= 0).all()


def test_weights_are_written_as_the_core_reads_them(tmp_path: Path) -> None:
    patterns = fit.read_patterns(write_patterns(tmp_path))
    rows = [np.arange(WEIGHTS, dtype=np.int16) + 100 * phase for phase in range(2)]
    blob = fit.write_weights(patterns, 1, fit.Plan(phases=2), rows)
    assert blob[:8] == b"obversiw"
    assert struct.unpack_from("<IBBBB", blob, 8) == (1, 4, 1, 2, 2)
    assert blob[16 : 16 + 65] == bytes([1] * 7 + [0] * 58)
    assert struct.unpack_from("<QIQI", blob, 81) == (0, 1, 15, 45)
    values = np.frombuffer(blob, "<i2", 2 * WEIGHTS, 105)
    assert values.tolist() == [*range(WEIGHTS), *range(100, 100 + WEIGHTS)]
    assert struct.unpack("<I", blob[-4:]) == (zlib.crc32(blob[:-4]),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no training records"),
        (b"something else that is long enough", "no training records"),
        (struct.pack("<8sIBB10x", b"obversir", 2, 4, 0), "version 2"),
        (struct.pack("<8sIBB10x", b"obversir", 1, 8, 0), "size 8"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "games.rec"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        fit.read_records([path], 4)


def test_records_are_read_up_to_where_a_killed_run_stopped(tmp_path: Path) -> None:
    path = write_records(tmp_path / "games.rec", strewn_records(3), rules=1)
    path.write_bytes(path.read_bytes()[:-5])
    records, rules = fit.read_records([path], 4)
    assert len(records) == 2
    assert rules == 1
    other = write_records(tmp_path / "others.rec", strewn_records(1), rules=0)
    with pytest.raises(ValueError, match="different rules"):
        fit.read_records([path, other], 4)


def test_without_pytorch_the_message_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    records = write_records(tmp_path / "games.rec", strewn_records(3))
    with pytest.raises(SystemExit, match="needs PyTorch"):
        fit.main([str(records), "--patterns", str(write_patterns(tmp_path))])


def test_what_the_margins_are_made_of_is_found(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    records = strewn_records(4000)
    path = write_records(tmp_path / "games.rec", records)
    fit.main(
        [
            str(path),
            "--patterns",
            str(write_patterns(tmp_path)),
            "--phases",
            "2",
            "--raw",
            str(tmp_path / "raw"),
            "--out",
            str(tmp_path / "out"),
            "--device",
            "cpu",
        ]
    )
    blob = (tmp_path / "raw").read_bytes()
    assert zlib.decompress((tmp_path / "out").read_bytes()) == blob
    values = np.frombuffer(blob, "<i2", 2 * WEIGHTS, 105).reshape(2, WEIGHTS)
    edge = fit.read_patterns(write_patterns(tmp_path)).patterns[1]
    for record in records[:200]:
        own, opp, empties = int(record["own"]), int(record["opp"]), int(record["empties"])
        row = values[blob[16 + empties]]
        value = row[0]
        for squares in edge.features:
            index = sum(digit(own, opp, square) * 3**k for k, square in enumerate(squares))
            value += row[1 + edge.weight_of_index[index]]
        assert abs(value - record["margin"]) < 32


def test_the_surest_margin_of_a_position_counts(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    records = strewn_records(1).repeat(4)
    records["source"] = [0, 0, 1, 2]
    records["margin"] = [128, 384, 1280, 2560]
    patterns = fit.read_patterns(write_patterns(tmp_path))
    merged = fit._different(records, patterns.unit, "cpu")
    assert len(merged) == 1
    assert float(merged.margin[0]) == pytest.approx(2, abs=0.05)
