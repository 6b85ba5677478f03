"""The examples in docstrings of the package. Those of pages are run by pytest itself."""

import doctest
import importlib
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


def test_many_modules_have_examples() -> None:
    assert len(MODULES) > 100


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert not failed, capsys.readouterr().out
    assert tried
