"""A plain install into a fresh environment: seconds, packages, megabytes, and seconds to import.

`pip install .` builds the core; `--wheel FILE` installs one that was built before.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from measure import MEGABYTE, options, report, seconds_of

PROJECT = Path(__file__).parent.parent
TIMED_IMPORT = """
import time
begin = time.perf_counter()
import obversi
print(time.perf_counter() - begin)
"""


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout


def packages(python: str) -> int:
    return len(json.loads(run(python, "-m", "pip", "list", "--format=json")))


def megabytes(folder: str) -> tuple[float, float]:
    """Return the size of all files, and of those without bytecode."""
    files = [path for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink()]
    sizes = [(path.stat().st_size / MEGABYTE, path.suffix == ".pyc") for path in files]
    return sum(size for size, _ in sizes), sum(size for size, compiled in sizes if not compiled)


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--wheel", type=Path, help="install this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as copy:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        count, sizes = packages(python), megabytes(folder)
        source = str(given.wheel.resolve()) if given.wheel else copy
        if not given.wheel:
            run("git", "clone", "--quiet", str(PROJECT), copy)
        install = seconds_of(
            lambda: run(python, "-m", "pip", "install", "--quiet", "--no-cache-dir", source), 1
        )
        now = megabytes(folder)
        figures = {
            "install_seconds": install,
            "packages": packages(python) - count,
            "megabytes": now[0] - sizes[0],
            "megabytes_without_bytecode": now[1] - sizes[1],
        }
        imports = [float(run(python, "-c", TIMED_IMPORT)) for _ in range(10)]
    report("install", {**figures, "import_seconds": min(imports[1:])}, given.save)


if __name__ == "__main__":
    main()
