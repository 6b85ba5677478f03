"""What a built package contains, and what works where it is installed as users install it."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).parent.parent

BUILD = """
import sys
from scikit_build_core import build
build.build_wheel(sys.argv[1], {"wheel.cmake": "false"})
"""


def test_a_wheel_has_all_files_of_the_package(tmp_path: Path) -> None:
    """Nothing is compiled: only the choice of files is tested."""
    run = [sys.executable, "-c", BUILD, str(tmp_path)]
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.iterdir()
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "obversi").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".so")
    }
    assert len(sources) > 500
    assert packed - sources == set()
    assert sources - packed == set()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiled wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps"]
    place = ["--config-settings=build-dir=build/package", f"--wheel-dir={folder}", str(ROOT)]
    # The compiled part needs the build tools of the environment of the tests.
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run([*pip, *place], check=True, env=os.environ | {"PATH": tools})
    [built] = folder.iterdir()
    return built


# What works with each set of extras: command lines in a folder that has a copy of `examples`.
COMMANDS = {
    "": [
        "obversi show f5",
        "obversi solve --size 4 --rules reversed",
        "obversi analyse f5d6c3 --depth 4",
        "obversi review f5d6c3 --depth 4",
        "obversi book f5d6",
        "obversi match greedy random --games 4",
        "obversi convert f5d6c3 game.ggf",
        "obversi db import games.db game.ggf",
        "obversi lab list",
    ],
    "web": ["obversi site out"],
    "arena": [
        "obversi arena run greedy random --games 4",
        "obversi judge check examples/class/chen.py --no-games --seconds 0.1",
    ],
    "lab": ["obversi lab run breadth --games 40"],
    "jit": ["python -c 'from obversi import jit; print(jit.corners(8))'"],
    "rl": ["python -c 'from obversi.env import env; env().reset()'"],
    "arena,cluster": ["obversi arena run greedy random --games 4 --cluster local"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder outside the sources."""
    folder = tmp_path / "folder"
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


def installed(environment: Path, wheel: Path, *words: str) -> dict[str, str]:
    """Return the variables with which programs of a new environment run."""
    venv.create(environment, with_pip=True)
    pip = [str(environment / "bin" / "pip"), "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, *words, str(wheel)], check=True)
    path = os.pathsep.join([str(environment / "bin"), os.environ["PATH"]])
    return {**os.environ, "PATH": path}


@pytest.mark.long
@pytest.mark.parametrize("extras", COMMANDS)
def test_commands_work_with_their_extras(
    extras: str, wheel: Path, folder: Path, tmp_path: Path
) -> None:
    variables = installed(tmp_path / "env", Path(f"{wheel}[{extras}]" if extras else wheel))
    for line in COMMANDS[extras]:
        run = subprocess.run(
            shlex.split(line), cwd=folder, env=variables, capture_output=True, text=True
        )
        assert run.returncode == 0, f"{line}: {run.stderr}"
        assert run.stdout, line


@pytest.mark.long
def test_training_works_with_its_extra(wheel: Path, folder: Path, tmp_path: Path) -> None:
    """PyTorch and what it needs come from the environment of the tests: they are some gigabytes."""
    variables = installed(tmp_path / "env", wheel, "--no-deps")
    [packages] = (tmp_path / "env").glob("lib/python*/site-packages")
    (packages / "more.pth").write_text(sysconfig.get_path("purelib") + "\n")
    line = "obversi train --size 4 --minutes 0.1 --out tiny.obw"
    subprocess.run(line.split(), cwd=folder, env=variables, check=True, capture_output=True)
    assert (folder / "tiny.obw").stat().st_size > 100


@pytest.mark.long
def test_servers_work_with_their_extras(wheel: Path, folder: Path, tmp_path: Path) -> None:
    variables = installed(tmp_path / "env", Path(f"{wheel}[web,metrics,postgres,redis]"))
    line = "obversi web --no-open --port 0 --metrics-port 0"
    with subprocess.Popen(
        line.split(), cwd=folder, env=variables, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        try:
            pages = dict(address_and_page(server.stdout, 2))
        finally:
            server.terminate()
    assert any("<title>Obversi" in page for page in pages.values()), pages
    assert any("obversi_games" in page for page in pages.values()), pages
    for option in ("--store=postgresql://127.0.0.1:1/none", "--bus=redis://127.0.0.1:1"):
        run = subprocess.run(
            ["obversi", "serve", "--port=0", option],
            cwd=folder,
            env=variables,
            capture_output=True,
            text=True,
        )
        assert run.returncode
        assert "pip install" not in run.stderr


def address_and_page(output: IO[str], number: int) -> Iterator[tuple[str, str]]:
    """Yield the first addresses that a server prints, each with the page there."""
    for line in output:
        for address in re.findall(r"http://[\w.:]+\S*", line):
            with urllib.request.urlopen(address) as reply:
                yield address, reply.read().decode()
            number -= 1
        if not number:
            return
