"""Search strategies with one evaluation: their cost and their strength."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from time import process_time, thread_time
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from obversi import batch
from obversi.agents.core_agents import SearchAgent
from obversi.agents.description import make_agent
from obversi.arena.bulk import CorePlaying
from obversi.arena.statistics.elo import score_from_elo
from obversi.board import Board
from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.lab.drawing import Axes, Figure, draw_error_bars
from obversi.lab.estimate import Estimate, elo, is_less, mean, score, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict
from obversi.lab.games import duel, lab_openings, play_openings
from obversi.lab.positions import each, random_positions
from obversi.lab.steps import Grid, Part, Settings, Trial, Watch, by_rules, planned
from obversi.textbook.searches import Found, alpha_beta, deepening, maximax, minimax, negamax

_TEXTS = Texts("strategies")

_R2 = evaluation("r2")
_PURPOSE = "strategies"
DEPTHS = (1, 2, 3, 4, 5, 6)
_MINIMAX_DEPTHS = DEPTHS[:-1]  # one ply more would take as long as everything else
ANCHOR = 4  # the plies of the common opponent, which has Elo 0
_PLAYOUTS = (30, 100, 300, 1000)
LONGEST_MCTS = f"mcts:playouts={_PLAYOUTS[-1]}"
ENGINES = (1, 3)  # plies

# Squares that both sides play perfectly, to find which side is ahead before the end.
ENDING = {4: 4, 6: 10, 8: 14}

# Positions for each game; every strategy searches each of them.
_POSITIONS_SHARE = 0.6
_AGENT_POSITIONS = 60

#: The compared strategies; negamax has the same nodes as alpha-beta.
FAMILIES = ("minimax", "alpha-beta", "maximax", "deepening", "mcts", "engine")

# A time that never ends a search: only the depth ends it.
_ENDLESS_SECONDS = 1e6

# The discs in the positions of the three parts of a game: a quarter of the squares, half and three
# quarters. On 4×4 the first number is larger, because a quarter is the start, a single position.
_DISCS = {4: (6, 8, 12), 6: (9, 18, 27), 8: (16, 32, 48)}


#: The textbook's searches to a depth, by their names.
STRATEGIES: Mapping[str, Callable[[Board, Evaluation, int], Found]] = MappingProxyType(
    {
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "negamax": negamax,
        "maximax": maximax,
        "deepening": lambda board, evaluation, depth: deepening(
            board, evaluation, _ENDLESS_SECONDS, 1.0, depth=depth
        ),
    }
)


def middle_boards(trial: Trial, count: int) -> list[Board]:
    """Return positions of random games, a third each from the three parts of a game."""
    parts = _DISCS[trial.size]
    return [
        batch.to_board(position, size=trial.size, rules=trial.rules)
        for discs in parts
        for position in random_positions(max(1, count // len(parts)), discs, trial.size, trial.seed)
    ]


def search_costs(
    boards: Sequence[Board],
    names: Sequence[str],
    evaluation: Evaluation,
    depth: int,
    threads: int,
    watch: Watch | None = None,
) -> dict[str, Any]:
    """Search all positions by each strategy, one after the other in every position.

    Seconds are processor time, so that other programs do not count. Values, moves and nodes are
    compared with those of alpha-beta: the counts are of positions with the same value, move or
    nodes, and ("search") with all three the same.
    """
    found = each(partial(_searched, names, evaluation, depth), boards, threads, watch)
    return {
        name: {
            **{
                kind: mean([position[name][kind] for position in found])
                for kind in ("nodes", "evaluations", "seconds")
            },
            **{
                f"same_{kind}": sum(
                    position[name][kind] == position["alpha-beta"][kind] for position in found
                )
                for kind in ("value", "move", "nodes")
            },
            "same_search": sum(
                all(
                    position[name][kind] == position["alpha-beta"][kind]
                    for kind in ("value", "move", "nodes")
                )
                for position in found
            ),
            "positions": len(found),
        }
        for name in names
    }


def _searched(
    names: Sequence[str], evaluation: Evaluation, depth: int, board: Board
) -> dict[str, dict[str, Any]]:
    found = {}
    for name in names:
        begin = thread_time()
        one = STRATEGIES[name](board, evaluation, depth)
        found[name] = {
            "seconds": thread_time() - begin,
            "nodes": one.nodes,
            "evaluations": one.evaluations,
            "value": one.value,
            "move": str(one.move),
        }
    return found


def agent_costs(description: str, boards: Sequence[Board]) -> dict[str, Any]:
    """Return the cost of a move for an agent of the core, one position after the other.

    Nothing else may run in this process meanwhile, because all its processor time is counted.
    """
    agent = cast(CorePlaying, make_agent(description))
    player = agent.core_player(boards[0].size, boards[0].rules)
    player.begin(0)
    player.choose(*boards[0].bits)  # loads what is loaded once
    seconds, nodes = [], []
    for board in boards:
        begin = process_time()
        nodes.append(player.choose(*board.bits)[1])
        seconds.append(process_time() - begin)
    return {
        "nodes": mean(nodes),
        "seconds": mean(seconds),
        "positions": int(np.size(nodes)),
    }


def _strategies(depth: int) -> list[str]:
    """Return the strategies for a depth: minimax not at the last, deepening not at the first."""
    return [
        name
        for name in STRATEGIES
        if (name != "minimax" or depth in _MINIMAX_DEPTHS) and (name != "deepening" or depth > 1)
    ]


def agents() -> list[str]:
    """Return the descriptions of the agents that do not search with R2's evaluation."""
    return [f"mcts:playouts={playouts}" for playouts in _PLAYOUTS] + [
        f"engine:depth={depth}" for depth in ENGINES
    ]


def opponents() -> dict[str, Any]:
    """Return the opponents of the anchor; searches that find the same moves play only once."""
    depths = {
        f"alpha-beta:depth={depth}": _agent("alpha-beta", depth)
        for depth in DEPTHS
        if depth != ANCHOR
    }
    sorted_moves = {f"maximax:depth={ANCHOR}": _agent("maximax", ANCHOR)}
    return depths | sorted_moves | {name: name for name in agents()}


def _agent(search: str, depth: int) -> SearchAgent:
    return SearchAgent(_R2, name=f"{search} {depth}", depth=depth, search=search)


def _search(trial: Trial, depth: int) -> dict[str, Any]:
    count = max(3, round(_POSITIONS_SHARE * trial.games))
    boards = middle_boards(trial, count)
    return search_costs(boards, _strategies(depth), _R2, depth, trial.threads, trial.watch)


def _play(trial: Trial, name: str) -> dict[str, Any]:
    return duel(trial, opponents()[name], _agent("alpha-beta", ANCHOR), _PURPOSE)


def _play_with_ending(trial: Trial, name: str) -> dict[str, Any]:
    """Repeat the games of MCTS, but let both sides play the last squares perfectly."""
    openings = lab_openings(trial, trial.games, _PURPOSE)
    anchor, squares = _agent("alpha-beta", ANCHOR), ENDING[trial.size]
    ending: Any = {"solved": squares, "solve_for": "result"}
    played = play_openings(trial, name, anchor, openings, **ending)
    return {"score": score(played), "elo": elo(played)}


def _cost(trial: Trial, name: str) -> dict[str, Any]:
    count = min(_AGENT_POSITIONS, max(3, trial.games))
    return agent_costs(name, middle_boards(trial, count))


SEARCHES = Grid("{rules} searches of {} plies", _search, DEPTHS)
GAMES = Grid("{rules} games of {}", _play, list(opponents()))
ENDINGS = Grid("{rules} games of {} that end solved", _play_with_ending, (LONGEST_MCTS,))
COSTS = Grid("{rules} cost of {}", _cost, agents())


# The seconds a move and the Elo of longer and longer searches.
Curve = list[tuple[float, Estimate]]


def _tests(settings: Settings) -> int:
    """Return the number of tests: all families but minimax, the standard, and the solved ends."""
    return len(settings.rules) * len(FAMILIES)


def _conclude(part: Part) -> Conclusion:
    rules, tests, curves = part.rules, _tests(part.settings), curves_of(part)
    anchor = part[SEARCHES, ANCHOR]
    budget = anchor["minimax"]["seconds"].value
    worth = {name: at_cost(curve, budget) for name, curve in curves.items() if name != "engine"}
    known = {name: one for name, one in worth.items() if one is not None}
    others = {name: one for name, one in known.items() if name != "minimax"}
    seconds, elo = curves["engine"][0]
    findings = (
        _same(part, ("negamax",), "search"),
        _same(part, ("maximax", "deepening", "minimax"), "value"),
        _sorting(part),
        *(_worth(part, name, one, budget) for name, one in others.items()),
        _ending(part),
        _TEXTS.finding(
            "engine",
            "new",
            rules=rules,
            plies=ENGINES[0],
            anchor=ANCHOR,
            elo=elo,
            stronger=_stronger(elo, tests),
            ms=1000 * seconds,
            anchor_ms=1000 * anchor["alpha-beta"]["seconds"].value,
        ),
    )
    best_first = sorted(others.items(), key=lambda pair: -pair[1].value)
    ranking = ", ".join(f"{name} {one:.0f}" for name, one in best_first) or "unknown"
    return Conclusion(
        _TEXTS.text("answer", rules=rules, anchor=ANCHOR, ms=1000 * budget, ranking=ranking),
        findings,
        (_search_table(part), _strength_table(part, worth, budget)),
        {rules: {"seconds": budget, "elo": known}},
    )


def _overall(settings: Settings) -> Conclusion:
    return Conclusion(_TEXTS.text("surely", tests=_tests(settings)))


def curves_of(part: Part) -> dict[str, Curve]:
    """Return for each strategy the seconds a move and the Elo over the anchor, cheapest first.

    All searches to a depth find the same values, so they are equally strong.
    """
    by_depth = {
        depth: Estimate(0.0, 0.0, 0.0)
        if depth == ANCHOR
        else part[GAMES, f"alpha-beta:depth={depth}"]["elo"]
        for depth in DEPTHS
    }
    curves: dict[str, Curve] = {name: [] for name in FAMILIES}
    for depth in DEPTHS:
        for name, cost in part[SEARCHES, depth].items():
            if name in curves:
                curves[name].append((cost["seconds"].value, by_depth[depth]))
    for name in agents():
        seconds = part[COSTS, name]["seconds"].value
        curves[name.split(":")[0]].append((seconds, part[GAMES, name]["elo"]))
    return curves


def at_cost(curve: Curve, budget: float) -> Estimate | None:
    """Return the Elo at `budget` seconds a move, interpolated; None if it is unknown.

    If all measured searches cost less than the budget, the strategy is at least as good as the
    longest one, and the interval has an open end. So has one between points if all games were won
    on one side of the budget.
    """
    points = sorted(curve, key=lambda point: point[0])
    if not points or points[0][0] > budget:
        return None
    dearest, best = points[-1]
    if dearest < budget:
        return Estimate(best.value, best.low, inf, best.count)
    place = next(number for number, (seconds, _) in enumerate(points) if seconds >= budget)
    (cheap, below), (dear, above) = points[max(place - 1, 0)], points[place]
    part = 1.0 if dear == cheap else float(np.log(budget / cheap) / np.log(dear / cheap))
    value, low, high = (
        _between(getattr(below, end), getattr(above, end), part) for end in ("value", "low", "high")
    )
    if np.isnan(value):
        return None
    return Estimate(value, low, high, max(below.count, above.count))


def _between(begin: float, end: float, part: float) -> float:
    """Interpolate between two numbers, which may be infinite."""
    if part in (0.0, 1.0):
        return end if part else begin
    return (1 - part) * begin + part * end


def _same(part: Part, names: tuple[str, ...], kind: str) -> Finding:
    """Test whether searches found the same as alpha-beta in all positions."""
    searches = [
        by_name[name]
        for by_name in (part[SEARCHES, depth] for depth in DEPTHS)
        for name in names
        if name in by_name
    ]
    count = sum(one["positions"] for one in searches)
    same = sum(one[f"same_{kind}"] for one in searches)
    verdict: Verdict = "agrees" if same == count else "differs"
    is_reported = part.rules == "reversed"
    finding = _TEXTS.finding(
        f"same_{kind}",
        verdict,
        names=", ".join(names),
        rules=part.rules,
        same=same,
        count=count,
        right=_TEXTS.text("right", verdict if is_reported else "new"),
        most=DEPTHS[-1],
    )
    return finding if is_reported else replace(finding, reported="", verdict="new")


def _sorting(part: Part) -> Finding:
    found = part[SEARCHES, DEPTHS[-1]]
    plain, sorted_ = found["alpha-beta"], found["maximax"]
    time, calls = (sorted_[kind].value / plain[kind].value for kind in ("seconds", "evaluations"))
    return _TEXTS.finding(
        "sorting",
        "new",
        rules=part.rules,
        depth=DEPTHS[-1],
        calls=calls,
        time=time,
        pays="pays" if time < 1 else "does not pay",
        positions=plain["positions"],
    )


def _worth(part: Part, name: str, elo: Estimate, budget: float) -> Finding:
    return _TEXTS.finding(
        "worth",
        "new",
        name=name,
        anchor=ANCHOR,
        rules=part.rules,
        elo=elo,
        ms=1000 * budget,
        stronger=_stronger(elo, _tests(part.settings)),
        open_end=_TEXTS.text("open_end") if elo.value < elo.high == inf else "",
    )


def _stronger(elo: Estimate, tests: int) -> str:
    """Compare by the score, because Elo may be infinite, as one of several tests."""
    value, low, high = (score_from_elo(end) for end in (elo.value, elo.low, elo.high))
    return _TEXTS.text("stronger", sure_side(Estimate(value, low, high, elo.count), 1 / 2, tests))


def _ending(part: Part) -> Finding:
    """Report the strength of MCTS before the end of the game, and the result for `leftover`."""
    tests = _tests(part.settings)
    solved, whole = part[ENDINGS, LONGEST_MCTS], part[GAMES, LONGEST_MCTS]
    is_sure = is_less(solved["score"], whole["score"], tests)
    return _TEXTS.finding(
        "ending",
        "new",
        "by_the_end" if is_sure else "not_sure",
        mcts=LONGEST_MCTS,
        anchor=ANCHOR,
        rules=part.rules,
        squares=ENDING[part.size],
        before=solved["elo"],
        stronger=_stronger(solved["elo"], tests),
        whole=whole["elo"],
        whole_stronger=_stronger(whole["elo"], tests),
    )


def _search_table(part: Part) -> Table:
    rows = (
        {"name": name, "depth": depth, "ms": 1000 * cost["seconds"].value, **cost}
        for depth in DEPTHS
        for name, cost in part[SEARCHES, depth].items()
    )
    return _TEXTS.table("searches", rows, rules=part.rules)


def _strength_table(part: Part, worth: Mapping[str, Estimate | None], budget: float) -> Table:
    rows = []
    for name in opponents():
        games = part[GAMES, name]
        search, _, depth = name.partition(":depth=")
        cost = part[SEARCHES, int(depth)][search] if search in STRATEGIES else part[COSTS, name]
        rows.append(
            {
                "name": name,
                "results": f"{games['wins']}-{games['draws']}-{games['losses']}",
                "elo": f"{games['elo']:.0f}",
                "ms": f"{1000 * cost['seconds'].value:.3f}",
                "nodes": f"{games['nodes'][0]:,.0f}",
            }
        )
    ms, none = 1000 * budget, {"results": "", "ms": "", "nodes": ""}
    for name, one in worth.items():
        elo = "unknown" if one is None else f"{one:.0f}"
        rows.append(none | {"name": f"{name} in {ms:.2g} ms", "elo": elo, "ms": f"{ms:.3f}"})
    solved = part[ENDINGS, LONGEST_MCTS]["elo"]
    name = f"{LONGEST_MCTS}, the end solved for both"
    rows.append(none | {"name": name, "elo": f"{solved:.0f}"})
    count = part[GAMES, LONGEST_MCTS]["games"]
    return _TEXTS.table("strengths", rows, rules=part.rules, anchor=ANCHOR, count=count)


_COLORS: Mapping[str, str] = {
    "minimax": GREY,
    "alpha-beta": GREEN,
    "maximax": PURPLE,
    "deepening": "#c8443c",
    "mcts": "#2ca7b8",
    "engine": "#8c564b",
}


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.parts), 2, height=3.6)
    for row, part in enumerate(result.parts):
        _draw_costs(axes[row, 0], part)
        _draw_strength(axes[row, 1], part)
    handles, labels = axes[0, 1].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=len(_COLORS), loc="outside lower center")
    figure.suptitle("search strategies with R2's evaluation (triangles: at least, all games won)")
    return figure


def _draw_costs(axes: Axes, part: Part) -> None:
    for name, color in _COLORS.items():
        searches = {depth: part[SEARCHES, depth] for depth in DEPTHS}
        seconds = {depth: one[name]["seconds"] for depth, one in searches.items() if name in one}
        if seconds:
            look = {"color": color, "marker": "o", "markersize": 3.5}
            draw_error_bars(axes, list(seconds), list(seconds.values()), 1000, **look)
    _TEXTS.diagram(axes, "costs_diagram", rules=part.rules)


def _draw_strength(axes: Axes, part: Part) -> None:
    budget = part[SEARCHES, ANCHOR]["minimax"]["seconds"].value
    axes.axvline(1000 * budget, color=GREY, linewidth=1, linestyle=":")
    axes.axhline(0, color=GREY, linewidth=1)
    for name, curve in curves_of(part).items():
        draw_error_bars(
            axes,
            [1000 * seconds for seconds, _ in curve],
            [one for _, one in curve],
            color=_COLORS[name],
            marker="o",
            markersize=3.5,
            label="alpha-beta, negamax" if name == "alpha-beta" else name,
        )
        beyond = [(seconds, one.low) for seconds, one in curve if one.value == inf]
        for seconds, low in beyond:
            axes.plot([1000 * seconds], [low], marker="^", color=_COLORS[name], markersize=7)
    _TEXTS.diagram(axes, "strength_diagram", rules=part.rules, anchor=ANCHOR)


EXPERIMENT = Experiment(
    name="strategies",
    title="Search strategies under one evaluation",
    report="R2, 4.3",
    question="With one evaluation, which search finds the most for its nodes and its time?",
    unit="games for each search",
    games=300,
    seconds=86,
    steps=planned(SEARCHES, GAMES, ENDINGS, COSTS),
    conclude=by_rules(_conclude, _overall),
    draw=_draw,
)
