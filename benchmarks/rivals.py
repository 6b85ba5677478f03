r"""Times of several solvers on the same endgames, interleaved, with ratios to the first of them.

A solver is a command that solves an OBF file, in which {file} and {threads} are replaced. The time
is that of the whole process, unless --seconds finds it in the output: the last match counts.

    rivals.py ffo-40-59.obf --last 10 --threads 1 2 --rounds 5 \
        --solver 'before=OLD/.venv/bin/python OLD/benchmarks/solve.py {file} --threads {threads}' \
        --solver 'edax=edax -solve {file} -n {threads} -q'
"""

import argparse
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from measure import options, report

from obversi.cli.progress import progress

OURS = f"{sys.executable} {Path(__file__).with_name('solve.py')} {{file}} --threads {{threads}}"
SECONDS = r'"seconds": ([0-9.]+),\s*"million_nodes'


def main() -> None:
    arguments = parsed_options()
    lines = [line for line in arguments.file.read_text().splitlines() if line.strip()]
    lines = lines[arguments.first - 1 : arguments.last]
    runs = [
        (threads, round_, name)
        for threads in arguments.threads
        for round_ in range(arguments.rounds)
        for name in arguments.solvers
    ]
    seconds: dict[tuple[int, str], list[float]] = {}
    with (
        tempfile.NamedTemporaryFile("w", suffix=".obf") as file,
        progress("solving", len(runs)) as step,
    ):
        file.write("\n".join(lines) + "\n")
        file.flush()
        for threads, _, name in runs:
            command = arguments.solvers[name].format(file=file.name, threads=threads)
            seconds.setdefault((threads, name), []).append(time_of(command, arguments.seconds))
            step()
    whole = {"file": arguments.file.name, "positions": len(lines), "rounds": arguments.rounds}
    report(
        f"rivals-{arguments.file.stem}",
        {**whole, "times": table(seconds, arguments)},
        arguments.save,
    )


def parsed_options() -> argparse.Namespace:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="an OBF file")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin with position N")
    parser.add_argument("--last", type=int, metavar="N", help="end with position N")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="(%(default)s)")
    parser.add_argument(
        "--solver",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="with {file} and {threads}; this package's solver comes last, as 'obversi'",
    )
    parser.add_argument(
        "--seconds", default=SECONDS, metavar="REGEX", help="finds the seconds in the output"
    )
    arguments = parser.parse_args()
    if min(arguments.first, arguments.rounds, *arguments.threads) < 1:
        parser.error("--first, --rounds and --threads begin at 1")
    if not arguments.file.is_file():
        parser.error(f"there is no file {arguments.file}")
    solvers = [solver.partition("=") for solver in arguments.solver]
    for name, _, command in solvers:
        if not name or "{file}" not in command:
            parser.error(f"--solver {name!r} needs NAME=COMMAND with {{file}} in the command")
    arguments.solvers = {name: command for name, _, command in solvers} | {"obversi": OURS}
    return arguments


def time_of(command: str, pattern: str) -> float:
    """Return the seconds in the output, or else those of the process."""
    begin = time.perf_counter()
    done = subprocess.run(shlex.split(command), capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - begin
    if done.returncode:
        sys.exit(f"{command}: exit status {done.returncode}\n{done.stderr.strip()}")
    found = re.findall(pattern, done.stdout)
    return float(found[-1]) if found else seconds


def table(
    seconds: dict[tuple[int, str], list[float]], arguments: argparse.Namespace
) -> list[dict[str, Any]]:
    """Return a row for each number of threads and each solver."""
    first = next(iter(arguments.solvers))
    rows = []
    for (threads, name), times in seconds.items():
        ratios = [mine / its for mine, its in zip(times, seconds[threads, first], strict=True)]
        rows.append(
            {
                "threads": threads,
                "solver": name,
                "median_seconds": round(statistics.median(times), 3),
                "seconds": [round(each, 3) for each in times],
                f"ratio_to_{first}": round(statistics.median(ratios), 3),
                "ratios": [round(min(ratios), 3), round(max(ratios), 3)],
            }
        )
    return rows


if __name__ == "__main__":
    main()
