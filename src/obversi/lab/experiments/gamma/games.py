"""The games about R0's γ: against the field, and of each γ against each other."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from obversi.agents.search_agent import SearchAgent
from obversi.lab.experiments.r0_variants import r0_variant
from obversi.lab.games.field import play_field, pooled
from obversi.lab.games.meeting import lab_openings, meet, opposite_points
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

__all__ = [
    "FIELD_DEPTH",
    "GAMMAS",
    "MEETING_DEPTH",
    "MEETING_GAMMAS",
    "field_key",
    "field_points",
    "gamma_steps",
    "meeting_points",
    "readings",
]

# The report does not say for whom stable discs are good; docs/evaluations.md says why "burden".
GAMMAS: Final = {
    "burden": (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    "asset": (0.0, 0.1, 0.3, 0.5, 0.7, 0.9),
}
MEETING_GAMMAS: Final = (0.0, 0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
FIELD_DEPTH: Final = 4
MEETING_DEPTH: Final = 3  # quicker, since there are many meetings


def gamma_steps(settings: Settings) -> list[Step]:
    """Plan all games."""
    steps = []
    for rules in settings.rules:
        for reading in readings(rules):
            for gamma in GAMMAS[reading]:
                work = partial(_play_field, reading, gamma, settings, rules)
                steps.append(Step(field_key(rules, reading, gamma), work))
        for gamma in MEETING_GAMMAS[:-1]:
            steps.append(Step(_meeting_key(rules, gamma), partial(_meet, gamma, settings, rules)))
    return steps


def readings(rules: str) -> tuple[str, ...]:
    """Return how R0 is read; both ways where it was played."""
    return ("burden", "asset") if rules == "reversed" else ("burden",)


def field_key(rules: str, reading: str, gamma: float) -> str:
    """Return the key of the step that plays against the field."""
    told = "" if reading == "burden" else ", own stable discs as an asset"
    return f"{rules} gamma {gamma:g}{told}"


def _meeting_key(rules: str, gamma: float) -> str:
    return f"{rules} gamma {gamma:g} against greater ones"


def _play_field(
    reading: str, gamma: float, settings: Settings, rules: str, watch: Watch
) -> dict[str, str]:
    stable = (1 - gamma) * (-1 if reading == "burden" else 1)
    agent = SearchAgent(r0_variant(weights={"squares": gamma, "stable": stable}), depth=FIELD_DEPTH)
    return play_field(agent, settings.games, settings, rules, watch)


def _meet(gamma: float, settings: Settings, rules: str, watch: Watch) -> dict[str, str]:
    """Play against every greater γ, always from the same openings."""
    openings = lab_openings(settings, rules, max(2, settings.games // 5), "gamma")
    greater = [other for other in MEETING_GAMMAS if other > gamma]
    found = {}
    for number, other in enumerate(greater):
        a, b = (f"r0-adjusted:gamma={one}:depth={MEETING_DEPTH}" for one in (gamma, other))
        found[f"{other:g}"] = meet(a, b, openings, settings)
        watch((number + 1) / len(greater))
    return found


def field_points(data: Mapping[str, Measured], rules: str, reading: str) -> dict[float, str]:
    """Return the half points by γ; with γ = 1 there are no stable discs to read."""
    found = {gamma: pooled(data[field_key(rules, reading, gamma)]) for gamma in GAMMAS[reading]}
    return {**found, 1.0: pooled(data[field_key(rules, "burden", 1.0)])}


def meeting_points(data: Mapping[str, Measured], rules: str) -> dict[tuple[float, float], str]:
    """Return the half points of the first γ against the second, both ways."""
    found = {}
    for gamma in MEETING_GAMMAS[:-1]:
        for told, points in data[_meeting_key(rules, gamma)].items():
            found[gamma, float(told)] = points
            found[float(told), gamma] = opposite_points(points)
    return found
