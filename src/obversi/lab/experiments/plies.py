"""R3's experiment: its heuristic against a positional one, by the depth of the search."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.agents.core_agents import CoreAgent
from obversi.agents.description import make_agent
from obversi.arena.openings import Openings
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import Estimate, mean, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, Texts, listed, within
from obversi.lab.games import MOST_HALF_POINTS, lab_openings, play_openings, points_score
from obversi.lab.steps import Data, Grid, Part, Settings, Trial, parts, planned
from obversi.rules import Rules

PLIES = (1, 2, 3, 4, 5)
# In the second series only R3 looks deeper, and its opponent stays at two plies.
FIXED_PLIES = (1, 2, 3, 4)
_FIXED_OPPONENT = "positional:depth=2"
# Deep games are slow: these are the games of one step.
_GAMES_OF_A_STEP = {5: 200}

# As in figures 1 and 2 of the report.
R3_COLORS = (WHITE, BLACK)


class PlyGames:
    """Games between R3 and another agent, seen by R3, which is black in the first of each pair."""

    def __init__(
        self, margins: list[int], discs: list[tuple[int, int]], nodes: list[float]
    ) -> None:
        """Take the margins, the discs of R3 and the other, and their nodes for a move."""
        self.margins: NDArray[np.int64] = np.array(margins, np.int64)
        self.discs: NDArray[np.int64] = np.array(discs, np.int64)
        self.nodes = nodes

    @property
    def margin(self) -> Estimate:
        """The mean margin of R3, by pairs."""
        found = mean(self.pair_margins)
        return Estimate(found.value, found.low, found.high, len(self.margins))

    @property
    def score(self) -> Estimate:
        """The points of R3 a game, by pairs."""
        return points_score("".join(str(half) for half in self.pair_half_points))

    @property
    def pair_half_points(self) -> NDArray[np.int64]:
        """The half points of R3 in each pair."""
        halves: NDArray[np.int64] = (np.sign(self.margins.reshape(-1, 2)) + 1).sum(axis=1)
        return halves

    @property
    def pair_margins(self) -> NDArray[np.float64]:
        """The mean margins of the pairs."""
        means: NDArray[np.float64] = self.margins.reshape(-1, 2).mean(axis=1)
        return means

    def margins_of(self, color: Color) -> NDArray[np.int64]:
        """Return the margins of the games in which R3 has a colour."""
        return self.margins[0 if color == BLACK else 1 :: 2]

    def discs_of(self, color: Color) -> NDArray[np.int64]:
        """Return the discs of R3 and of the other in the games in which R3 has a colour."""
        return self.discs[0 if color == BLACK else 1 :: 2]


def ply_gain(shallow: PlyGames, deep: PlyGames) -> Estimate:
    """Return how many discs R3 gains by deeper searches, from the same openings."""
    return mean(deep.pair_margins - shallow.pair_margins)


def _discs(
    margins: NDArray[np.int64], all_discs: NDArray[np.int64], size: int, rules: Rules
) -> NDArray[np.int64]:
    """Return the final discs of R3 and of the other; a margin includes the empty squares."""
    lead = margins if rules == "normal" else -margins
    apart = lead - np.sign(lead) * (size * size - all_discs)
    return (np.stack([all_discs + apart, all_discs - apart], axis=1) // 2).astype(np.int64)


def _parts(settings: Settings, rules: Rules, plies: int) -> range:
    """Return the numbers of the steps of a depth; the openings are the same for every depth."""
    openings = lab_openings(settings.trial(rules), settings.games, "plies")
    return range(1, 1 + -(-len(openings.boards) // _openings_of_a_step(settings.games, plies)))


def _openings_of_a_step(games: int, plies: int) -> int:
    return max(1, _GAMES_OF_A_STEP.get(plies, games) // 2)


def _play(trial: Trial, plies: int, number: int, opponent: str = "") -> dict[str, Any]:
    openings = lab_openings(trial, trial.games, "plies")
    most = _openings_of_a_step(trial.games, plies)
    chosen = Openings(openings.boards[most * (number - 1) : most * number], openings.origin)
    opponent = opponent or f"positional:depth={plies}"
    played = play_openings(trial, f"r3:depth={plies}", opponent, chosen)
    choices = np.maximum(played.rounds.choices.sum(axis=0), 1)
    nodes = played.rounds.nodes.sum(axis=0) / choices
    discs = _discs(played.margins, played.discs, trial.size, trial.rules)
    return {"margins": played.margins.tolist(), "discs": discs.tolist(), "nodes": nodes.tolist()}


def _play_fixed(trial: Trial, plies: int, number: int) -> dict[str, Any]:
    return _play(trial, plies, number, _FIXED_OPPONENT)


def _logged_game(trial: Trial, plies: int, r3_color: str) -> dict[str, Any]:
    """Play from the start; return the moves, the nodes of each, R3's margin, and the discs."""
    own = next(color for color in R3_COLORS if color_name(color) == r3_color)
    agents = {own: make_agent(f"r3:depth={plies}"), -own: make_agent(f"positional:depth={plies}")}
    board = Board(trial.size, trial.rules)
    moves = []
    while not board.is_over:
        agent = agents[board.turn]
        assert isinstance(agent, CoreAgent)
        thought = agent.think(board)
        board.push(thought.move)
        moves.append([str(thought.move), thought.nodes or 0])
    discs = {BLACK: len(board.black), WHITE: len(board.white)}
    return {"moves": moves, "margin": board.margin(own), "discs": [discs[own], discs[-own]]}


BOTH = Grid(
    "{rules} {} plies each, part {}",
    _play,
    lambda settings, rules: [
        (plies, number) for plies in PLIES for number in _parts(settings, rules, plies)
    ],
)
LOGS = Grid(
    "{rules} {} plies each, from the start, R3 {}",
    _logged_game,
    list(product(PLIES, map(color_name, R3_COLORS))),
)
FIXED = Grid(
    "{rules} {} plies against two, part {}",
    _play_fixed,
    lambda settings, rules: [
        (plies, number) for plies in FIXED_PLIES for number in _parts(settings, rules, plies)
    ],
)


def ply_games(part: Part, grid: Grid, plies: int) -> PlyGames:
    """Return all games of a depth, against an opponent of the same depth or the fixed one."""
    found = [part[grid, plies, one] for one in _parts(part.settings, part.rules, plies)]
    weights = [len(one["margins"]) for one in found]
    nodes = np.average([one["nodes"] for one in found], axis=0, weights=weights)
    margins = [margin for one in found for margin in one["margins"]]
    discs = [pair for one in found for pair in one["discs"]]
    return PlyGames(margins, discs, nodes.tolist())


def log_text(part: Part) -> str:
    """Write the games from the start as R3 did: boards, nodes searched and scores."""
    lines = []
    for plies, color in product(PLIES, R3_COLORS):
        names = {color: "R3", -color: "positional"}
        lines.append(
            f"=== {names[BLACK]} (black) against {names[WHITE]} (white), "
            f"{plies} {'ply' if plies == 1 else 'plies'} each, {part.rules} rules, "
            f"{part.size}×{part.size}\n"
        )
        board = Board(part.size, part.rules)
        log = part[LOGS, plies, color_name(color)]
        for number, (move, nodes) in enumerate(log["moves"], start=1):
            mover = board.turn
            board.push(move)
            lines.append(
                f"{number}. {move} by {names[mover]} ({color_name(mover)}), "
                f"{nodes:,} nodes; score: black {len(board.black)}, "
                f"white {len(board.white)}\n{board}\n"
            )
    return "\n".join(lines)


_TEXTS = Texts("plies")

# The range of scores that counts as the report's "performed somewhat similarly".
_SIMILAR = (0.4, 0.6)
_PLAYERS = {"R3": PURPLE, "positional": GREEN}


def _tests(settings: Settings) -> int:
    """Return the number of tests that decide on "surely"."""
    return len(settings.rules) * (len(PLIES) + len(FIXED_PLIES) - 1)


def _conclude(settings: Settings, data: Data) -> Conclusion:
    by_rules = parts(settings, data)
    log = "\n".join(map(log_text, by_rules))
    rest = Conclusion(_TEXTS.text("surely", tests=_tests(settings)), files={"plies.log": log})
    return Conclusion.joined([*map(_conclude_part, by_rules), rest])


def _conclude_part(part: Part) -> Conclusion:
    tests = _tests(part.settings)
    games = {plies: ply_games(part, BOTH, plies) for plies in PLIES}
    fixed = {plies: ply_games(part, FIXED, plies) for plies in FIXED_PLIES}
    winner, deeper = _winner(games, tests), _TEXTS.text("deeper", **_gains(fixed, tests))
    answer = _TEXTS.text("answer", rules=part.rules, winner=winner, deeper=deeper)
    findings = (
        _similar_finding(part, games),
        _deeper_finding(part, fixed),
        _parity_finding(part.rules, games),
    )
    rows = ({"plies": plies, "one": one} for plies, one in fixed.items())
    tables = _both_table(part, games), _TEXTS.table("fixed", rows, rules=part.rules)
    return Conclusion(answer, findings, tables)


def _winner(games: Mapping[int, PlyGames], tests: int) -> str:
    sides = {plies: sure_side(one.score, 1 / 2, tests) for plies, one in games.items()}
    parts = []
    for verb, side in (("beats", 1), ("loses to", -1)):
        if depths := [plies for plies, one in sides.items() if one == side]:
            words = f"{listed(depths)} {'ply' if depths == [1] else 'plies'}"
            parts.append(_TEXTS.text("winner", verb=verb, depths=words))
    return f"R3 {' and '.join(parts)}" if parts else _TEXTS.text("no_winner")


def _gains(fixed: Mapping[int, PlyGames], tests: int) -> dict[str, int]:
    """Count how often a ply more surely helps or harms R3 against the same opponent."""
    gains = (ply_gain(fixed[plies - 1], fixed[plies]) for plies in FIXED_PLIES[1:])
    sides = [sure_side(gain, 0.0, tests) for gain in gains]
    return {"up": sides.count(1), "down": sides.count(-1), "cases": len(sides)}


def _similar_finding(part: Part, games: Mapping[int, PlyGames]) -> Finding:
    # All depths begin from the same openings, so an opening is one observation.
    halves = np.mean([one.pair_half_points for one in games.values()], axis=0)
    whole = mean(halves / MOST_HALF_POINTS)
    is_reported = part.rules == "normal" and part.size == 8
    return _TEXTS.finding(
        "similar_text",
        within(whole, *_SIMILAR) if is_reported else "new",
        rules=part.rules,
        reported="performed somewhat similarly" if is_reported else "",
        score=whole,
        count=sum(len(one.margins) for one in games.values()),
        winner=_winner(games, _tests(part.settings)),
    )


def _deeper_finding(part: Part, fixed: Mapping[int, PlyGames]) -> Finding:
    tests = _tests(part.settings)
    steps = {plies: ply_gain(fixed[plies - 1], fixed[plies]) for plies in FIXED_PLIES[1:]}
    return _TEXTS.finding(
        "deeper_text",
        "new",
        rules=part.rules,
        each="; ".join(f"{plies - 1} to {plies}: {one:.1f}" for plies, one in steps.items()),
        **_gains(fixed, tests),
        count=sum(len(games.margins) for games in fixed.values()),
        tests=tests,
    )


def _parity_finding(rules: Rules, games: Mapping[int, PlyGames]) -> Finding:
    """Compare even depths with odd ones, because R3 evaluates for the player who has just moved."""
    even, odd = (
        np.mean([games[plies].pair_margins for plies in PLIES if plies % 2 == rest], axis=0)
        for rest in (0, 1)
    )
    gap = mean(even - odd)
    return _TEXTS.finding(
        "parity_text", "new", rules=rules, gap=gap, sure=_TEXTS.text("parity", sure_side(gap))
    )


def _both_table(part: Part, games: Mapping[int, PlyGames]) -> Table:
    rows = (
        {
            "plies": plies,
            "count": len(one.margins),
            "one": one,
            "means": [float(one.margins_of(color).mean()) for color in R3_COLORS],
            "logs": [part[LOGS, plies, color_name(color)] for color in R3_COLORS],
        }
        for plies, one in games.items()
    )
    return _TEXTS.table("both", rows, rules=part.rules, size=part.size)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.parts) + 1, 2, height=2.9)
    for row, part in enumerate(result.parts):
        for number, color in enumerate(R3_COLORS):
            _draw_color(axes[row, number], part, color)
            if part.rules == "normal":
                title = axes[row, number].get_title()
                axes[row, number].set_title(f"{title} (the report's figure {number + 1})")
    _draw_deeper(axes[-1, 0], result)
    _draw_nodes(axes[-1, 1], result)
    games = len(ply_games(result.parts[0], BOTH, PLIES[0]).margins)
    figure.suptitle(
        f"R3 against a positional heuristic, {games:,} games at each depth (×: one from the start)"
    )
    return figure


def _draw_color(axes: Axes, part: Part, color: Color) -> None:
    games = [ply_games(part, BOTH, plies).discs_of(color) for plies in PLIES]
    single = np.array([part[LOGS, plies, color_name(color)]["discs"] for plies in PLIES])
    for place, (player, paint) in enumerate(_PLAYERS.items()):
        discs = [mean(one[:, place]) for one in games]
        its_color = color_name(color if player == "R3" else -color)
        label = f"{player} ({its_color})"
        draw_error_bars(axes, PLIES, discs, color=paint, marker="o", markersize=4, label=label)
        axes.plot(PLIES, single[:, place], "x", color=paint, alpha=0.8)
    goal = "most" if part.rules == "normal" else "fewest"
    axes.set(xticks=PLIES, ylim=(0, part.size**2))
    _TEXTS.diagram(axes, "color_diagram", rules=part.rules, color=color_name(color), goal=goal)


def _draw_deeper(axes: Axes, result: Result) -> None:
    for part in result.parts:
        scores = [ply_games(part, FIXED, plies).score for plies in FIXED_PLIES]
        draw_error_bars(axes, FIXED_PLIES, scores, 100, **rules_look(part.rules))
    axes.axhline(50, color=GREY, linewidth=1)
    axes.set_xticks(FIXED_PLIES)
    _TEXTS.diagram(axes, "deeper_diagram")


def _draw_nodes(axes: Axes, result: Result) -> None:
    for part in result.parts:
        nodes = np.array([ply_games(part, BOTH, plies).nodes for plies in PLIES])
        for player, style, column in (("R3", "-", nodes[:, 0]), ("positional", "--", nodes[:, 1])):
            label = f"{player}, {part.rules} rules"
            axes.plot(PLIES, column, style, marker=".", color=RULES[part.rules], label=label)
    axes.set(xticks=PLIES)
    _TEXTS.diagram(axes, "nodes_diagram")


EXPERIMENT = Experiment(
    name="plies",
    title="R3 against a positional heuristic, by depth",
    report="R3, 4",
    question="How does R3's final score depend on the depth of the search, and does deeper help?",
    unit="games for each depth, in both series",
    games=1000,
    seconds=89,
    steps=planned(BOTH, LOGS, FIXED),
    conclude=_conclude,
    draw=_draw,
)
