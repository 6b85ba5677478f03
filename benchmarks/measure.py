"""What all benchmarks share: best of several rounds, memory, and a report in JSON."""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import obversi
from obversi.machine import processor_name

RESULTS = Path(__file__).parent / "results"
MEGABYTE = 1 << 20


def options(description: str | None) -> argparse.ArgumentParser:
    """Return a parser that knows --save; a benchmark adds its own options."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--save", action="store_true", help="keep the figures under results/")
    return parser


def seconds_of(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the shortest of several times: noise only ever adds."""

    def once() -> float:
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin

    return min(once() for _ in range(rounds))


def peak_megabytes() -> float:
    """Return the most memory this process has had resident."""
    status = Path("/proc/self/status")
    if status.exists():
        # The system's other count begins with the memory of the parent.
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / MEGABYTE
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MEGABYTE


def commit() -> str:
    """Return the commit measured, with a mark if the tree has changed since."""
    name = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return name.stdout.strip() or "unknown"


def report(name: str, figures: dict[str, Any], save: bool) -> None:
    """Print the figures as one JSON object and, if requested, store them under results/."""
    whole = {
        "benchmark": name,
        "processor": processor_name(),
        "version": obversi.__version__,
        "commit": commit(),
        "date": time.strftime("%Y-%m-%d"),
        **figures,
    }
    text = json.dumps(whole, indent=2)
    print(text)
    if save:
        RESULTS.mkdir(exist_ok=True)
        processor = whole["processor"].replace(" ", "-")
        (RESULTS / f"{name}.{processor}.json").write_text(text + "\n")
