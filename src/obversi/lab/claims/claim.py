"""Claims that one agent is better than another, tested."""

from collections.abc import Sequence

from obversi.lab.claims.few_games import equal_strength_probability
from obversi.lab.estimate import Estimate
from obversi.lab.finding import Finding, Verdict

__all__ = ["chance_finding", "claim", "signed"]


def claim(what: str, reported: str, advantage: Estimate, better: str, worse: str) -> Finding:
    """Test what a report says: that `better` scores more than `worse`.

    `advantage` is how much more it scored here, in points a game. The claim is right if the whole
    interval is above 0, wrong if all of it is below, and open otherwise.
    """
    verdict: Verdict = "open"
    if advantage.low > 0:
        verdict = "agrees"
    elif advantage.high < 0:
        verdict = "differs"
    apart = f"{100 * abs(advantage.value):.1f} points of 100"
    sentence = {
        "agrees": f"The report was right: {better} scores {apart} more than {worse}",
        "differs": f"The report was wrong: {better} scores {apart} less than {worse}",
        "open": f"Who is better stays open: {better} and {worse} are {apart} apart",
    }[verdict]
    low, high = 100 * advantage.low, 100 * advantage.high
    sure = f"{sentence}, in {advantage.count:,} games of each (95 %: {low:+.1f} to {high:+.1f})."
    return Finding(what, reported, signed(advantage), verdict, sure)


def chance_finding(wins: Sequence[int], games: int, what: str) -> Finding:
    """Say how often chance alone makes results as unequal as those of a report."""
    probability = equal_strength_probability(wins, games)
    chance = f"{100 * probability:.0f}"
    # One time in 20, as everywhere.
    follows = "say nothing" if probability > 0.05 else "say something"
    results = [f"{won}-{games - won}" for won in wins]
    told = f"{', '.join(results[:-1])} and {results[-1]}"
    return Finding(
        f"results as unequal as {told} if {what} made no difference",
        "",
        f"{chance} %",
        "new",
        f"Agents of equal strength do as unequally in {chance} of 100 cases (Fisher's exact test): "
        f"the report's {games * len(wins)} games alone {follows} about {what}.",
    )


def signed(advantage: Estimate) -> str:
    """Tell an advantage in points of 100, with its sign and its interval.

    >>> signed(Estimate(0.125, -0.02, 0.3))
    '+12.5 (-2.0 to +30.0)'
    """
    value, low, high = (
        f"{100 * one:+.1f}" for one in (advantage.value, advantage.low, advantage.high)
    )
    return f"{value} ({low} to {high})"
