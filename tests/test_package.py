"""What a built package contains."""

import subprocess
import sys
import zipfile
from pathlib import Path

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
