"""Games in bulk: two agents that search inside the core, without Python between the moves."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from obversi import _core, batch
from obversi.agents.agent import Agent, agent_name
from obversi.agents.description import make_agent
from obversi.arena.openings import Openings, checked_openings, random_openings
from obversi.arena.statistics.elo import PAIR_POINTS, Pentanomial
from obversi.arena.statistics.summary import Strength, Tally, strength_of_pairs
from obversi.arguments import chosen_seed, is_positive, seed_bits, whole_number
from obversi.color import BLACK, WHITE, Color
from obversi.errors import InputError
from obversi.machine import core_count
from obversi.rules import Rules

_ROUNDS = 65
_GAME_COLUMNS = 8
_ROUND_COLUMNS = 12
_MOST_THREADS = 1024
_MOST_SOLVED = 20
_LONGEST_REASON = 400

Numbers = NDArray[np.int64]
Sums = NDArray[np.int64]
SolveFor = Literal["margin", "result"]
Means = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class RoundTable:
    """Sums over all games without a failure, indexed by the round: the number of discs, 0 to 64.

    `positions` counts positions of unfinished games, `moves` their legal moves, and `passes` those
    with only a pass. `choices` and `nodes` have a column for A and one for B: the moves that each
    of them chose, and the positions that it searched for them. Corners and stable discs are those
    of the later winner and loser, over the `decided` games, which were not drawn and reached this
    round. Means are NaN without values.
    """

    positions: Sums
    passes: Sums
    moves: Sums
    choices: Sums
    nodes: Sums
    decided: Sums
    winner_corners: Sums
    loser_corners: Sums
    winner_stable: Sums
    loser_stable: Sums

    @classmethod
    def of_core(cls, rows: NDArray[np.uint64]) -> "RoundTable":
        """Make a table from the rows of the core."""
        columns = rows.astype(np.int64).T
        positions, passes, moves = columns[:3]
        return cls(positions, passes, moves, columns[3:5].T, columns[5:7].T, *columns[7:])

    @property
    def breadth(self) -> Means:
        """The mean number of legal moves; a position with only a pass has 0."""
        return _mean(self.moves, self.positions)

    @property
    def nodes_a_move(self) -> Means:
        """The mean number of positions that A and B searched for a move."""
        return _mean(self.nodes, self.choices)

    @property
    def mean_winner_corners(self) -> Means:
        """The mean number of corners of the later winners."""
        return _mean(self.winner_corners, self.decided)

    @property
    def mean_loser_corners(self) -> Means:
        """The mean number of corners of the later losers."""
        return _mean(self.loser_corners, self.decided)

    @property
    def mean_winner_stable(self) -> Means:
        """The mean number of stable discs of the later winners."""
        return _mean(self.winner_stable, self.decided)

    @property
    def mean_loser_stable(self) -> Means:
        """The mean number of stable discs of the later losers."""
        return _mean(self.loser_stable, self.decided)


def _mean(sums: Sums, counts: Sums) -> Means:
    means = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


class CorePlaying(Protocol):
    """An agent that can play inside the core."""

    @property
    def name(self) -> str:
        """The name of the agent."""

    def core_player(self, size: int, rules: Rules) -> _core.Player:
        """Make a player for a size and rules."""


@dataclass(frozen=True, slots=True)
class BulkFailure:
    """The failure of an agent, "a" or "b", in the game of this number."""

    game: int
    agent: str
    reason: str


@dataclass(frozen=True, eq=False)
class BulkGames:
    """Games between A and B, as arrays with an element for each game; margins are those of A.

    Games are numbered from 0. Numbers 2i and 2i + 1 are a pair: they have the same opening, the
    first with A as black. `numbers` has the finished games; others exist only after an
    interruption. `plies` counts the moves and passes after the opening, `discs` those at the end;
    `corners` at the end and `nodes`, the searched positions, have a column for A and one for B. An
    agent that fails loses all squares; the other numbers of such a game are 0, and it is not in
    `rounds`.
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
        """Return the number of finished games."""
        return len(self.numbers)

    @property
    def a_colors(self) -> NDArray[np.int8]:
        """The colour of A in each game."""
        return np.where(self.numbers % 2 == 0, BLACK, WHITE).astype(np.int8)

    @property
    def wins(self) -> int:
        """The number of wins of A."""
        return int(np.count_nonzero(self.margins > 0))

    @property
    def draws(self) -> int:
        """The number of draws."""
        return int(np.count_nonzero(self.margins == 0))

    @property
    def losses(self) -> int:
        """The number of losses of A."""
        return int(np.count_nonzero(self.margins < 0))

    @property
    def score(self) -> float | None:
        """The points per game of A, from 0 to 1, or None without games."""
        return self.tally().score

    def tally(self, a_color: Color | None = None) -> Tally:
        """Count the results of all games, or of those in which A has this colour."""
        chosen = self.margins if a_color is None else self.margins[self.a_colors == a_color]
        won, lost = (int(np.count_nonzero(chosen * sign > 0)) for sign in (1, -1))
        return Tally(won, len(chosen) - won - lost, lost, int(chosen.sum()))

    def strength(self) -> Strength | None:
        """Return Elo of A with error bars from complete pairs, or None without one."""
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
        """Hold the games."""
        super().__init__("interrupted")
        self.played = played


def play_bulk(
    a: str | Agent | CorePlaying,
    b: str | Agent | CorePlaying,
    games: int = 1000,
    *,
    size: int = 8,
    rules: Rules = "normal",
    openings: Openings | None = None,
    seconds: float = 0.1,
    seed: int | None = 0,
    threads: int | None = None,
    solved: int = 0,
    solve_for: SolveFor = "margin",
    on_progress: Callable[[int, int, int], None] | None = None,
) -> BulkGames:
    """Let two agents, or the agents of two descriptions, play games on all cores.

    Every opening is played twice with colours swapped, so an odd number of games is rounded up; if
    there are too few openings they repeat. The default is random openings, as in a match. `seconds`
    per move apply to timed agents whose description has no limit, as there. Random choices depend
    only on `seed` and the number of the game: agents that are not limited by time play the same
    games again, with any number of threads.

    With `solved`, a game ends when at most that many squares are empty, with the margin of perfect
    play. This is much faster than two agents that play the last squares perfectly, with the same
    margins; the moves that are not played are not counted. Beyond 16 squares it takes long. With
    `solve_for="result"` it takes a quarter of the time, and the margins of solved games are 1, 0 or
    -1.

    `on_progress` is called many times a second with the wins, draws and losses of A so far; an
    error that it raises ends the games.

    >>> played = play_bulk("greedy", "random", 100, size=6, seed=1)
    >>> len(played), played.wins + played.draws + played.losses
    (100, 100)
    """
    pairs = (whole_number(games, "the number of games", 1) + 1) // 2
    chosen = chosen_seed(seed)
    if openings is None:
        openings = random_openings(pairs, size=size, rules=rules, seed=chosen)
    elif (checked_openings(openings).size, openings.rules) != (size, rules):
        raise InputError(
            f"these openings are {openings.rules} {openings.size}×{openings.size}: "
            f"expected {rules} {size}×{size}"
        )
    if not is_positive(seconds):
        raise InputError(f"a move cannot take {seconds} s: expected a number above 0")
    workers = _thread_count(threads)
    solved_empties = whole_number(solved, "the number of solved squares", 0)
    if solved_empties > _MOST_SOLVED:
        raise InputError(
            f"to solve {solved_empties} squares takes too long: expected {_MOST_SOLVED} or fewer"
        )
    if solve_for not in get_args(SolveFor):
        raise InputError(f"games cannot be solved for {solve_for!r}: expected margin or result")
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
            *(a_player, b_player, positions, turns, seed_bits(chosen), workers),
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
        seed=chosen,
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
    agent: str | Agent | CorePlaying, size: int, rules: Rules, seconds: float
) -> tuple[str, _core.Player]:
    """Return the name of an agent, and its player inside the core."""
    made = make_agent(agent, seconds=seconds) if isinstance(agent, str) else agent
    name = agent if isinstance(agent, str) else agent_name(made)
    make = getattr(made, "core_player", None)
    if make is None:
        raise InputError(
            f"{name!r} cannot play in bulk, since it does not search inside the core: "
            "`obversi match` can play it"
        )
    player: _core.Player = make(size, rules)
    if (player.size, player.reversed) != (size, rules == "reversed"):
        raise InputError(f"{name!r} made a player of another game than {rules} {size}×{size}")
    return name, player


def _failure(game: int, of_a: bool, reason: str) -> BulkFailure:
    text = " ".join(reason.split())
    shown = text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + "…"
    return BulkFailure(game, "a" if of_a else "b", shown)


def _pentanomial(margins: Numbers) -> Pentanomial:
    """Count pairs by points, given the margins of their two games."""
    half_points = (np.sign(margins) + 1).sum(axis=1)
    counts = np.bincount(half_points, minlength=len(PAIR_POINTS))
    return tuple(counts.tolist())
