"""Damaged files of every binary format are read, or refused by an error of the package."""

from pathlib import Path
from random import Random

import pytest
from format_fuzzing import FORMATS, read_damaged

from obversi.errors import InputError


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    report = read_damaged(FORMATS[name], tmp_path, Random(1), inputs=12)
    assert report.errors == []
    assert report.read + report.refused == 12
    assert report.refused > 0


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_many_damaged_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    assert read_damaged(FORMATS[name], tmp_path, Random(), inputs=400).errors == []


def test_a_damaged_name_of_a_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    FORMATS["book.db"].write(path)
    content = path.read_bytes()
    assert content.count(b"selectivity INTEGER") == 1
    path.write_bytes(content.replace(b"selectivity INTEGER", b"selectivit\xb0 INTEGER"))
    with pytest.raises(InputError, match="cannot be used: it is damaged"):
        FORMATS["book.db"].read(path)
