"""The messages to users about packages that only an extra installs."""

import ast
import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from obversi.extras import MissingPackageError, install_command, missing_package, require

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


class Installed:
    """A distribution as pip or uv has recorded it."""

    def __init__(self, direct_url: object = None, installer: str = "pip\n") -> None:
        self.texts = {"INSTALLER": installer}
        if direct_url is not None:
            self.texts["direct_url.json"] = json.dumps(direct_url)

    def read_text(self, name: str) -> str | None:
        return self.texts.get(name)


@pytest.fixture(autouse=True)
def environment_is_active(monkeypatch: pytest.MonkeyPatch) -> None:
    beside = str(Path(sys.executable).with_name("pip"))
    monkeypatch.setattr(shutil, "which", lambda name: beside if name == "pip" else None)


@pytest.mark.parametrize(
    ("direct_url", "command"),
    [
        (None, 'pip install "obversi[web]"'),
        (
            {"url": "file:///src/obversi", "dir_info": {"editable": True}},
            'pip install -e "/src/obversi[web]"',
        ),
        ({"url": "file:///my%20files/o", "dir_info": {}}, 'pip install "/my files/o[web]"'),
        (
            {"url": "file:///a/obversi-1-py3.whl", "archive_info": {}},
            'pip install "obversi[web] @ file:///a/obversi-1-py3.whl"',
        ),
        (
            {"url": "https://a.b/o", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
            'pip install "obversi[web] @ git+https://a.b/o@c0ffee"',
        ),
    ],
)
def test_the_command_fits_the_installation(
    monkeypatch: pytest.MonkeyPatch, direct_url: object, command: str
) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed(direct_url))
    assert install_command("web") == command


def test_folders_are_shown_as_they_are_typed_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "obversi"
    folder.mkdir()
    origin = {"url": folder.as_uri(), "dir_info": {"editable": True}}
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed(origin))
    monkeypatch.chdir(folder)
    assert install_command("web") == 'pip install -e ".[web]"'
    monkeypatch.chdir(tmp_path)
    assert install_command("web") == 'pip install -e "./obversi[web]"'


def test_the_command_is_of_the_environment_in_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed())
    monkeypatch.setattr(shutil, "which", lambda _: "/elsewhere/bin/pip")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", "/other/bin/python")
    assert install_command("web") == '/other/bin/python -m pip install "obversi[web]"'
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed(installer="uv"))
    assert install_command("web") == 'uv pip install "obversi[web]"'


def test_a_source_folder_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", missing)
    monkeypatch.chdir(tmp_path)
    assert install_command("web") == f'pip install "{ROOT}[web]"'


def test_only_missing_packages_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    require("this", "web", "json", "numpy")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingPackageError, match=r"^this needs jinja2, which is ") as caught:
        require("this", "web", "json", "jinja2")
    assert isinstance(caught.value, ImportError)
    assert str(caught.value) == missing_package("this needs jinja2", "web")


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("obversi.pages.parts", "markupsafe", "arena"),
        ("obversi.lab", "jinja2", "lab"),
        ("obversi.lab.estimate", "scipy", "lab"),
        ("obversi.wire.session", "pydantic", "web"),
        ("obversi.net.server", "websockets", "web"),
        ("obversi.web.app", "fastapi", "web"),
    ],
)
def test_an_import_says_what_to_install(module: str, package: str, extra: str) -> None:
    script = f"import sys; sys.modules[{package!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert re.match(r"obversi\.extras\.MissingPackageError: .*, which is not installed: run ", last)
    assert f'[{extra}]"' in last


def calls() -> Iterator[tuple[str, list[str]]]:
    """All calls of `require` and `missing_package`: the extra, and packages it has to bring."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                names = [str(one.value) for one in node.args if isinstance(one, ast.Constant)]
                if node.func.id in ("require", "missing_package") and len(names) == len(node.args):
                    yield names[1], names[2:]
                for keyword in node.keywords:
                    if keyword.arg == "needs" and not isinstance(keyword.value, ast.Name):
                        extra, *packages = ast.literal_eval(keyword.value)
                        yield extra, packages


def test_extras_bring_what_they_are_required_for() -> None:
    found = list(calls())
    assert {extra for extra, _ in found} == set(EXTRAS) - {"all"}
    for extra, packages in found:
        brought = {re.split(r"[<>=\[]", needed)[0] for needed in EXTRAS[extra]}
        assert set(packages) <= brought, extra


def test_the_extra_all_has_all_others() -> None:
    [line] = EXTRAS["all"]
    assert line == f"obversi[{','.join(extra for extra in EXTRAS if extra != 'all')}]"
