"""Do all builds of the core in an installed wheel give the same results? ``make wheels-test``.

Each build that this processor can run counts lines of play, plays random games, evaluates and
searches, in a process of its own. With --emulate, older processors do so too, by qemu-user.
"""

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

# The processors that are emulated, and the build that each must choose.
EMULATED = {"Nehalem": "x86-64-v2", "Haswell": "x86-64-v3"}
QUICK_DEPTH = 8


def results(quick: bool) -> dict[str, object]:
    """Compute what must be the same everywhere, with the core that is in use."""
    import obversi as ob
    from obversi.cli.bench import FixedSearch, fixed_searches

    starts = ob.batch.starts(200 if quick else 20_000)
    games = ob.batch.random_playouts(starts, seed=1, threads=1)
    reversed_games = ob.batch.random_playouts(starts, rules="reversed", seed=2, threads=1)
    margins = games.margins.tobytes() + reversed_games.margins.tobytes()
    searches = [
        FixedSearch(search.board, QUICK_DEPTH if quick else search.depth)
        for search in fixed_searches()
        if search.depth is not None or not quick
    ]
    found = {str(search): search.run() for search in searches}
    return {
        "perft": ob.perft(ob.Board(), 7 if quick else 10),
        "games": hashlib.sha256(margins).hexdigest(),
        "nodes": {name: analysis.nodes for name, analysis in found.items()},
        "lines": {name: [analysis.margin, *analysis.pv] for name, analysis in found.items()},
    }


def run_in_process(quick: bool, before: list[str], variant: str) -> dict[str, object]:
    """Return the results of a process; `before` is the command that runs it."""
    command = [*before, sys.executable, __file__, "--one", *(["--quick"] if quick else [])]
    environment = os.environ | {"OBVERSI_CPU": variant}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    report: dict[str, object] = json.loads(done.stdout)
    return report


def main() -> int:
    """Compare, print what was compared, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="search less")
    parser.add_argument("--emulate", action="store_true", help="on older processors too, by qemu")
    parser.add_argument("--one", action="store_true", help="only this process, as JSON")
    chosen = parser.parse_args()
    if chosen.one:
        from obversi.core_variant import VARIANT

        print(json.dumps({"core": VARIANT} | results(chosen.quick)))
        return 0

    from obversi import _processor

    runs: list[tuple[list[str], str]] = [
        ([], name) for name, missing in _processor.variants() if not missing
    ]
    if chosen.emulate:
        runs += [(shlex.split(f"qemu-x86_64 -cpu {name}"), "") for name in EMULATED]
    reports = []
    for before, variant in runs:
        report = run_in_process(chosen.quick, before, variant)
        core = report.pop("core")
        print(core, *before, report["games"], flush=True)
        reports.append(report)
        expected = EMULATED[before[-1]] if before else variant
        if core != expected:
            print(f"{core} was chosen, not {expected}")
            return 1
    signature = Path(__file__).parent.parent / "tests" / "data" / "search_signature.json"
    if not chosen.quick:
        reports.append(reports[0] | {"nodes": json.loads(signature.read_text())["nodes"]})
    if any(report != reports[0] for report in reports):
        print(json.dumps(reports, indent=1))
        return 1
    print(f"{len(runs)} equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
