"""Agents that search with an evaluation."""

from math import isfinite
from typing import Literal

from obversi import _core
from obversi.agents.core_agent import CoreAgent
from obversi.errors import ObversiError
from obversi.heuristics import Evaluation
from obversi.numbers import whole_number
from obversi.size import LONGEST_GAME
from obversi.suggestion import suggestion

__all__ = ["SEARCHES", "SearchAgent"]

#: The searches to a fixed depth, by the names that descriptions have for them.
SEARCHES = {
    "minimax": "minimax",
    "alpha-beta": "alpha_beta",
    "negamax": "negamax",
    "maximax": "maximax",
}


class SearchAgent(CoreAgent):
    """Plays what a textbook search finds best by an evaluation.

    It looks `depth` plies ahead; with `seconds` instead it deepens its search until the time is
    up, of which the share `q` is used at most.
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
        """Search four plies deep unless told otherwise."""
        super().__init__(seed, perfect)
        self.name = evaluation.name if name is None else name
        self.seconds = seconds
        self._evaluation = evaluation
        self._leaf_view = leaf_view
        if seconds is None:
            if q is not None:
                raise ObversiError(f"{self.name}: 'q' is a share of 'seconds', which are missing")
            self._depth = whole_number(
                4 if depth is None else depth, "the depth", 1, most=LONGEST_GAME
            )
            self._method = _checked_search("alpha-beta" if search is None else search)
            return
        for limit, value in (("depth", depth), ("search", search)):
            if value is not None:
                raise ObversiError(
                    f"{self.name}: 'seconds' deepen a search of their own, without {limit!r}"
                )
        if not (isfinite(seconds) and seconds > 0):
            raise ObversiError(
                f"{self.name} cannot think for {seconds} s: expected a number above 0"
            )
        self._q = 0.8 if q is None else q
        if not 0 < self._q <= 1:
            raise ObversiError(
                f"{self.name} cannot use {q} of its time: expected a share above 0, up to 1"
            )

    def _thinking_player(self, size: int, rules: str) -> _core.Player:
        heuristic = self._evaluation.core(size, rules)
        if self.seconds is not None:
            return _core.DeepeningPlayer(heuristic, self.seconds, self._q)
        return _core.SearchPlayer(heuristic, self._method, self._depth, self._leaf_view)


def _checked_search(name: str) -> str:
    if name not in SEARCHES:
        raise ObversiError(f"there is no search {name!r}: {suggestion(name, SEARCHES)}")
    return SEARCHES[name]
