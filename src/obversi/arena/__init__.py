"""Where agents meet: matches from paired openings, and what their results are worth."""

from obversi.arena.bulk import BulkFailure, BulkGames, BulkInterrupted, play_bulk
from obversi.arena.game import Failure, PlayedGame
from obversi.arena.match import Match, play_match
from obversi.arena.openings import Openings, random_openings, read_openings
from obversi.arena.round_table import RoundTable
from obversi.arena.summary import MatchSummary, Strength, Tally, Thinking, summarise

__all__ = [
    "BulkFailure",
    "BulkGames",
    "BulkInterrupted",
    "Failure",
    "Match",
    "MatchSummary",
    "Openings",
    "PlayedGame",
    "RoundTable",
    "Strength",
    "Tally",
    "Thinking",
    "play_bulk",
    "play_match",
    "random_openings",
    "read_openings",
    "summarise",
]
