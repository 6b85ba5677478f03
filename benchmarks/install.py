"""Seconds of `pip install .` into a fresh environment, and of `import obversi` there."""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from measure import options, report, seconds_of

PROJECT = Path(__file__).parent.parent
TIMED_IMPORT = """
import time
begin = time.perf_counter()
import obversi
print(time.perf_counter() - begin)
"""


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout


def main() -> None:
    save = options(__doc__).parse_args().save
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        copy = str(Path(folder) / "project")
        run("git", "clone", "--quiet", str(PROJECT), copy)
        install = seconds_of(
            lambda: run(python, "-m", "pip", "install", "--quiet", "--no-cache-dir", copy), 1
        )
        imports = [float(run(python, "-c", TIMED_IMPORT)) for _ in range(10)]
    report("install", {"install_seconds": install, "import_seconds": min(imports[1:])}, save)


if __name__ == "__main__":
    main()
