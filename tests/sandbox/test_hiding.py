"""This package is not for those inside, wherever it was installed."""

from pathlib import Path

import pytest
from sandbox_talk import alone, needs, talk

from obversi.sandbox import Layer
from obversi.sandbox.landlock import landlock_rules
from obversi.sandbox.readable import packages

REFUSED = {"FileNotFoundError", "ImportError", "ModuleNotFoundError", "PermissionError"}


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another package, which is taken to be this one."""
    folder = next(path / "click" for path in packages() if (path / "click").is_dir())
    for module in ("bubblewrap", "landlock"):
        monkeypatch.setattr(f"obversi.sandbox.{module}.hidden", lambda: (folder,))
    return folder


@pytest.mark.parametrize(
    "layer",
    [
        pytest.param(Layer.NAMESPACES, marks=needs(Layer.NAMESPACES)),
        pytest.param(Layer.LANDLOCK, marks=needs(Layer.LANDLOCK)),
    ],
)
def test_an_installed_one_is_hidden(hidden: Path, layer: Layer) -> None:
    with talk(alone(layer)) as inside:
        assert inside.ask("import numpy, hypothesis") == "None"
        assert inside.ask("import click.core") in REFUSED
        assert inside.ask(f"open({str(hidden / '__init__.py')!r})") in REFUSED


@needs(Layer.NAMESPACES, Layer.LANDLOCK)
def test_both_layers_together(hidden: Path) -> None:
    with talk() as inside:
        assert inside.ask("import numpy, click.core") in REFUSED
        assert hidden.is_dir()


@pytest.mark.parametrize("without", [[], [Layer.NAMESPACES]], ids=["all", "without namespaces"])
def test_this_one_is_hidden(without: list[Layer]) -> None:
    with talk(without) as inside:
        if not {Layer.NAMESPACES, Layer.LANDLOCK} & {*inside.sandbox.layers}:
            pytest.skip("this machine has no layer that hides files")
        # An empty folder is all that may be found of it.
        assert inside.ask("import obversi; answer = obversi.__file__") in {*REFUSED, "None"}
        assert inside.ask("import obversi._core") in REFUSED
        assert inside.ask("import obversi.board") in REFUSED


def test_rules_go_around_what_is_hidden(hidden: Path) -> None:
    rules = landlock_rules("/scratch")
    assert rules["write"] == ["/scratch", "/dev/null"]
    assert str(hidden.parent.resolve()) in rules["list"]
    allowed = [Path(path) for path in rules["read"]]
    assert not any(hidden.resolve().is_relative_to(path) for path in allowed)
    assert any(path.name == "numpy" for path in allowed)
