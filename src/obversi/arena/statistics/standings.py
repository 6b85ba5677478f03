"""The standings of a tournament, and the results of each two agents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.duplicates import DuplicateCount
from obversi.arena.statistics.elo import Pentanomial
from obversi.arena.statistics.pair_results import HeadToHead, count_pairs
from obversi.arena.statistics.ratings import USUAL_MODEL, Anchor, Rating, Ratings, rate_pairs
from obversi.arena.statistics.summary import Strength, Tally, head_to_head_strength, late_moves
from obversi.arena.tournament.settings import Entrant
from obversi.arguments import checked_values, whole_number

if TYPE_CHECKING:
    from obversi.arena.store.stored import StoredTournament

# The time for intervals grows with the fourth power of the number of agents, and is about ten
# seconds for this many; the time for ratings alone grows with the third power.
_MOST_WITH_INTERVALS = 60

# The number of replicates of the bootstrap, for error bars.
REPLICATES = 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """The row of one agent; all numbers are for that agent.

    `agent` is its place among the entrants. `rating` is None before its first complete pair; `low`
    and `high` also without error bars, and infinite if no result bounds the rating. `score` is the
    points per game and `margin` the mean margin in discs, or None without games. `failures` are the
    games that it lost by a failure, `late` the moves that took longer than the limit.
    """

    agent: int
    label: str
    rating: float | None
    low: float | None
    high: float | None
    games: int
    points: float
    score: float | None
    margin: float | None
    failures: int
    late: int

    @classmethod
    def of(
        cls,
        agent: int,
        label: str,
        tally: Tally,
        rated: "Rating | Standing | None",
        *,
        failures: int,
        late: int,
    ) -> Self:
        """Return the row of an agent from its results and its rating, if it has one."""
        return cls(
            agent=agent,
            label=label,
            rating=None if rated is None else rated.rating,
            low=None if rated is None else rated.low,
            high=None if rated is None else rated.high,
            games=tally.games,
            points=tally.wins + tally.draws / 2,
            score=tally.score,
            margin=tally.margin,
            failures=failures,
            late=late,
        )


@dataclass(frozen=True, slots=True)
class Crossing:
    """The results of one agent against another, from its own point of view.

    `tally` counts all games, the pentanomial complete pairs. `strength` is None without a complete
    pair, and without error bars.
    """

    tally: Tally
    pentanomial: Pentanomial
    strength: Strength | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The agents from best to worst, and `cross[a, b]`: the results of a against b.

    `notes` are sentences about limits of the ratings and error bars.
    """

    rows: tuple[Standing, ...]
    cross: Mapping[tuple[int, int], Crossing]
    ratings: Ratings
    notes: tuple[str, ...]

    def crossing(self, row: Standing, other: Standing) -> Crossing | None:
        """Return the results of the agent of a row against that of another, if they met."""
        return self.cross.get((row.agent, other.agent))


class LiveStandings:
    """Standings that are updated game by game, quickly if no error bars are needed."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        *,
        model: str = USUAL_MODEL,
        anchor: Anchor | None = None,
    ) -> None:
        """Start without games."""
        self._labels = [one.label for one in checked_values(entrants, Entrant, "agent")]
        self._model = model
        self._anchor = anchor
        self._head_to_head: dict[tuple[int, int], HeadToHead] = {}
        self._failures = [0] * len(entrants)
        self._late = [0] * len(entrants)

    def add(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        for one, other in ((game.a, game.b), (game.b, game.a)):
            self._head_to_head.setdefault((one, other), HeadToHead(one)).add(game)
        if game.failure is not None:
            self._failures[game.agent(game.failure.color)] += 1
        for agent, color, limit in (
            (game.a, game.a_color, game.a_limit),
            (game.b, -game.a_color, game.b_limit),
        ):
            if limit is not None:
                self._late[agent] += late_moves(game.seconds(color), limit)

    def standings(self) -> Standings:
        """Return the standings without error bars."""
        return self.with_error_bars(replicates=0)

    def with_error_bars(self, replicates: int = REPLICATES, seed: int | None = 0) -> Standings:
        """Return the standings with error bars by the bootstrap; 0 replicates leave them out."""
        views = {both: games for both, games in self._head_to_head.items() if both[0] < both[1]}
        results = count_pairs(len(self._labels), views)
        ratings = rate_pairs(
            self._labels,
            results,
            model=self._model,
            anchor=self._anchor,
            replicates=replicates,
            seed=seed,
        )
        cross = {
            both: _crossing(games, with_strength=replicates > 0)
            for both, games in sorted(self._head_to_head.items())
        }
        rows = [self._row(agent, ratings, cross) for agent in range(len(self._labels))]
        return Standings(tuple(sorted(rows, key=standing_order)), cross, ratings, ratings.notes)

    def _row(
        self, agent: int, ratings: Ratings, cross: Mapping[tuple[int, int], Crossing]
    ) -> Standing:
        tally = sum(
            (crossing.tally for (one, _), crossing in cross.items() if one == agent),
            start=Tally(0, 0, 0, 0),
        )
        return Standing.of(
            agent,
            self._labels[agent],
            tally,
            ratings.agents[agent],
            failures=self._failures[agent],
            late=self._late[agent],
        )


class StandingsCount(LiveStandings):
    """Standings of a tournament, in reasonable time and with all notes."""

    def __init__(self, entrants: Sequence[Entrant], **rating: Any) -> None:
        """Start without games; `rating` has the arguments of `LiveStandings`."""
        super().__init__(entrants, **rating)
        self._duplicates = DuplicateCount()

    def add(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        super().add(game)
        self._duplicates.add(game)

    def with_error_bars(self, replicates: int = REPLICATES, seed: int | None = 0) -> Standings:
        """Return the standings with error bars by the bootstrap, and notes on repeated games."""
        counted = super().with_error_bars(replicates, seed)
        return replace(counted, notes=(*counted.notes, *self._duplicates.notes(self._labels)))

    def of_stored(self, stored: "StoredTournament") -> Standings:
        """Return the standings of a stored tournament, with notes on changed agents too."""
        has_intervals = len(self._labels) <= _MOST_WITH_INTERVALS
        counted = self.with_error_bars(REPLICATES if has_intervals else 0)
        limits = (
            "there are no intervals, since they would take too long for more than "
            f"{_MOST_WITH_INTERVALS} agents"
        )
        notes = (*stored.change_notes, *counted.notes, *(() if has_intervals else (limits,)))
        return replace(counted, notes=notes)


def standings(
    entrants: Sequence[Entrant],
    games: Iterable[PlayedGame],
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
    replicates: int = REPLICATES,
    seed: int | None = 0,
) -> Standings:
    """Return the standings with error bars by the bootstrap."""
    whole_number(replicates, "the number of replicates", 1)
    return _counted(entrants, games, model, anchor).with_error_bars(replicates, seed)


def counted_standings(
    stored: "StoredTournament",
    games: Iterable[PlayedGame],
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
) -> Standings:
    """Return the standings of a stored tournament after these games, with all notes."""
    return _counted(stored.settings.entrants, games, model, anchor).of_stored(stored)


def _counted(
    entrants: Sequence[Entrant], games: Iterable[PlayedGame], model: str, anchor: Anchor | None
) -> StandingsCount:
    count = StandingsCount(entrants, model=model, anchor=anchor)
    for game in checked_values(games, PlayedGame, "game"):
        count.add(game)
    return count


def _crossing(games: HeadToHead, with_strength: bool) -> Crossing:
    return Crossing(
        tally=Tally.of_margins(games.margins),
        pentanomial=games.pentanomial,
        strength=head_to_head_strength(games) if with_strength else None,
    )


def standing_order(row: Standing) -> tuple[bool, float, float, float]:
    """Return the sort key: the rating, and for agents without one the score and the margin."""
    rating, score, margin = (value or 0.0 for value in (row.rating, row.score, row.margin))
    return row.rating is None, -rating, -score, -margin
