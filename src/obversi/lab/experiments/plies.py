"""R3's experiment: its heuristic against a positional one, by the depth of the search."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.agents import make_agent
from obversi.agents.core_agents import CoreAgent
from obversi.arena.openings import Openings
from obversi.board import Board
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look, score_axes
from obversi.lab.estimate import Estimate, mean, sure_side
from obversi.lab.experiment import Data, Experiment, Result, Settings, Step, Watch
from obversi.lab.finding import Conclusion, Finding, Table, Texts, listed, within
from obversi.lab.games import MOST_HALF_POINTS, lab_openings, play_openings, points_score
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


def ply_steps(settings: Settings) -> list[Step]:
    """Plan all games."""
    steps = []
    for rules in settings.rules:
        for plies in PLIES:
            agents = f"r3:depth={plies}", f"positional:depth={plies}"
            steps += _parts(_both_key(rules, plies), agents, plies, settings, rules)
            for color in R3_COLORS:
                key = _log_key(rules, plies, color)
                steps.append(Step(key, _logged_game, plies, color, settings, rules))
        for plies in FIXED_PLIES:
            agents = f"r3:depth={plies}", _FIXED_OPPONENT
            steps += _parts(_fixed_key(rules, plies), agents, plies, settings, rules)
    return steps


def ply_games(data: Data, rules: Rules, plies: int, *, fixed: bool = False) -> PlyGames:
    """Return all games of a depth, against an opponent of the same depth or the fixed one."""
    begin = (_fixed_key if fixed else _both_key)(rules, plies) + ", part "
    parts = [measured for key, measured in data.items() if key.startswith(begin)]
    weights = [len(part["margins"]) for part in parts]
    nodes = np.average([part["nodes"] for part in parts], axis=0, weights=weights)
    margins = [margin for part in parts for margin in part["margins"]]
    discs = [pair for part in parts for pair in part["discs"]]
    return PlyGames(margins, discs, nodes.tolist())


def ply_gain(shallow: PlyGames, deep: PlyGames) -> Estimate:
    """Return how many discs R3 gains by deeper searches, from the same openings."""
    return mean(deep.pair_margins - shallow.pair_margins)


def game_log(data: Data, rules: Rules, plies: int, r3_color: Color) -> dict[str, Any]:
    """Return the game from the start: its moves, the nodes of each, R3's margin, and the discs."""
    found: dict[str, Any] = data[_log_key(rules, plies, r3_color)]
    return found


def log_text(settings: Settings, data: Data) -> str:
    """Write the games from the start as R3 did: boards, nodes searched and scores."""
    lines = []
    for rules in settings.rules:
        for plies in PLIES:
            for color in R3_COLORS:
                names = {color: "R3", -color: "positional"}
                lines.append(
                    f"=== {names[BLACK]} (black) against {names[WHITE]} (white), "
                    f"{plies} {'ply' if plies == 1 else 'plies'} each, {rules} rules, "
                    f"{settings.size}×{settings.size}\n"
                )
                board = Board(settings.size, rules)
                for number, (move, nodes) in enumerate(
                    game_log(data, rules, plies, color)["moves"], start=1
                ):
                    mover = board.turn
                    board.push(move)
                    lines.append(
                        f"{number}. {move} by {names[mover]} ({color_name(mover)}), "
                        f"{nodes:,} nodes; score: black {len(board.black)}, "
                        f"white {len(board.white)}\n{board}\n"
                    )
    return "\n".join(lines)


def _both_key(rules: Rules, plies: int) -> str:
    return f"{rules} {plies} plies each"


def _fixed_key(rules: Rules, plies: int) -> str:
    return f"{rules} {plies} plies against two"


def _log_key(rules: Rules, plies: int, r3_color: Color) -> str:
    return f"{rules} {plies} plies each, from the start, R3 {color_name(r3_color)}"


def _parts(
    key: str, agents: tuple[str, str], plies: int, settings: Settings, rules: Rules
) -> list[Step]:
    """Divide games into steps; the openings are the same for every depth."""
    openings = lab_openings(settings, rules, settings.games, "plies")
    most = max(1, _GAMES_OF_A_STEP.get(plies, settings.games) // 2)
    boards = [openings.boards[i : i + most] for i in range(0, len(openings.boards), most)]
    return [
        Step(
            f"{key}, part {number}",
            *(_play, agents, Openings(part, openings.origin), settings),
        )
        for number, part in enumerate(boards, start=1)
    ]


def _play(
    agents: tuple[str, str], openings: Openings, settings: Settings, watch: Watch
) -> dict[str, Any]:
    played = play_openings(*agents, openings, settings, watch)
    choices = np.maximum(played.rounds.choices.sum(axis=0), 1)
    nodes = played.rounds.nodes.sum(axis=0) / choices
    discs = _discs(played.margins, played.discs, settings.size, openings.rules)
    return {"margins": played.margins.tolist(), "discs": discs.tolist(), "nodes": nodes.tolist()}


def _discs(
    margins: NDArray[np.int64], all_discs: NDArray[np.int64], size: int, rules: Rules
) -> NDArray[np.int64]:
    """Return the final discs of R3 and of the other; a margin includes the empty squares."""
    lead = margins if rules == "normal" else -margins
    apart = lead - np.sign(lead) * (size * size - all_discs)
    return (np.stack([all_discs + apart, all_discs - apart], axis=1) // 2).astype(np.int64)


def _logged_game(
    plies: int, r3_color: Color, settings: Settings, rules: Rules, _watch: Watch
) -> dict[str, Any]:
    agents = {
        r3_color: make_agent(f"r3:depth={plies}"),
        -r3_color: make_agent(f"positional:depth={plies}"),
    }
    board = Board(settings.size, rules)
    moves = []
    while not board.is_over:
        agent = agents[board.turn]
        assert isinstance(agent, CoreAgent)
        thought = agent.think(board)
        board.push(thought.move)
        moves.append([str(thought.move), thought.nodes or 0])
    discs = {BLACK: len(board.black), WHITE: len(board.white)}
    return {
        "moves": moves,
        "margin": board.margin(r3_color),
        "discs": [discs[r3_color], discs[-r3_color]],
    }


_TEXTS = Texts("plies")

# The range of scores that counts as the report's "performed somewhat similarly".
_SIMILAR = (0.4, 0.6)
_PLAYERS = {"R3": PURPLE, "positional": GREEN}


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings: list[Finding] = []
    tables: list[Table] = []
    answers = []
    # The number of tests that decide on "surely".
    tests = len(settings.rules) * (len(PLIES) + len(FIXED_PLIES) - 1)
    for rules in settings.rules:
        games = {plies: ply_games(data, rules, plies) for plies in PLIES}
        fixed = {plies: ply_games(data, rules, plies, fixed=True) for plies in FIXED_PLIES}
        winner, deeper = _winner(games, tests), _TEXTS.text("deeper", **_gains(fixed, tests))
        answers.append(_TEXTS.text("answer", rules=rules, winner=winner, deeper=deeper))
        findings.append(_similar_finding(settings, rules, games, tests))
        findings.append(_deeper_finding(rules, fixed, tests))
        findings.append(_parity_finding(rules, games))
        tables.append(_both_table(settings, data, rules, games))
        tables.append(_fixed_table(rules, fixed))
    answers.append(_TEXTS.text("surely", tests=tests))
    files = {"plies.log": log_text(settings, data)}
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), files=files)


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


def _similar_finding(
    settings: Settings, rules: Rules, games: Mapping[int, PlyGames], tests: int
) -> Finding:
    # All depths begin from the same openings, so an opening is one observation.
    halves = np.mean([one.pair_half_points for one in games.values()], axis=0)
    whole = mean(halves / MOST_HALF_POINTS)
    is_reported = rules == "normal" and settings.size == 8
    return _TEXTS.finding(
        "similar_text",
        within(whole, *_SIMILAR) if is_reported else "new",
        rules=rules,
        reported="performed somewhat similarly" if is_reported else "",
        score=whole,
        count=sum(len(one.margins) for one in games.values()),
        winner=_winner(games, tests),
    )


def _deeper_finding(rules: Rules, fixed: Mapping[int, PlyGames], tests: int) -> Finding:
    steps = {plies: ply_gain(fixed[plies - 1], fixed[plies]) for plies in FIXED_PLIES[1:]}
    return _TEXTS.finding(
        "deeper_text",
        "new",
        rules=rules,
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


def _both_table(
    settings: Settings, data: Data, rules: Rules, games: Mapping[int, PlyGames]
) -> Table:
    rows = []
    for plies, one in games.items():
        by_color = (f"{one.margins_of(color).mean():+.1f}" for color in R3_COLORS)
        single = (f"{game_log(data, rules, plies, color)['margin']:+d}" for color in R3_COLORS)
        nodes = (f"{count:,.0f}" for count in one.nodes)
        margin, score = f"{one.margin:.1f}", f"{one.score:.0%}"
        rows.append(
            (f"{plies}", f"{len(one.margins):,}", margin, score, *by_color, *single, *nodes)
        )
    head = (
        "plies", "games", "margin of R3", "score of R3", "R3 white", "R3 black",
        "from the start, white", "from the start, black", "nodes of R3", "nodes of positional",
    )  # fmt: skip
    title = (
        f"{rules} rules, {settings.size}×{settings.size}: R3 against positional, plies alike; "
        "in a margin, empty squares count for the side with more discs"
    )
    return Table(title, head, tuple(rows))


def _fixed_table(rules: Rules, fixed: Mapping[int, PlyGames]) -> Table:
    rows = []
    for plies, one in fixed.items():
        score = one.score.text(0, percent=True)
        rows.append((f"{plies}", f"{len(one.margins):,}", one.margin.text(1), score))
    title = f"{rules} rules: R3 against positional with two plies"
    return Table(title, ("plies of R3", "games", "margin of R3", "score of R3"), tuple(rows))


def _draw(result: Result) -> Figure:
    rule_sets = result.settings.rules
    figure, axes = new_figure(len(rule_sets) + 1, 2, height=2.9)
    for row, rules in enumerate(rule_sets):
        for number, color in enumerate(R3_COLORS):
            _draw_color(axes[row, number], result, rules, color)
            if rules == "normal":
                title = axes[row, number].get_title()
                axes[row, number].set_title(f"{title} (the report's figure {number + 1})")
    _draw_deeper(axes[-1, 0], result)
    _draw_nodes(axes[-1, 1], result)
    games = len(ply_games(result.data, rule_sets[0], PLIES[0]).margins)
    figure.suptitle(
        f"R3 against a positional heuristic, {games:,} games at each depth (×: one from the start)"
    )
    return figure


def _draw_color(axes: Axes, result: Result, rules: Rules, color: Color) -> None:
    games = [ply_games(result.data, rules, plies).discs_of(color) for plies in PLIES]
    single = np.array([game_log(result.data, rules, plies, color)["discs"] for plies in PLIES])
    for place, (player, paint) in enumerate(_PLAYERS.items()):
        discs = [mean(one[:, place]) for one in games]
        its_color = color_name(color if player == "R3" else -color)
        label = f"{player} ({its_color})"
        draw_error_bars(axes, PLIES, discs, color=paint, marker="o", markersize=4, label=label)
        axes.plot(PLIES, single[:, place], "x", color=paint, alpha=0.8)
    goal = "most" if rules == "normal" else "fewest"
    axes.set(
        title=f"{rules} rules, R3 {color_name(color)}",
        xlabel="plies of both",
        ylabel=f"discs at the end ({goal} win)",
        xticks=PLIES,
        ylim=(0, result.settings.size**2),
    )
    axes.legend(loc="lower center", ncols=2, fontsize=7, borderaxespad=0.1)


def _draw_deeper(axes: Axes, result: Result) -> None:
    for rules in result.settings.rules:
        games = [ply_games(result.data, rules, plies, fixed=True) for plies in FIXED_PLIES]
        draw_error_bars(axes, FIXED_PLIES, [one.score for one in games], 100, **rules_look(rules))
    axes.axhline(50, color=GREY, linewidth=1)
    axes.set_xticks(FIXED_PLIES)
    score_axes(axes, "R3 looks deeper, positional always two plies", "plies of R3")


def _draw_nodes(axes: Axes, result: Result) -> None:
    for rules in result.settings.rules:
        nodes = np.array([ply_games(result.data, rules, plies).nodes for plies in PLIES])
        for player, style, column in (("R3", "-", nodes[:, 0]), ("positional", "--", nodes[:, 1])):
            label = f"{player}, {rules} rules"
            axes.plot(PLIES, column, style, marker=".", color=RULES[rules], label=label)
    axes.set_yscale("log")
    axes.set(title="what a move costs", xlabel="plies", ylabel="nodes a move", xticks=PLIES)
    axes.legend()


EXPERIMENT = Experiment(
    name="plies",
    title="R3 against a positional heuristic, by depth",
    report="R3, 4",
    question="How does R3's final score depend on the depth of the search, and does deeper help?",
    unit="games for each depth, in both series",
    games=1000,
    seconds=89,
    steps=ply_steps,
    conclude=_conclude,
    draw=_draw,
)
