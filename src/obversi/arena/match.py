"""A match between two agents: pairs of games, each pair from one opening with colours swapped."""

from collections.abc import Generator
from dataclasses import dataclass

from obversi.arena.game.played import PlayedGame
from obversi.arena.game.time_control import TimeControl
from obversi.arena.openings import Openings
from obversi.arena.playing.here import PlayersHere
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.arena.tournament.run import play_tournament
from obversi.arena.tournament.settings import Sprt, TournamentSettings, entrants
from obversi.arena.tournament.tournament import Tournament
from obversi.numbers import whole_number

__all__ = ["Match", "play_match"]


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, from where, how often and with how many seconds a move.

    The seed decides what is left to chance in every game, but each game gets a seed of its own.
    With `clock` the time is for the whole game instead, and who has none left has lost; a move that
    only took more than its `seconds` is counted as late. What `adjudicate` and `sprt` do is said
    where tournaments have them.
    """

    a: str
    b: str
    openings: Openings
    pairs: int
    seconds: float = 0.1
    seed: int = 0
    clock: TimeControl | None = None
    adjudicate: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        """Refuse a match without games or without time."""
        self.settings()

    def settings(self) -> TournamentSettings:
        """Return the tournament of two that the match is."""
        return TournamentSettings(
            entrants=entrants([f"A={self.a}", f"B={self.b}"]),
            form="round-robin",
            size=self.openings.size,
            rules=self.openings.rules,
            pairs=self.pairs,
            time=self.clock or TimeControl(seconds=self.seconds, strict=False),
            seed=self.seed,
            openings=self.openings.origin,
            adjudicate=self.adjudicate,
            sprt=self.sprt,
        )

    def tournament(self) -> Tournament:
        """Return it with all its games before it."""
        return Tournament(self.settings(), self.openings)


def play_match(
    match: Match | Tournament, concurrency: int = 1
) -> Generator[PlayedGame, None, None]:
    """Play the games, so many of them at a time, and hand out each as it ends.

    Those played at the same time have processes of their own; to close the generator ends them.

    >>> from obversi.arena import random_openings
    >>> match = Match("greedy", "random", random_openings(2, size=4, seed=1), pairs=2)
    >>> [game.number for game in play_match(match)]
    [1, 2, 3, 4]
    """
    several = whole_number(concurrency, "the concurrency", 1) > 1
    players = PlayersInProcesses(concurrency) if several else PlayersHere()
    tournament = match.tournament() if isinstance(match, Match) else match
    for games in play_tournament(tournament, players):
        yield from games
