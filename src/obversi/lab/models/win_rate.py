"""R2's second performance model: the win rate of an evaluation against a random chooser."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi.agents.agent import Agent
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import CoreAgent, SearchAgent
from obversi.agents.description import make_agent
from obversi.arena.bulk import BulkGames
from obversi.arena.openings import start_openings
from obversi.arena.statistics.summary import Tally
from obversi.arguments import is_positive, whole_number
from obversi.color import BLACK, WHITE
from obversi.errors import InputError, ObversiError
from obversi.figures import RULES, new_figure, style
from obversi.heuristics.catalog import AnyEvaluation, evaluation
from obversi.lab.drawing import Figure, dots, name_lines
from obversi.lab.estimate import Estimate, mean, score, share
from obversi.lab.games import play_games
from obversi.lab.steps import Watch, part_of
from obversi.records import Record, fields_object
from obversi.rules import Rules

# The number of earlier estimates that R2's rule compares with.
R2_WINDOW = 20


@dataclass(frozen=True, slots=True)
class EarlyStops(Record):
    """Many measurements by R2's rule: the estimate and the number of games of each."""

    STORED = ("rule", "mean", "deviation", "mean_games", "measurements", "estimates", "games")

    rule: float
    estimates: tuple[float, ...]
    games: tuple[int, ...]

    @property
    def measurements(self) -> int:
        """The number of measurements."""
        return len(self.estimates)

    @property
    def mean(self) -> float | None:
        """The mean of the measurements, or None without one."""
        return fmean(self.estimates) if self.estimates else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the measurements, or None with fewer than two."""
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


def early_stops(won: ArrayLike, rule: float) -> EarlyStops:
    """Divide games into measurements, each of which ends by R2's rule.

    `won` has 1 for a game that was won, and 0 for another one; a draw is not won. A last
    measurement that does not end is left out.

    >>> early_stops(50 * [1, 1, 1, 0], rule=0.01).games
    (42, 40, 40, 40)
    """
    return _divided(won, rule, stopping_game)


def small_step_stops(points: ArrayLike, rule: float) -> EarlyStops:
    """Divide games into measurements by another rule: steps that are small on average.

    A measurement ends when its running mean has moved by less than `rule` a game on average over
    its last 20 games. R2's report can be read in this way; its code has the other rule.

    >>> small_step_stops(100 * [1.0], rule=0.01).games
    (21, 21, 21, 21)
    """
    return _divided(points, rule, _small_step_game)


def stopping_game(won: ArrayLike, rule: float) -> int | None:
    """Return the number of games after which R2's rule ends a measurement, or None.

    R2 plays games in pairs, and looks at its estimate after each pair. It ends if the estimate
    differs from each of the last 20 estimates, one for each game, by `rule` or less on average. It
    does not end while all games were won.

    >>> stopping_game(30 * [0], rule=0.01), stopping_game(30 * [1], rule=0.01)
    (22, None)
    """
    estimates = _running_means(won)
    if len(estimates) <= R2_WINDOW:
        return None
    windows = np.lib.stride_tricks.sliding_window_view(estimates, R2_WINDOW + 1)
    last = windows[:, -1]
    apart = np.abs(windows[:, :-1] - last[:, None]).mean(axis=1)
    games = np.arange(R2_WINDOW + 1, len(estimates) + 1)
    ended = games[(apart <= rule) & (last != 1) & (games % 2 == 0)]
    return int(ended[0]) if len(ended) else None


def _small_step_game(points: ArrayLike, rule: float) -> int | None:
    steps = np.abs(np.diff(_running_means(points)))
    if len(steps) < R2_WINDOW:
        return None
    means = np.lib.stride_tricks.sliding_window_view(steps, R2_WINDOW).mean(axis=1)
    ended = np.flatnonzero(means < rule)
    return int(ended[0]) + R2_WINDOW + 1 if len(ended) else None


def _running_means(points: ArrayLike) -> NDArray[np.float64]:
    numbers = np.asarray(points, np.float64)
    return np.cumsum(numbers) / np.arange(1, len(numbers) + 1)


def _divided(
    points: ArrayLike, rule: float, stop: Callable[[ArrayLike, float], int | None]
) -> EarlyStops:
    if not is_positive(rule):
        raise InputError(f"R2's rule cannot be {rule!r}: expected a number above 0")
    rest = np.asarray(points, np.float64)
    estimates: list[float] = []
    games: list[int] = []
    while (count := _first_stop(rest, rule, stop)) is not None:
        estimates.append(float(rest[:count].mean()))
        games.append(count)
        rest = rest[count:]
    return EarlyStops(rule, tuple(estimates), tuple(games))


def _first_stop(
    points: NDArray[np.float64], rule: float, stop: Callable[[ArrayLike, float], int | None]
) -> int | None:
    """Try a few games first, because most measurements are short."""
    length = 1024
    while (found := stop(points[:length], rule)) is None and length < len(points):
        length *= 2
    return found


def greedy_player(judge: AnyEvaluation | CoreAgent) -> tuple[str, Agent]:
    """Return the name of a player, and the player: an evaluation looks one move ahead.

    An agent plays unchanged, and so does a description that is not an evaluation.

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
            # A text that is neither was more likely meant as an evaluation.
            raise error from None
    name = str(judge) if isinstance(judge, str | Path) else found.name
    return name, SearchAgent(found, depth=1)


_OPPONENT = "random"


@dataclass(frozen=True, slots=True)
class WinRate(Record):
    """The results of an evaluation against a random chooser.

    `score` counts a draw as half a win, `wins` does not count it. `margin` is in discs.
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
        """Draw the win rates with their error bars, with Matplotlib."""
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
    seed: int | None = 1,
    threads: int | None = None,
    watch: Watch | None = None,
) -> WinRate:
    """Let an evaluation that looks one move ahead play a random chooser, from the start.

    Both play the last `solved` empty squares perfectly, which R2 calls its improved Monte Carlo win
    rate; with 0 neither does. Half of the games are played with either colour. The random moves of
    game i depend only on the seed and i, so all evaluations have the same luck. With `r2_rule` the
    games are also divided into measurements, as in R2's program: each ends when its estimate
    differs by at most `r2_rule` from the last 20, on average.

    An agent, or the description of one that is not an evaluation, plays unchanged.

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
        early_stops=None if r2_rule is None else early_stops(played.margins > 0, r2_rule),
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
