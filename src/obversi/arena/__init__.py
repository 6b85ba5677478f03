"""Matches and tournaments from paired openings, with their statistics and reports."""

from typing import TYPE_CHECKING

from obversi.lazy import lazy_names

if TYPE_CHECKING:
    from obversi.arena.bulk import play_bulk
    from obversi.arena.game.plan import TimeControl
    from obversi.arena.match import Match, play_match
    from obversi.arena.openings import (
        balanced_openings,
        random_openings,
        read_openings,
        start_openings,
    )
    from obversi.arena.playing.cluster import ClusterPlayers
    from obversi.arena.playing.players import LocalPlayers
    from obversi.arena.playing.processes import PlayersInProcesses
    from obversi.arena.statistics.elo import (
        elo_from_score,
        mean_score,
        score_from_elo,
        score_interval,
        superiority,
    )
    from obversi.arena.statistics.normalised import normalised_elo, normalised_interval
    from obversi.arena.statistics.pair_results import PairResults
    from obversi.arena.statistics.ratings import Anchor, Ratings, rate, rate_pairs
    from obversi.arena.statistics.sprt import sprt_state
    from obversi.arena.statistics.standings import standings
    from obversi.arena.statistics.summary import summarise
    from obversi.arena.store.store import Store
    from obversi.arena.tournament.settings import Sprt, TournamentSettings, entrants
    from obversi.arena.tournament.tournament import Tournament, play_tournament
else:
    __getattr__ = lazy_names(__name__)

__all__ = [
    "Anchor",
    "ClusterPlayers",
    "LocalPlayers",
    "Match",
    "PairResults",
    "PlayersInProcesses",
    "Ratings",
    "Sprt",
    "Store",
    "TimeControl",
    "Tournament",
    "TournamentSettings",
    "balanced_openings",
    "elo_from_score",
    "entrants",
    "mean_score",
    "normalised_elo",
    "normalised_interval",
    "play_bulk",
    "play_match",
    "play_tournament",
    "random_openings",
    "rate",
    "rate_pairs",
    "read_openings",
    "score_from_elo",
    "score_interval",
    "sprt_state",
    "standings",
    "start_openings",
    "summarise",
    "superiority",
]
