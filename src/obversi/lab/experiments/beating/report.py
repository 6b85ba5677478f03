"""What a round robin says about R2's words on beating."""

from obversi.lab.experiments.beating.swaps import swaps
from obversi.lab.finding import Finding, Verdict
from obversi.lab.models.round_robin import Cycle, RoundRobin

__all__ = ["cycles_text", "transitive", "two_games", "who_takes_part"]


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
    how_sure = (
        f"with all such cycles that there could be in mind, luck explains it with a chance of at "
        f"most {_chance(best.doubt)}"
        if best.is_sure
        else "luck may have made it, for there could be many such cycles"
    )
    return Finding(
        *(what, reported, cycles_text(len(table.cycles)), "agrees" if best.is_sure else "open"),
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
        f"Of {len(sure)} pairs whose better agent is sure (95 % each) under {many.rules} rules, "
        f"R2's two games from the start name the worse one in {len(wrong)} and nobody in "
        f"{len(undecided)}; they show {cycles_text(len(few.cycles))} where many openings show "
        f"{cycles_text(len(many.cycles))}."
    )
    return Finding(
        f"two games a pair, {many.rules}",
        "",
        f"{len(wrong) + len(undecided)} of {len(sure)} pairs not settled",
        "new",
        sentence,
    )


def who_takes_part(table: RoundRobin) -> Finding:
    """Test whether the order of two agents depends on who else is there, as R2 warns."""
    seen = swaps(table)
    pairs, sure = (
        len({(one.above, one.below) for one in found})
        for found in (seen, [one for one in seen if one.is_sure])
    )
    verdict: Verdict = "agrees" if sure else "open"
    if sure:
        best = seen[0]
        how_sure = (
            f"{sure} of these surely: {best.above} is above {best.below}, but below without "
            f"{best.left_out}, which luck explains with a chance of at most {_chance(best.doubt)}"
        )
    else:
        how_sure = "none of these surely, so that luck may have made it"
    return Finding(
        f"who takes part matters, {table.rules}",
        "scores are sensitive to the selection (3.3.2.1)",
        f"{sure} of {len(table.encounters)} pairs surely",
        verdict,
        f"Under {table.rules} rules the order of {pairs} of {len(table.encounters)} pairs in the "
        f"final table changes if one other agent stays away, {how_sure} (corrected for all changes "
        "that there could be).",
    )
