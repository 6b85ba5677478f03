"""The strength that an endgame solver adds to R2, and the losses of R2's own search at the end."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any

from obversi.board import Board
from obversi.figures import GREY, new_figure
from obversi.heuristics.catalog import evaluation
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import Estimate, mean, share, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict
from obversi.lab.games import duel
from obversi.lab.positions import each, judged_positions
from obversi.lab.steps import Grid, Part, Trial, by_rules, planned
from obversi.textbook.searches import maximax, perfect

_TEXTS = Texts("endgame")

DEPTH = 4
SQUARES = (4, 8, 10, 12, 14)
USUAL = 12  # the number with which R2 measures its evaluations
AGAINST_USUAL = (10, 14)
_R2 = evaluation("r2")

# Solving 14 squares takes long, so there are fewer positions than games.
_POSITIONS_SHARE = 0.3


def judged_empties(size: int) -> tuple[int, ...]:
    """Return the number of empty squares where choices are judged; a start has no choice."""
    return tuple(number for number in SQUARES if number < size * size - 4)


# The opponent without a solver.
NONE = "none"


def agent(squares: int | str) -> str:
    """Describe R2 with a solver of this number of squares, or with none."""
    return f"r2:depth={DEPTH}" + ("" if squares == NONE else f":perfect={squares}")


def _play(trial: Trial, squares: int, other: int | str) -> dict[str, Any]:
    games = trial.games if other == NONE else max(2, trial.games // 2)
    return duel(trial, agent(squares), agent(other), "endgame", games)


def _choices(trial: Trial, empties: int) -> dict[str, Any]:
    """Measure the losses and the time of R2's search, and the time to solve the same positions."""
    count = max(2, round(_POSITIONS_SHARE * trial.games))
    judged = judged_positions(count, empties, **trial.options)
    # With a pass before every move the end is twice as far.
    plies_to_end = 2 * empties if empties == DEPTH else 0
    work = partial(_searched_and_solved, plies_to_end)
    found = each(work, judged.boards, trial.threads, trial.watch)
    squares = [one["move"] for one in found]
    points = judged.points_lost(squares)
    to_the_end = judged.points_lost([one["move_to_the_end"] for one in found])
    return {
        "positions": len(judged),
        "discs": mean(judged.discs_lost(squares)),
        "points": mean(points),
        "results_lost": int((points > 0).sum()),
        "results_lost_to_the_end": int((to_the_end > 0).sum()),
        **{
            name: mean([one[name] for one in found])
            for name in ("search_seconds", "solver_seconds", "search_nodes", "solver_nodes")
        },
        "longest_solver_seconds": max(one["solver_seconds"] for one in found),
    }


GAMES = Grid(
    "{rules} last {} squares against {}",
    _play,
    [*((one, NONE) for one in SQUARES), *((one, USUAL) for one in AGAINST_USUAL)],
)
CHOICES = Grid(
    "{rules} choices with {} empty squares",
    _choices,
    lambda settings, _: judged_empties(settings.size),
)


def _searched_and_solved(plies_to_end: int, board: Board) -> dict[str, Any]:
    begin = thread_time()
    searched = maximax(board, _R2, DEPTH)
    between = thread_time()
    solved = perfect(board)
    end = thread_time()
    seen = maximax(board, _R2, plies_to_end) if plies_to_end else solved
    return {
        "move": searched.move.square_index,
        "move_to_the_end": seen.move.square_index,
        "search_nodes": searched.nodes,
        "solver_nodes": solved.nodes,
        "search_seconds": between - begin,
        "solver_seconds": end - between,
    }


# The number of positions; with fewer of them a rare mistake would hardly be seen.
_ENOUGH = 100


def _conclude(part: Part) -> Conclusion:
    plain = {squares: part[GAMES, squares, NONE] for squares in SQUARES}
    answer = _TEXTS.text(
        "answer", rules=part.rules, squares=USUAL, depth=DEPTH, **_numbers(plain[USUAL])
    )
    findings = (
        _exact_end(part),
        *(_gain(part, squares, found) for squares, found in plain.items()),
        _more_than_usual(part),
    )
    tables = _games_table(part), _choices_table(part)
    return Conclusion(
        answer,
        findings,
        tables,
        {part.rules: {str(squares): _numbers(found) for squares, found in plain.items()}},
    )


def _numbers(found: Mapping[str, Any]) -> dict[str, Estimate]:
    return {name: found[name] for name in ("elo", "margin")}


def _tests(part: Part) -> int:
    return len(part.settings.rules) * (len(SQUARES) + len(AGAINST_USUAL))


def _exact_end(part: Part) -> Finding:
    """Test whether R2's own search loses no result when it can search to the end."""
    found = part[CHOICES, DEPTH]
    lost, count = found["results_lost_to_the_end"], found["positions"]
    verdict: Verdict = "differs" if lost else "agrees" if count >= _ENOUGH else "open"
    is_reported = part.rules == "reversed"
    finding = _TEXTS.finding(
        "exact_end",
        verdict,
        rules=part.rules,
        lost=lost,
        count=count,
        share=share(lost, count),
        right="The report was right. " if is_reported else "",
        wrong="The report was wrong. " if is_reported else "",
        positions=_TEXTS.text(
            "exact_end_positions",
            count=count,
            depth=DEPTH,
            lost=found["results_lost"],
            discs=found["discs"],
        ),
    )
    return finding if is_reported else replace(finding, reported="", verdict="new")


def _gain(part: Part, squares: int, found: Mapping[str, Any]) -> Finding:
    tests = _tests(part)
    return _TEXTS.finding(
        "gain",
        "new",
        rules=part.rules,
        squares=squares,
        depth=DEPTH,
        wins=_TEXTS.text("wins", sure_side(found["score"], 1 / 2, tests)),
        discs=_TEXTS.text("discs", sure_side(found["margin"], 0.0, tests)),
        tests=tests,
        **_numbers(found),
    )


def _more_than_usual(part: Part) -> Finding:
    most, tests = max(AGAINST_USUAL), _tests(part)
    found = part[GAMES, most, USUAL]
    return _TEXTS.finding(
        "more_than_usual",
        "new",
        rules=part.rules,
        most=most,
        usual=USUAL,
        elo=found["elo"],
        wins=_TEXTS.text("wins", sure_side(found["score"], 1 / 2, tests)),
        tests=tests,
    )


def _games_table(part: Part) -> Table:
    tested = {squares: part[GAMES, squares, USUAL] for squares in AGAINST_USUAL}
    rows = (
        {
            "squares": squares,
            "tested": f"{tested[squares]['elo']:.0f}" if squares in tested else "",
            **part[GAMES, squares, NONE],
        }
        for squares in SQUARES
    )
    return _TEXTS.table(
        "games_table",
        rows,
        rules=part.rules,
        agent=agent(NONE),
        usual=USUAL,
        count=part[GAMES, USUAL, NONE]["games"],
        fewer=tested[AGAINST_USUAL[0]]["games"],
    )


def _choices_table(part: Part) -> Table:
    rows = []
    for empties in judged_empties(part.size):
        found = part[CHOICES, empties]
        seconds = [found["search_seconds"].value, found["solver_seconds"].value]
        seconds.append(found["longest_solver_seconds"])
        rows.append({"empties": empties, "ms": [1000 * one for one in seconds], **found})
    count = part[CHOICES, DEPTH]["positions"]
    return _TEXTS.table("choices_table", rows, rules=part.rules, depth=DEPTH, count=count)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(2, 2)
    for part in result.parts:
        for diagram, name in ((axes[0, 0], "elo"), (axes[0, 1], "margin")):
            found = [part[GAMES, squares, NONE][name] for squares in SQUARES]
            draw_error_bars(diagram, SQUARES, found, **rules_look(part.rules))
        _draw_choices(axes[1, 0], axes[1, 1], part)
    count = result.parts[0][GAMES, USUAL, NONE]["games"]
    positions = result.parts[0][CHOICES, DEPTH]["positions"]
    games = f"with a solver against without: {count:,} games"
    axes[0, 0].set(title=games, xlabel="squares played perfectly", ylabel="Elo")
    axes[0, 1].set(title="the same games", xlabel="squares played perfectly", ylabel="discs a game")
    axes[1, 0].set(
        title=f"what {DEPTH} plies lose, {positions:,} positions",
        xlabel="empty squares",
        ylabel="discs lost a move",
        ylim=(0, None),
    )
    axes[1, 1].set(title="what a move takes", xlabel="empty squares", ylabel="ms", yscale="log")
    for diagram in axes.flat:
        diagram.set_xticks(SQUARES)
        diagram.legend()
    for diagram in axes[0]:
        diagram.axhline(0, color=GREY, linewidth=1)
    figure.suptitle(f"what an endgame solver adds to R2 at {DEPTH} plies")
    return figure


def _draw_choices(lost: Axes, cost: Axes, part: Part) -> None:
    empties = judged_empties(part.size)
    found = [part[CHOICES, one] for one in empties]
    draw_error_bars(lost, empties, [one["discs"] for one in found], **rules_look(part.rules))
    for name, line in (("solver", "-"), ("search", "--")):
        seconds = [one[f"{name}_seconds"] for one in found]
        label = f"{part.rules}, {'solver' if name == 'solver' else f'{DEPTH} plies'}"
        look = rules_look(part.rules) | {"linestyle": line, "label": label}
        draw_error_bars(cost, empties, seconds, 1000, **look)


EXPERIMENT = Experiment(
    name="endgame",
    title="What an endgame solver adds to R2",
    report="R2, 3.3.3.2 and 4.2.1",
    question="How much stronger does R2 get if it plays the last squares perfectly, and at what "
    "cost?",
    unit="games against R2 without a solver",
    games=1000,
    seconds=90,
    steps=planned(GAMES, CHOICES),
    conclude=by_rules(_conclude),
    draw=_draw,
)
