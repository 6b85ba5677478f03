"""The reports' evaluations once more, slow and plain, from their formulas alone.

Positions are many boards in the mover's view, as in `reference`: 1 is a disc of the mover, -1 one
of the opponent. Every feature and every value is seen by the mover, one number a board. No code of
the package computes anything here; only the type `Rules` comes from it.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from reference import DIRECTIONS, Square, Views, many_flips, many_legal, squares, walk

from obversi.rules import Rules

Numbers = NDArray[np.float64]
Discs = NDArray[np.bool_]
Quarter = list[list[float]]

OWN, OPPONENT, EMPTY = 1, -1, 0


# Features


def count(cells: Discs) -> Numbers:
    return np.asarray(cells.sum(axis=(1, 2)), np.float64)


def difference(views: Views, where: Discs) -> Numbers:
    """Own discs on some squares minus the opponent's."""
    return count((views == OWN) & where) - count((views == OPPONENT) & where)


def share(own: Numbers, opp: Numbers) -> Numbers:
    total = own + opp
    return np.where(total > 0, (own - opp) / np.maximum(total, 1), 0.0)


def percentage(own: Numbers, opp: Numbers) -> Numbers:
    """R1: what the larger of two has of both, negative if that is the opponent's."""
    total = np.maximum(own + opp, 1)
    return np.where(own > opp, 100 * own / total, np.where(own < opp, -100 * opp / total, 0.0))


def table(quarter: Quarter, size: int) -> Numbers:
    """The weights of a board, the same seen from each corner."""
    return np.array(
        [
            [quarter[min(row, size - 1 - row)][min(column, size - 1 - column)]
             for column in range(size)]
            for row in range(size)
        ],
        np.float64,
    )  # fmt: skip


def everywhere(views: Views) -> Discs:
    return np.ones(views.shape, np.bool_)


def corner_squares(size: int) -> list[Square]:
    return list(product((0, size - 1), (0, size - 1)))


def inward(corner: Square) -> tuple[int, int]:
    """The steps that lead from a corner down or up, and right or left."""
    return (1 if corner[0] == 0 else -1), (1 if corner[1] == 0 else -1)


def disc_counts(views: Views) -> tuple[Numbers, Numbers]:
    return count(views == OWN), count(views == OPPONENT)


def move_counts(views: Views) -> tuple[Numbers, Numbers]:
    return count(many_legal(views)), count(many_legal(-views))


def weighted(cells: Views | Discs, weights: Numbers) -> Numbers:
    return np.asarray((cells * weights).sum(axis=(1, 2)), np.float64)


def edge(size: int) -> Discs:
    on_edge = np.zeros((size, size), np.bool_)
    for row, column in squares(size):
        on_edge[row, column] = 0 in (row, column) or size - 1 in (row, column)
    return on_edge


def beside_empty_corners(views: Views) -> Discs:
    size = views.shape[1]
    near = np.zeros(views.shape, np.bool_)
    for corner in corner_squares(size):
        down, right = inward(corner)
        for step in ((down, 0), (0, right), (down, right)):
            near[:, corner[0] + step[0], corner[1] + step[1]] |= views[:, *corner] == EMPTY
    return near


def at_the_border(views: Views) -> Discs:
    """The squares beside an empty one."""
    size = views.shape[1]
    border = np.zeros(views.shape, np.bool_)
    for row, column in squares(size):
        for down, right in DIRECTIONS:
            if 0 <= row + down < size and 0 <= column + right < size:
                border[:, row, column] |= views[:, row + down, column + right] == EMPTY
    return border


def runs_from_corners(discs: Discs) -> Discs:
    """R2: the discs of unbroken runs that begin in a corner and go along an edge."""
    size = discs.shape[1]
    found = np.zeros(discs.shape, np.bool_)
    for corner in corner_squares(size):
        down, right = inward(corner)
        for step in ((down, 0), (0, right)):
            unbroken = discs[:, *corner].copy()
            found[:, *corner] |= unbroken
            for row, column in walk(size, corner, step):
                unbroken &= discs[:, row, column]
                found[:, row, column] |= unbroken
    return found


# Discs that can never be flipped again


def stable(views: Views, color: int) -> Discs:
    """Safe on an edge whatever is played there, on full lines only, or beside stable discs.

    A disc is stable if in each of the four directions its line is full, or one of its two
    neighbours is stable; on an edge the edge alone decides.
    """
    size = views.shape[1]
    discs = views == color
    found = np.zeros(views.shape, np.bool_)
    for line in edge_lines(size):
        found[:, *np.transpose(line)] |= safe_on_edge(views[:, *np.transpose(line)] * color)
    full = {direction: full_lines(views, direction) for direction in DIRECTIONS[:4]}
    found |= discs & np.logical_and.reduce(list(full.values()))
    while True:
        more = found.copy()
        for row, column in squares(size):
            if edge(size)[row, column]:
                continue
            safe = discs[:, row, column].copy()
            for down, right in DIRECTIONS[:4]:
                safe &= (
                    full[down, right][:, row, column]
                    | found[:, row + down, column + right]
                    | found[:, row - down, column - right]
                )
            more[:, row, column] |= safe
        if (more == found).all():
            return found
        found = more


def edge_lines(size: int) -> Iterable[list[Square]]:
    for at in (0, size - 1):
        yield [(at, place) for place in range(size)]
        yield [(place, at) for place in range(size)]


def full_lines(views: Views, direction: Square) -> Discs:
    """The squares whose line in a direction, both ways, has no empty square."""
    size = views.shape[1]
    full = np.zeros(views.shape, np.bool_)
    back = (-direction[0], -direction[1])
    for square in squares(size):
        line = [square, *walk(size, square, direction), *walk(size, square, back)]
        full[:, *square] = (views[:, *np.transpose(line)] != EMPTY).all(axis=1)
    return full


def safe_on_edge(lines: Views) -> Discs:
    """Return which own discs of an edge cannot be flipped, computed once for equal lines."""
    different, which = np.unique(lines, axis=0, return_inverse=True)
    safe = [safe_places(tuple(map(int, line))) for line in different]
    return np.array(safe, np.bool_)[which.reshape(-1)]


@cache
def safe_places(line: tuple[int, ...]) -> tuple[bool, ...]:
    """Whether each own disc keeps its colour in all ways to go on along this line alone.

    A disc may come to any empty square of an edge, even if it flips none along the edge.
    """
    safe = [disc == OWN for disc in line]
    for place, disc in enumerate(line):
        if disc == EMPTY:
            for player in (OWN, OPPONENT):
                after = safe_places(played_on_line(line, place, player))
                safe = [now and later for now, later in zip(safe, after, strict=True)]
    return tuple(safe)


def played_on_line(line: tuple[int, ...], place: int, player: int) -> tuple[int, ...]:
    after = list(line)
    after[place] = player
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(line) and line[at] == -player:
            at += step
        if 0 <= at < len(line) and line[at] == player:
            for flipped in range(place + step, at, step):
                after[flipped] = player
    return tuple(after)


# R3, whose formulas judge the player who has just moved: for him `views` are turned round


def r3_stability(judged: Views) -> Numbers:
    """Minus own discs that the opponent can flip at once, plus 3 for each grown from a corner."""
    size = judged.shape[1]
    in_danger = np.zeros(judged.shape, np.bool_)
    for square in squares(size):
        in_danger |= many_flips(-judged, square)
    own = judged == OWN
    grown = np.zeros(judged.shape, np.bool_)
    for corner in corner_squares(size):
        down, right = inward(corner)
        reached = np.ones(len(judged), np.bool_)
        for place in [corner, *walk(size, corner, (0, right))]:
            reached &= own[:, *place]
            unbroken = reached.copy()
            for square in [place, *walk(size, place, (down, 0))]:
                unbroken &= own[:, *square]
                grown[:, *square] |= unbroken
    return 3 * count(grown) - count(in_danger)


def r3_corners(judged: Views) -> Numbers:
    """1 for an own corner, -1 for each way in which the opponent may take an empty one."""
    size = judged.shape[1]
    corners = np.zeros(len(judged))
    for corner in corner_squares(size):
        down, right = inward(corner)
        corners += judged[:, *corner] == OWN
        for step in ((down, 0), (0, right), (down, right)):
            near, behind = list(walk(size, corner, step))[:2]
            corners -= (
                (judged[:, *corner] == EMPTY)
                & (judged[:, *near] == OWN)
                & (judged[:, *behind] == OPPONENT)
            )
    return corners


def r3_mobility(judged: Views) -> Numbers:
    own, opp = move_counts(judged)
    return np.where(own == 0, -1000.0, share(own, opp))


# All features by their names in the package; those that weigh squares take the weights too

FEATURES: dict[str, Callable[[Views], Numbers]] = {
    "discs": lambda views: difference(views, everywhere(views)),
    "disc_share": lambda views: share(*disc_counts(views)),
    "disc_lead": lambda views: percentage(*disc_counts(views)),
    "corners": lambda views: sum(
        (views[:, *corner].astype(np.float64) for corner in corner_squares(views.shape[1])),
        np.zeros(len(views)),
    ),
    "corner_closeness": lambda views: difference(views, beside_empty_corners(views)),
    "edges": lambda views: difference(views, everywhere(views) & edge(views.shape[1])),
    "moves": lambda views: np.subtract(*move_counts(views)),
    "move_share": lambda views: share(*move_counts(views)),
    "move_lead": lambda views: percentage(*move_counts(views)),
    "frontier": lambda views: difference(views, at_the_border(views)),
    "frontier_lead": lambda views: (
        -percentage(
            count((views == OWN) & at_the_border(views)),
            count((views == OPPONENT) & at_the_border(views)),
        )
    ),
    "stable": lambda views: count(stable(views, OWN)) - count(stable(views, OPPONENT)),
    "edge_runs": lambda views: (
        (count(runs_from_corners(views == OWN)) - count(runs_from_corners(views == OPPONENT)))
        / (4 * (views.shape[1] - 1))
    ),
    "r3_stability": lambda views: -r3_stability(-views),
    "r3_corners": lambda views: -r3_corners(-views),
    "r3_mobility": lambda views: -r3_mobility(-views),
    "last_mover": lambda views: np.where(count(views == EMPTY) % 2 == 1, 1.0, -1.0),
    "bias": lambda views: np.ones(len(views)),
}
FEATURES_OF_SQUARES: dict[str, Callable[[Views, Numbers], Numbers]] = {
    "squares": weighted,
    "square_share": lambda views, weights: weighted(views, weights) / np.abs(weights).sum(),
    "weighted_moves": lambda views, weights: (
        (weighted(many_legal(views), weights) - weighted(many_legal(-views), weights))
        / (12 * np.abs(weights).sum() / weights.size)
    ),
}


# Evaluations


def goal_sign(rules: Rules, written_for: str) -> int:
    """The sign of goal features, which changes under the other rules."""
    return 1 if rules == written_for else -1


R0_ADJUSTED: Quarter = [[-100, 25, -1, -5], [25, 45, -1, -1], [-1, -1, -1, -2], [-5, -1, -2, -1]]
R0_ORIGINAL: Quarter = [[-500, 50, -1, -5], [50, 45, -1, -1], [-1, -1, -1, -2], [-5, -1, -2, -1]]
R1_SQUARES: Quarter = [[20, -3, 11, 8], [-3, -7, -4, 1], [11, -4, 2, 2], [8, 1, 2, -3]]
R4_SQUARES: Quarter = [[25, -5, 14, 10], [-5, -7, -4, 1], [14, -4, 3, 2], [10, 1, 2, -6]]
R2_POSITION = (
    0.58294678, 0.32422638, 0.30072021, 0.04949951, 0.74310493,
    0.26721382, 0.05133057, 0.72602844, -0.12939453, -0.73083496,
)  # fmt: skip
R2 = (
    0.60791016, 4.04785156, 16.01070404, 5.0, 19.0, 20.0, 17.9804306, 13.0,
    12.8125, -18.28742981, 1.0, 0.1, 0.2, 0.6, 0.2, 0.2,
)  # fmt: skip
R2_CLASSES = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"]


class Reference:
    """The values of many boards by each report; what takes long is computed once."""

    def __init__(self, views: Views) -> None:
        self.views = views
        self.size = views.shape[1]
        self.moves = many_legal(views), many_legal(-views)
        self.features = {name: of(views) for name, of in FEATURES.items()}

    def r0(
        self, rules: Rules, quarter: Quarter, gamma: float = 0.7, *, stable_is_good: bool = False
    ) -> Numbers:
        position = weighted(self.views, table(quarter, self.size))
        # Where the fewest discs win, a disc that stays for ever is bad unless R0 is read otherwise.
        stability = self.features["stable"] if stable_is_good else -self.features["stable"]
        return goal_sign(rules, "reversed") * (gamma * position + (1 - gamma) * stability)

    def r1(self, rules: Rules) -> Numbers:
        feature = self.features
        goal_features = (
            10 * weighted(self.views, table(R1_SQUARES, self.size))
            + 10 * feature["disc_lead"]
            + 801.724 * (25 * feature["corners"])
            + 382.026 * (-12.5 * feature["corner_closeness"])
        )
        other_features = 74.396 * feature["frontier_lead"] + 78.922 * feature["move_lead"]
        return goal_sign(rules, "normal") * goal_features + other_features

    def r2_position(self, rules: Rules, weights: tuple[float, ...] = R2_POSITION) -> Numbers:
        board = self._symmetric(weights)
        own, opp = weighted(self.views == OWN, board), weighted(self.views == OPPONENT, board)
        position: Numbers = goal_sign(rules, "reversed") * (opp - own) / np.abs(board).sum()
        return position

    def r2(self, rules: Rules, parameters: tuple[float, ...] = R2) -> Numbers:
        board = self._symmetric(parameters[:10])
        scale = 12 * np.abs(board).sum() / self.size**2
        mobility = (weighted(self.moves[0], board) - weighted(self.moves[1], board)) / scale
        early = count(self.views != EMPTY) <= int(24 * self.size**2 / 64)
        coefficients = np.where(
            early[:, None], np.array(parameters[10:13]), np.array(parameters[13:16])
        )
        position = self.r2_position("reversed", parameters[:10])
        goal_features = (
            coefficients[:, 0] * position + coefficients[:, 2] * -self.features["edge_runs"]
        )
        value: Numbers = (
            goal_sign(rules, "reversed") * goal_features + coefficients[:, 1] * mobility
        )
        return value

    def r3(self, rules: Rules, ply: int = 4) -> Numbers:
        judged = -self.views
        parity = np.subtract(*disc_counts(judged))
        goal_features = ply * parity + 8 * r3_corners(judged) / ply + 8 * r3_stability(judged)
        return -(goal_sign(rules, "normal") * goal_features + 2 * r3_mobility(judged))

    def r4(self, rules: Rules) -> Numbers:
        utility = weighted(self.views, table(R4_SQUARES, self.size))
        goal_features = utility + self.features["disc_share"]
        return goal_sign(rules, "normal") * goal_features + self.features["move_share"]

    def positional(self, rules: Rules) -> Numbers:
        return goal_sign(rules, "normal") * weighted(self.views, table(R1_SQUARES, self.size))

    def evaluations(self, rules: Rules) -> dict[str, Numbers]:
        """The values by the names of the package."""
        return {
            "r0-adjusted": self.r0(rules, R0_ADJUSTED),
            "r0-original": self.r0(rules, R0_ORIGINAL),
            "r0-adjusted:gamma=0.5": self.r0(rules, R0_ADJUSTED, 0.5),
            "r0-adjusted:stability=good": self.r0(rules, R0_ADJUSTED, stable_is_good=True),
            "r0-original:gamma=0.2:stability=good": self.r0(
                rules, R0_ORIGINAL, 0.2, stable_is_good=True
            ),
            "r1": self.r1(rules),
            "r2": self.r2(rules),
            "r2-position": self.r2_position(rules),
            "r3": self.r3(rules),
            "r3:ply=7": self.r3(rules, 7),
            "r4": self.r4(rules),
            "positional": self.positional(rules),
        }

    def _symmetric(self, weights: tuple[float, ...]) -> Numbers:
        """A board of weights that are given for one square of each class."""
        by_name = dict(zip(R2_CLASSES, weights, strict=True))
        quarter = [
            [by_name["abcd"[max(row, column)] + str(min(row, column) + 1)] for column in range(4)]
            for row in range(4)
        ]
        return table(quarter, self.size)
