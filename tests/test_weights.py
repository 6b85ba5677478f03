import pickle
import random
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import obversi as ob
from obversi import _core, weights
from obversi.agents import make_agent
from obversi.rules import RULES, Rules
from obversi.weights import unpacking

NORMAL_4 = weights.shipped_path(4, "normal")
KINDS = [(size, rules) for size in ob.SIZES for rules in RULES]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder instead of the package's own, and nothing that was read before."""
    monkeypatch.setattr(
        weights, "shipped_path", lambda size, rules: tmp_path / f"{size}x{size}-{rules}.obw"
    )
    weights._read_once.cache_clear()
    yield tmp_path
    weights._read_once.cache_clear()


@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_those_of_the_package_fit(size: int, rules: Rules) -> None:
    found = weights.evaluation(size, rules)
    assert found is not None
    assert (found.size, found.reversed) == (size, rules == "reversed")
    assert weights.evaluation(size, rules) is found


def test_without_a_file_there_is_none(folder: Path) -> None:
    assert weights.evaluation(8, "normal") is None
    assert list(folder.iterdir()) == []
    with ob.Engine(hash_mb=1) as engine:
        assert engine.solve(ob.Board(4)).margin == -10


@pytest.mark.parametrize(
    ("content", "named"),
    [(b"", "cannot be used"), (b"nonsense", "cannot be used"), (zlib.compress(b"x"), "obversiw")],
)
def test_a_damaged_file_is_named(folder: Path, content: bytes, named: str) -> None:
    (folder / "4x4-reversed.obw").write_bytes(content)
    for use in (ob.Engine(hash_mb=1).solve, ob.Engine(hash_mb=1).evaluate):
        with pytest.raises(ob.ObversiError, match=named) as error:
            use(ob.Board(4, "reversed"))
        assert "4x4-reversed.obw" in str(error.value)
    assert ob.Engine(hash_mb=1).solve(ob.Board(4)).margin == -10


def test_weights_that_are_none_are_rejected() -> None:
    for nothing in (b"", b"obversiw", 1000 * b"x"):
        with pytest.raises(ValueError, match="weights"):
            _core.Evaluation(nothing)


def test_a_file_of_another_kind_is_rejected(folder: Path) -> None:
    (folder / "4x4-reversed.obw").write_bytes(NORMAL_4.read_bytes())
    with pytest.raises(ob.ObversiError, match="another board or other rules"):
        weights.evaluation(4, "reversed")


def test_those_of_the_package_are_small_together() -> None:
    paths = [weights.shipped_path(size, rules) for size, rules in KINDS]
    assert sum(path.stat().st_size for path in paths) <= 16_000_000


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    found = weights.read_weights(NORMAL_4)
    assert found.game == "normal 4×4"
    path = tmp_path / "copy.obw"
    weights.write_weights(path, replace(found, about="a copy, ±½"))
    copy = weights.read_weights(path)
    assert copy.about == "a copy, ±½"
    for tables, others in ((found.full, copy.full), (found.light, copy.light)):
        assert tables.patterns == others.patterns
        assert np.array_equal(tables.phase_of_empties, others.phase_of_empties)
        assert np.array_equal(tables.values, others.values)
    assert np.array_equal(found.probcut, copy.probcut)
    assert [file.name for file in tmp_path.iterdir()] == ["copy.obw"]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(ob.ObversiError, match=r"nowhere.*my\.obw"):
        weights.write_weights(tmp_path / "nowhere" / "my.obw", weights.read_weights(NORMAL_4))


def test_weights_that_do_not_fit_together_are_not_written() -> None:
    found = weights.read_weights(NORMAL_4)
    short = replace(found.full, values=found.full.values[:, 1:])
    with pytest.raises(RuntimeError, match="weights"):
        replace(found, full=short).to_bytes()
    with pytest.raises(ValueError, match="only a network counts moves"):
        replace(found, full=replace(found.full, counts_moves=True)).to_bytes()
    with pytest.raises(RuntimeError, match="Multi-ProbCut"):
        replace(found, probcut=np.full_like(found.probcut, np.inf)).to_bytes()


@pytest.mark.parametrize("length", [0, 1, 100, 5000])
def test_a_file_cut_off_is_rejected(tmp_path: Path, length: int) -> None:
    path = tmp_path / "cut.obw"
    path.write_bytes(NORMAL_4.read_bytes()[:length])
    with pytest.raises(ob.ObversiError, match=r"cut\.obw cannot be used"):
        ob.Engine(weights=path)


def test_a_wrong_checksum_is_reported(tmp_path: Path) -> None:
    blob = bytearray(zlib.decompress(NORMAL_4.read_bytes()))
    blob[len(blob) // 2] ^= 1
    path = tmp_path / "wrong.obw"
    path.write_bytes(zlib.compress(bytes(blob)))
    for read in (weights.read_weights, weights.read_evaluation):
        with pytest.raises(ob.ObversiError, match=r"wrong\.obw.*checksum"):
            read(path)


@pytest.mark.parametrize("size", ob.SIZES)
def test_the_number_of_weights_is_that_of_the_core(size: int) -> None:
    squares = [8 * row + column for row in range(size) for column in range(size)]
    chosen = random.Random(size)
    shapes = [*_core.pattern_set(size, "standard"), *_core.pattern_set(size, "light"), 0]
    shapes += [sum(1 << square for square in chosen.sample(squares, n)) for n in range(1, 8)]
    shapes += [sum(1 << 9 * step for step in range(size)), 0b11 | 0b11 << 8]
    for shape in shapes:
        counted = int(_core.weight_of_index(size, shape).max()) + 1
        assert unpacking.weight_count(size, shape) == counted, shape


@cache
def _bombs() -> dict[str, bytes]:
    """Return files of a few KB that unpack to much more."""
    whole = zlib.decompress(NORMAL_4.read_bytes())
    zeros = bytes(64 << 20)
    # Tables of 255 patterns with 10 squares and 255 phases: 70 GB.
    shapes = b"".join(((0x3FF << number) & 0xFFFF_FFFF_FFFF).to_bytes(8, "little") for number in
                      range(38))  # fmt: skip
    head = b"obversiw" + (3).to_bytes(4, "little") + bytes([8, 0, 0, 0])
    huge = head + bytes([1, 255, 38]) + bytes(65) + shapes
    return {
        "behind the end": zlib.compress(whole + zeros),
        "nothing but zeros": zlib.compress(zeros),
        "a header of another version": zlib.compress(whole[:8] + b"\xff" + whole[9:16] + zeros),
        "a header that asks for much": zlib.compress(huge + zeros),
    }


@pytest.mark.long
@pytest.mark.parametrize(
    "bomb",
    [
        "behind the end",
        "nothing but zeros",
        "a header of another version",
        "a header that asks for much",
    ],
)
def test_a_small_file_does_not_become_a_large_one(tmp_path: Path, bomb: str) -> None:
    path = tmp_path / "bomb.obw"
    path.write_bytes(_bombs()[bomb])
    assert path.stat().st_size < 1 << 18
    for read in (weights.read_weights, weights.read_evaluation):
        tracemalloc.start()
        try:
            with pytest.raises(ob.ObversiError, match=r"bomb\.obw cannot be used"):
                read(path)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 4 << 20


def test_an_engine_takes_weights_for_their_game_only(tmp_path: Path) -> None:
    found = weights.read_weights(NORMAL_4)
    path = tmp_path / "blank.obw"
    blank = replace(found.full, values=np.zeros_like(found.full.values))
    weights.write_weights(path, replace(found, full=blank))
    board = ob.Board(4)
    board.push("b1")
    with ob.Engine(hash_mb=1) as packaged, ob.Engine(hash_mb=1, weights=path) as engine:
        assert packaged.evaluate(board) != 0
        assert engine.evaluate(board) == 0
        assert engine.solve(ob.Board(4)).margin == -10
        assert repr(path) in repr(engine)
        assert pickle.loads(pickle.dumps(engine)).evaluate(board) == 0
        for other in (ob.Board(6), ob.Board(4, "reversed")):
            with pytest.raises(ob.ObversiError, match=r"blank\.obw are for normal 4×4, not for"):
                engine.analyse(other)
    with ob.Engine(hash_mb=1, weights=found) as engine:
        assert engine.evaluate(board) != 0


def test_what_is_no_file_of_weights_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ob.ObversiError, match=r"missing\.obw cannot be read"):
        ob.Engine(weights=tmp_path / "missing.obw")
    with pytest.raises(ob.ObversiError, match="'' is not a file name"):
        ob.Engine(weights="")
    with pytest.raises(ob.ObversiError, match="12 are no weights"):
        ob.Engine(weights=12)  # type: ignore[arg-type]


def test_an_agent_takes_weights_too(tmp_path: Path) -> None:
    path = tmp_path / "copy.obw"
    path.write_bytes(NORMAL_4.read_bytes())
    agent = make_agent(f"engine:depth=2:weights={path}")
    assert agent.choose(ob.Board(4)) in ob.Board(4).legal_moves
    with pytest.raises(ob.ObversiError, match="are for normal 4×4"):
        agent.choose(ob.Board(8))
    with pytest.raises(ob.ObversiError, match="cannot be read"):
        make_agent("engine:weights=missing.obw")


def test_threads_that_want_the_same_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[Path] = []
    read = weights.read_evaluation

    def counted(path: Path) -> object:
        reads.append(path)
        time.sleep(0.01)  # so that the others come meanwhile
        return read(path)

    weights._read_once.cache_clear()
    monkeypatch.setattr(weights, "read_evaluation", counted)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: weights.evaluation(4, "normal"), range(4)))
    assert len(reads) == 1
    assert len({id(each) for each in found}) == 1
