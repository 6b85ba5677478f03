"""How soon R2's win rates are reached by tuning from nothing, and what a longer search finds."""

import argparse
import time
from statistics import median
from typing import Any

from measure import options, report

from obversi.lab.tuning import tune
from obversi.lab.tuning.study import TuningStudy

# What is tuned, the win rate that R2 reports, and the seconds that R2 took for it.
TARGETS = {"r2-position": (0.85345, 10022.8), "r2": (0.93, 24438.2)}


def to_target(source: str, method: str, seed: int, seconds: float) -> dict[str, Any]:
    target, _ = TARGETS[source]
    begin = time.perf_counter()
    study = tune(
        *(source,), method=method, from_nothing=True, target=target, seconds=seconds, seed=seed
    )
    return {**summary(study), "with_final_and_matches": time.perf_counter() - begin}


def longer(source: str, method: str, seed: int, seconds: float) -> dict[str, Any]:
    return summary(tune(source, method=method, from_nothing=True, seconds=seconds, seed=seed))


def summary(study: TuningStudy) -> dict[str, Any]:
    outcome = study.outcome
    return {
        "seconds": study.measured.seconds,
        "games": study.measured.games,
        "generations": outcome.generations,
        "reason": outcome.reason,
        "holds_target": study.holds_target,
        "win_rate": outcome.worth.to_object(),
        "elo_by_plies": {str(match.depth): match.elo.to_object() for match in outcome.matches},
        "numbers": study.numbers,
    }


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--source", choices=list(TARGETS), action="append")
    parser.add_argument("--method", choices=["cma", "genetic", "spsa"], action="append")
    parser.add_argument("--seeds", type=int, default=3, help="searches of each kind")
    parser.add_argument("--longer", type=float, help="also search once for this number of seconds")
    parser.add_argument(
        "--most", type=float, default=240.0, help="give up a target after this number of seconds"
    )
    arguments = parser.parse_args()
    report("tuning", figures(arguments), arguments.save)


def figures(arguments: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for source in arguments.source or list(TARGETS):
        for method in arguments.method or ["cma"]:
            runs = [
                to_target(source, method, seed, arguments.most)
                for seed in range(1, arguments.seeds + 1)
            ]
            found[f"{source}_{method}"] = {
                "median_seconds": median(run["seconds"] for run in runs),
                "report_seconds": TARGETS[source][1],
                "runs": runs,
            }
            if arguments.longer is not None:
                found[f"{source}_{method}_longer"] = longer(source, method, 1, arguments.longer)
    return found


if __name__ == "__main__":
    main()
