"""The win rate against a random chooser, as R2 tuned for it."""

from functools import lru_cache

from obversi.agents.random_agent import RandomAgent
from obversi.agents.search_agent import SearchAgent
from obversi.arena.openings import Openings, random_openings
from obversi.lab.estimate import Estimate, share
from obversi.lab.tuning.objective import Objective, Way
from obversi.lab.tuning.playing import play_games
from obversi.lab.tuning.space import Space, Vector

__all__ = ["WinRateObjective"]


class WinRateObjective(Objective):
    """The share of games that are won from the start, half of them as black; a draw is not won.

    These are the wins of `obversi.lab.models.win_rate`, without all else that it counts: a search
    asks thousands of times.
    """

    name = "win-rate"
    title = "win rate against a random chooser"
    unit = unit_of_candidates = "games"
    larger = True
    worst = 0.0
    usual_games = 250
    check_times = 16
    final_times = 40

    def measure(
        self, space: Space, vector: Vector, way: Way, games: int, seed: int, threads: int
    ) -> Estimate:
        """Play games, in which the chance of game i is alike for all candidates."""
        player = SearchAgent(space.evaluation(vector), depth=way.depth)
        start = _start(way.size, way.rules)
        played = play_games(player, RandomAgent(), games, way, start, seed, threads)
        return share(played.wins, len(played))


@lru_cache
def _start(size: int, rules: str) -> Openings:
    return random_openings(1, size=size, rules=rules, plies=0)
