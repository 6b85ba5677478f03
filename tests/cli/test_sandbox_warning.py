"""Who runs code of others without a sandbox gets a warning."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from obversi.sandbox.settings import Layer

Command = Callable[..., Result]

WARNING = "these agents can read and write all your files"


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("missing", "warns"),
    [
        ((), False),
        ((Layer.NAMESPACES,), False),
        ((Layer.LANDLOCK, Layer.CGROUP), False),
        ((Layer.NAMESPACES, Layer.LANDLOCK), True),
    ],
)
def test_nothing_between_agents_and_files(
    missing: tuple[Layer, ...],
    warns: bool,
    obversi: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "obversi.sandbox.layers.missing_layers", lambda: dict.fromkeys(missing, "not here")
    )
    monkeypatch.chdir(tmp_path)
    Path("class").mkdir()
    Path("class/x.py").write_text("def")
    for command in (
        ("judge", "run", "class"),
        ("judge", "check", "class/x.py"),
        ("match", "cs303:class/x.py", "random"),
    ):
        printed = obversi(*command).stderr
        lines = [line for line in printed.splitlines() if WARNING in line]
        assert len(lines) == warns, command
        assert all("install the package bubblewrap" in line for line in lines)
    assert WARNING not in obversi("match", "random", "random", "--games", "2", "--size", "4").stderr
