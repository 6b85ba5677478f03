"""Ratings of all agents of a tournament, from all complete pairs together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.pair_results import (
    HeadToHead,
    Marks,
    Numbers,
    PairResults,
    count_pairs,
)
from obversi.arena.statistics.rating_intervals import strength_intervals
from obversi.arena.statistics.strength_fit import StrengthLikelihood, fit_strengths
from obversi.arena.statistics.strength_models import (
    ELO,
    BradleyTerry,
    Davidson,
    StrengthModel,
    comparable_agents,
    groups_that_met,
)
from obversi.arguments import checked_values, suggestion, whole_number
from obversi.errors import InputError

_MODELS: dict[str, StrengthModel] = {
    "bradley-terry": BradleyTerry(),
    "davidson": Davidson(),
}

# The names of the models.
MODELS = tuple(_MODELS)
USUAL_MODEL = MODELS[0]

# The prior standard deviation in Elo, for agents that have won or lost everything.
SPREAD = 1000.0

_MOST_NAMED = 4

# No rating by definition is further from 0.
_FURTHEST = 100_000


@dataclass(frozen=True, slots=True)
class Anchor:
    """An agent, by its place among the agents, and its rating by definition."""

    agent: int
    rating: float = 0.0

    def __post_init__(self) -> None:
        """Reject a rating that is no number, or too far from 0."""
        if not (isinstance(self.rating, Real) and abs(self.rating) <= _FURTHEST):
            raise InputError(
                f"{self.rating!r} is not a rating: expected a number from -{_FURTHEST} "
                f"to {_FURTHEST}"
            )


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of an agent in Elo, and its 95 % interval.

    A bound is infinite if no result bounds the rating. Without intervals both are None.
    """

    rating: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings by the agents' places; None for agents without a complete pair.

    `zero` describes the zero of the scale, `notes` are sentences about limits of the ratings.
    `model` is one of `MODELS`; `draw_share` is the share of draws between equals, if the model has
    one.
    """

    agents: tuple[Rating | None, ...]
    zero: str
    notes: tuple[str, ...] = ()
    model: str = USUAL_MODEL
    draw_share: float | None = None


def rate(
    labels: Sequence[str],
    games: Iterable[PlayedGame],
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
    replicates: int = 1000,
    seed: int | None = 0,
) -> Ratings:
    """Rate the agents of these labels by their complete pairs.

    The model is one of `MODELS`. Without an anchor the mean rating is 0. The intervals come from
    `replicates` of the bootstrap; 0 leaves them out, which is fast.
    """
    by_agents: dict[tuple[int, int], HeadToHead] = {}
    for game in checked_values(games, PlayedGame, "game"):
        one, other = min(game.a, game.b), max(game.a, game.b)
        by_agents.setdefault((one, other), HeadToHead(one)).add(game)
    names = list(checked_values(labels, str, "label"))
    results = count_pairs(len(names), by_agents)
    return rate_pairs(names, results, model=model, anchor=anchor, replicates=replicates, seed=seed)


def rate_pairs(
    labels: Sequence[str],
    results: PairResults,
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
    replicates: int = 1000,
    seed: int | None = 0,
) -> Ratings:
    """Rate the agents of these labels by counted pairs."""
    if model not in _MODELS:
        raise InputError(f"there is no model {model!r} of ratings: {suggestion(model, MODELS)}")
    whole_number(replicates, "the number of replicates", 0)
    if anchor is not None and not 0 <= anchor.agent < len(labels):
        raise InputError(f"there is no agent {anchor.agent} as an anchor")
    present = results.present
    if len(present) == 0:
        return Ratings((None,) * len(labels), "no complete pair has been played yet", model=model)
    names = [labels[agent] for agent in present]
    own = results.only(present)
    held = anchor is not None and anchor.agent in present
    zero = _zero(own, int(np.searchsorted(present, anchor.agent)) if anchor and held else None)
    base = anchor.rating if anchor and held else 0.0
    likelihood = StrengthLikelihood(_MODELS[model], own)
    parameters = fit_strengths(likelihood, pull=(ELO / SPREAD) ** 2)
    parameters[: own.agents] -= parameters[: own.agents] @ zero
    strengths, common = parameters[: own.agents], parameters[own.agents :]
    ends = likelihood.model.open_ends(own, zero)
    rated = [Rating(base + ELO * float(strength)) for strength in strengths]
    if replicates:
        intervals = strength_intervals(likelihood, parameters, zero, ends, replicates, seed)
        bounds = (base + ELO * intervals).tolist()
        rated = [
            Rating(one.rating, low, high) for one, (low, high) in zip(rated, bounds, strict=True)
        ]
    agents: list[Rating | None] = [None] * len(labels)
    for agent, one in zip(present, rated, strict=True):
        agents[agent] = one
    notes = list(_notes(own, ends, names))
    if anchor is not None and not held:
        notes.append(
            f"{labels[anchor.agent]} has not played a complete pair yet, so it is not the anchor"
        )
    return Ratings(
        tuple(agents),
        _zero_text(zero, names, base),
        tuple(notes),
        model,
        _draw_share(likelihood.model, common),
    )


def _draw_share(model: StrengthModel, common: Numbers) -> float | None:
    """Return the share of draws between equals, from the common parameters."""
    expected = model.expected(np.append(0.0, common))
    return float(expected[1]) if len(expected) > 1 else None


def _zero(results: PairResults, anchor: int | None) -> Numbers:
    """Return the weights of the mean that is 0: of the anchor, or of comparable agents."""
    if anchor is not None:
        return np.asarray(np.eye(results.agents)[anchor])
    chosen = comparable_agents(results)
    return np.asarray(chosen / chosen.sum())


def _zero_text(zero: Numbers, names: Sequence[str], base: float) -> str:
    chosen = [name for name, weight in zip(names, zero, strict=True) if weight]
    if len(chosen) == 1:
        return f"{chosen[0]} is {base:g}"
    who = "all agents" if len(chosen) == len(names) else _listed(chosen)
    return f"the mean of {who} is 0"


def _notes(results: PairResults, ends: tuple[Marks, Marks], names: Sequence[str]) -> Iterator[str]:
    groups = groups_that_met(results)
    if len(groups) > _MOST_NAMED:
        yield (
            f"there are {len(groups)} groups of agents without games between them: "
            "ratings of different groups cannot be compared"
        )
    for group in groups[1:] if len(groups) <= _MOST_NAMED else ():
        yield (
            f"{_listed([names[agent] for agent in group])} met none of the others: "
            "these ratings cannot be compared"
        )
    below, above = ends
    both = [names[agent] for agent in np.flatnonzero(below & above).tolist()]
    if both and len(groups) == 1:
        yield f"no game bounds the rating of {_listed(both)} from either side"
    for is_open, other, side, further in (
        (above, below, "above", "higher"),
        (below, above, "below", "lower"),
    ):
        chosen = [names[agent] for agent in np.flatnonzero(is_open & ~other).tolist()]
        if chosen:
            yield (
                f"no game bounds the rating of {_listed(chosen)} from {side}: it may be {further}"
            )


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        shown[-1:] = [f"{len(names) - _MOST_NAMED + 1} more"]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
