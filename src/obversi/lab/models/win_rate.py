"""R2's second performance model: how often an evaluation beats a random chooser."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from obversi.agents.agent import Agent
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import CoreAgent, SearchAgent
from obversi.agents.description import make_agent
from obversi.arena.bulk import BulkGames
from obversi.arena.openings import start_openings
from obversi.arena.statistics.summary import Tally
from obversi.arguments import whole_number
from obversi.color import BLACK, WHITE
from obversi.errors import InputError, ObversiError
from obversi.figures import RULES, new_figure, style
from obversi.heuristics import AnyEvaluation, evaluation
from obversi.lab.drawing import Figure, dots, name_lines
from obversi.lab.estimate import Estimate, mean, score, share
from obversi.lab.experiment import Watch, part_of
from obversi.lab.games import play_games
from obversi.records import Record, fields_object
from obversi.rules import Rules

__all__ = ["EarlyStops", "WinRate", "WinRates", "early_stops", "win_rate", "win_rates"]

# The last games over which the change of the estimate is looked at.
R2_WINDOW: Final = 20


@dataclass(frozen=True, slots=True)
class EarlyStops(Record):
    """Many measurements by R2's rule: the estimate and the number of games of each."""

    STORED = ("rule", "mean", "deviation", "mean_games", "measurements", "estimates", "games")

    rule: float
    estimates: tuple[float, ...]
    games: tuple[int, ...]

    @property
    def measurements(self) -> int:
        """How many there are."""
        return len(self.estimates)

    @property
    def mean(self) -> float | None:
        """The mean of the measurements, or None without one."""
        return fmean(self.estimates) if self.estimates else None

    @property
    def deviation(self) -> float | None:
        """How far they scatter: the standard deviation, or None with fewer than two."""
        return stdev(self.estimates) if len(self.estimates) > 1 else None

    @property
    def mean_games(self) -> float | None:
        """The mean number of games of a measurement."""
        return fmean(self.games) if self.games else None

    def share_at_least(self, rate: float) -> float | None:
        """Return the share of measurements with this rate or more."""
        if not self.estimates:
            return None
        return sum(estimate >= rate for estimate in self.estimates) / len(self.estimates)


def early_stops(points: Iterable[float], rule: float) -> EarlyStops:
    """Go through games, and begin another measurement wherever R2's rule ends one.

    A measurement ends when its running mean has moved by less than `rule` a game on average over
    its last 20 games. A last one that does not end is left out.

    >>> early_stops(100 * [1.0], rule=0.01).games
    (21, 21, 21, 21)
    """
    if not (isfinite(rule) and rule > 0):
        raise InputError(f"R2's rule cannot be {rule!r}: expected a number above 0")
    estimates: list[float] = []
    games: list[int] = []
    changes: deque[float] = deque(maxlen=R2_WINDOW)
    total, count = 0.0, 0
    for point in points:
        before = total / count if count else None
        total, count = total + point, count + 1
        if before is not None:
            changes.append(abs(total / count - before))
        if len(changes) == R2_WINDOW and fmean(changes) < rule:
            estimates.append(total / count)
            games.append(count)
            changes.clear()
            total, count = 0.0, 0
    return EarlyStops(rule, tuple(estimates), tuple(games))


def greedy_player(judge: AnyEvaluation | CoreAgent) -> tuple[str, Agent]:
    """Return what to call a player by, and the player: an evaluation looks one move ahead.

    An agent plays as it is, and so does a description that is not an evaluation.

    >>> greedy_player("r4")[0], greedy_player("r4:depth=3")[0], greedy_player("greedy")[0]
    ('r4', 'r4:depth=3', 'greedy')
    """
    if isinstance(judge, CoreAgent):
        return judge.name, judge
    try:
        found = evaluation(judge)
    except ObversiError as error:
        if not isinstance(judge, str) or judge.split(":")[0] not in AGENTS:
            raise
        try:
            return judge, make_agent(judge)
        except ObversiError:
            # What fits neither was more likely meant as an evaluation.
            raise error from None
    name = str(judge) if isinstance(judge, str | Path) else found.name
    return name, SearchAgent(found, depth=1)


_OPPONENT = "random"


@dataclass(frozen=True, slots=True)
class WinRate(Record):
    """How games of an evaluation against a random chooser ended.

    `score` counts a drawn game as half a won one, `wins` as none. `margin` is in discs.
    `early_stops` are the measurements by R2's rule, or None without such a rule.
    """

    name: str
    rules: Rules
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
        """Return it for JSON."""
        return {
            **fields_object(self, "name", "rules", "size", "solved", "seed"),
            "games": self.all.games,
            **fields_object(self, "score", "wins", "margin"),
            **{
                name: fields_object(tally, "wins", "draws", "losses", "score", "margin")
                for name, tally in (("as_black", self.as_black), ("as_white", self.as_white))
            },
            "early_stops": self.early_stops.to_object() if self.early_stops else None,
        }


@dataclass(frozen=True, slots=True)
class WinRates(Record):
    """The win rates of several evaluations against the same random choosers."""

    rates: tuple[WinRate, ...]

    def draw(self) -> Figure:
        """Draw them with their error bars, by Matplotlib."""
        with style():
            return draw_win_rates(self)


def win_rate(
    judge: AnyEvaluation | CoreAgent,
    games: int = 2000,
    *,
    size: int = 8,
    rules: Rules = "normal",
    solved: int = 12,
    r2_rule: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> WinRate:
    """Let an evaluation that looks one move ahead play a random chooser, from the start.

    Both play the last `solved` empty squares perfectly, which R2 calls its improved Monte Carlo win
    rate; with 0 neither does. Half of the games are played with either colour. The chance of game i
    depends on the seed and i alone, so that all evaluations have the same luck. With
    `r2_rule` the games are gone through once more as R2 would have: each measurement ends when it
    moves by less than that a game.

    An agent, or the description of one that is not an evaluation, plays as it is.

    >>> rate = win_rate("r2-position", 200, rules="reversed", solved=8)
    >>> rate.all.games, rate.score.low > 0.7
    (200, True)
    """
    name, player = greedy_player(judge)
    planned = whole_number(games, "the number of games", 1)
    planned += planned % 2
    start = start_openings(size, rules)
    options: Any = {"solved": solved, "seed": seed, "threads": threads}
    played = play_games(player, _OPPONENT, planned, start, watch, **options)
    return _rate(name, played, solved, r2_rule)


def win_rates(
    judges: Sequence[AnyEvaluation | CoreAgent],
    games: int = 2000,
    *,
    watch: Watch | None = None,
    **options: Any,
) -> WinRates:
    """Measure several evaluations one after the other; the options are those of `win_rate`."""
    if not judges:
        raise InputError("there is no evaluation to measure")
    return WinRates(
        tuple(
            win_rate(judge, games, watch=part_of(watch, number, len(judges)), **options)
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


def draw_win_rates(found: "WinRates") -> Figure:
    """Draw a dot with its error bar for each evaluation, the best at the top."""
    rates = sorted(found.rates, key=lambda rate: -rate.score.value)
    first = rates[0]
    figure, axes = new_figure(height=1.4 + 0.28 * len(rates))
    diagram = axes[0, 0]
    dots(diagram, [rate.score for rate in rates], color=RULES[first.rules], label="score")
    dots(
        diagram,
        [rate.wins for rate in rates],
        color=RULES[first.rules],
        label="share of games won",
        lift=-0.2,
        marker="|",
    )
    diagram.axvline(0.5, color="0.6", linewidth=0.8)
    name_lines(diagram, [rate.name for rate in rates])
    diagram.set_xlabel("points a game against a random chooser (95 % interval)")
    ending = f"the last {first.solved} squares perfect" if first.solved else "no perfect ending"
    diagram.set_title(
        f"Win rate, {first.rules} {first.size}×{first.size}, {ending}, {first.all.games:,} games"
    )
    diagram.legend(loc="best")
    return figure
