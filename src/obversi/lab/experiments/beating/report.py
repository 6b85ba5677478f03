"""What a round robin says about R2's words on beating."""

from itertools import combinations
from typing import Final

import numpy as np

from obversi.lab.finding import Finding, Verdict
from obversi.lab.models.round_robin import Cycle, RoundRobin

__all__ = ["cycles_text", "transitive", "two_games", "who_takes_part"]

_SURE: Final = 0.05


def transitive(table: RoundRobin) -> Finding:
    """Test R2's theorem that beating is no order, by cycles that luck does not explain."""
    what = f"beating is not transitive, {table.rules}"
    reported = "not transitive (2.2.2, theorem 1)"
    games = table.encounters[0].score.count
    if not table.cycles:
        return Finding(
            *(what, reported, "no cycle", "open"),
            f"Under {table.rules} rules these agents have no cycle in {games:,} games a pair: "
            "others may have one, for the theorem is about all agents there could be.",
        )
    best = table.cycles[0]
    sure = best.doubt <= _SURE
    how_sure = (
        f"with all such cycles that there could be in mind, luck explains it with a chance of at "
        f"most {_chance(best.doubt)}"
        if sure
        else "luck may have made it, for there could be many such cycles"
    )
    return Finding(
        *(what, reported, cycles_text(len(table.cycles)), "agrees" if sure else "open"),
        f"Under {table.rules} rules {_in_words(best)} of {games:,} games each; {how_sure}.",
    )


def cycles_text(cycles: int) -> str:
    """Tell a number of cycles."""
    return "1 cycle" if cycles == 1 else f"{cycles} cycles"


def _chance(doubt: float) -> str:
    return f"{doubt:.3f}" if doubt >= 0.001 else "one in a thousand"


def _in_words(cycle: Cycle) -> str:
    steps = zip(cycle.agents, (*cycle.agents[1:], cycle.agents[0]), cycle.scores, strict=True)
    return ", ".join(f"{a} beats {b} with {score.value:.0%}" for a, b, score in steps)


def two_games(many: RoundRobin, few: RoundRobin) -> Finding:
    """Tell how often two games from the start name another winner than many openings do."""
    sure = [one for one in many.encounters if not one.score.holds(0.5)]
    wrong = [
        one
        for one in sure
        if (few.encounter(one.a, one.b).score.value - 0.5) * (one.score.value - 0.5) < 0
    ]
    undecided = [one for one in sure if few.encounter(one.a, one.b).score.value == 0.5]
    sentence = (
        f"Of {len(sure)} pairs whose better agent is sure, R2's two games from the start name the "
        f"worse one in {len(wrong)} and nobody in {len(undecided)}; they show "
        f"{cycles_text(len(few.cycles))} where many openings show {cycles_text(len(many.cycles))}."
    )
    return Finding(
        f"two games a pair, {many.rules}",
        "two games a pair (2.1.3)",
        f"{len(wrong) + len(undecided)} of {len(sure)} pairs not settled",
        "new",
        sentence,
    )


def who_takes_part(table: RoundRobin) -> Finding:
    """Test whether the order of two agents depends on who else is there, as R2 warns."""
    swaps = [
        (a, b, left_out)
        for a, b in combinations(range(len(table.agents)), 2)
        for left_out in range(len(table.agents))
        if left_out not in (a, b) and _is_swapped(table, a, b, left_out)
    ]
    pairs = {(a, b) for a, b, _ in swaps}
    verdict: Verdict = "agrees" if swaps else "open"
    example = ""
    if swaps:
        a, b, left_out = (table.agents[place] for place in swaps[0])
        example = f"; {a} and {b}, for instance, change places without {left_out}"
    return Finding(
        f"who takes part matters, {table.rules}",
        "scores are sensitive to the selection (3.3.2.1)",
        f"{len(pairs)} of {len(table.encounters)} pairs",
        verdict,
        f"Under {table.rules} rules the order of {len(pairs)} of {len(table.encounters)} pairs in "
        f"the final table changes if one other agent stays away{example}.",
    )


def _is_swapped(table: RoundRobin, a: int, b: int, left_out: int) -> bool:
    lead = table.scores[a] - table.scores[b]
    everyone = float(np.sum(lead))
    return everyone * (everyone - float(lead[left_out])) < 0
