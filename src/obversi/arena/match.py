"""A match between two agents: pairs of games, each pair from one opening with colours swapped."""

from collections.abc import Generator
from dataclasses import dataclass, field

from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import Openings, checked_openings
from obversi.arena.playing.players import LocalPlayers
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.arena.tournament.settings import Sprt, TournamentSettings, entrants
from obversi.arena.tournament.tournament import Tournament, play_tournament
from obversi.arguments import checked_type, chosen_seed, whole_number


@dataclass(frozen=True, slots=True)
class Match:
    """Two agents, their openings, the number of pairs and the seconds per move.

    Each game gets its own seed, derived from `seed`. With `clock` an agent has that time for the
    whole game instead, and loses when it is over; a move that takes more than its `seconds` is only
    counted as late. `adjudicate` and `sprt` are those of a tournament.

    >>> from obversi.arena import random_openings
    >>> match = Match("greedy", "random", random_openings(2, size=4, seed=1), pairs=2, seed=1)
    >>> len(list(play_match(match)))
    4
    """

    a: str
    b: str
    openings: Openings
    pairs: int
    seconds: float = 0.1
    seed: int | None = 0
    clock: TimeControl | None = None
    adjudicate: int = 0
    sprt: Sprt | None = None
    _settings: TournamentSettings = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Reject a match without games or without time."""
        control = self.clock
        if control is None:
            control = TimeControl(seconds=self.seconds, strict=False)
        settings = TournamentSettings(
            entrants=entrants([f"A={self.a}", f"B={self.b}"]),
            form="round-robin",
            size=checked_openings(self.openings).size,
            rules=self.openings.rules,
            pairs=self.pairs,
            time=control,
            seed=chosen_seed(self.seed),
            openings=self.openings.origin,
            adjudicate=self.adjudicate,
            sprt=self.sprt,
        )
        object.__setattr__(self, "seed", settings.seed)
        object.__setattr__(self, "_settings", settings)

    def settings(self) -> TournamentSettings:
        """Return the settings of the match as a tournament of two."""
        return self._settings

    def tournament(self) -> Tournament:
        """Return the match as a tournament, before its first game."""
        return Tournament(self.settings(), self.openings)


def play_match(
    match: Match | Tournament, concurrency: int = 1
) -> Generator[PlayedGame, None, None]:
    """Play the games, `concurrency` at a time, and yield each as it ends.

    With several at a time each game has its own process; closing the generator ends them.

    >>> from obversi.arena import random_openings
    >>> match = Match("greedy", "random", random_openings(2, size=4, seed=1), pairs=2)
    >>> [game.number for game in play_match(match)]
    [1, 2, 3, 4]
    """
    several = whole_number(concurrency, "the concurrency", 1) > 1
    players = PlayersInProcesses(concurrency) if several else LocalPlayers()
    tournament = match.tournament() if isinstance(match, Match) else match
    checked_type(tournament, Tournament, "match or tournament")
    for games in play_tournament(tournament, players):
        yield from games
