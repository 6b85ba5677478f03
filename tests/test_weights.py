import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import obversi as ob
from obversi import _core, weights

KINDS = [(size, rules) for size in ob.SIZES for rules in ("normal", "reversed")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder instead of the package's own, and nothing that was read before."""
    monkeypatch.setattr(weights, "_FOLDER", tmp_path)
    weights.evaluation.cache_clear()
    yield tmp_path
    weights.evaluation.cache_clear()


@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_those_of_the_package_fit(size: int, rules: str) -> None:
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


def test_weights_that_are_none_are_refused() -> None:
    for nothing in (b"", b"obversiw", 1000 * b"x"):
        with pytest.raises(ValueError, match="weights"):
            _core.Evaluation(nothing)


def test_a_file_of_another_kind_is_refused(folder: Path) -> None:
    packaged = Path(weights.__file__).parent / "4x4-normal.obw"
    (folder / "4x4-reversed.obw").write_bytes(packaged.read_bytes())
    with pytest.raises(ob.ObversiError, match="another board or other rules"):
        weights.evaluation(4, "reversed")
