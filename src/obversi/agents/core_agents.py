"""Agents that search inside the core: random, greedy, Monte Carlo, textbook searches, reports."""

from abc import abstractmethod
from math import isfinite, sqrt
from typing import Any, Literal

from obversi import _core
from obversi.agents.agent import ThinkingAgent, Thought
from obversi.arguments import checked_type, is_positive, seed_bits, suggestion, whole_number
from obversi.board import Board, checked_board
from obversi.errors import InputError
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.reports import EVALUATIONS
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.rules import Rules
from obversi.size import LONGEST_GAME

_MOST_SQUARES = 64


class CoreAgent(ThinkingAgent):
    """Plays what a player inside the core chooses; games between such agents run in bulk too."""

    def __init__(self, seed: int | None = None, perfect: int = 0) -> None:
        """Choose alike with the same seed, and play the last `perfect` empties perfectly."""
        self._seed = seed_bits(seed)
        self._perfect = whole_number(
            perfect, "the number of squares to play perfectly", 0, most=_MOST_SQUARES
        )
        self._players: dict[tuple[int, str], _core.Player] = {}

    def think(self, board: Board, _limit: Limit | None = None) -> Thought:
        """Choose, and count the positions searched; the agent has limits of its own."""
        if checked_board(board).is_over:
            raise InputError(f"{self.name} has no move to choose: {board.status()}")
        if board.must_pass:
            return Thought(PASS)
        self.prepare(board.size, board.rules)
        move, nodes = self._players[board.size, board.rules].choose(*board.bits)
        return Thought(Move.from_index(move), nodes=nodes or None)

    def prepare(self, size: int, rules: Rules) -> None:
        """Make the player of a game, and compile its evaluation if necessary."""
        if (size, rules) not in self._players:
            player = self.core_player(size, rules)
            player.begin(self._seed)
            self._players[size, rules] = player

    def core_player(self, size: int, rules: Rules) -> _core.Player:
        """Make a player of one of the six games, to be used inside the core."""
        player = self._thinking_player(size, rules)
        return _core.PerfectEndingPlayer(player, self._perfect) if self._perfect else player

    @abstractmethod
    def _thinking_player(self, size: int, rules: Rules) -> _core.Player:
        """Make the player that chooses before the last squares are played perfectly."""


class RandomAgent(CoreAgent):
    """Plays any legal move, each as likely as the others."""

    name = "random"

    def _thinking_player(self, size: int, rules: Rules) -> _core.Player:
        return _core.RandomPlayer(size, rules == "reversed")


class GreedyAgent(CoreAgent):
    """Plays the move with the best margin right after it: most discs, or fewest when reversed.

    Ties are broken at random.
    """

    name = "greedy"

    def _thinking_player(self, size: int, rules: Rules) -> _core.Player:
        return _core.GreedyPlayer(size, rules == "reversed")


# The core cannot count further; more playouts would take hours in any case.
_MOST_PLAYOUTS = (1 << 32) - 1


class MonteCarloAgent(CoreAgent):
    """Plays the move that Monte Carlo tree search tried most, within its playouts or seconds."""

    name = "mcts"

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        exploration: float = sqrt(2),
        seed: int | None = None,
        perfect: int = 0,
    ) -> None:
        """Play 1000 random games for a move by default."""
        super().__init__(seed, perfect)
        if seconds is not None and not is_positive(seconds):
            raise InputError(f"mcts cannot think for {seconds} s: expected more than 0")
        if not (isfinite(exploration) and exploration >= 0):
            raise InputError(f"mcts cannot explore by {exploration}: expected 0 or more")
        if playouts is not None:
            playouts = whole_number(playouts, "the number of playouts", 1, most=_MOST_PLAYOUTS)
        self.seconds = seconds
        self._playouts = 1000 if playouts is None and seconds is None else playouts
        self._exploration = exploration

    def seconds_per_move(self, _given: float | None) -> float | None:
        """Return its own limit, or None with a number of playouts."""
        return self.seconds

    def _thinking_player(self, size: int, rules: Rules) -> _core.Player:
        return _core.MonteCarloPlayer(
            size, rules == "reversed", self._playouts or 0, self.seconds or 0.0, self._exploration
        )


#: The searches to a fixed depth, by their names in descriptions.
SEARCHES = {
    "minimax": "minimax",
    "alpha-beta": "alpha_beta",
    "negamax": "negamax",
    "maximax": "maximax",
}


class SearchAgent(CoreAgent):
    """Plays the move that a textbook search finds best by an evaluation.

    It looks `depth` plies ahead; with `seconds` instead it deepens its search, and uses at most the
    share `q` of the time.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        *,
        name: str | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        search: str | None = None,
        q: float | None = None,
        leaf_view: Literal["root", "mover"] = "root",
        seed: int | None = None,
        perfect: int = 0,
    ) -> None:
        """Search four plies deep by default."""
        super().__init__(seed, perfect)
        checked_type(evaluation, Evaluation, "evaluation")
        self.name = evaluation.name if name is None else name
        self.seconds = seconds
        self._evaluation = evaluation
        self._leaf_view = leaf_view
        if seconds is None:
            if q is not None:
                raise InputError(f"{self.name}: 'q' is a share of 'seconds', which are missing")
            self._depth = whole_number(
                4 if depth is None else depth, "the depth", 1, most=LONGEST_GAME
            )
            self._method = _checked_search("alpha-beta" if search is None else search)
            return
        for limit, value in (("depth", depth), ("search", search)):
            if value is not None:
                raise InputError(
                    f"{self.name}: 'seconds' deepen a search of their own, without {limit!r}"
                )
        if not is_positive(seconds):
            raise InputError(f"{self.name} cannot think for {seconds} s: expected a number above 0")
        self._q = 0.8 if q is None else q
        if not 0 < self._q <= 1:
            raise InputError(
                f"{self.name} cannot use {q} of its time: expected a share above 0, up to 1"
            )

    def seconds_per_move(self, _given: float | None) -> float | None:
        """Return its own limit, or None with a depth."""
        return self.seconds

    def _thinking_player(self, size: int, rules: Rules) -> _core.Player:
        heuristic = self._evaluation.core(size, rules)
        if self.seconds is not None:
            return _core.DeepeningPlayer(heuristic, self.seconds, self._q)
        return _core.SearchPlayer(heuristic, self._method, self._depth, self._leaf_view)


def _checked_search(name: str) -> str:
    if name not in SEARCHES:
        raise InputError(f"there is no search {name!r}: {suggestion(name, SEARCHES)}")
    return SEARCHES[name]


_HIGHEST_LEVEL = 4


def report_agent(name: str, **options: Any) -> SearchAgent:
    """Search by a named evaluation; its parameters are among the options."""
    kind = EVALUATIONS[name]
    parameters = {key: options.pop(key) for key in kind.parameters if key in options}
    return SearchAgent(kind.make(**parameters), name=name, **options)


def r1_agent(name: str, level: int = _HIGHEST_LEVEL, perfect: int = 0) -> SearchAgent:
    """Search with R1's levels; as published each leaf is evaluated for its mover."""
    if level not in range(1, _HIGHEST_LEVEL + 1):
        raise InputError(f"the level cannot be {level}: expected 1 to {_HIGHEST_LEVEL}")
    return SearchAgent(
        evaluation("r1"),
        name=name,
        depth=level,
        leaf_view="mover" if name == "r1" else "root",
        perfect=perfect,
    )


def r3_agent(depth: int = 4, search: str = "negamax", perfect: int = 0) -> SearchAgent:
    """Search with R3's negamax; its evaluation weighs discs and corners by the depth."""
    ply = whole_number(depth, "the depth", 1)
    return SearchAgent(
        evaluation(f"r3:ply={ply}"), name="r3", depth=ply, search=search, perfect=perfect
    )
