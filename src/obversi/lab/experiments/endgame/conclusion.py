"""What follows of the endgame solver."""

from collections.abc import Mapping
from typing import Final

from obversi.lab.claims.several_tests import widened
from obversi.lab.estimate import Estimate, share
from obversi.lab.experiments.endgame.measurements import (
    AGAINST_USUAL,
    DEPTH,
    SQUARES,
    USUAL,
    agent,
    choices_key,
    games_key,
    judged_empties,
)
from obversi.lab.finding import Finding, Verdict, observe
from obversi.lab.games.duel import estimate_of
from obversi.lab.result import Conclusion, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

__all__ = ["conclude", "of"]

# Positions; with fewer a rare mistake would hardly be seen.
_ENOUGH: Final = 100

_WINS: Final = {
    1: "surely wins more",
    0: "wins neither surely more nor surely fewer",
    -1: "surely wins fewer",
}
_DISCS: Final = {1: "surely above 0", 0: "not surely other than 0", -1: "surely below 0"}


def conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    """Say what follows from all steps."""
    findings, tables, answers, numbers = [], [], [], {}
    tests = len(settings.rules) * (len(SQUARES) + len(AGAINST_USUAL))
    for rules in settings.rules:
        elos = {squares: of(data, rules, squares, 0, "elo") for squares in SQUARES}
        margins = {squares: of(data, rules, squares, 0, "margin") for squares in SQUARES}
        answers.append(
            f"Under {rules} rules playing the last {USUAL} squares perfectly adds "
            f"{elos[USUAL].text(0)} Elo and {margins[USUAL].text(1)} discs a game to R2 at "
            f"{DEPTH} plies."
        )
        findings.append(_exact_end(data, rules))
        findings += [_gain(data, rules, squares, tests) for squares in SQUARES]
        findings.append(_more_than_usual(data, rules, tests))
        tables += [_games_table(data, rules), _choices_table(data, rules, settings.size)]
        numbers[rules] = {
            str(squares): {
                "elo": elos[squares].to_object(),
                "margin": margins[squares].to_object(),
            }
            for squares in SQUARES
        }
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def of(data: Mapping[str, Measured], rules: str, squares: int, other: int, name: str) -> Estimate:
    """Return a number of the games of one solver against another."""
    return estimate_of(data[games_key(rules, squares, other)], name)


def _exact_end(data: Mapping[str, Measured], rules: str) -> Finding:
    """Return whether R2's own search plays an end that it sees without losing a result."""
    found = data[choices_key(rules, DEPTH)]
    lost, count = found["results_lost_to_the_end"], found["positions"]
    verdict: Verdict = "differs" if lost else "agrees" if count >= _ENOUGH else "open"
    said = {
        "agrees": "what its search sees to the end it never throws away",
        "differs": "its search throws results away",
        "open": "no result was lost, which of so few positions is not sure",
    }[verdict]
    is_reported = rules == "reversed"
    right = {"agrees": "The report was right: ", "differs": "The report was wrong: "}
    told = f"{right.get(verdict, '') if is_reported else ''}{said}"
    discs = Estimate.from_object(found["discs"])
    return Finding(
        f"the search that reaches the end plays it perfectly ({rules} rules)",
        "results in [-1, 1] make the endgame search optimal" if is_reported else "",
        f"{lost} of {count:,} results lost ({share(lost, count).text(1, percent=True)})",
        verdict if is_reported else "new",
        f"{told[0].upper()}{told[1:]}, in {count:,} positions with {DEPTH} empty squares. With no "
        f"more than {DEPTH} plies it loses {found['results_lost']}, for a pass is a ply too; and "
        f"since it only minds who wins, a move gives {discs.text(1)} discs away.",
    )


def _gain(data: Mapping[str, Measured], rules: str, squares: int, tests: int) -> Finding:
    gained = of(data, rules, squares, 0, "elo")
    margin = of(data, rules, squares, 0, "margin")
    wins = _WINS[_sure_side(of(data, rules, squares, 0, "score"), 1 / 2, tests)]
    discs = _DISCS[_sure_side(margin, 0.0, tests)]
    return observe(
        f"Elo by playing the last {squares} squares perfectly ({rules} rules)",
        gained,
        f"With a solver of {squares} squares R2 at {DEPTH} plies {wins} games than without, in "
        f"{gained.count:,} games; its margin of {margin.text(1)} discs a game is {discs}. Sure is "
        f"what is sure as one of {tests} matches.",
        digits=0,
    )


def _more_than_usual(data: Mapping[str, Measured], rules: str, tests: int) -> Finding:
    most = max(AGAINST_USUAL)
    gained = of(data, rules, most, USUAL, "elo")
    wins = _WINS[_sure_side(of(data, rules, most, USUAL, "score"), 1 / 2, tests)]
    return observe(
        f"Elo of the last {most} squares against the last {USUAL} ({rules} rules)",
        gained,
        f"A solver of {most} squares {wins} games than one of {USUAL} does, in "
        f"{gained.count:,} games, as one of {tests} matches.",
        digits=0,
    )


def _sure_side(found: Estimate, even: float, tests: int) -> int:
    """Return where a number surely is, as one of several: above, 1; below, -1; or neither, 0."""
    wide = widened(found, tests)
    return int(wide.low > even) - int(wide.high < even)


def _games_table(data: Mapping[str, Measured], rules: str) -> Table:
    rows = []
    for squares in SQUARES:
        told = data[games_key(rules, squares, 0)]
        usual = ""
        if squares in AGAINST_USUAL:
            usual = of(data, rules, squares, USUAL, "elo").text(0)
        rows.append(
            (
                str(squares),
                f"{told['wins']}-{told['draws']}-{told['losses']}",
                of(data, rules, squares, 0, "elo").text(0),
                of(data, rules, squares, 0, "margin").text(1),
                f"{told['nodes'][0]:,.0f} against {told['nodes'][1]:,.0f}",
                usual,
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


def _choices_table(data: Mapping[str, Measured], rules: str, size: int) -> Table:
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
