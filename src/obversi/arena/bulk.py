"""Games in bulk: two agents whose thinking happens inside the core, and no Python between moves."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Final, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from obversi import _core, batch
from obversi.agents.agent import Agent
from obversi.agents.description import make_agent
from obversi.arena.openings import Openings, random_openings
from obversi.arena.round_table import RoundTable
from obversi.arena.statistics.elo import PAIR_POINTS, Pentanomial
from obversi.arena.statistics.summary import Strength, Tally, strength_of_pairs
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.machine import core_count
from obversi.numbers import whole_number

__all__ = ["BulkFailure", "BulkGames", "BulkInterrupted", "CorePlaying", "play_bulk"]

_ROUNDS: Final = 65
_GAME_COLUMNS: Final = 8
_ROUND_COLUMNS: Final = 12
_MOST_THREADS: Final = 1024
_MOST_SOLVED: Final = 20
_SEED_BITS: Final = (1 << 64) - 1
_LONGEST_REASON: Final = 400

Numbers = NDArray[np.int64]
SolveFor = Literal["margin", "result"]


class CorePlaying(Protocol):
    """An agent that can play inside the core."""

    @property
    def name(self) -> str:
        """The name to call this agent by."""

    def core_player(self, size: int, rules: str) -> _core.Player:
        """Make a player of one of the six games."""


@dataclass(frozen=True, slots=True)
class BulkFailure:
    """What an agent, "a" or "b", did instead of a legal move in the game of this number."""

    game: int
    agent: str
    reason: str


@dataclass(frozen=True, eq=False)
class BulkGames:
    """Games between A and B, as arrays with a place for each game, all seen by A.

    Games are numbered from 0. Those of the numbers 2i and 2i + 1 are a pair: they begin from one
    opening, the first with A as black. `numbers` leaves out those that were not finished, which
    there are only if the games were interrupted. `plies` are the moves and passes after the
    opening, `discs` those at the end; `corners` at the end and `nodes`, the positions looked at,
    have a column for A and one for B. An agent that fails has lost all squares; of such a game
    nothing else is kept, and it is not in `rounds`.
    """

    a: str
    b: str
    openings: Openings
    seed: int
    threads: int
    planned: int
    seconds: float
    numbers: Numbers
    margins: Numbers
    plies: Numbers
    discs: Numbers
    corners: Numbers
    nodes: Numbers
    rounds: RoundTable
    failures: tuple[BulkFailure, ...]

    def __len__(self) -> int:
        """Return how many games were finished."""
        return len(self.numbers)

    @property
    def a_colors(self) -> NDArray[np.int8]:
        """The colour of A in each game."""
        return np.where(self.numbers % 2 == 0, BLACK, WHITE).astype(np.int8)

    @property
    def wins(self) -> int:
        """How many games A won."""
        return int(np.count_nonzero(self.margins > 0))

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return int(np.count_nonzero(self.margins == 0))

    @property
    def losses(self) -> int:
        """How many games B won."""
        return int(np.count_nonzero(self.margins < 0))

    @property
    def score(self) -> float | None:
        """The points of A a game, from 0 to 1, or None without games."""
        return self.tally().score

    def tally(self, a_color: int | None = None) -> Tally:
        """Count how the games ended, or those in which A has this colour."""
        chosen = self.margins if a_color is None else self.margins[self.a_colors == a_color]
        won, lost = (int(np.count_nonzero(chosen * sign > 0)) for sign in (1, -1))
        return Tally(won, len(chosen) - won - lost, lost, int(chosen.sum()))

    def strength(self) -> Strength | None:
        """Return what whole pairs say of A: Elo with error bars, or None without a whole pair."""
        pairs = self.numbers // 2
        first = np.flatnonzero(pairs[:-1] == pairs[1:])
        if len(first) == 0:
            return None
        margins = np.stack([self.margins[first], self.margins[first + 1]], axis=1)
        means = margins.mean(axis=1)
        deviation = float(means.std(ddof=1)) if len(means) > 1 else None
        return strength_of_pairs(_pentanomial(margins), deviation)


class BulkInterrupted(KeyboardInterrupt):
    """Ctrl-C during games in bulk; `played` has those that were finished before."""

    def __init__(self, played: BulkGames) -> None:
        """Keep the games."""
        super().__init__("interrupted")
        self.played = played


def play_bulk(
    a: str | Agent | CorePlaying,
    b: str | Agent | CorePlaying,
    games: int = 1000,
    *,
    size: int = 8,
    rules: str = "normal",
    openings: Openings | None = None,
    seconds: float = 0.1,
    seed: int = 0,
    threads: int | None = None,
    solved: int = 0,
    solve_for: SolveFor = "margin",
    on_progress: Callable[[int, int, int], None] | None = None,
) -> BulkGames:
    """Let two agents, or the agents of two descriptions, play games on all cores.

    Every opening is played twice with colours swapped, so that an odd number of games is rounded
    up; openings that are too few repeat. Without any they are random ones, as in a match; as there
    `seconds` a move are for agents that are timed and whose description does not limit them. What
    is left to chance depends on `seed` and the number of the game alone: agents that are not
    limited by time play the same games again, however many threads there are.

    With `solved`, a game ends as soon as no more than so many squares are empty, with the margin
    that perfect play by both sides leads to. That is much quicker than two agents who play the last
    squares perfectly, and the margins are the same; what would still be played is in no other
    number. Beyond 16 squares it takes long. Who only counts wins asks to `solve_for="result"`: that
    takes a quarter of the time, and the margins of solved games are then 1, 0 or -1.

    `on_progress` is called many times a second with the wins, draws and losses of A so far; what it
    raises ends the games.

    >>> played = play_bulk("greedy", "random", 100, size=6, seed=1)
    >>> len(played), played.wins + played.draws + played.losses
    (100, 100)
    """
    pairs = (whole_number(games, "the number of games", 1) + 1) // 2
    if openings is None:
        openings = random_openings(pairs, size=size, rules=rules, seed=seed)
    elif (openings.size, openings.rules) != (size, rules):
        raise ObversiError(
            f"these openings are {openings.rules} {openings.size}×{openings.size}: "
            f"expected {rules} {size}×{size}"
        )
    if not (isfinite(seconds) and seconds > 0):
        raise ObversiError(f"a move cannot take {seconds} s: expected a number above 0")
    workers = _thread_count(threads)
    solved_empties = whole_number(solved, "the number of solved squares", 0)
    if solved_empties > _MOST_SOLVED:
        raise ObversiError(
            f"to solve {solved_empties} squares takes too long: expected {_MOST_SOLVED} or fewer"
        )
    if solve_for not in get_args(SolveFor):
        raise ObversiError(f"games cannot be solved for {solve_for!r}: expected margin or result")
    word = whole_number(seed, "the seed", -(1 << 63)) & _SEED_BITS
    a_name, a_player = _core_player(a, size, rules, seconds)
    b_name, b_player = _core_player(b, size, rules, seconds)
    boards = openings.take(min(pairs, len(openings.boards)))
    positions = batch.from_boards(boards)
    turns = np.array([board.turn for board in boards], np.int8)
    rows = np.zeros((2 * pairs, _GAME_COLUMNS), np.int64)
    round_rows = np.zeros((_ROUNDS, _ROUND_COLUMNS), np.uint64)
    failed: list[tuple[int, bool, str]] = []
    begin = time.perf_counter()
    interruption = None
    try:
        _core.play_games(
            *(a_player, b_player, positions, turns, word, workers),
            *(solved_empties, solve_for == "result", on_progress, rows, round_rows, failed),
        )
    except KeyboardInterrupt as error:
        interruption = error
    finished = rows[:, 0] != 0
    games_of_rows = rows[finished]
    played = BulkGames(
        a=a_name,
        b=b_name,
        openings=openings,
        seed=seed,
        threads=workers,
        planned=2 * pairs,
        seconds=time.perf_counter() - begin,
        numbers=np.flatnonzero(finished),
        margins=games_of_rows[:, 1],
        plies=games_of_rows[:, 2],
        discs=games_of_rows[:, 3],
        corners=games_of_rows[:, 4:6],
        nodes=games_of_rows[:, 6:8],
        rounds=RoundTable.of_core(round_rows),
        failures=tuple(_failure(*failure) for failure in failed),
    )
    if interruption is not None:
        raise BulkInterrupted(played) from interruption
    return played


def _thread_count(threads: int | None) -> int:
    if threads is None:
        return core_count()
    return whole_number(threads, "the number of threads", 1, most=_MOST_THREADS)


def _core_player(
    agent: str | Agent | CorePlaying, size: int, rules: str, seconds: float
) -> tuple[str, _core.Player]:
    """Return what the agent is called, and its player inside the core."""
    made = make_agent(agent, seconds=seconds) if isinstance(agent, str) else agent
    name = agent if isinstance(agent, str) else made.name
    make = getattr(made, "core_player", None)
    if make is None:
        raise ObversiError(
            f"{name!r} cannot play in bulk, for it does not think inside the core: "
            "`obversi match` can play it"
        )
    player: _core.Player = make(size, rules)
    if (player.size, player.reversed) != (size, rules == "reversed"):
        raise ObversiError(f"{name!r} made a player of another game than {rules} {size}×{size}")
    return name, player


def _failure(game: int, of_a: bool, reason: str) -> BulkFailure:
    text = " ".join(reason.split())
    shown = text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + "…"
    return BulkFailure(game, "a" if of_a else "b", shown)


def _pentanomial(margins: Numbers) -> Pentanomial:
    """Count pairs, given by the margins of their two games, by their points."""
    half_points = (np.sign(margins) + 1).sum(axis=1)
    counts = np.bincount(half_points, minlength=len(PAIR_POINTS))
    none, half, one, more, two = (int(count) for count in counts)
    return none, half, one, more, two
