"""A match of this version against an older commit, with equal time; both are built here.

The older one is built from git into build/versions, which takes some minutes the first time. Both
play as programs of their own by the NBoard protocol, so that both have the same overhead, from the
balanced openings of the package with colours swapped.
"""

import json
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from measure import options, report

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "build" / "versions"
HASH_MB = 64
# Only the time limits a search, not the depth that a board program asks for.
DEPTH = 60


def main() -> None:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("commit", help="the older version")
    parser.add_argument("--rules", choices=["normal", "reversed"], default="normal")
    parser.add_argument("--size", choices=["6", "8"], default="8")
    parser.add_argument("--seconds", type=float, default=0.05, help="of a move (%(default)s)")
    parser.add_argument("--games", type=int, default=200, help="(%(default)s)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once (%(default)s)")
    arguments = parser.parse_args()
    try:
        found = match(
            program(None, arguments.seconds),
            program(built(arguments.commit), arguments.seconds),
            arguments,
        )
    except subprocess.CalledProcessError as error:
        sys.exit(f"{shlex.join(map(str, error.cmd))} failed: {error.stderr or error}")
    except KeyboardInterrupt:
        sys.exit("interrupted")
    names = ("rules", "size", "seconds")
    settings = {name: getattr(arguments, name) for name in names}
    report("versions", {"against": arguments.commit, **settings, "match": found}, arguments.save)


def built(commit: str) -> Path:
    """Build a commit, unless that was done before, and return the folder to import it from."""
    name = output("git", "rev-parse", "--short", f"{commit}^{{commit}}").strip()
    target = BUILT / name
    if target.exists():
        return target
    source = BUILT / f"{name}-source"
    partial = BUILT / f"{name}-partial"
    if not source.exists():
        output("git", "worktree", "add", "--detach", str(source), name)
    try:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        folder = Path(sysconfig.get_path("scripts"))
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        output(
            *(*pip, "--no-build-isolation", "--target", str(partial), str(source)),
            environment={"PATH": path},
        )
        partial.rename(target)
    finally:
        output("git", "worktree", "remove", "--force", str(source))
    return target


def program(folder: Path | None, seconds: float) -> str:
    """Return the agent that plays with the version in a folder, or with the installed one."""
    engine = f"nboard --seconds {seconds} --hash-mb {HASH_MB}"
    if folder is None:
        return f"nboard:depth={DEPTH}:{sys.executable} -m obversi {engine}"
    # Without site-packages' own hooks, which would import the version that is installed.
    packages = sysconfig.get_path("purelib")
    paths = f"PYTHONPATH={folder}{os.pathsep}{packages}"
    return f"nboard:depth={DEPTH}:env {shlex.quote(paths)} {sys.executable} -S -m obversi {engine}"


def match(newer: str, older: str, arguments: Any) -> dict[str, Any]:
    """Let two agents play, and return what `obversi match` reports."""
    text = output(
        *(sys.executable, "-m", "obversi", "match", newer, older, "--json"),
        *("--games", str(arguments.games), "--openings", "balanced"),
        *("--rules", arguments.rules, "--size", arguments.size),
        *("--concurrency", str(arguments.concurrency), "--time", str(arguments.seconds)),
    )
    found: dict[str, Any] = json.loads(text.splitlines()[-1])
    # The commands of the agents have the paths of this machine.
    return {name: value for name, value in found.items() if name not in ("a", "b")}


def output(*command: str, environment: dict[str, str] | None = None) -> str:
    """Run a command in the project's folder, and return what it prints."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | (environment or {}),
    )
    return done.stdout


if __name__ == "__main__":
    main()
