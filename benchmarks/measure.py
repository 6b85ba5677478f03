"""What all benchmarks share: best of several rounds, and a report in JSON."""

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import obversi
from obversi.machine import processor_name

RESULTS = Path(__file__).parent / "results"


def seconds_of(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the shortest of several times: noise only ever adds."""

    def once() -> float:
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin

    return min(once() for _ in range(rounds))


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


def report(name: str, figures: dict[str, Any]) -> None:
    """Print the figures as one JSON object and, with --save, keep them under results/."""
    parser = argparse.ArgumentParser(prog=f"benchmarks/{name}.py")
    parser.add_argument("--save", action="store_true", help="keep the figures under results/")
    save = parser.parse_args().save
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
