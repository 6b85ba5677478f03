"""Mixes as plain data, so that a study holds what it is about."""

from typing import Any

from obversi.heuristics import Mix, Phase

__all__ = ["mix_from_object", "mix_object"]


def mix_object(mix: Mix) -> dict[str, Any]:
    """Return what JSON keeps of a mix.

    >>> mix = Mix("mine", (Phase({"moves": 2.0}, until=40), Phase({"corners": 25.0})))
    >>> mix_from_object(mix_object(mix)) == mix
    True
    """
    return {
        "name": mix.name,
        "origin": mix.origin,
        "rules": mix.rules,
        "finished": mix.finished,
        "squares": None if mix.squares is None else [list(row) for row in mix.squares],
        "phases": [{"until": each.until, "weights": dict(each.weights)} for each in mix.phases],
    }


def mix_from_object(told: dict[str, Any]) -> Mix:
    """Read what `mix_object` returned."""
    phases = tuple(Phase(each["weights"], each["until"]) for each in told["phases"])
    return Mix(**{**told, "phases": phases})
