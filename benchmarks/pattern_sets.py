"""What a set of patterns costs: nodes a second of the same searches with each set, on 8×8.

The weights are noise, for the time does not depend on what they say; each set has as many phases
and weights as a learned one, so that they take as much of the processor's cache.
"""

import tempfile
from pathlib import Path
from statistics import median

import numpy as np
from measure import options, report

import obversi as ob
from obversi import _core
from obversi.arena import random_openings
from obversi.weights import Tables, WeightsFile, write_weights

SETS = ("light", "standard", "large")
PHASES = 30
ROUNDS = 5
OPENINGS = 10
OPENING_PLIES = 12
NODES = 400_000


def main() -> None:
    arguments = options((__doc__ or "").partition("\n")[0]).parse_args()
    speeds: dict[str, list[float]] = {name: [] for name in SETS}
    with tempfile.TemporaryDirectory() as folder:
        engines = {}
        for name in SETS:
            path = Path(folder) / f"{name}.obw"
            write_weights(path, noise(name))
            engines[name] = ob.Engine(weights=path)
        # In turns, so that whatever else the machine does meets all of them.
        for _ in range(ROUNDS):
            for name, engine in engines.items():
                speeds[name].append(nodes_a_second(engine))
    figures = [
        {
            "patterns": name,
            "features": features(name),
            "kilobytes_a_phase": round(kilobytes(name)),
            "million_nodes_per_second": round(median(speeds[name]) / 1e6, 2),
            "relative_to_standard": round(median(speeds[name]) / median(speeds["standard"]), 3),
        }
        for name in SETS
    ]
    report("pattern_sets", {"phases": PHASES, "sets": figures}, arguments.save)


def noise(name: str) -> WeightsFile:
    phase_of_empties = np.maximum(60 - np.arange(65), 0) * PHASES // 60
    phase_of_empties = np.minimum(phase_of_empties, PHASES - 1).astype(np.uint8)

    def tables(patterns: list[int]) -> Tables:
        weights = sum(int(_core.weight_of_index(8, shape).max()) + 1 for shape in patterns)
        values = np.random.default_rng(1).integers(-100, 101, (PHASES, weights))
        return Tables(tuple(patterns), phase_of_empties, values.astype(np.int16))

    light = tables(_core.pattern_set(8, "light"))
    return WeightsFile(8, "normal", tables(_core.pattern_set(8, name)), light)


def nodes_a_second(engine: ob.Engine) -> float:
    nodes, seconds = 0, 0.0
    for board in random_openings(OPENINGS, plies=OPENING_PLIES, seed=3).boards:
        engine.clear()
        analysis = engine.analyse(board, ob.Limit(nodes=NODES))
        nodes += analysis.nodes
        seconds += analysis.seconds
    return nodes / seconds


def features(name: str) -> int:
    return sum(len(_core.pattern_features(8, shape)) for shape in _core.pattern_set(8, name))


def kilobytes(name: str) -> float:
    return sum(2 * len(_core.weight_of_index(8, s)) for s in _core.pattern_set(8, name)) / 1024


if __name__ == "__main__":
    main()
