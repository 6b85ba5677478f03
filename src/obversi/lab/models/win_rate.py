"""R2's second performance model: how often an evaluation beats a random chooser."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from obversi.agents.core_agent import CoreAgent
from obversi.arena.bulk import BulkGames, play_bulk
from obversi.arena.openings import random_openings
from obversi.arena.statistics.summary import Tally
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.figures import style
from obversi.heuristics import AnyEvaluation
from obversi.lab.estimate import Estimate, mean, score, share
from obversi.lab.models.early_stops import EarlyStops, early_stops
from obversi.lab.models.greedy import greedy_player
from obversi.lab.step import Watch
from obversi.numbers import whole_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["WinRate", "WinRates", "win_rate", "win_rates"]

_OPPONENT = "random"


@dataclass(frozen=True, slots=True)
class WinRate:
    """How games of an evaluation against a random chooser ended.

    `score` counts a drawn game as half a won one, `wins` as none. `margin` is in discs.
    `early_stops` tells what R2's way to measure would have told, or is None if nobody asked.
    """

    name: str
    rules: str
    size: int
    solved: int
    seed: int
    as_black: Tally
    as_white: Tally
    score: Estimate
    wins: Estimate
    margin: Estimate
    early_stops: EarlyStops | None = None

    @property
    def all(self) -> Tally:
        """The games of both colours."""
        return self.as_black + self.as_white

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "name": self.name,
            "rules": self.rules,
            "size": self.size,
            "solved": self.solved,
            "seed": self.seed,
            "games": self.all.games,
            "score": self.score.to_object(),
            "wins": self.wins.to_object(),
            "margin": self.margin.to_object(),
            "as_black": _tally_object(self.as_black),
            "as_white": _tally_object(self.as_white),
            "early_stops": self.early_stops.to_object() if self.early_stops else None,
        }


@dataclass(frozen=True, slots=True)
class WinRates:
    """The win rates of several evaluations against the same random choosers."""

    rates: tuple[WinRate, ...]

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {"rates": [rate.to_object() for rate in self.rates]}

    def draw(self) -> "Figure":
        """Draw them with their error bars, by Matplotlib."""
        from obversi.lab.models.win_rate_figure import draw_win_rates

        with style():
            return draw_win_rates(self)


def win_rate(
    judge: AnyEvaluation | CoreAgent,
    games: int = 2000,
    *,
    size: int = 8,
    rules: str = "normal",
    solved: int = 12,
    r2_rule: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> WinRate:
    """Let an evaluation that looks one move ahead play a random chooser, from the start.

    Both play the last `solved` empty squares perfectly, which R2 calls its improved Monte Carlo win
    rate; with 0 nobody does. Half of the games are played with either colour. The chance of game i
    depends on the seed and i alone, so that different evaluations meet the same luck. With
    `r2_rule` the games are gone through once more as R2 would have: each measurement ends when it
    moves by less than that a game.

    An agent, or the description of one that is no evaluation, plays as it does.

    >>> rate = win_rate("r2-position", 200, rules="reversed", solved=8)
    >>> rate.all.games, rate.score.low > 0.7
    (200, True)
    """
    name, player = greedy_player(judge)
    planned = whole_number(games, "the number of games", 1)
    planned += planned % 2
    played = play_bulk(
        player,
        _OPPONENT,
        planned,
        size=size,
        rules=rules,
        openings=random_openings(1, size=size, rules=rules, plies=0),
        solved=solved,
        seed=seed,
        threads=threads,
        on_progress=None if watch is None else lambda *ended: watch(sum(ended) / planned),
    )
    if played.failures:
        raise ObversiError(f"{name} failed in a game: {played.failures[0].reason}")
    return _rate(name, played, solved, r2_rule)


def win_rates(
    judges: Sequence[AnyEvaluation | CoreAgent],
    games: int = 2000,
    *,
    size: int = 8,
    rules: str = "normal",
    solved: int = 12,
    r2_rule: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> WinRates:
    """Measure several evaluations one after the other, as `win_rate` does."""
    if not judges:
        raise ObversiError("there is no evaluation to measure")

    def part(number: int) -> Watch | None:
        return None if watch is None else lambda done: watch((number + done) / len(judges))

    return WinRates(
        tuple(
            win_rate(
                judge,
                games,
                size=size,
                rules=rules,
                solved=solved,
                r2_rule=r2_rule,
                seed=seed,
                threads=threads,
                watch=part(number),
            )
            for number, judge in enumerate(judges)
        )
    )


def _rate(name: str, played: BulkGames, solved: int, r2_rule: float | None) -> WinRate:
    points = ((played.margins > 0) + 0.5 * (played.margins == 0)).tolist()
    pairs = played.margins.reshape(-1, 2).mean(axis=1)
    return WinRate(
        name=name,
        rules=played.openings.rules,
        size=played.openings.size,
        solved=solved,
        seed=played.seed,
        as_black=played.tally(BLACK),
        as_white=played.tally(WHITE),
        score=score(played),
        wins=share(played.wins, len(played)),
        margin=mean(pairs),
        early_stops=None if r2_rule is None else early_stops(points, r2_rule),
    )


def _tally_object(tally: Tally) -> dict[str, Any]:
    return {
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "margin": tally.margin,
    }
