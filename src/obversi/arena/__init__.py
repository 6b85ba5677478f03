"""Where agents meet: matches from paired openings, and what their results are worth."""

from obversi.arena.game import Failure, PlayedGame
from obversi.arena.match import Match, play_match
from obversi.arena.openings import Openings, random_openings, read_openings
from obversi.arena.summary import MatchSummary, Strength, Tally, Thinking, summarise

__all__ = [
    "Failure",
    "Match",
    "MatchSummary",
    "Openings",
    "PlayedGame",
    "Strength",
    "Tally",
    "Thinking",
    "play_match",
    "random_openings",
    "read_openings",
    "summarise",
]
