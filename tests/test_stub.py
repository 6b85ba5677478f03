"""The types of the extension module in the tree are those of the module."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_stub_is_that_of_the_module(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    options = ["-m", "obversi._core", "-p", str(ROOT / "bindings" / "stub_patterns.txt")]
    command = [sys.executable, "-m", "nanobind.stubgen", *options, "-o", str(fresh)]
    subprocess.run(command, check=True, capture_output=True)
    stub = ROOT / "src" / "obversi" / "_core.pyi"
    assert fresh.read_text() == stub.read_text(), "run `make stub`"
