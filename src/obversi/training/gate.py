"""The gate: a match that decides whether new weights replace the old ones.

Its games are stored in a file while they are played, so an interrupted match can be resumed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from obversi.arena.bulk import play_bulk
from obversi.arena.openings import (
    BALANCED,
    BALANCED_SIZES,
    Openings,
    random_openings,
    read_openings,
)
from obversi.arena.statistics.elo import (
    Pentanomial,
    deviations_95,
    mean_score,
    pentanomial,
    score_interval,
)
from obversi.arguments import chosen_seed, whole_number
from obversi.board import Board
from obversi.errors import InputError
from obversi.records import fields_object
from obversi.rules import Rules
from obversi.training.files import read_json, write_json

# The plies of random openings. They are long enough that every board has many openings: engines
# without randomness would play the same games from the same openings.
OPENING_PLIES = {4: 4, 6: 8, 8: 10}

_PAIRS_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class GateMatch:
    """A match of two agents, given by their descriptions, over pairs of games.

    Each opening is played twice with colours swapped. `names` are the names of the agents in
    the result, where descriptions would contain too much, such as a path.
    """

    a: str
    b: str
    size: int
    rules: Rules
    pairs: int
    seed: int = 0
    names: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        """Check that there are games, and choose a seed if it is None."""
        whole_number(self.pairs, "the number of pairs", 1)
        object.__setattr__(self, "seed", chosen_seed(self.seed))

    def result(self, margins: tuple[tuple[int, int], ...]) -> "GateResult":
        """Return the result for the margins of the pairs that have been played."""
        a, b = self.names or (self.a, self.b)
        return GateResult(a, b, self.seed, margins)

    def openings(self) -> Openings:
        """Return the openings, which repeat if there are fewer than pairs.

        Balanced ones come first: from most random openings the same side wins both games, which
        hides a small difference. Random ones follow if there are too few balanced ones.
        """
        balanced: tuple[Board, ...] = ()
        if self.size in BALANCED_SIZES:
            balanced = read_openings(
                BALANCED, size=self.size, rules=self.rules, seed=self.seed
            ).boards
        if len(balanced) >= self.pairs:
            return Openings(balanced[: self.pairs], BALANCED)
        random = random_openings(
            self.pairs - len(balanced),
            size=self.size,
            rules=self.rules,
            plies=OPENING_PLIES[self.size],
            seed=self.seed,
        )
        return Openings(
            balanced + random.boards, f"{BALANCED} and random" if balanced else "random"
        )


@dataclass(frozen=True, slots=True)
class GateResult:
    """The result of a match for A; `margins` has the two games of each pair."""

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
        """Whether A is significantly stronger, by the 95 % interval."""
        return self.interval[0] > 0.5

    def to_object(self) -> dict[str, Any]:
        """Return plain data for JSON; only the margins, the agents and the seed are read again."""
        low, high = self.interval
        return {
            **fields_object(self, "a", "b", "seed", "games", "standing", "score"),
            "score_low": low,
            "score_high": high,
            **fields_object(self, "margin", "margin_error", "margins"),
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
    """Return the description of the engine with the weights of a file.

    The limit is an option of the engine, such as "seconds=0.1" or "nodes=2000".
    """
    if ":" in str(path):
        raise InputError(f"an agent description cannot contain {path}, which has a colon")
    return f"engine:{limit}:weights={path}"


def play_gate_match(
    match: GateMatch,
    *,
    path: Path | None = None,
    threads: int | None = None,
    on_progress: Callable[[int, int, int], None] | None = None,
) -> GateResult:
    """Play a match to its end; if the file `path` has games of it already, resume it.

    `on_progress` is called with the wins, draws and losses of A.
    """
    margins = _stored_margins(match, path)
    openings = match.openings().take(match.pairs)
    while len(margins) < match.pairs:
        first = len(margins)
        boards = openings[first : first + _PAIRS_AT_ONCE]
        played = play_bulk(
            *(match.a, match.b, 2 * len(boards)),
            size=match.size,
            rules=match.rules,
            openings=Openings(tuple(boards), BALANCED),
            seed=match.seed + first,
            threads=threads,
            on_progress=_after(match.result(margins), on_progress),
        )
        if played.failures:
            failure = played.failures[0]
            failed = match.a if failure.agent == "a" else match.b
            raise InputError(f"the match cannot be played: {failed!r} failed by {failure.reason}")
        both = played.margins.reshape(-1, 2).tolist()
        margins = (*margins, *((int(one), int(other)) for one, other in both))
        if path is not None:
            write_json(path, match.result(margins).to_object())
    return match.result(margins)


def read_gate_match(path: Path) -> GateResult:
    """Read the result of a match, finished or not."""
    data = read_json(path)
    try:
        margins = tuple((int(first), int(second)) for first, second in data["margins"])
        return GateResult(str(data["a"]), str(data["b"]), int(data["seed"]), margins)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a stored match: remove it to play again") from error


def _stored_margins(match: GateMatch, path: Path | None) -> tuple[tuple[int, int], ...]:
    if path is None or not path.exists():
        return ()
    result = read_gate_match(path)
    expected = match.result(())
    if (result.a, result.b, result.seed) != (expected.a, expected.b, expected.seed):
        raise InputError(
            f"{path} has another match, {result.a} against {result.b}: "
            "remove it, or name another file"
        )
    return result.margins[: match.pairs]


def _after(
    before: GateResult, on_progress: Callable[[int, int, int], None] | None
) -> Callable[[int, int, int], None] | None:
    """Return a callback for more games that adds the games before them."""
    if on_progress is None:
        return None
    won, drawn, lost = before.standing
    return lambda wins, draws, losses: on_progress(won + wins, drawn + draws, lost + losses)


def _points(margin: int) -> float:
    return 0.5 if margin == 0 else float(margin > 0)
