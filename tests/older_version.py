"""An older version of Obversi beside this one, from the history of the repository."""

import subprocess
import sys
import tarfile
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

_ROOT = Path(__file__).parent.parent

# The last version before the tables of a server became a package of their own.
BEFORE = "d88e57f1ab5686f4bd0c54bacbe1f1de2709d2e1"

# The finder of an editable install would find this version.
_PROGRAM = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
sys.path.insert(0, {source!r})
import obversi
assert obversi.__file__.startswith({source!r})
from obversi.cli import main
main()
"""


def older_version(folder: Path, commit: str = BEFORE) -> tuple[str, ...]:
    """Make a version usable, with the compiled core of this one, and return how Python runs it.

    Raises LookupError where that is not possible.
    """
    try:
        archive = subprocess.run(
            ["git", "archive", commit, "src/obversi"], cwd=_ROOT, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise LookupError("git is not installed") from None
    if archive.returncode:
        raise LookupError(f"this is not a repository with the version {commit[:7]}")
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    for name in ("_core", "_processor"):
        found = find_spec(f"obversi.{name}")
        assert found is not None
        assert found.origin is not None
        (folder / "src" / "obversi" / Path(found.origin).name).symlink_to(found.origin)
    program = ("-c", _PROGRAM.format(source=str(folder / "src")))
    tried = subprocess.run(
        [sys.executable, *program, "analyse", "f5d6c3", "--depth", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode:
        raise LookupError(f"the version {commit[:7]} cannot use this core: {tried.stderr[-300:]}")
    return program
