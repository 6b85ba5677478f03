"""Fit the numbers that order moves, so that endgames are solved with the fewest nodes.

It builds the extension once more, with numbers from the environment, and changes one number after
the other as long as that saves nodes (coordinate descent). It reads the numbers from the headers
solver_order.hpp and search_order.hpp, and prints better ones. Before you change a header, check
with other positions that they save nodes, and with benchmarks/solve.py that they save time.
"""

import argparse
import importlib.util
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "tuning"
HEADERS = ("solver_order.hpp", "search_order.hpp")
# A change that saves less than this share of the nodes is noise.
LEAST_GAIN = 0.0005

Numbers = dict[str, int]


def main() -> None:
    arguments = parsed_options()
    if arguments.measure:
        print(nodes_here(arguments.file, arguments.rules, arguments.last))
        return
    from measure import report  # not in a process that measures

    start = {
        name: number
        for name, number in starting_numbers(arguments.rules).items()
        if re.search(arguments.numbers, name)
    }
    if not start:
        sys.exit(f"no number has a name that fits {arguments.numbers!r}")
    build()
    trials: list[dict[str, Any]] = []
    try:
        with ThreadPoolExecutor(arguments.processes) as pool:

            def nodes(candidates: list[Numbers]) -> list[int]:
                return list(pool.map(lambda numbers: nodes_with(numbers, arguments), candidates))

            for trial in descent(start, nodes, arguments.rounds):
                trials.append(trial)
                print(f"{trial['nodes']:,} nodes, {trial['changed']}", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped; the best so far:", file=sys.stderr)
    if not trials:
        sys.exit("nothing was measured")
    figures = {
        "rules": arguments.rules,
        "files": [path.name for path in arguments.file],
        "nodes_before": trials[0]["nodes"],
        "nodes": trials[-1]["nodes"],
        "changed": {
            name: [start[name], number]
            for name, number in trials[-1]["numbers"].items()
            if number != start[name]
        },
    }
    report(f"fit-order-{arguments.rules}", figures, arguments.save)


def parsed_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="+", type=Path, help="OBF files with endgames")
    parser.add_argument("--rules", choices=["normal", "reversed"], default="normal")
    parser.add_argument("--last", type=int, metavar="N", help="only the first N of each file")
    parser.add_argument(
        "--numbers",
        default="^(?!SOLVER_GOOD|SOLVER_LIGHT|SEARCH_REPLY_TO_DEPTH)",
        metavar="REGEX",
        help="which numbers to fit (all that cost no time)",
    )
    parser.add_argument("--rounds", type=int, default=3, help="through all numbers (%(default)s)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="(%(default)s)")
    parser.add_argument("--save", action="store_true", help="keep the figures under results/")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if min(arguments.rounds, arguments.processes) < 1:
        parser.error("--rounds and --processes begin at 1")
    for path in arguments.file:
        if not path.is_file():
            parser.error(f"{path} is not a file")
    return arguments


def starting_numbers(rules: str) -> Numbers:
    """Read the numbers of a rule set from the headers."""
    numbers = {}
    for header in HEADERS:
        text = (ROOT / "core" / "search" / header).read_text(encoding="utf-8")
        for name, value in re.findall(r'fitted\(\s*"(\w+)",\s*([^()]+?)\)', text):
            other, _, chosen = value.rpartition("?")
            choice = [word.strip() for word in chosen.split(":")]
            number = choice[0 if not other or rules == "reversed" else 1]
            if re.fullmatch(r"-?\d+", number):
                numbers[name] = int(number)
    return numbers


def descent(
    start: Numbers, nodes: Callable[[list[Numbers]], list[int]], rounds: int
) -> Iterator[dict[str, Any]]:
    """Yield the start and each improvement: the numbers, their nodes and what was changed."""
    best, [fewest] = start, nodes([start])
    yield {"numbers": best, "nodes": fewest, "changed": "at first"}
    for _ in range(rounds):
        before = fewest
        for name in start:
            while True:
                steps = {max(1, abs(best[name]) // 8), max(2, abs(best[name]) // 3)}
                candidates = [
                    {**best, name: best[name] + sign * step} for step in steps for sign in (1, -1)
                ]
                found, number = min(
                    zip(nodes(candidates), range(len(candidates)), strict=True), key=lambda x: x[0]
                )
                if found > fewest * (1 - LEAST_GAIN):
                    break
                changed = f"{name} {best[name]} -> {candidates[number][name]}"
                best, fewest = candidates[number], found
                yield {"numbers": best, "nodes": fewest, "changed": changed}
        if fewest == before:
            return


def build() -> None:
    """Build the extension with numbers that can be set."""
    python = f"-DPython_EXECUTABLE={sys.executable}"
    configure = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DOBVERSI_TUNING=ON", python]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for command in (configure, ["cmake", "--build", str(BUILD), "--target", "_core", "--parallel"]):
        print(*command, file=sys.stderr)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}\nthe extension could not be built")


def nodes_with(numbers: Numbers, arguments: argparse.Namespace) -> int:
    """Solve the endgames in a process of its own."""
    last = [] if arguments.last is None else ["--last", str(arguments.last)]
    options = [*arguments.file, "--rules", arguments.rules, *last]
    done = subprocess.run(
        [sys.executable, __file__, "--measure", *options],
        env={**os.environ, **{name: str(number) for name, number in numbers.items()}},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return int(done.stdout)


def nodes_here(files: list[Path], rules: Any, last: int | None) -> int:
    """Return the geometric mean of the files' nodes, so that large files do not count more."""
    [extension] = (BUILD / "bindings").glob("_core.*.so")
    spec = importlib.util.spec_from_file_location("obversi._core", extension)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules["obversi._core"] = module
    import obversi as ob  # with that extension
    from obversi.formats import obf

    logarithms = 0.0
    with ob.Engine(threads=1, hash_mb=64) as engine:
        for path in files:
            nodes = 0
            with path.open(encoding="utf-8") as content:
                for record in list(obf.read(content))[:last]:
                    engine.clear()
                    nodes += engine.solve(record.start.with_rules(rules)).nodes
            logarithms += math.log(nodes)
    return round(math.exp(logarithms / len(files)))


if __name__ == "__main__":
    main()
