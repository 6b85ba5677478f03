"""R2's two objectives as in its code: a win rate that stops early, and random neighbours."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from obversi.agents.core_agents import RandomAgent, SearchAgent
from obversi.arena.openings import start_openings
from obversi.lab.estimate import Estimate, mean, share
from obversi.lab.games import play_games
from obversi.lab.models.early_stops import stopping_game
from obversi.lab.tuning.objective import Objective, PlaySettings
from obversi.lab.tuning.space import Space, Vector

# R2 stops if its estimate has changed by less than this, for its sixteen numbers and for its ten.
_RULE_OF_SIXTEEN = 0.01
_RULE = 0.001

# R2 has no limit, and would play for ever with a candidate that always wins.
_MOST_GAMES = 8192
_FIRST_GAMES = 512


class R2WinRateObjective(Objective):
    """The share of games won against a random agent, in as many games as R2's rule needs.

    R2 plays games in pairs, and stops if its estimate differs from each of the last 20 by 0.001 or
    less on average, 0.01 for its sixteen numbers. Candidates that win during the first games get
    fewer games, and so more luck.
    """

    name = "r2-win-rate"
    title = "win rate by R2's rule to stop"
    unit = "games"
    unit_of_candidates = "measurements"
    larger = True
    worst = 0.0
    usual_games = 1
    check_times = 10
    final_times = 40

    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Make this number of measurements, and return their mean."""
        found = [
            _until_stopped(space, vector, play, seed + number, threads) for number in range(games)
        ]
        if len(found) == 1:
            return found[0]
        count = sum(one.count for one in found)
        return replace(mean([one.value for one in found]), count=count)


def _until_stopped(
    space: Space, vector: Vector, play: PlaySettings, seed: int, threads: int
) -> Estimate:
    player = SearchAgent(space.evaluation(vector), depth=play.depth)
    start = start_openings(play.size, play.rules)
    rule = _RULE_OF_SIXTEEN if space.source == "r2" else _RULE
    options: Any = {"solved": play.solved, "seed": seed, "threads": threads}
    planned = _FIRST_GAMES
    while True:
        # They include the games of the round before, because game i depends only on the seed and i.
        won = play_games(player, RandomAgent(), planned, start, **options).margins > 0
        stop = stopping_game(won, rule)
        if stop is not None or planned >= _MOST_GAMES:
            return share(int(won[:stop].sum()), stop or planned)
        planned *= 4


# R2 changes four of the numbers, each up and down, and divides by the games of ten numbers.
_CHANGED = 4
_DIVISOR = 40


class R2NeighboursObjective(Objective):
    """R2's neighbour killing value: half, minus a fortieth for each game that is not won.

    Four numbers are drawn. Each is changed by a step up and a step down, and each neighbour is
    played from the start with both colours: 16 games at most, so that the value is from 0.10 to
    0.50. A draw is not won.
    """

    name = "r2-neighbours"
    title = "neighbour killing value of four numbers"
    unit = "games"
    unit_of_candidates = "draws of four numbers"
    larger = True
    worst = 0.5 - 4 * _CHANGED / _DIVISOR
    usual_games = 1
    check_times = 10
    final_times = 50

    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Draw four numbers this many times, and return the mean value."""
        random = Random(seed)
        player = SearchAgent(space.evaluation(vector), depth=play.depth)
        start = start_openings(play.size, play.rules)
        options: Any = {"solved": play.solved, "seed": seed, "threads": threads}
        lost: dict[int, list[int]] = {}
        values = []
        for _ in range(games):
            places = random.sample(range(len(space)), min(_CHANGED, len(space)))
            for place in places:
                if place in lost:
                    continue  # its games would be the same
                lost[place] = []
                for other in r2_neighbours(space, vector, place):
                    opponent = SearchAgent(space.evaluation(other, "neighbour"), depth=play.depth)
                    played = play_games(player, opponent, 2, start, **options)
                    lost[place].append(len(played) - played.wins)
            values.append(0.5 - sum(sum(lost[place]) for place in places) / _DIVISOR)
        return replace(mean(values), count=2 * sum(map(len, lost.values())))


def r2_neighbours(space: Space, vector: Vector, place: int) -> Iterator[Vector]:
    """Yield the vectors in which one number is a step smaller or larger, if its range allows it.

    A step is 1, as for R2's weights from -20 to 20, or a tenth of the range if that is less.
    """
    parameter = space.parameters[place]
    step = min(1.0, (parameter.high - parameter.low) / 10)
    for moved in (vector[place] - step, vector[place] + step):
        if parameter.low <= moved <= parameter.high:
            yield (*vector[:place], moved, *vector[place + 1 :])
