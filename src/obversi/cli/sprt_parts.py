"""How a test of two strengths stands, as a line for the terminal and as an object for JSON."""

from typing import Any

from obversi.arena.statistics.sprt import SprtState, sprt_state
from obversi.arena.statistics.summary import Strength
from obversi.arena.tournament.settings import Sprt

__all__ = ["sprt_object", "sprt_text"]


def sprt_object(test: Sprt | None, strength: Strength | None) -> dict[str, Any] | None:
    """Return how a test stands after whole pairs, or None without a test."""
    if test is None:
        return None
    state = _state(test, strength)
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "decision": state.decision,
        "reason": state.reason,
    }


def sprt_text(test: Sprt, strength: Strength | None) -> str:
    """Say what a test has shown."""
    return f"test: {_state(test, strength).reason}"


def _state(test: Sprt, strength: Strength | None) -> SprtState:
    return sprt_state(test, (0, 0, 0, 0, 0) if strength is None else strength.pairs)
