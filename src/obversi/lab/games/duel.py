"""Two agents play many games, and what came of it as plain data."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from obversi.agents.agent import Agent
from obversi.arena.bulk import BulkGames, CorePlaying, play_bulk
from obversi.errors import ObversiError
from obversi.lab.estimate import Estimate, elo, mean, score
from obversi.lab.games.meeting import lab_openings
from obversi.lab.settings import Settings
from obversi.lab.step import Watch

__all__ = ["duel", "estimate_of"]


def duel(
    a: str | Agent | CorePlaying,
    b: str | Agent | CorePlaying,
    settings: Settings,
    rules: str,
    purpose: str,
    watch: Watch,
    games: int | None = None,
) -> dict[str, Any]:
    """Play every opening twice with colours swapped, and tell of A: score, Elo, margin and nodes.

    Duels of one purpose begin from the same openings, so that they can be compared. There are no
    more games than twice the openings of a small board.
    """
    openings = lab_openings(settings, rules, settings.games if games is None else games, purpose)
    planned = 2 * len(openings.boards)
    played = play_bulk(
        a,
        b,
        planned,
        size=settings.size,
        rules=rules,
        openings=openings,
        seed=settings.seed,
        threads=settings.threads,
        on_progress=lambda *results: watch(sum(results) / planned),
    )
    if played.failures:
        raise ObversiError(f"{played.a} against {played.b}: {played.failures[0].reason}")
    return _told(played)


def _told(played: BulkGames) -> dict[str, Any]:
    choices = np.maximum(played.rounds.choices.sum(axis=0), 1)
    return {
        "a": played.a,
        "b": played.b,
        "games": len(played),
        "wins": played.wins,
        "draws": played.draws,
        "losses": played.losses,
        "score": score(played).to_object(),
        "elo": elo(played).to_object(),
        "margin": mean(played.margins.reshape(-1, 2).mean(axis=1)).to_object(),
        "nodes": [float(nodes) for nodes in played.rounds.nodes.sum(axis=0) / choices],
    }


def estimate_of(told: Mapping[str, Any], name: str) -> Estimate:
    """Return a number of a duel with its interval: "score", "elo" or "margin"."""
    return Estimate.from_object(told[name])
