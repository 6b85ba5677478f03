"""The gate: a match that decides whether new weights replace the old ones.

Its games are kept as they are played, in a file, so that a match which is broken off goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from obversi.arena.bulk import play_bulk
from obversi.arena.openings import Openings, random_openings
from obversi.arena.statistics.elo import (
    Pentanomial,
    deviations_95,
    mean_score,
    pentanomial,
    score_interval,
)
from obversi.errors import ObversiError
from obversi.numbers import whole_number
from obversi.training.files import read_json, write_json

__all__ = ["Contest", "ContestResult", "engine_with", "play_contest", "read_contest"]

# So long openings that there are many on every board: engines that leave nothing to chance would
# play the same games from the same openings.
OPENING_PLIES: Final = {4: 4, 6: 8, 8: 10}

_PAIRS_AT_ONCE: Final = 16


@dataclass(frozen=True, slots=True)
class Contest:
    """Two agents, by their descriptions, and how many pairs of games they play.

    Each opening, of random moves, is played twice with colours swapped. `names` are what the result
    calls the agents, where descriptions would say too much, such as a path.
    """

    a: str
    b: str
    size: int
    rules: str
    pairs: int
    seed: int = 0
    names: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        """Refuse a contest without games."""
        whole_number(self.pairs, "the number of pairs", 1)

    def result(self, margins: tuple[tuple[int, int], ...]) -> "ContestResult":
        """Return the result with these margins of the pairs played so far."""
        a, b = self.names or (self.a, self.b)
        return ContestResult(a, b, self.seed, margins)

    def openings(self) -> Openings:
        """Return the openings, which repeat where there are fewer than pairs."""
        return random_openings(
            self.pairs,
            size=self.size,
            rules=self.rules,
            plies=OPENING_PLIES[self.size],
            seed=self.seed,
        )


@dataclass(frozen=True, slots=True)
class ContestResult:
    """What a contest says of A; margins has the two games of each pair, seen by A."""

    a: str
    b: str
    seed: int
    margins: tuple[tuple[int, int], ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * len(self.margins)

    @property
    def standing(self) -> tuple[int, int, int]:
        """The wins, draws and losses of A."""
        margins = [margin for pair in self.margins for margin in pair]
        won, lost = sum(m > 0 for m in margins), sum(m < 0 for m in margins)
        return won, len(margins) - won - lost, lost

    @property
    def pairs(self) -> Pentanomial:
        """The pairs by their points."""
        return pentanomial(sum(map(_points, pair)) for pair in self.margins)

    @property
    def score(self) -> float:
        """The points of A a game, from 0 to 1."""
        return mean_score(self.pairs)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return score_interval(self.pairs)

    @property
    def margin(self) -> float:
        """The mean margin of A, in discs."""
        return sum(map(sum, self.margins)) / self.games

    @property
    def margin_error(self) -> float | None:
        """Half of the margin's 95 % interval, by pairs, or None with a single one."""
        count = len(self.margins)
        if count < 2:
            return None
        means = [sum(pair) / 2 for pair in self.margins]
        variance = sum((mean - self.margin) ** 2 for mean in means) / (count - 1)
        return float(deviations_95(count) * (variance / count) ** 0.5)

    @property
    def proves_a(self) -> bool:
        """Whether A is the stronger one, as sure as 95 % are: the gate."""
        return self.interval[0] > 0.5

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps; all but the margins, the agents and the seed is for readers."""
        low, high = self.interval
        return {
            "a": self.a,
            "b": self.b,
            "seed": self.seed,
            "games": self.games,
            "standing": self.standing,
            "score": self.score,
            "score_low": low,
            "score_high": high,
            "margin": self.margin,
            "margin_error": self.margin_error,
            "margins": self.margins,
        }

    def __str__(self) -> str:
        won, drawn, lost = self.standing
        low, high = self.interval
        error = "" if self.margin_error is None else f" ± {self.margin_error:.1f}"
        return (
            f"+{won} ={drawn} -{lost}, {self.score:.1%} of the points "
            f"(95 %: {low:.1%} to {high:.1%}), {self.margin:+.1f}{error} discs a game"
        )


def engine_with(path: Path, limit: str) -> str:
    """Return the description of the engine with the weights of a file and a limit.

    A limit is an option of the engine, such as "seconds=0.1" or "nodes=2000".
    """
    if ":" in str(path):
        raise ObversiError(f"{path} cannot be named in an agent's description, for it has a colon")
    return f"engine:{limit}:weights={path}"


def play_contest(
    contest: Contest,
    *,
    kept: Path | None = None,
    threads: int | None = None,
    on_progress: Callable[[int, int, int], None] | None = None,
) -> ContestResult:
    """Play a contest to its end; with a file in `kept`, from where it was broken off.

    `on_progress` hears the wins, draws and losses of A so far.
    """
    margins = _kept_margins(contest, kept)
    openings = contest.openings().take(contest.pairs)
    while len(margins) < contest.pairs:
        first = len(margins)
        boards = openings[first : first + _PAIRS_AT_ONCE]
        played = play_bulk(
            *(contest.a, contest.b, 2 * len(boards)),
            size=contest.size,
            rules=contest.rules,
            openings=Openings(tuple(boards), "random"),
            seed=contest.seed + first,
            threads=threads,
            on_progress=_after(contest.result(margins), on_progress),
        )
        if played.failures:
            failure = played.failures[0]
            failed = contest.a if failure.agent == "a" else contest.b
            raise ObversiError(f"the match is broken off: {failed!r} failed by {failure.reason}")
        both = played.margins.reshape(-1, 2).tolist()
        margins = (*margins, *((int(one), int(other)) for one, other in both))
        if kept is not None:
            write_json(kept, contest.result(margins).to_object())
    return contest.result(margins)


def read_contest(path: Path) -> ContestResult:
    """Read the result of a contest, or of what was played of it."""
    told = read_json(path)
    try:
        margins = tuple((int(first), int(second)) for first, second in told["margins"])
        return ContestResult(str(told["a"]), str(told["b"]), int(told["seed"]), margins)
    except (KeyError, TypeError, ValueError) as error:
        raise ObversiError(f"{path} holds no match: remove it to play it again") from error


def _kept_margins(contest: Contest, kept: Path | None) -> tuple[tuple[int, int], ...]:
    if kept is None or not kept.exists():
        return ()
    result = read_contest(kept)
    expected = contest.result(())
    if (result.a, result.b, result.seed) != (expected.a, expected.b, expected.seed):
        raise ObversiError(
            f"{kept} holds another match, {result.a} against {result.b}: "
            "remove it, or name another file"
        )
    return result.margins[: contest.pairs]


def _after(
    before: ContestResult, on_progress: Callable[[int, int, int], None] | None
) -> Callable[[int, int, int], None] | None:
    """Return who hears of more games, and tells how all stand."""
    if on_progress is None:
        return None
    won, drawn, lost = before.standing
    return lambda wins, draws, losses: on_progress(won + wins, drawn + draws, lost + losses)


def _points(margin: int) -> float:
    return 0.5 if margin == 0 else float(margin > 0)
