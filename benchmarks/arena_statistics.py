"""How often tests err, and how often intervals hold the truth, beside what they promise.

Everything is tried on simulated pairs of agents whose strengths are known.
"""

import time
from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np
from measure import options, report
from simulated_pairs import (
    pair_frequencies,
    simulated_davidson_tournament,
    simulated_pairs,
    simulated_tournament,
)

from obversi.arena.statistics.elo import Pentanomial, score_from_elo, score_interval
from obversi.arena.statistics.normalised import normalised_interval
from obversi.arena.statistics.pair_results import Numbers, PairResults
from obversi.arena.statistics.rating_intervals import strength_intervals
from obversi.arena.statistics.ratings import MODELS, SPREAD, rate_pairs
from obversi.arena.statistics.sprt import sprt_state
from obversi.arena.statistics.strength_fit import StrengthLikelihood, fit_strengths
from obversi.arena.statistics.strength_models import ELO, BradleyTerry, Davidson, StrengthModel
from obversi.arena.tournament.settings import Sprt
from obversi.cli.progress import progress

# Elo of the two hypotheses; the share of draws and the bias of the openings.
TESTS = [(0, 50, 0.05, 0.3), (0, 50, 0.6, 0.8), (-30, 30, 0.05, 0.0), (200, 300, 0.05, 0.3)]
ERROR = 0.05

SCORES = (0.5, 0.75, 0.95, 0.99)
PAIRS_OF_A_MATCH = (5, 8, 25, 200)

TOURNAMENTS = {
    "even": [0, 20, 40, 60, 80, 100],
    "spread": [0, 150, 300, 450, 600, 750],
    "lopsided": [0, 0, 400, 800, 1200],
}
PAIRS_OF_AN_ENCOUNTER = (1, 2, 5, 20)
REPLICATES = 400

# Of equals, where games are those of Davidson's model.
DRAWS = (0.05, 0.4)

Interval = Callable[[Pentanomial], tuple[float, float]]


def main() -> None:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a hundredth of it")
    arguments = parser.parse_args()
    share = 100 if arguments.quick else 1
    random = np.random.default_rng(1)
    figures = {
        "sprt": sprt_errors(300 // share, random),
        "elo_coverage": match_coverage(1000 // share, score_interval, score_truth, random),
        "normalised_coverage": match_coverage(
            200 // share, normalised_interval, normalised_truth, random
        ),
        "rating_coverage": rating_coverage(250 // share, random),
        "davidson_coverage": davidson_coverage(200 // share, random),
        "seconds_for_20_agents_and_10000_pairs": {
            model: rating_seconds(model, random) for model in MODELS
        },
    }
    report("arena_statistics", figures, arguments.save)


def share_of(count: float, total: int) -> dict[str, float]:
    """Return a share, and the standard error that chance gives it."""
    share = float(count) / total
    return {"share": round(share, 4), "error": round(sqrt(share * (1 - share) / total), 4)}


def sprt_errors(times: int, random: np.random.Generator) -> list[dict[str, Any]]:
    """Let many tests decide where the one and where the other hypothesis is true."""
    rows = []
    with progress("tests", 2 * len(TESTS) * times) as step:
        for elo0, elo1, draws, bias in TESTS:
            test = Sprt(elo0, elo1, ERROR, ERROR)
            for truth, wrong in ((elo0, "H1"), (elo1, "H0")):
                frequencies = pair_frequencies(score_from_elo(truth), draws=draws, bias=bias)
                decided = []
                for _ in range(times):
                    decided.append(decision(test, frequencies, random))
                    step()
                rows.append(
                    {
                        "elo0": elo0,
                        "elo1": elo1,
                        "draws": draws,
                        "bias": bias,
                        "truth": truth,
                        "promised_errors": ERROR,
                        "wrong": share_of(sum(made == wrong for made, _ in decided), times),
                        "mean_pairs": round(float(np.mean([pairs for _, pairs in decided])), 1),
                    }
                )
    return rows


def decision(test: Sprt, frequencies: Numbers, random: np.random.Generator) -> tuple[str, int]:
    """Play pairs until the test is over; return what it says and the number of pairs."""
    counts = [0] * len(frequencies)
    while True:
        for kind in random.choice(len(counts), 50, p=frequencies).tolist():
            counts[kind] += 1
            none, half, one, more, two = counts
            made = sprt_state(test, (none, half, one, more, two)).decision
            if made is not None:
                return made, sum(counts)


def score_truth(frequencies: Numbers) -> float:
    return float(frequencies @ np.arange(5) / 4)


def normalised_truth(frequencies: Numbers) -> float:
    scores, mean = np.arange(5) / 4, score_truth(frequencies)
    return (mean - 0.5) / sqrt(2 * frequencies @ (scores - mean) ** 2) * 800 / log(10)


def match_coverage(
    times: int, interval: Interval, truth: Callable[[Numbers], float], random: np.random.Generator
) -> list[dict[str, Any]]:
    rows = []
    with progress("matches", len(SCORES) * len(PAIRS_OF_A_MATCH) * times) as step:
        for score in SCORES:
            frequencies = pair_frequencies(score)
            true = truth(frequencies)
            for pairs in PAIRS_OF_A_MATCH:
                held = 0
                for _ in range(times):
                    low, high = interval(simulated_pairs(frequencies, pairs, random))
                    held += low <= true <= high
                    step()
                rows.append({"score": score, "pairs": pairs, "held": share_of(held, times)})
    return rows


def rating_coverage(times: int, random: np.random.Generator) -> list[dict[str, Any]]:
    """Count how often intervals hold the strength over the mean, and over the first agent."""
    rows = []
    with progress("tournaments", len(TOURNAMENTS) * len(PAIRS_OF_AN_ENCOUNTER) * times) as step:
        for name, elo in TOURNAMENTS.items():
            agents = len(elo)
            zeros = {"mean": np.full(agents, 1 / agents), "first agent": np.eye(agents)[0]}
            for pairs in PAIRS_OF_AN_ENCOUNTER:
                held = {zero: np.zeros(agents) for zero in zeros}
                for _ in range(times):
                    results = simulated_tournament(elo, pairs, random)
                    for zero, weights in zeros.items():
                        held[zero] += holds(BradleyTerry(), results, elo, weights)
                    step()
                rows += [
                    {
                        "tournament": name,
                        "elo": elo,
                        "pairs_of_each_two": pairs,
                        "zero": zero,
                        "held_by_agent": (counts / times).round(3).tolist(),
                        # The first agent is the zero there, and has no interval.
                        "held": share_of(counts[1:].mean(), times),
                    }
                    for zero, counts in held.items()
                ]
    return rows


def davidson_coverage(times: int, random: np.random.Generator) -> list[dict[str, Any]]:
    """Count the same where games are those of Davidson's model, over the first agent."""
    rows = []
    kinds = [(name, draws) for name in TOURNAMENTS for draws in DRAWS]
    with progress("tournaments", len(kinds) * len(PAIRS_OF_AN_ENCOUNTER) * times) as step:
        for name, draws in kinds:
            elo = TOURNAMENTS[name]
            first = np.eye(len(elo))[0]
            for pairs in PAIRS_OF_AN_ENCOUNTER:
                held = np.zeros(len(elo))
                for _ in range(times):
                    results = simulated_davidson_tournament(elo, pairs, random, draws=draws)
                    held += holds(Davidson(), results, elo, first)
                    step()
                rows.append(
                    {
                        "tournament": name,
                        "elo": elo,
                        "draws_of_equals": draws,
                        "pairs_of_each_two": pairs,
                        "held_by_agent": (held / times).round(3).tolist(),
                        "held": share_of(held[1:].mean(), times),
                    }
                )
    return rows


def holds(model: StrengthModel, results: PairResults, elo: list[int], zero: Numbers) -> Numbers:
    """Return 1 for each agent whose interval holds its strength, counted from a mean."""
    likelihood = StrengthLikelihood(model, results)
    parameters = fit_strengths(likelihood, (ELO / SPREAD) ** 2)
    ends = model.open_ends(results, zero)
    bounds = ELO * strength_intervals(likelihood, parameters, zero, ends, REPLICATES, seed=1)
    true = np.array(elo) - elo @ zero
    return np.asarray((bounds[:, 0] <= true) & (true <= bounds[:, 1]), np.float64)


def rating_seconds(model: str, random: np.random.Generator) -> float:
    results = simulated_tournament(np.linspace(0, 2000, 20).tolist(), 53, random)
    begin = time.perf_counter()
    rate_pairs([f"agent {number}" for number in range(20)], results, model=model)
    return round(time.perf_counter() - begin, 2)


if __name__ == "__main__":
    main()
