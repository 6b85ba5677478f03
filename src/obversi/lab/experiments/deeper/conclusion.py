"""What follows of deeper search."""

from collections.abc import Iterable, Mapping

from obversi.lab.estimate import Estimate
from obversi.lab.experiments.deeper.measurements import (
    DEPTHS,
    EMPTIES,
    EVALUATIONS,
    EXACT_DEPTHS,
    SURE_DEVIATIONS,
    exact_key,
    games_key,
)
from obversi.lab.finding import Finding, Verdict
from obversi.lab.games.duel import estimate_of
from obversi.lab.result import Conclusion, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

__all__ = ["conclude"]


def conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    """Say what follows from all steps."""
    findings, tables, answers, numbers = [], [], [], {}
    for rules in settings.rules:
        scores = {
            name: [estimate_of(data[games_key(rules, name, depth)], "score") for depth in DEPTHS]
            for name in EVALUATIONS
        }
        findings += [_theorem(data, rules), _hypothesis(data, settings, rules, scores["r2"])]
        findings += _surely_worse(rules, scores)
        tables += [_games_table(data, rules), _exact_table(data, rules, settings.size)]
        better = sum(_is_surely_above(one) for found in scores.values() for one in found)
        worse = sum(_is_surely_below(one) for found in scores.values() for one in found)
        lost = [Estimate.from_object(one) for one in data[exact_key(rules, "r2")]["discs"]]
        depths = EXACT_DEPTHS[settings.size]
        answers.append(
            f"Under {rules} rules one ply more won {better} of "
            f"{len(EVALUATIONS) * len(DEPTHS)} matches for sure and lost {worse} for sure; with "
            f"R2's evaluation a move costs {lost[0].value:.2f} discs at {depths[0]} ply and "
            f"{lost[-1].value:.2f} at {depths[-1]}."
        )
        numbers[rules] = {
            name: [one.to_object() for one in found] for name, found in scores.items()
        }
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def _is_surely_below(score: Estimate) -> bool:
    """Tell whether a score is below one half, even as one of many."""
    return score.high < 0.5 and 0.5 - score.value > SURE_DEVIATIONS * score.error


def _is_surely_above(score: Estimate) -> bool:
    return score.low > 0.5 and score.value - 0.5 > SURE_DEVIATIONS * score.error


def _theorem(data: Mapping[str, Measured], rules: str) -> Finding:
    found = data[exact_key(rules, "r2")]
    worse, better = (Estimate.from_object(found[f"mean_{kind}"]) for kind in ("worse", "better"))
    verdict: Verdict = "agrees" if worse.low > 0 else "open"
    example = found["example"]
    told = ""
    if example:
        told = (
            f" The worst of them: {example['depth'] + 1} plies choose {example['moves'][1]} "
            f"({example['margins'][1]:+d} discs) where {example['depth']} would have chosen "
            f"{example['moves'][0]} ({example['margins'][0]:+d})."
        )
    return Finding(
        f"theorem 1: deeper search does not imply better play ({rules} rules)",
        "proved by a tree that was drawn for it",
        f"{worse.text(1, percent=True)} of choices worse",
        verdict,
        f"{'Real positions show it too' if worse.value > 0 else 'It was not seen here'}: with "
        f"R2's evaluation one ply more chooses a worse move {100 * worse.value:.1f} and a better "
        f"one {100 * better.value:.1f} times in 100, in {found['positions']:,} positions.{told}",
    )


def _hypothesis(
    data: Mapping[str, Measured], settings: Settings, rules: str, scores: list[Estimate]
) -> Finding:
    below = _plies(one.high < 0.5 for one in scores)
    above = _plies(one.low > 0.5 for one in scores)
    lost = [Estimate.from_object(one) for one in data[exact_key(rules, "r2")]["discs"]]
    if below:
        verdict: Verdict = "differs"
        said = f"The report was wrong here: one ply more loses to {below}"
    elif all(one.low > 0.5 for one in scores):
        verdict = "agrees"
        said = "The report was right: one ply more wins at every depth"
    else:
        verdict = "open"
        said = f"One ply more wins against {above or 'no depth'} for sure, and never surely loses"
    is_reported = (rules, settings.size) == ("reversed", 8)
    elos = [estimate_of(data[games_key(rules, "r2", depth)], "elo") for depth in DEPTHS]
    ours = ", ".join(f"{depth}: {one.value:+.0f}" for depth, one in zip(DEPTHS, elos, strict=True))
    return Finding(
        f"hypothesis 2: the deeper, the better, with R2's evaluation ({rules} rules)",
        "assumed of a good evaluation" if is_reported else "",
        f"Elo of one ply more than {ours}",
        verdict if is_reported else "new",
        f"{said if is_reported else said.partition(': ')[2].capitalize() or said}, in "
        f"{scores[0].count:,} games; the discs that a move loses go from {lost[0].text()} to "
        f"{lost[-1].text()}.",
    )


def _plies(chosen: Iterable[bool]) -> str:
    """Name the depths that are chosen."""
    return " and ".join(
        f"{depth}" for depth, is_chosen in zip(DEPTHS, chosen, strict=True) if is_chosen
    )


def _surely_worse(rules: str, scores: Mapping[str, list[Estimate]]) -> list[Finding]:
    """Return what is to be said of evaluations that play worse with one ply more."""
    found = []
    for name, all_scores in scores.items():
        bad = [
            (depth, one)
            for depth, one in zip(DEPTHS, all_scores, strict=True)
            if _is_surely_below(one)
        ]
        if name != "r2" and bad:
            told = ", ".join(
                f"{depth + 1} plies score {one.text(0, percent=True)} against {depth}"
                for depth, one in bad
            )
            found.append(
                Finding(
                    f"{name} plays worse when it looks deeper ({rules} rules)",
                    "",
                    told,
                    "new",
                    f"With {name} one ply more is surely worse {len(bad)} of "
                    f"{len(all_scores)} times{_why(name)}.",
                )
            )
    return found


def _why(name: str) -> str:
    return {
        "r1": ": as published it judges leaves for whoever moves there, which is the wrong side "
        "at odd depths",
        "r3": ": it judges discs that can be turned at once and moves of the one side alone, so "
        "that it makes a difference who moves last",
    }.get(name, "")


def _games_table(data: Mapping[str, Measured], rules: str) -> Table:
    rows = tuple(
        (
            name,
            *(
                f"{estimate_of(data[games_key(rules, name, depth)], 'score').text(1, True)}; "
                f"{estimate_of(data[games_key(rules, name, depth)], 'margin').value:+.1f} discs"
                for depth in DEPTHS
            ),
        )
        for name in EVALUATIONS
    )
    head = ("evaluation", *(f"{depth + 1} against {depth} plies" for depth in DEPTHS))
    return Table(f"{rules} rules: score of one ply more, and its margin", head, rows)


def _exact_table(data: Mapping[str, Measured], rules: str, size: int) -> Table:
    rows = []
    for name in EVALUATIONS:
        found = data[exact_key(rules, name)]
        discs = (Estimate.from_object(one).text() for one in found["discs"])
        worst = ", ".join(f"{100 * one['value']:.0f}" for one in found["worse"])
        better = ", ".join(f"{100 * one['value']:.0f}" for one in found["better"])
        rows.append((name, *discs, worst, better))
    head = (
        "evaluation",
        *(f"{depth} pl{'y' if depth == 1 else 'ies'}" for depth in EXACT_DEPTHS[size]),
        "% worse by one ply more",
        "% better",
    )
    title = (
        f"{rules} rules: discs lost a move with {EMPTIES[size]} empty squares, against exact play"
    )
    return Table(title, head, tuple(rows))
