"""The engine's exact margins against those of slow code, for endgames of both games.

Builds `obversi_verify` if need be. Each endgame is solved as the engine comes, with one of its
cut-offs or caches switched off in turn, and some of them on two threads, for every move, or for who
wins. The exit status is 1 if something differs.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from measure import options, report

PROJECT = Path(__file__).parent.parent
BUILD = PROJECT / "build" / "tools"
RULES = ("normal", "reversed")


def main() -> None:
    parsed = parsed_options()
    settings = {"count": parsed.count, "seed": parsed.seed, "threads": parsed.threads}
    arguments = [text for name, number in settings.items() for text in (f"--{name}", str(number))]
    verify = subprocess.run([built(), *arguments], stdout=subprocess.PIPE, text=True, check=False)
    if verify.returncode > 1:
        sys.exit(verify.returncode)
    figures = json.loads(verify.stdout)
    whole = {"positions": sum(figures[rules]["positions"] for rules in RULES)}
    whole["mismatches"] = sum(len(figures[rules]["mismatches"]) for rules in RULES)
    report("verify_endgames", {**whole, **figures}, parsed.save)
    sys.exit(verify.returncode)


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--count", type=int, default=10_000, help="endgames of each rule set (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which endgames (%(default)s)")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="cores to use (%(default)s)"
    )
    return parser.parse_args()


def built() -> Path:
    """Bring the program up to date, and return where it is."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    cmake = shutil.which("cmake", path=places) or "cmake"
    configure = [
        cmake,
        "-S",
        str(PROJECT),
        "-B",
        str(BUILD),
        "-DOBVERSI_PYTHON=OFF",
        "-DOBVERSI_TOOLS=ON",
    ]
    build = [cmake, "--build", str(BUILD), "--parallel", "--target", "obversi_verify"]
    for command in (configure, build):
        subprocess.run(command, stdout=sys.stderr, check=True)
    return BUILD / "core" / "verify" / "obversi_verify"


if __name__ == "__main__":
    main()
