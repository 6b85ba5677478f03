"""R2's agent with wishes of the report: MCTS in the remaining time, a book, learned patterns."""

from math import isfinite
from typing import Any

from obversi import _core
from obversi.agents.agent import BaseAgent
from obversi.agents.book_agent import BookAgent
from obversi.agents.core_agents import SearchAgent
from obversi.arguments import whole_number
from obversi.errors import InputError, ObversiError
from obversi.heuristics.catalog import evaluation as evaluation_of
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.reports import EVALUATIONS
from obversi.rules import Rules

_R2_SECONDS = 5.0

#: The uses of the time that the search leaves over.
LEFTOVERS = ("none", "mcts")

#: The lead in won playouts, as a share, that a move needs to replace that of the search.
DEFAULT_LEAD = 0.1


class LeftoverAgent(SearchAgent):
    """Searches as R2 does, and lets Monte Carlo tree search try the moves in the rest of the time.

    Both together take `seconds` for a move. The most visited move replaces that of the search if
    its playouts were won more often, by more than `lead` and by more than chance explains; never
    where the search has found a win or the end of every line.
    """

    def __init__(
        self, evaluation: Evaluation, *, seconds: float, lead: float = DEFAULT_LEAD, **options: Any
    ) -> None:
        """Take the options of a `SearchAgent` that deepens its search."""
        super().__init__(evaluation, seconds=seconds, **options)
        if not (isfinite(lead) and 0 <= lead <= 1):
            raise InputError(f"'lead' cannot be {lead}: expected a share from 0 to 1")
        self._lead = lead

    def _thinking_player(self, size: int, rules: Rules) -> _core.Player:
        assert self.seconds is not None
        heuristic = self._evaluation.core(size, rules)
        return _core.LeftoverPlayer(heuristic, self.seconds, self._q, self._lead)


def r2_agent(
    name: str,
    seconds: float | None = None,
    depth: int | None = None,
    evaluation: str | None = None,
    weights: tuple[float, ...] | None = None,
    leftover: str = "none",
    lead: float | None = None,
    book: str | None = None,
    tolerance: int | None = None,
    seed: int | None = None,
    **options: Any,
) -> BaseAgent:
    """Search with R2's maximax to a depth, or deepening: for five seconds by default.

    `evaluation` replaces R2's own, `leftover` and `lead` set the use of the rest of the time, and
    moves of a `book` may be `tolerance` discs worse than the best.
    """
    judge = _judge(name, evaluation, weights)
    if depth is None and seconds is None:
        seconds = _R2_SECONDS
    elif seconds is None:
        options["search"] = "maximax"
    options |= {"name": name, "depth": depth, "seconds": seconds, "seed": seed}
    agent = SearchAgent(judge, **options)
    if leftover == "mcts":
        if seconds is None:
            raise InputError("'leftover' is the rest of 'seconds': a search to a 'depth' has none")
        agent = LeftoverAgent(judge, lead=DEFAULT_LEAD if lead is None else lead, **options)
    elif lead is not None:
        raise InputError("'lead' is for 'leftover=mcts', which is missing")
    if book is not None:
        return _with_book(agent, book, tolerance, seed)
    if tolerance is not None:
        raise InputError("'tolerance' is for the moves of a 'book', which is missing")
    return agent


def _judge(name: str, other: str | None, weights: tuple[float, ...] | None) -> Evaluation:
    """Return R2's own evaluation, or the other one."""
    if other is None:
        return EVALUATIONS[name].make(**({} if weights is None else {"weights": weights}))
    if weights is not None:
        raise InputError("'weights' are those of R2's evaluation: leave out 'evaluation'")
    try:
        return evaluation_of(other)
    except ObversiError as error:
        raise InputError(f"'evaluation' cannot be {other!r}: {error}") from None
    except OSError as error:
        reason = f"the file cannot be read ({error.strerror})"
        raise InputError(f"'evaluation' cannot be {other!r}: {reason}") from error


def _with_book(agent: BaseAgent, book: str, tolerance: int | None, seed: int | None) -> BookAgent:
    accepted = None if tolerance is None else whole_number(tolerance, "'tolerance'", 0)
    try:
        return BookAgent(agent, book, accepted, seed)
    except ObversiError as error:
        expected = "expected a file (.obb), or default for the package's"
        raise InputError(f"'book' cannot be {book!r}: {error}: {expected}") from None
