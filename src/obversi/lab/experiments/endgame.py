"""The strength that an endgame solver adds to R2, and the losses of R2's own search at the end."""

from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any

from obversi.board import Board
from obversi.figures import GREY, new_figure
from obversi.heuristics import evaluation
from obversi.lab.drawing import Axes, Figure, draw_error_bars, rules_look
from obversi.lab.estimate import Estimate, mean, share, sure_side
from obversi.lab.experiment import Data, Experiment, Result, Settings, Step, Watch
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict
from obversi.lab.games import duel, estimate_of
from obversi.lab.positions import each, judged_positions
from obversi.rules import Rules
from obversi.textbook import maximax, perfect

_TEXTS = Texts("endgame")

DEPTH = 4
SQUARES = (4, 8, 10, 12, 14)
USUAL = 12  # the number with which R2 measures its evaluations
AGAINST_USUAL = (10, 14)
_R2 = evaluation("r2")

# Solving 14 squares takes long, so there are fewer positions than games.
_POSITIONS_SHARE = 0.3


def _steps(settings: Settings) -> list[Step]:
    planned = []
    for rules in settings.rules:
        for squares in SQUARES:
            planned.append(Step(games_key(rules, squares, 0), _play, squares, 0, settings, rules))
        for squares in AGAINST_USUAL:
            key = games_key(rules, squares, USUAL)
            planned.append(Step(key, _play, squares, USUAL, settings, rules))
        for empties in judged_empties(settings.size):
            planned.append(Step(choices_key(rules, empties), _choices, empties, settings, rules))
    return planned


def games_key(rules: Rules, squares: int, other: int) -> str:
    """Name the games of one solver against another; 0 means no solver."""
    return f"{rules} last {squares} squares against {other or 'none'}"


def choices_key(rules: Rules, empties: int) -> str:
    """Name the choices with this number of empty squares."""
    return f"{rules} choices with {empties} empty squares"


def judged_empties(size: int) -> tuple[int, ...]:
    """Return the number of empty squares where choices are judged; a start has no choice."""
    return tuple(number for number in SQUARES if number < size * size - 4)


def agent(squares: int) -> str:
    """Describe R2 with a solver of this number of squares."""
    return f"r2:depth={DEPTH}" + (f":perfect={squares}" if squares else "")


def _play(
    squares: int, other: int, settings: Settings, rules: Rules, watch: Watch
) -> dict[str, Any]:
    games = settings.games if other == 0 else max(2, settings.games // 2)
    return duel(agent(squares), agent(other), settings, rules, "endgame", watch, games)


def _choices(empties: int, settings: Settings, rules: Rules, watch: Watch) -> dict[str, Any]:
    """Measure the losses and the time of R2's search, and the time to solve the same positions."""
    count = max(2, round(_POSITIONS_SHARE * settings.games))
    judged = judged_positions(count, empties, settings.size, rules, settings.seed, settings.threads)
    # With a pass before every move the end is twice as far.
    plies_to_end = 2 * empties if empties == DEPTH else 0
    work = partial(_searched_and_solved, plies_to_end)
    found = each(work, judged.boards, settings.threads, watch)
    squares = [one["move"] for one in found]
    points = judged.points_lost(squares)
    to_the_end = judged.points_lost([one["move_to_the_end"] for one in found])
    return {
        "positions": len(judged),
        "discs": mean(judged.discs_lost(squares)).to_object(),
        "points": mean(points).to_object(),
        "results_lost": int((points > 0).sum()),
        "results_lost_to_the_end": int((to_the_end > 0).sum()),
        **{
            name: mean([one[name] for one in found]).to_object()
            for name in ("search_seconds", "solver_seconds", "search_nodes", "solver_nodes")
        },
        "longest_solver_seconds": max(one["solver_seconds"] for one in found),
    }


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


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings, tables, answers = [], [], []
    numbers: dict[str, Any] = {}
    tests = len(settings.rules) * (len(SQUARES) + len(AGAINST_USUAL))
    for rules in settings.rules:
        elos = {squares: of(data, rules, squares, 0, "elo") for squares in SQUARES}
        margins = {squares: of(data, rules, squares, 0, "margin") for squares in SQUARES}
        answers.append(
            _TEXTS.text(
                "answer",
                rules=rules,
                squares=USUAL,
                elo=elos[USUAL],
                margin=margins[USUAL],
                depth=DEPTH,
            )
        )
        findings.append(_exact_end(data, rules))
        findings += [_gain(data, rules, squares, tests) for squares in SQUARES]
        findings.append(_more_than_usual(data, rules, tests))
        tables += [_games_table(data, rules), _choices_table(data, rules, settings.size)]
        numbers[rules] = {
            str(squares): {"elo": elos[squares].to_object(), "margin": margins[squares].to_object()}
            for squares in SQUARES
        }
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def of(data: Data, rules: Rules, squares: int, other: int, name: str) -> Estimate:
    """Return a number of the games of one solver against another."""
    return estimate_of(data[games_key(rules, squares, other)], name)


def _exact_end(data: Data, rules: Rules) -> Finding:
    """Test whether R2's own search loses no result when it can search to the end."""
    found = data[choices_key(rules, DEPTH)]
    lost, count = found["results_lost_to_the_end"], found["positions"]
    verdict: Verdict = "differs" if lost else "agrees" if count >= _ENOUGH else "open"
    is_reported = rules == "reversed"
    finding = _TEXTS.finding(
        "exact_end",
        verdict,
        rules=rules,
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
            discs=Estimate.from_object(found["discs"]),
        ),
    )
    return finding if is_reported else replace(finding, reported="", verdict="new")


def _gain(data: Data, rules: Rules, squares: int, tests: int) -> Finding:
    elo, margin, score = (of(data, rules, squares, 0, name) for name in ("elo", "margin", "score"))
    return _TEXTS.finding(
        "gain",
        "new",
        rules=rules,
        squares=squares,
        depth=DEPTH,
        elo=elo,
        margin=margin,
        wins=_TEXTS.text("wins", sure_side(score, 1 / 2, tests)),
        discs=_TEXTS.text("discs", sure_side(margin, 0.0, tests)),
        tests=tests,
    )


def _more_than_usual(data: Data, rules: Rules, tests: int) -> Finding:
    most = max(AGAINST_USUAL)
    elo, score = (of(data, rules, most, USUAL, name) for name in ("elo", "score"))
    wins = _TEXTS.text("wins", sure_side(score, 1 / 2, tests))
    return _TEXTS.finding(
        "more_than_usual",
        "new",
        rules=rules,
        most=most,
        usual=USUAL,
        elo=elo,
        wins=wins,
        tests=tests,
    )


def _games_table(data: Data, rules: Rules) -> Table:
    rows = []
    for squares in SQUARES:
        found = data[games_key(rules, squares, 0)]
        is_tested = squares in AGAINST_USUAL
        rows.append(
            (
                str(squares),
                f"{found['wins']}-{found['draws']}-{found['losses']}",
                of(data, rules, squares, 0, "elo").text(0),
                of(data, rules, squares, 0, "margin").text(1),
                f"{found['nodes'][0]:,.0f} against {found['nodes'][1]:,.0f}",
                of(data, rules, squares, USUAL, "elo").text(0) if is_tested else "",
            )
        )
    games = data[games_key(rules, USUAL, 0)]["games"]
    fewer = data[games_key(rules, AGAINST_USUAL[0], USUAL)]["games"]
    head = (
        "last squares",
        "won-drawn-lost",
        "Elo",
        "margin, discs",
        "nodes a move",
        f"Elo against the last {USUAL} ({fewer:,} games)",
    )
    title = f"{rules} rules: {agent(0)} with and without a solver, {games:,} games"
    return Table(title, head, tuple(rows))


def _choices_table(data: Data, rules: Rules, size: int) -> Table:
    rows = []
    for empties in judged_empties(size):
        found = data[choices_key(rules, empties)]
        rows.append(
            (
                str(empties),
                Estimate.from_object(found["discs"]).text(),
                Estimate.from_object(found["points"]).text(3),
                f"{1000 * found['search_seconds']['value']:.3f}",
                f"{1000 * found['solver_seconds']['value']:.3f}",
                f"{1000 * found['longest_solver_seconds']:.1f}",
                f"{found['search_nodes']['value']:,.0f}",
                f"{found['solver_nodes']['value']:,.0f}",
            )
        )
    head = (
        "empty squares",
        "discs lost a move",
        "points lost a move",
        "ms of the search",
        "ms of the solver",
        "ms at most",
        "nodes of the search",
        "nodes of the solver",
    )
    count = data[choices_key(rules, DEPTH)]["positions"]
    title = (
        f"{rules} rules: what {DEPTH} plies of R2 lose, and what it costs not to, {count:,} "
        "positions"
    )
    return Table(title, head, tuple(rows))


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(2, 2)
    for rules in result.settings.rules:
        for diagram, name in ((axes[0, 0], "elo"), (axes[0, 1], "margin")):
            found = [of(result.data, rules, squares, 0, name) for squares in SQUARES]
            draw_error_bars(diagram, SQUARES, found, **rules_look(rules))
        _draw_choices(axes[1, 0], axes[1, 1], result, rules)
    count = result.data[games_key(result.settings.rules[0], USUAL, 0)]["games"]
    positions = result.data[choices_key(result.settings.rules[0], DEPTH)]["positions"]
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


def _draw_choices(lost: Axes, cost: Axes, result: Result, rules: Rules) -> None:
    empties = judged_empties(result.settings.size)
    found = [result.data[choices_key(rules, one)] for one in empties]
    discs = [Estimate.from_object(one["discs"]) for one in found]
    draw_error_bars(lost, empties, discs, **rules_look(rules))
    for name, line in (("solver", "-"), ("search", "--")):
        seconds = [Estimate.from_object(one[f"{name}_seconds"]) for one in found]
        label = f"{rules}, {'solver' if name == 'solver' else f'{DEPTH} plies'}"
        look = rules_look(rules) | {"linestyle": line, "label": label}
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
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
)
