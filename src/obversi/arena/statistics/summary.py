"""The summary of a match, for its first agent, A."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.elo import (
    Pentanomial,
    deviations_95,
    elo_from_score,
    mean_score,
    score_interval,
    superiority,
)
from obversi.arena.statistics.normalised import normalised_elo, normalised_interval
from obversi.arena.statistics.pair_results import HeadToHead
from obversi.arguments import checked_values
from obversi.color import BLACK, WHITE

# A move is late if it took this many seconds more than the limit.
LATENESS = 0.02


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of games for A, with the sum of the margins."""

    wins: int
    draws: int
    losses: int
    margins: int

    @classmethod
    def of_margins(cls, margins: Iterable[int]) -> "Tally":
        """Count games by the margins of A."""
        listed = list(margins)
        wins, losses = sum(one > 0 for one in listed), sum(one < 0 for one in listed)
        return cls(wins, len(listed) - wins - losses, losses, sum(listed))

    def __add__(self, other: "Tally") -> "Tally":
        """Return the sum of both."""
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.margins + other.margins,
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The points per game, from 0 to 1, or None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def margin(self) -> float | None:
        """The mean margin in discs, or None without games."""
        return self.margins / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Strength:
    """Elo from complete pairs with its 95 % interval, and the likelihood that A is stronger.

    If all games were won, or lost, Elo is infinite, and the bound on that side is too.
    `margin_error` is half of the 95 % interval of the margin, or None with a single pair.
    """

    pairs: Pentanomial
    elo: float
    elo_low: float
    elo_high: float
    superiority: float
    margin_error: float | None

    @property
    def normalised(self) -> float:
        """The normalised Elo of A over B."""
        return normalised_elo(self.pairs)

    @property
    def normalised_interval(self) -> tuple[float, float]:
        """The lowest and the highest normalised Elo of the 95 % interval."""
        return normalised_interval(self.pairs)


@dataclass(frozen=True, slots=True)
class Thinking:
    """The time that an agent took for its moves, in seconds, and the number of late ones."""

    moves: int
    mean: float | None
    longest: float | None
    late: int


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The summary of a match; `strength` is None while no pair is complete."""

    all: Tally
    as_black: Tally
    as_white: Tally
    strength: Strength | None
    a_thinking: Thinking
    b_thinking: Thinking
    failures: tuple[PlayedGame, ...]


def summarise(games: Iterable[PlayedGame]) -> MatchSummary:
    """Summarise the games of one match."""
    found = checked_values(games, PlayedGame, "game")
    played = sorted(found, key=lambda game: game.number)
    return MatchSummary(
        all=Tally.of_margins(game.margin for game in played),
        as_black=Tally.of_margins(game.margin for game in played if game.a_color == BLACK),
        as_white=Tally.of_margins(game.margin for game in played if game.a_color == WHITE),
        strength=head_to_head_strength(HeadToHead(played[0].a, played)) if played else None,
        a_thinking=_thinking((game.seconds(game.a_color), game.a_limit) for game in played),
        b_thinking=_thinking((game.seconds(-game.a_color), game.b_limit) for game in played),
        failures=tuple(game for game in played if game.failure),
    )


def strength_of_pairs(counts: Pentanomial, margin_deviation: float | None) -> Strength:
    """Return the strength from at least one complete pair.

    `margin_deviation` is the standard deviation of the mean margins of the pairs, or None with a
    single pair.
    """
    low, high = score_interval(counts)
    return Strength(
        pairs=counts,
        elo=elo_from_score(mean_score(counts)),
        elo_low=elo_from_score(low),
        elo_high=elo_from_score(high),
        superiority=superiority(counts),
        margin_error=(
            None
            if margin_deviation is None
            else deviations_95(sum(counts)) * margin_deviation / sqrt(sum(counts))
        ),
    )


def head_to_head_strength(games: HeadToHead) -> Strength | None:
    """Return the strength of the agent against the other, or None without a complete pair."""
    if not games.pairs:
        return None
    means = [fmean(pair) for pair in games.pairs]
    return strength_of_pairs(games.pentanomial, stdev(means) if len(means) > 1 else None)


def late_moves(seconds: Iterable[float], limit: float | None) -> int:
    """Count the moves that took longer than the limit."""
    return 0 if limit is None else sum(one > limit + LATENESS for one in seconds)


def _thinking(games: Iterable[tuple[Sequence[float], float | None]]) -> Thinking:
    """Summarise the times of moves, given by game with the limit there."""
    seconds: list[float] = []
    late = 0
    for taken, limit in games:
        seconds += taken
        late += late_moves(taken, limit)
    mean = fmean(seconds) if seconds else None
    return Thinking(len(seconds), mean, max(seconds, default=None), late)
