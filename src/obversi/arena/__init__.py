"""Matches and tournaments from paired openings, with their statistics and reports."""

from typing import TYPE_CHECKING, Any

from obversi.arena.bulk import BulkFailure, BulkGames, BulkInterrupted, RoundTable, play_bulk
from obversi.arena.game.plan import GamePlan, Player, TimeControl
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.ladder import LADDER, ladder_openings, ladder_page, ladder_settings
from obversi.arena.match import Match, play_match
from obversi.arena.openings import (
    Openings,
    balanced_openings,
    random_openings,
    read_openings,
    start_openings,
)
from obversi.arena.playing.players import Players, PlayersHere
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.arena.statistics.ratings import Anchor, Rating, Ratings, rate
from obversi.arena.statistics.sprt import SprtState, sprt_state
from obversi.arena.statistics.standings import (
    Crossing,
    LiveStandings,
    Standing,
    Standings,
    standings,
)
from obversi.arena.statistics.summary import MatchSummary, Strength, Tally, Thinking, summarise
from obversi.arena.store import Store, StoredTournament
from obversi.arena.tournament.settings import Entrant, Sprt, TournamentSettings, entrants
from obversi.arena.tournament.tournament import Tournament, play_tournament

if TYPE_CHECKING:
    from obversi.arena.report.page import tournament_page

__all__ = [
    "LADDER",
    "Anchor",
    "BulkFailure",
    "BulkGames",
    "BulkInterrupted",
    "Crossing",
    "Entrant",
    "Failure",
    "GamePlan",
    "LiveStandings",
    "Match",
    "MatchSummary",
    "Openings",
    "PlayedGame",
    "Player",
    "Players",
    "PlayersHere",
    "PlayersInProcesses",
    "Rating",
    "Ratings",
    "RoundTable",
    "Sprt",
    "SprtState",
    "Standing",
    "Standings",
    "Store",
    "StoredTournament",
    "Strength",
    "Tally",
    "Thinking",
    "TimeControl",
    "Tournament",
    "TournamentSettings",
    "balanced_openings",
    "entrants",
    "ladder_openings",
    "ladder_page",
    "ladder_settings",
    "play_bulk",
    "play_match",
    "play_tournament",
    "random_openings",
    "rate",
    "read_openings",
    "sprt_state",
    "standings",
    "start_openings",
    "summarise",
    "tournament_page",
]


def __getattr__(name: str) -> Any:
    """Import `tournament_page` when it is used: it needs Jinja2, of the extra ``arena``."""
    if name != "tournament_page":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from obversi.arena.report.page import tournament_page

    return tournament_page
