"""The encounters of each form of tournament, round by round."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise

from obversi.arena.game.played import PlayedGame
from obversi.arena.tournament.settings import FARTHEST_NEIGHBOUR, TournamentSettings

# Two agents, by their places among the agents.
Encounter = tuple[int, int]

# After this many attempts to pair a round, more repeated encounters are allowed.
_MOST_ATTEMPTS = 20_000


def round_robin(agents: int) -> list[Encounter]:
    """Let all agents meet each other."""
    return list(combinations(range(agents), 2))


def gauntlet(agents: int) -> list[Encounter]:
    """Let the first agent meet each of the others."""
    return [(0, other) for other in range(1, agents)]


def neighbours(agents: int) -> list[Encounter]:
    """Let each agent meet the four before it and the four after it in the list."""
    return [(a, b) for a, b in round_robin(agents) if b - a <= FARTHEST_NEIGHBOUR]


def race_round(order: Sequence[int]) -> list[Encounter]:
    """Let each agent meet the next better one in the current order.

    >>> race_round([2, 0, 1])
    [(2, 0), (0, 1)]
    """
    return list(pairwise(order))


def swiss_round(
    points: Sequence[float], met: Mapping[frozenset[int], int], rested: set[int]
) -> tuple[list[Encounter], int | None]:
    """Return the encounters of the next round of a Swiss tournament, and the agent with a bye.

    Agents with similar points meet, and preferably those that have met less often; `met` counts the
    encounters so far. If the number of agents is odd, the last agent that has not had a bye gets
    one, with the points of a victory; `rested` are those that had one.
    """
    order = sorted(range(len(points)), key=lambda agent: (-points[agent], agent))
    resting = None
    if len(order) % 2:
        resting = next((agent for agent in reversed(order) if agent not in rested), order[-1])
        order.remove(resting)
    least = min(met.get(frozenset(two), 0) for two in combinations(order, 2))
    again = {two for two, times in met.items() if times > least}
    for repeats in range(len(order) // 2 + 1):
        encounters = _round(order, again, repeats)
        if encounters is not None:
            return encounters, resting
    return list(zip(order[::2], order[1::2], strict=True)), resting


def _round(
    order: Sequence[int], again: set[frozenset[int]], most_repeats: int
) -> list[Encounter] | None:
    """Pair each agent with one close to it, with at most `most_repeats` repeated encounters."""
    attempts = 0

    def pair(left: Sequence[int], repeats: int) -> list[Encounter] | None:
        nonlocal attempts
        if not left:
            return []
        first = left[0]
        for place, other in enumerate(left[1:], start=1):
            attempts += 1
            if attempts > _MOST_ATTEMPTS:
                return None
            have_met = frozenset((first, other)) in again
            if have_met and not repeats:
                continue
            rest = pair([*left[1:place], *left[place + 1 :]], repeats - have_met)
            if rest is not None:
                return [(first, other), *rest]
        return None

    return pair(order, most_repeats)


class Rounds:
    """Finds the encounters of one round after another.

    The same games always lead to the same encounters.
    """

    def __init__(self, settings: TournamentSettings) -> None:
        """Start with the agents in their given order."""
        self._settings = settings
        self._met: Counter[frozenset[int]] = Counter()
        self._rested: list[int] = []
        self._order = list(range(len(settings.entrants)))
        self._decided = iter(settings.encounters)

    def next(self, games: Iterable[PlayedGame]) -> list[Encounter]:
        """Return the encounters of the next round, given all games of earlier rounds."""
        agents = len(self._settings.entrants)
        match self._settings.form:
            case "swiss":
                return self._next_of_swiss(games)
            case "race":
                return self._next_of_race(games)
            case "gauntlet":
                return gauntlet(agents)
            case "neighbours":
                return neighbours(agents)
            case _:
                return round_robin(agents)

    def _next_of_swiss(self, games: Iterable[PlayedGame]) -> list[Encounter]:
        points = [0.0] * len(self._order)
        for game in games:
            points[game.a] += game.points
            points[game.b] += 1 - game.points
        for agent in self._rested:
            points[agent] += 2 * self._settings.pairs
        encounters, resting = swiss_round(points, self._met, set(self._rested))
        self._met.update(frozenset(encounter) for encounter in encounters)
        self._rested += [] if resting is None else [resting]
        return encounters

    def _next_of_race(self, games: Iterable[PlayedGame]) -> list[Encounter]:
        """Order the agents by wins minus losses; equal ones keep their order.

        Points would be unfair: the first and the last have half as many games as the others.
        """
        ahead = [0.0] * len(self._order)
        for game in games:
            ahead[game.a] += game.points - 0.5
            ahead[game.b] -= game.points - 0.5
        self._order.sort(key=lambda agent: -ahead[agent])
        decided = next(self._decided, None)
        if decided is None:
            return race_round(self._order)
        return [*decided, *_late_encounters(decided, self._order)]


def _late_encounters(decided: Sequence[Encounter], order: Sequence[int]) -> list[Encounter]:
    """Let each agent without an encounter meet the next better one that has one, or the best.

    >>> _late_encounters([(2, 0), (0, 1)], [4, 2, 3, 0, 1])
    [(2, 4), (2, 3)]
    """
    taken = {agent for encounter in decided for agent in encounter}
    in_time = [agent for agent in order if agent in taken]
    found, ahead = [], in_time[0]
    for agent in order:
        if agent in taken:
            ahead = agent
        else:
            found.append((ahead, agent))
    return found


def decided_rounds(
    settings: TournamentSettings, games: Iterable[PlayedGame]
) -> list[tuple[Encounter, ...]]:
    """Return the encounters of all rounds that are decided by these games, or were before."""
    played = {game.number: game for game in games}
    rounds, found = Rounds(settings), list[tuple[Encounter, ...]]()
    for place in range(settings.rounds):
        before = range(1, place * settings.games_a_round + 1)
        if all(number in played for number in before):
            found.append(tuple(rounds.next(played[number] for number in before)))
        elif place < len(settings.encounters):
            found.append(settings.encounters[place])
        else:
            break
    return found
