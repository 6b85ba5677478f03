"""What follows of deeper search."""

from collections.abc import Mapping

from obversi.lab.claims.several_tests import widened
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.deeper.measurements import (
    DEPTHS,
    EMPTIES,
    EVALUATIONS,
    EXACT_DEPTHS,
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
    # All matches are looked at for those that are sure, so that all of them count as tests.
    tests = len(settings.rules) * len(EVALUATIONS) * len(DEPTHS)
    for rules in settings.rules:
        scores = {
            name: [estimate_of(data[games_key(rules, name, depth)], "score") for depth in DEPTHS]
            for name in EVALUATIONS
        }
        sides = {name: [_sure_side(one, tests) for one in found] for name, found in scores.items()}
        is_reported = (rules, settings.size) == ("reversed", 8)
        findings.append(_theorem(data, rules, is_reported))
        findings.append(_hypothesis(data, rules, scores["r2"], sides["r2"], is_reported))
        findings += _surely_worse(rules, scores, sides)
        tables += [_games_table(data, rules), _exact_table(data, rules, settings.size)]
        all_sides = [side for found in sides.values() for side in found]
        lost = [Estimate.from_object(one) for one in data[exact_key(rules, "r2")]["discs"]]
        depths = EXACT_DEPTHS[settings.size]
        answers.append(
            f"Under {rules} rules one ply more surely won {all_sides.count(1)} of "
            f"{len(all_sides)} matches and surely lost {all_sides.count(-1)}; with R2's evaluation "
            f"a move costs {lost[0].text()} discs at {depths[0]} ply and {lost[-1].text()} at "
            f"{depths[-1]}."
        )
        numbers[rules] = {
            name: [one.to_object() for one in found] for name, found in scores.items()
        }
    answers.append(f"Surely means: as one of {tests} matches, which is corrected for.")
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def _sure_side(score: Estimate, tests: int) -> int:
    """Return who surely won a match, even as one of many: 1, -1, or 0 if that is not sure."""
    wide = widened(score, tests)
    return int(wide.low > 1 / 2) - int(wide.high < 1 / 2)


def _theorem(data: Mapping[str, Measured], rules: str, is_reported: bool) -> Finding:
    """Look for a choice that one ply more makes worse: one is enough, for the values are exact."""
    found = data[exact_key(rules, "r2")]
    worse, better = (Estimate.from_object(found[f"mean_{kind}"]) for kind in ("worse", "better"))
    example = found["example"]
    verdict: Verdict = "agrees" if example else "open"
    if example:
        said = (
            f"Real positions show it too: {example['depth'] + 1} plies choose "
            f"{example['moves'][1]} ({example['margins'][1]:+d} discs) where {example['depth']} "
            f"would have chosen {example['moves'][0]} ({example['margins'][0]:+d})"
        )
    else:
        said = "It was not seen here, which does not refute it"
    return Finding(
        f"theorem 1: deeper search does not imply better play ({rules} rules)",
        "proved by a tree that was drawn for it" if is_reported else "",
        f"{worse.text(1, percent=True)} of choices worse",
        verdict if is_reported else "new",
        f"{said}. With R2's evaluation one ply more chooses a worse move "
        f"{100 * worse.value:.1f} and a better one {100 * better.value:.1f} times in 100, in "
        f"{found['positions']:,} positions.",
    )


def _hypothesis(
    data: Mapping[str, Measured],
    rules: str,
    scores: list[Estimate],
    sides: list[int],
    is_reported: bool,
) -> Finding:
    lost = [Estimate.from_object(one) for one in data[exact_key(rules, "r2")]["discs"]]
    verdict: Verdict = "open"
    said, right = f"one ply more surely wins against {_plies(sides, 1) or 'no depth'}", ""
    if -1 in sides:
        verdict, right = "differs", "The report was wrong here: "
        said = f"one ply more surely loses to {_plies(sides, -1)}"
    elif all(sides):
        verdict, right = "agrees", "The report was right: "
        said = "one ply more surely wins at every depth"
    else:
        said += ", and never surely loses"
    elos = [estimate_of(data[games_key(rules, "r2", depth)], "elo") for depth in DEPTHS]
    ours = "; ".join(f"{depth}: {one.text(0)}" for depth, one in zip(DEPTHS, elos, strict=True))
    told = f"{right if is_reported else ''}{said}"
    return Finding(
        f"hypothesis 2: the deeper, the better, with R2's evaluation ({rules} rules)",
        "assumed of a good evaluation" if is_reported else "",
        f"Elo of one ply more than {ours}",
        verdict if is_reported else "new",
        f"{told[0].upper()}{told[1:]}, in {_listed([f'{one.count:,}' for one in scores])} games; "
        f"the discs that a move loses go from {lost[0].text()} to {lost[-1].text()}.",
    )


def _plies(sides: list[int], chosen: int) -> str:
    """Name the depths where one ply more came out like this."""
    return _listed([f"{depth}" for depth, one in zip(DEPTHS, sides, strict=True) if one == chosen])


def _listed(words: list[str]) -> str:
    """Return words as people list them, or nothing if there are none.

    >>> _listed(["1", "2", "4"])
    '1, 2 and 4'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _surely_worse(
    rules: str, scores: Mapping[str, list[Estimate]], sides: Mapping[str, list[int]]
) -> list[Finding]:
    """Return what is to be said of evaluations that play worse with one ply more."""
    found = []
    for name in EVALUATIONS:
        bad = [
            (depth, one)
            for depth, one, side in zip(DEPTHS, scores[name], sides[name], strict=True)
            if side < 0
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
                    f"With {name} one ply more is surely worse {len(bad)} of {len(DEPTHS)} times"
                    f"{_why(name, sides)}.",
                )
            )
    return found


def _why(name: str, sides: Mapping[str, list[int]]) -> str:
    if name == "r1":
        return (
            ": as published it judges leaves for whoever moves there; r1-corrected, which judges "
            "them for the searching side and is the same else, is surely worse "
            f"{sides['r1-corrected'].count(-1)} times"
        )
    if name == "r3":
        return (
            ". A likely cause, which was not tested by itself: it judges discs that can be turned "
            "at once and moves of the one side alone, so that it matters who moves last"
        )
    return ""


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
    counts = (data[games_key(rules, EVALUATIONS[0], depth)]["games"] for depth in DEPTHS)
    head = (
        "evaluation",
        *(
            f"{depth + 1} against {depth} plies, {count:,} games"
            for depth, count in zip(DEPTHS, counts, strict=True)
        ),
    )
    most = data[games_key(rules, "r2", DEPTHS[-1])]["games"]
    title = f"{rules} rules: score of one ply more, and its margin (r2 always with {most:,} games)"
    return Table(title, head, rows)


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
    count = data[exact_key(rules, EVALUATIONS[0])]["positions"]
    title = (
        f"{rules} rules: discs lost a move with {EMPTIES[size]} empty squares, against exact play, "
        f"{count:,} positions"
    )
    return Table(title, head, tuple(rows))
