"""The notebooks run from top to bottom, and what they show can be shown."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# Does what a notebook does: runs a cell, and shows the value of an expression at its end.
PROGRAM = """
import ast, json, sys

names = {"__name__": "__main__"}
for number, cell in enumerate(json.load(sys.stdin)):
    parts = ast.parse(cell, f"cell {number}").body
    last = parts.pop() if isinstance(parts[-1], ast.Expr) else None
    exec(compile(ast.Module(parts, []), f"cell {number}", "exec"), names)
    if last is not None:
        shown = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        html = getattr(shown, "_repr_html_", None)
        print(html() if html else repr(shown))
"""


def cells(notebook: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return found


def code(notebook: Path) -> list[str]:
    return ["".join(one["source"]) for one in cells(notebook) if one["cell_type"] == "code"]


def test_there_are_notebooks() -> None:
    assert [notebook.name for notebook in NOTEBOOKS] == ["lab.ipynb"]


@pytest.mark.long
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.name)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        input=json.dumps(code(notebook)),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("<svg") == 2  # two results show themselves
    assert "breadth " in done.stdout
    assert "Black wins " in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.name)
def test_no_output_is_kept_that_could_be_stale(notebook: Path) -> None:
    for one in cells(notebook):
        assert not one.get("outputs")
        assert one.get("execution_count") is None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.name)
def test_links_lead_somewhere(notebook: Path) -> None:
    text = "".join(line for one in cells(notebook) for line in one["source"])
    for part in text.split("](")[1:]:
        assert (notebook.parent / part.split(")")[0]).exists()
